"""Jobs: pieces of writing on record, each of which can be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import apsw

from dcpm_sqlite.errors import BuiltUpon, UnknownId, UsageError
from dcpm_sqlite.records import Job
from dcpm_sqlite.store import beliefs, keywords, vectors
from dcpm_sqlite.store.ids import as_number, as_text
from dcpm_sqlite.store.vectors import apsw_ints
from dcpm_sqlite.store.work import Work


def start(work: Work, kind: str, key: int | None) -> int:
    """Go on under a job, or begin one; what follows is logged under it."""
    if key is None:
        work.db.execute(
            "INSERT INTO job(uid, space, kind, state, started_at, ended_at) VALUES (?, ?, ?, 'done', ?, ?)",
            (work.uids.next(work.now_ms), work.space, kind, work.now_ms, work.now_ms),
        )
        key = work.db.last_insert_rowid()
    else:
        work.db.execute("UPDATE job SET ended_at = ? WHERE id = ?", (work.now_ms, key))
    work.job = key
    return key


def public_id(db: apsw.Connection, key: int) -> str:
    """The id by which people name the job."""
    return as_text(int(db.execute("SELECT uid FROM job WHERE id = ?", (key,)).get))


def find(db: apsw.Connection, space: int, id: str) -> int:
    """Key of the job with that public id. Raises UnknownId."""
    found = db.execute("SELECT id FROM job WHERE uid = ? AND space = ?", (as_number(id), space)).get
    if found is None:
        raise UnknownId(f"No job here has the id {id}; `dcpm jobs` shows what there is.")
    return int(found)


def listing(db: apsw.Connection, space: int, *, limit: int) -> list[Job]:
    """The latest jobs of a space, latest first, with what each changed by action."""
    rows = list(
        db.execute("SELECT id, uid, kind, state, started_at, ended_at FROM job WHERE space = ? ORDER BY id DESC LIMIT ?", (space, limit))
    )
    counts: dict[int, list[tuple[str, int]]] = {}
    for job, action, n in db.execute(
        "SELECT job, action, count(*) FROM change WHERE job IN carray(?) GROUP BY job, action ORDER BY job, action",
        (apsw_ints([row[0] for row in rows]),),
    ):
        counts.setdefault(job, []).append((action, n))
    return [Job(as_text(uid), kind, state, at, ended, tuple(counts.get(key, ()))) for key, uid, kind, state, at, ended in rows]


@dataclass(frozen=True, slots=True)
class _Change:
    """A logged change."""

    action: str
    item: int
    other: int | None
    old: int | None
    new: int | None


def undo(work: Work, key: int, *, cascade: bool) -> list[int]:
    """Take a job back, and with `cascade` the later jobs that built on it, latest first; keys of the jobs taken back.

    Nothing is deleted but quotes and summaries: wordings are withdrawn, relations closed, pointers set as they were. The undoing is
    a job itself and can be taken back. Raises BuiltUpon, which names the later jobs, and UsageError for one that is taken back.
    """
    db = work.db
    if db.execute("SELECT state FROM job WHERE id = ?", (key,)).get == "undone":
        raise UsageError(f"The job {public_id(db, key)} was taken back already.")
    later = _built_upon(db, key)
    if later and not cascade:
        names = ", ".join(public_id(db, job) for job in later)
        raise BuiltUpon(f"Later work builds on it: {names}. Take that back first, or all of it together with `--cascade`.")
    taken = sorted({key, *later}, reverse=True)
    start(work, "undo", None)
    for job in taken:
        _reverse(work, _changes(db, job))
        db.execute("UPDATE job SET state = 'undone' WHERE id = ?", (job,))
    return taken


def _built_upon(db: apsw.Connection, key: int) -> list[int]:
    """Later jobs that changed something which this one changed, or which such a later one changed."""
    found: list[int] = []
    frontier = [key]
    while frontier:
        rows = db.execute(
            "WITH mine AS (SELECT job, item, other FROM change WHERE job IN carray(?1)), touched AS (SELECT job, item AS id FROM mine "
            "  UNION SELECT job, other FROM mine WHERE other IS NOT NULL) "
            "SELECT DISTINCT c.job FROM touched AS t JOIN item AS i ON i.id = t.id JOIN change AS c ON c.item = t.id OR c.other = t.id "
            "JOIN job AS j ON j.id = c.job WHERE c.job > t.job AND j.state <> 'undone' AND i.kind <> 'raw_input'",
            (apsw_ints(frontier),),
        )
        frontier = [row[0] for row in list(rows) if row[0] not in found]
        found += frontier
    return found


def _changes(db: apsw.Connection, job: int) -> list[_Change]:
    """Latest first."""
    rows = db.execute("SELECT action, item, other, old, new FROM change WHERE job = ? ORDER BY id DESC", (job,))
    return [_Change(*row) for row in list(rows)]


def _reverse(work: Work, changes: Iterable[_Change]) -> None:
    changes = list(changes)
    touched = sorted({c.other for c in changes if c.action in ("word", "withdraw") and c.other is not None})
    with refreshed(work.db, touched):
        for change in changes:
            _reverse_one(work, change)
        _take_gone_out(work, touched)


def _reverse_one(work: Work, change: _Change) -> None:
    db = work.db
    match change.action:
        case "word" | "withdraw":
            set_withdrawn(work, change.item, is_withdrawn=change.action == "word")
        case "cite" | "context":
            db.execute("DELETE FROM belief_source WHERE wording = ? AND raw = ? AND start = ?", (change.item, change.other, change.old))
            work.log("uncite" if change.action == "cite" else "uncontext", change.item, other=change.other, old=change.old, new=change.new)
        case "uncite" | "uncontext":
            role = "quote" if change.action == "uncite" else "context"
            db.execute(
                'INSERT OR IGNORE INTO belief_source(wording, raw, start, "end", role) VALUES (?, ?, ?, ?, ?)',
                (change.item, change.other, change.old, change.new, role),
            )
            work.log("cite" if role == "quote" else "context", change.item, other=change.other, old=change.old, new=change.new)
        case "supersedes" | "superseded_by":
            # it may have another neighbour by now: what stood between was forgotten
            if db.execute(f"SELECT {change.action} FROM belief WHERE id = ?", (change.item,)).get == change.new:
                beliefs.point(work, change.item, change.action, change.old)
        case "pin":
            beliefs.pin(work, change.item, None if change.old is None else bool(change.old))
        case "relate":
            db.execute("UPDATE relation SET closed_at = ?, closed_reason = 'undone' WHERE id = ?", (work.now_ms, change.item))
            work.log("close", change.item)
        case "close":
            db.execute("UPDATE relation SET closed_at = NULL, closed_reason = NULL WHERE id = ?", (change.item,))
            work.log("relate", change.item)
        case "summarise":
            _drop_summary(db, change.item)
        case other:
            raise AssertionError(f"a logged change of kind {other!r} can't be taken back")


def set_withdrawn(work: Work, wording: int, *, is_withdrawn: bool) -> None:
    """Take a wording back, or let it stand again; inside `refreshed`, which sees to the indexes."""
    row = work.db.execute("SELECT belief FROM wording WHERE id = ?", (wording,)).get
    if row is None:
        return  # forgotten since
    work.db.execute("UPDATE wording SET withdrawn_by = ? WHERE id = ?", (work.job if is_withdrawn else None, wording))
    work.log("withdraw" if is_withdrawn else "word", wording, other=int(row))


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


def withdraw(work: Work, raws: Sequence[int]) -> None:
    """Take back what was drawn from these raw inputs, but for what the user confirmed or said himself (DESIGN: it is never touched).

    Wordings with no other source are withdrawn, of others the quotes; a belief that nothing is left of leaves its chain.
    """
    db = work.db
    rows = list(
        db.execute(
            "SELECT w.id, w.belief, EXISTS (SELECT 1 FROM belief_source AS o WHERE o.wording = w.id AND o.raw NOT IN carray(?1)) "
            "FROM wording AS w WHERE w.withdrawn_by IS NULL AND w.id IN (SELECT wording FROM belief_source WHERE raw IN carray(?1)) "
            "AND NOT EXISTS (SELECT 1 FROM belief AS b LEFT JOIN decision AS d ON d.id = b.decision WHERE b.id = w.belief "
            "  AND (b.pin IS NOT NULL OR d.mind = 'user')) ORDER BY w.id",
            (apsw_ints(raws),),
        )
    )
    with refreshed(db, sorted({row[1] for row in rows})):
        for wording, _, has_others in rows:
            if has_others:
                _uncite(work, wording, raws)
            else:
                set_withdrawn(work, wording, is_withdrawn=True)
        _close_relations(work, _take_gone_out(work, [row[1] for row in rows]))


def _take_gone_out(work: Work, keys: Sequence[int]) -> list[int]:
    """Of these beliefs the ones that no wording is left of; they are in no chain now."""
    standing = {row[0] for row in work.db.execute("SELECT belief FROM current_wording WHERE belief IN carray(?)", (apsw_ints(keys),))}
    gone = sorted(set(keys) - standing)
    for belief in gone:
        take_out_of_chain(work, belief)
    return gone


def _uncite(work: Work, wording: int, raws: Sequence[int]) -> None:
    rows = list(
        work.db.execute(
            'SELECT raw, start, "end", role FROM belief_source WHERE wording = ? AND raw IN carray(?)', (wording, apsw_ints(raws))
        )
    )
    for raw, start_, end, role in rows:
        work.db.execute("DELETE FROM belief_source WHERE wording = ? AND raw = ? AND start = ?", (wording, raw, start_))
        work.log("uncite" if role == "quote" else "uncontext", wording, other=raw, old=start_, new=end)


def take_out_of_chain(work: Work, belief: int) -> None:
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


def _close_relations(work: Work, gone: Sequence[int]) -> None:
    rows = list(
        work.db.execute(
            "SELECT id FROM relation WHERE closed_at IS NULL AND (source IN carray(?1) OR target IN carray(?1))", (apsw_ints(gone),)
        )
    )
    for (relation,) in rows:
        work.db.execute("UPDATE relation SET closed_at = ?, closed_reason = 'taken back' WHERE id = ?", (work.now_ms, relation))
        work.log("close", relation)


def _drop_summary(db: apsw.Connection, key: int) -> None:
    row = db.execute("SELECT session, number, text FROM summary WHERE id = ?", (key,)).fetchone()
    if row is None:
        return
    latest = "SELECT id, text FROM summary WHERE session = ? ORDER BY number DESC LIMIT 1"
    was_current = db.execute(latest, (row[0],)).fetchall()[0][0] == key
    if was_current:
        keywords.remove(db, "summary_fts", [(key, row[2])])
    vectors.remove(db, "summary_vec", [key])
    db.execute("DELETE FROM vector_next WHERE id = ?", (key,))
    db.execute("DELETE FROM change WHERE item = ?", (key,))
    db.execute("DELETE FROM llm_call_item WHERE item = ?", (key,))
    db.execute("DELETE FROM summary WHERE id = ?", (key,))
    db.execute("DELETE FROM item WHERE id = ?", (key,))
    if was_current:
        for other, text in list(db.execute(latest, (row[0],))):
            keywords.put(db, "summary_fts", [(other, text)])
            db.execute("INSERT OR IGNORE INTO unembedded(id) VALUES (?)", (other,))
