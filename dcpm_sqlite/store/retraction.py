"""The steps of taking back: a wording is withdrawn, what has none left leaves its chain, indexes follow (nothing is deleted)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import apsw

from dcpm_sqlite.store import beliefs, keywords, vectors
from dcpm_sqlite.store.vectors import apsw_ints
from dcpm_sqlite.store.work import Work

Pointer = Literal["supersedes", "superseded_by"]


def set_withdrawn(work: Work, wording: int, *, is_withdrawn: bool) -> None:
    """Take a wording back, or let it stand again; inside `refreshed`, which sees to the indexes."""
    belief = work.db.execute("SELECT belief FROM wording WHERE id = ?", (wording,)).get
    if belief is None:
        return  # forgotten since
    work.db.execute("UPDATE wording SET withdrawn_by = ? WHERE id = ?", (work.job if is_withdrawn else None, wording))
    work.log("withdraw" if is_withdrawn else "word", wording, other=int(belief))


class refreshed:
    """While wordings of these beliefs are taken back or let stand again: their indexes follow at the end."""

    def __init__(self, db: apsw.Connection, keys: Sequence[int]) -> None:
        self._db, self._keys = db, keys

    def __enter__(self) -> None:
        self._before = self._texts()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            return
        db, after = self._db, self._texts()
        changed = [key for key in self._keys if self._before.get(key) != after.get(key)]
        keywords.remove(db, "belief_fts", [(key, self._before[key]) for key in changed if key in self._before])
        vectors.remove(db, "belief_vec", changed)
        db.execute("DELETE FROM vector_next WHERE id IN carray(?)", (apsw_ints(changed),))
        keywords.put(db, "belief_fts", [(key, after[key]) for key in changed if key in after])
        db.executemany("INSERT OR IGNORE INTO unembedded(id) VALUES (?)", [(key,) for key in changed if key in after])

    def _texts(self) -> dict[int, str]:
        rows = self._db.execute("SELECT belief, text FROM current_wording WHERE belief IN carray(?)", (apsw_ints(self._keys),))
        return dict(rows)


def take_gone_out(work: Work, keys: Iterable[int]) -> None:
    """Of these items the beliefs that no wording is left of: they are in no chain now, and no relation."""
    rows = work.db.execute(
        "SELECT id FROM belief AS b WHERE id IN carray(?) "
        "AND NOT EXISTS (SELECT 1 FROM wording WHERE belief = b.id AND withdrawn_by IS NULL) ORDER BY id",
        (apsw_ints(sorted(set(keys))),),
    )
    gone = [row[0] for row in list(rows)]
    for belief in gone:
        _take_out_of_chain(work, belief)
    _close_relations(work, gone)


def _take_out_of_chain(work: Work, belief: int) -> None:
    """Its neighbours become neighbours: the chain stays one list."""
    old: int | None
    new: int | None
    old, new = work.db.execute("SELECT supersedes, superseded_by FROM belief WHERE id = ?", (belief,)).fetchall()[0]  # type: ignore[assignment]
    if old is not None:
        beliefs.point(work, belief, "supersedes", None)
        beliefs.point(work, old, "superseded_by", None)
    if new is not None:
        beliefs.point(work, belief, "superseded_by", None)
        beliefs.point(work, new, "supersedes", None)
    if old is not None and new is not None:
        beliefs.point(work, old, "superseded_by", new)
        beliefs.point(work, new, "supersedes", old)


def point_back(work: Work, belief: int, pointer: Pointer, *, now: int | None, before: int | None) -> None:
    """Set a pointer as it was; it stays where it has another target by now, or its target another neighbour: what stood between was
    forgotten.
    """
    db = work.db
    if db.execute(f"SELECT {pointer} FROM belief WHERE id = ?", (belief,)).get != now:
        return
    if before is not None and db.execute(f"SELECT 1 FROM belief WHERE {pointer} = ?", (before,)).get:
        return
    beliefs.point(work, belief, pointer, before)


def uncite(work: Work, wording: int, raws: Sequence[int]) -> None:
    """A wording that stands on other words too does not rest on these raw inputs any more."""
    rows = list(
        work.db.execute(
            'SELECT raw, start, "end", role FROM belief_source WHERE wording = ? AND raw IN carray(?)', (wording, apsw_ints(raws))
        )
    )
    for raw, start, end, role in rows:
        work.db.execute("DELETE FROM belief_source WHERE wording = ? AND raw = ? AND start = ?", (wording, raw, start))
        work.log("uncite" if role == "quote" else "uncontext", wording, other=raw, old=start, new=end)


def _close_relations(work: Work, gone: Sequence[int]) -> None:
    rows = list(
        work.db.execute(
            "SELECT id FROM relation WHERE closed_at IS NULL AND (source IN carray(?1) OR target IN carray(?1))", (apsw_ints(gone),)
        )
    )
    for (relation,) in rows:
        work.db.execute("UPDATE relation SET closed_at = ?, closed_reason = 'taken back' WHERE id = ?", (work.now_ms, relation))
        work.log("close", relation)


def drop_summary(db: apsw.Connection, key: int) -> None:
    """Delete a session's condensation; the one before it is current again. A later one has it in its words, and stays."""
    row = db.execute("SELECT session, text FROM summary WHERE id = ?", (key,)).fetchone()
    if row is None:
        return
    latest = "SELECT id, text FROM summary WHERE session = ? ORDER BY number DESC LIMIT 1"
    was_current = db.execute(latest, (row[0],)).fetchall()[0][0] == key
    if was_current:
        keywords.remove(db, "summary_fts", [(key, row[1])])
    vectors.remove(db, "summary_vec", [key])
    for table in ("vector_next WHERE id", "change WHERE item", "llm_call_item WHERE item", "summary WHERE id", "item WHERE id"):
        db.execute(f"DELETE FROM {table} = ?", (key,))
    if was_current:
        for other, text in list(db.execute(latest, (row[0],))):
            keywords.put(db, "summary_fts", [(other, text)])
            db.execute("INSERT OR IGNORE INTO unembedded(id) VALUES (?)", (other,))
