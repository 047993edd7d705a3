"""Session summaries (DCPM D-04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import apsw

from dcpm_sqlite.errors import Stale
from dcpm_sqlite.store import keywords, vectors
from dcpm_sqlite.store.changes import AddSummary
from dcpm_sqlite.store.ids import as_text
from dcpm_sqlite.store.vectors import apsw_ints
from dcpm_sqlite.store.work import Work


@dataclass(frozen=True, slots=True)
class Condensed:
    """The latest condensation of a session. key: of its row, by which forgetting finds the calls that were shown it."""

    key: int
    text: str


@dataclass(frozen=True, slots=True)
class Summary:
    """A session's condensation up to a time."""

    id: str
    session: str
    text: str
    said_ms: int


def add(work: Work, change: AddSummary) -> int:
    """A session's new condensation; it takes the place of the one before in the indexes. Raises Stale."""
    db = work.db
    session = db.execute("SELECT session FROM raw_input WHERE id = ?", (change.last_raw,)).get
    if session is None:
        raise Stale("The message up to which the summary goes was forgotten meanwhile.")
    old = db.execute("SELECT id, number, text, last_raw FROM summary WHERE session = ? ORDER BY number DESC LIMIT 1", (session,)).fetchone()
    if old is not None:
        keywords.remove(db, "summary_fts", [(old[0], old[2])])
        vectors.remove(db, "summary_vec", [old[0]])
    key = work.new("summary")
    number = 1 if old is None else old[1] + 1
    last_raw = change.last_raw if old is None else max(change.last_raw, old[3])  # it continues what was told of later ones
    db.execute(
        "INSERT INTO summary(id, session, number, text, last_raw, decision) VALUES (?, ?, ?, ?, ?, ?)",
        (key, session, number, change.text, last_raw, change.made_by),
    )
    keywords.put(db, "summary_fts", [(key, change.text)])
    db.execute("INSERT INTO unembedded(id) VALUES (?)", (key,))
    work.log("summarise", key)
    return key


def current(db: apsw.Connection, raw: int) -> Condensed | None:
    """The latest condensation of the session that a raw input belongs to."""
    row = db.execute(
        "SELECT s.id, s.text FROM raw_input AS r JOIN summary AS s ON s.session = r.session WHERE r.id = ? ORDER BY s.number DESC LIMIT 1",
        (raw,),
    ).fetchone()
    return None if row is None else Condensed(*row)


def by_keys(db: apsw.Connection, keys: Sequence[int]) -> dict[int, Summary]:
    """Summaries by their keys (1 statement, none for no keys)."""
    if not keys:
        return {}
    found = db.execute(
        "SELECT s.id, i.uid, e.source_key, s.text, r.said_at FROM summary AS s JOIN item AS i ON i.id = s.id "
        "JOIN session AS e ON e.id = s.session JOIN raw_input AS r ON r.id = s.last_raw WHERE s.id IN carray(?)",
        (apsw_ints(keys),),
    )
    return {key: Summary(as_text(uid), session, text, said) for key, uid, session, text, said in found}
