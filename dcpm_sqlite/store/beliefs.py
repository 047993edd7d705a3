"""Beliefs, their wordings and their chains (DCPM D-05, D-17, D-20..D-22)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw

from dcpm_sqlite.errors import Stale
from dcpm_sqlite.records import Belief, Source
from dcpm_sqlite.store import keywords, vectors
from dcpm_sqlite.store.changes import AddBelief, AddSource, AddWording, Quote
from dcpm_sqlite.store.ids import as_text
from dcpm_sqlite.store.raw import Allocator, ensure_party

LONGEST_CHAIN = 1_000  # a walk stops here, whatever a damaged file's pointers say


def add(allocator: Allocator, change: AddBelief) -> int:
    """Append a belief and place it in its chain; both pointers of each link in the same transaction. Raises Stale."""
    db = allocator.db
    previous, following = _place(db, change)
    party = None if change.party is None else ensure_party(allocator, change.party)
    key = allocator.new("belief")
    db.execute(
        "INSERT INTO belief(id, kind, type, party, subject, attribute, domain, salience, is_core, said_at, holds_from, holds_until) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (key, change.kind, change.type, party, change.subject, change.attribute, change.domain, change.salience,
         int(change.is_core), change.said_ms, change.holds_from, change.holds_until),
    )  # fmt: skip
    if previous is not None and following is not None:
        _unlink(db, previous, following)
    if previous is not None:
        _link(allocator, old=previous, new=key)
    if following is not None:
        _link(allocator, old=key, new=following)
    _word(allocator, key, 1, change.text, change.sources)
    return key


def _place(db: apsw.Connection, change: AddBelief) -> tuple[int | None, int | None]:
    """The states before and after the new one, as they are now."""
    if change.after is not None:
        kind, following = _state(db, change.after)
        if following != change.expected_next:
            raise Stale("Another writer superseded the same belief meanwhile; decide once more with the chain as it is now.")
        previous: int | None = change.after
    elif change.before is not None:
        kind, _ = _state(db, change.before)
        previous, following = None, change.before
        if db.execute("SELECT supersedes FROM belief WHERE id = ?", (change.before,)).get is not None:
            raise Stale("The chain got an earlier state meanwhile; decide once more with the chain as it is now.")
    else:
        return None, None
    if kind != change.kind:
        raise ValueError(f"a {change.kind} can't take a place in a chain of kind {kind}")
    return previous, following


def _state(db: apsw.Connection, key: int) -> tuple[str, int | None]:
    row = db.execute("SELECT kind, superseded_by FROM belief WHERE id = ?", (key,)).fetchone()
    if row is None:
        raise Stale("The belief to supersede was forgotten meanwhile; decide once more without it.")
    return row[0], row[1]


def _unlink(db: apsw.Connection, old: int, new: int) -> None:
    db.execute("UPDATE belief SET superseded_by = NULL, superseded_at = NULL WHERE id = ?", (old,))
    db.execute("UPDATE belief SET supersedes = NULL WHERE id = ?", (new,))


def _link(allocator: Allocator, *, old: int, new: int) -> None:
    db = allocator.db
    db.execute("UPDATE belief SET superseded_by = ?, superseded_at = ? WHERE id = ?", (new, allocator.now_ms, old))
    db.execute("UPDATE belief SET supersedes = ? WHERE id = ?", (old, new))
    vectors.set_live(db, old, is_live=False)


def mark_superseded(db: apsw.Connection) -> None:
    """Mark the superseded in a vector index made anew. Row by row: vec0 refuses an update that it has to scan for."""
    for (key,) in list(db.execute("SELECT id FROM belief WHERE superseded_by IS NOT NULL")):
        vectors.set_live(db, key, is_live=False)


def reword(allocator: Allocator, change: AddWording) -> int:
    """Add a wording; its vector waits to be embedded again. Raises Stale when another wording came first."""
    db = allocator.db
    current = db.execute("SELECT number, text FROM wording WHERE belief = ? ORDER BY number DESC LIMIT 1", (change.belief,)).fetchone()
    if current is None or current[0] != change.expected_number:
        raise Stale("The belief was worded anew meanwhile; decide once more.")
    keywords.remove(db, "belief_fts", [(change.belief, current[1])])
    vectors.remove(db, "belief_vec", [change.belief])
    return _word(allocator, change.belief, current[0] + 1, change.text, change.sources)


def _word(allocator: Allocator, belief: int, number: int, text: str, sources: Sequence[Quote]) -> int:
    db = allocator.db
    key = allocator.new("wording")
    db.execute("INSERT INTO wording(id, belief, number, text) VALUES (?, ?, ?, ?)", (key, belief, number, text))
    _cite(db, key, sources)
    keywords.put(db, "belief_fts", [(belief, text)])
    db.execute("INSERT OR IGNORE INTO unembedded(id) VALUES (?)", (belief,))
    return key


def _cite(db: apsw.Connection, wording: int, sources: Sequence[Quote]) -> None:
    db.executemany(
        'INSERT INTO belief_source(wording, raw, start, "end", role) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        [(wording, q.raw, q.start, q.end, q.role) for q in sources],
    )


def add_source(db: apsw.Connection, change: AddSource) -> None:
    """The belief's current wording was said once more."""
    wording = db.execute("SELECT id FROM wording WHERE belief = ? ORDER BY number DESC LIMIT 1", (change.belief,)).get
    if wording is None:
        raise Stale("The belief was forgotten meanwhile; decide once more without it.")
    _cite(db, wording, [change.source])


_BELIEF = """
SELECT b.id, i.uid, b.kind, b.type, w.text, p.name, b.domain, b.salience, coalesce(b.pin, b.is_core), b.said_at, b.holds_from,
       b.holds_until, o.uid, n.uid, i.recorded_at
FROM belief AS b JOIN item AS i ON i.id = b.id
     JOIN wording AS w ON w.belief = b.id AND w.number = (SELECT max(number) FROM wording WHERE belief = b.id)
     LEFT JOIN party AS p ON p.id = b.party LEFT JOIN item AS o ON o.id = b.supersedes LEFT JOIN item AS n ON n.id = b.superseded_by
"""


def _belief(row: tuple[Any, ...]) -> Belief:
    key, uid, kind, type_, text, party, domain, salience, is_core, said, holds_from, holds_until, old, new, recorded = row
    before, after = (None if pointer is None else as_text(pointer) for pointer in (old, new))
    return Belief(
        key, as_text(uid), kind, type_, text, party, domain, salience, bool(is_core), said, holds_from, holds_until, before, after, recorded
    )


def by_keys(db: apsw.Connection, keys: Sequence[int]) -> dict[int, Belief]:
    """Beliefs by their keys (1 statement)."""
    return {row[0]: _belief(row) for row in db.execute(_BELIEF + "WHERE b.id IN carray(?)", (vectors.apsw_ints(keys),))}


def chains(db: apsw.Connection, keys: Sequence[int]) -> dict[int, tuple[Belief, ...]]:
    """Per given belief all states of its chain, oldest first, both ways from it (D-22; 1 statement).

    UNION without a depth column would stop on a cycle but repeat work per hit; the bounded step count stops it too.
    """
    if not len(keys):
        return {}
    rows = db.execute(
        "WITH RECURSIVE back(hit, id, step) AS ("
        "  SELECT value, value, 0 FROM carray(?1) UNION ALL"
        "  SELECT back.hit, b.supersedes, back.step - 1 FROM back JOIN belief AS b ON b.id = back.id"
        "  WHERE b.supersedes IS NOT NULL AND back.step > -?2),"
        "forth(hit, id, step) AS ("
        "  SELECT value, value, 0 FROM carray(?1) UNION ALL"
        "  SELECT forth.hit, b.superseded_by, forth.step + 1 FROM forth JOIN belief AS b ON b.id = forth.id"
        "  WHERE b.superseded_by IS NOT NULL AND forth.step < ?2),"
        "state(hit, id, step) AS (SELECT * FROM back UNION SELECT * FROM forth) "
        + _BELIEF.replace("SELECT b.id", "SELECT state.hit, b.id", 1)
        + "JOIN state ON state.id = b.id ORDER BY state.hit, state.step",
        (vectors.apsw_ints(keys), LONGEST_CHAIN),
    )
    found: dict[int, dict[int, Belief]] = {}
    for row in rows:
        belief = _belief(row[1:])
        found.setdefault(row[0], {}).setdefault(belief.key, belief)
    return {hit: tuple(states.values()) for hit, states in found.items()}


_IS_SEEN = (
    "(:as_of IS NULL OR max({0}.said_at, coalesce({0}.holds_from, {0}.said_at)) < :as_of) AND (:known IS NULL OR {1}.recorded_at < :known)"
)
_HAS_LATER = (
    "EXISTS (WITH RECURSIVE later(id, step) AS (SELECT b.superseded_by, 1 UNION ALL SELECT s.superseded_by, later.step + 1 "
    "FROM later JOIN belief AS s ON s.id = later.id WHERE s.superseded_by IS NOT NULL AND later.step < :longest) "
    "SELECT 1 FROM later JOIN belief AS l ON l.id = later.id JOIN item AS li ON li.id = l.id WHERE " + _IS_SEEN.format("l", "li") + ")"
)


def core_identity(db: apsw.Connection, space: int, *, limit: int, as_of_ms: int | None = None, known_ms: int | None = None) -> list[Belief]:
    """Beliefs that are always shown and were current in the eyes of the read: pinned ones first, then by salience (1 statement).

    as_of_ms: only what was said and held before; known_ms: only what this file had recorded before.
    """
    low = space << 32
    rows = db.execute(
        f"{_BELIEF} WHERE (b.is_core = 1 OR b.pin = 1) AND b.pin IS NOT 0 AND b.id BETWEEN :low AND :high AND {_IS_SEEN.format('b', 'i')} "
        f"AND (b.superseded_by IS NULL OR NOT {_HAS_LATER}) ORDER BY b.pin IS NOT 1, b.salience DESC, b.said_at DESC LIMIT :limit",
        {"low": low, "high": low | 0xFFFFFFFF, "as_of": as_of_ms, "known": known_ms, "longest": LONGEST_CHAIN, "limit": limit},
    )
    return [_belief(row) for row in rows]


def sources(db: apsw.Connection, keys: Sequence[int]) -> dict[int, tuple[Source, ...]]:
    """Per belief the sources of all its wordings (1 statement)."""
    found: dict[int, list[Source]] = {}
    rows = db.execute(
        'SELECT w.belief, i.uid, s.start, s."end", s.role FROM wording AS w JOIN belief_source AS s ON s.wording = w.id '
        "JOIN item AS i ON i.id = s.raw WHERE w.belief IN carray(?) ORDER BY w.belief, s.raw, s.start",
        (vectors.apsw_ints(keys),),
    )
    for belief, uid, start, end, role in rows:
        found.setdefault(belief, []).append(Source(as_text(uid), start, end, role))
    return {belief: tuple(items) for belief, items in found.items()}
