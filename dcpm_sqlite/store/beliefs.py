"""Beliefs, their wordings and their chains (DCPM D-05, D-17, D-20..D-22)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import apsw

from dcpm_sqlite.errors import Stale
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import Belief, Quote, Source, Stretch
from dcpm_sqlite.store import keywords, mentions, vectors
from dcpm_sqlite.store.changes import AddBelief, AddSource, AddWording, Ref
from dcpm_sqlite.store.ids import as_number, as_text
from dcpm_sqlite.store.raw import ensure_party
from dcpm_sqlite.store.work import Work

STANDS = "EXISTS (SELECT 1 FROM wording WHERE belief = {0} AND withdrawn_by IS NULL)"  # of a belief by its id: it was not taken back
LONGEST_CHAIN = 1_000  # a walk stops here, whatever a damaged file's pointers say


def add(work: Work, change: AddBelief) -> int:
    """Append a belief and place it in its chain; both pointers of each link in the same transaction. Raises Stale.

    References must be keys by now.
    """
    db, candidate = work.db, change.candidate
    previous, following = _place(db, change)
    party = None if candidate.party is None else ensure_party(work, candidate.party)
    holds, about = candidate.holds or _NO_STRETCH, candidate.about or _NO_STRETCH
    key = work.new("belief")
    db.execute(
        "INSERT INTO belief(id, kind, type, party, subject, subject_key, attribute, domain, salience, is_core, said_at, "
        "holds_from, holds_until, holds_precision, holds_basis, about_from, about_until, about_precision, about_basis, decision) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (key, candidate.kind, candidate.type, party, candidate.subject, subject_key(candidate.subject), candidate.attribute, candidate.domain,
         candidate.salience, int(candidate.is_core), candidate.said_ms, holds.from_ms, holds.until_ms,
         None if candidate.holds is None else holds.precision, None if candidate.holds is None else holds.basis, about.from_ms, about.until_ms,
         None if candidate.about is None else about.precision, None if candidate.about is None else about.basis, change.placed_by),
    )  # fmt: skip
    if previous is not None and following is not None:
        point(work, previous, "superseded_by", None)
        point(work, following, "supersedes", None)
    for old, new in ((previous, key), (key, following)):
        if old is not None and new is not None:
            point(work, old, "superseded_by", new)
            point(work, new, "supersedes", old)
    _word(work, key, 1, candidate.text, candidate.quotes, change.drawn_by)
    mentions.describe(work, key, candidate)
    return key


_NO_STRETCH = Stretch(None, None, "instant")


def subject_key(subject: str | None) -> str | None:
    """The subject as it is looked up by; None for the party itself."""
    return None if subject is None else fold(subject)


def _place(db: apsw.Connection, change: AddBelief) -> tuple[int | None, int | None]:
    """The states before and after the new one, as they are now."""
    if isinstance(change.after, int):
        kind, following = _state(db, change.after)
        if following != change.expected_next:
            raise Stale("Another writer superseded the same belief meanwhile; decide once more with the chain as it is now.")
        previous: int | None = change.after
    elif isinstance(change.before, int):
        kind, _ = _state(db, change.before)
        previous, following = None, change.before
        if db.execute("SELECT supersedes FROM belief WHERE id = ?", (change.before,)).get is not None:
            raise Stale("The chain got an earlier state meanwhile; decide once more with the chain as it is now.")
    else:
        return None, None
    if kind != change.candidate.kind:
        raise ValueError(f"a {change.candidate.kind} can't take a place in a chain of kind {kind}")
    return previous, following


def _state(db: apsw.Connection, key: int) -> tuple[str, int | None]:
    row = db.execute(
        "SELECT kind, superseded_by FROM belief WHERE id = ?1 AND EXISTS (SELECT 1 FROM wording WHERE belief = ?1 AND withdrawn_by IS NULL)",
        (key,),
    ).fetchone()
    if row is None:
        raise Stale("The belief to supersede was forgotten or taken back meanwhile; decide once more without it.")
    return row[0], row[1]


def point(work: Work, belief: int, pointer: Literal["supersedes", "superseded_by"], target: int | None) -> None:
    """Set one pointer of a chain, with what hangs on it, and log it; the caller sets the other one in the same transaction."""
    db = work.db
    old = db.execute(f"SELECT {pointer} FROM belief WHERE id = ?", (belief,)).get
    if pointer == "superseded_by":
        at = None if target is None else work.now_ms
        db.execute("UPDATE belief SET superseded_by = ?, superseded_at = ? WHERE id = ?", (target, at, belief))
        vectors.set_live(db, belief, is_live=target is None)
    else:
        db.execute("UPDATE belief SET supersedes = ? WHERE id = ?", (target, belief))
    work.log(pointer, belief, other=old if target is None else target, old=old, new=target)


def mark_superseded(db: apsw.Connection) -> None:
    """Mark the superseded in a vector index made anew. Row by row: vec0 refuses an update that it has to scan for."""
    for (key,) in list(db.execute("SELECT id FROM belief WHERE superseded_by IS NOT NULL")):
        vectors.set_live(db, key, is_live=False)


def reword(work: Work, change: AddWording) -> int:
    """Add a wording; its vector waits to be embedded again. Raises Stale when another wording came first."""
    db = work.db
    assert isinstance(change.belief, int)
    current = db.execute("SELECT number, text FROM current_wording WHERE belief = ?", (change.belief,)).fetchone()
    if current is None or current[0] != change.expected_number:
        raise Stale("The belief was worded anew meanwhile; decide once more.")
    keywords.remove(db, "belief_fts", [(change.belief, current[1])])
    vectors.remove(db, "belief_vec", [change.belief])
    number = db.execute("SELECT max(number) + 1 FROM wording WHERE belief = ?", (change.belief,)).get
    return _word(work, change.belief, number, change.text, change.sources, change.drawn_by)


def _word(work: Work, belief: int, number: int, text: str, sources: Sequence[Quote], drawn_by: Ref | None) -> int:
    db = work.db
    key = work.new("wording")
    db.execute(
        "INSERT INTO wording(id, belief, number, text, decision) VALUES (?, ?, ?, ?, ?)",
        (key, belief, number, text, drawn_by),
    )
    work.log("word", key, other=belief)
    cite(work, key, sources)
    keywords.put(db, "belief_fts", [(belief, text)])
    db.execute("INSERT OR IGNORE INTO unembedded(id) VALUES (?)", (belief,))
    return key


def cite(work: Work, wording: int, sources: Sequence[Quote]) -> None:
    """Say where a wording stands; what is cited already stays as it is."""
    for quote in sources:
        before = work.db.total_changes()
        work.db.execute(
            'INSERT INTO belief_source(wording, raw, start, "end", role) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
            (wording, quote.raw, quote.start, quote.end, quote.role),
        )
        if work.db.total_changes() > before:
            work.log("cite" if quote.role == "quote" else "context", wording, other=quote.raw, old=quote.start, new=quote.end)


def add_source(work: Work, change: AddSource) -> None:
    """The belief's current wording was said once more."""
    wording = work.db.execute("SELECT wording FROM current_wording WHERE belief = ?", (change.belief,)).get
    if wording is None:
        raise Stale("The belief was forgotten or taken back meanwhile; decide once more without it.")
    cite(work, wording, change.sources)


def pin(work: Work, belief: int, value: bool | None) -> None:
    """The user's word on whether it is always shown."""
    old = work.db.execute("SELECT pin FROM belief WHERE id = ?", (belief,)).get
    work.db.execute("UPDATE belief SET pin = ? WHERE id = ?", (value, belief))
    work.log("pin", belief, old=old, new=None if value is None else int(value))


_BELIEF = """
SELECT b.id, i.uid, b.kind, b.type, w.text, p.name, b.domain, b.salience, coalesce(b.pin, b.is_core), b.said_at, b.holds_from,
       b.holds_until, o.uid, n.uid, i.recorded_at, b.subject, b.attribute, b.about_from, b.about_until, b.about_precision, b.about_basis,
       w.number, b.pin, b.holds_precision
FROM belief AS b JOIN item AS i ON i.id = b.id
     JOIN wording AS w ON w.belief = b.id AND w.number = (SELECT max(number) FROM wording WHERE belief = b.id AND withdrawn_by IS NULL)
     LEFT JOIN party AS p ON p.id = b.party LEFT JOIN item AS o ON o.id = b.supersedes LEFT JOIN item AS n ON n.id = b.superseded_by
"""


def _belief(row: tuple[Any, ...]) -> Belief:
    (key, uid, kind, type_, text, party, domain, salience, is_core, said, holds_from, holds_until, old, new, recorded,
     subject, attribute, about_from, about_until, about_precision, about_basis, number, pinned, holds_precision) = row  # fmt: skip
    before, after = (None if pointer is None else as_text(pointer) for pointer in (old, new))
    about = None if about_precision is None else Stretch(about_from, about_until, about_precision, about_basis)
    return Belief(
        key, as_text(uid), kind, type_, text, party, domain, salience, bool(is_core), said, holds_from, holds_until, before, after, recorded,
        subject, attribute, about, number, None if pinned is None else bool(pinned),
        holds_precision,
    )  # fmt: skip


def by_keys(db: apsw.Connection, keys: Sequence[int]) -> dict[int, Belief]:
    """Beliefs by their keys (1 statement)."""
    return {row[0]: _belief(row) for row in db.execute(_BELIEF + "WHERE b.id IN carray(?)", (vectors.apsw_ints(keys),))}


def keys_of(db: apsw.Connection, space: int, ids: Sequence[str]) -> list[int]:
    """Keys of the beliefs of a space with these public ids; ids of anything else are left out (1 statement)."""
    rows = db.execute(
        "SELECT id FROM item WHERE uid IN carray(?) AND space = ? AND kind = 'belief' ORDER BY id",
        (vectors.apsw_ints([as_number(id) for id in ids]), space),
    )
    return [row[0] for row in rows]


def spans(db: apsw.Connection, keys: Sequence[int]) -> dict[int, tuple[int | None, int | None]]:
    """Per belief the time that it speaks of: when its event happens, else when it holds, where that was said (1 statement).

    Unix ms, half open; None for an open end, both None where its words tell no time.
    """
    rows = db.execute(
        "SELECT id, CASE WHEN about_precision IS NULL THEN holds_from ELSE about_from END, "
        "CASE WHEN about_precision IS NULL THEN holds_until ELSE about_until END FROM belief WHERE id IN carray(?)",
        (vectors.apsw_ints(keys),),
    )
    return {key: (start, end) for key, start, end in rows}


def chains(db: apsw.Connection, keys: Sequence[int], *, quoting: Sequence[int] = ()) -> dict[int, tuple[Belief, ...]]:
    """Per belief all states of its chain, oldest first, both ways from it (D-22; 1 statement).

    quoting: keys of passages; the beliefs that quote them are looked up along with the given ones. The step count is bounded, so that
    a cycle, which no sound file has, ends too.
    """
    if not len(keys) and not len(quoting):
        return {}
    rows = db.execute(
        "WITH RECURSIVE seed(id) AS ("
        "  SELECT value FROM carray(?1) WHERE value > 0 UNION SELECT w.belief FROM passage AS p "
        "  JOIN belief_source AS s ON s.raw = p.raw AND s.role = 'quote' JOIN wording AS w ON w.id = s.wording WHERE p.id IN carray(?3)),"
        "back(hit, id, step) AS ("
        "  SELECT id, id, 0 FROM seed UNION ALL"
        "  SELECT back.hit, b.supersedes, back.step - 1 FROM back JOIN belief AS b ON b.id = back.id"
        "  WHERE b.supersedes IS NOT NULL AND back.step > -?2),"
        "forth(hit, id, step) AS ("
        "  SELECT id, id, 0 FROM seed UNION ALL"
        "  SELECT forth.hit, b.superseded_by, forth.step + 1 FROM forth JOIN belief AS b ON b.id = forth.id"
        "  WHERE b.superseded_by IS NOT NULL AND forth.step < ?2),"
        "state(hit, id, step) AS (SELECT * FROM back UNION SELECT * FROM forth) "
        + _BELIEF.replace("SELECT b.id", "SELECT state.hit, b.id", 1)
        + "JOIN state ON state.id = b.id ORDER BY state.hit, state.step",
        (vectors.apsw_ints(keys), LONGEST_CHAIN, vectors.apsw_ints(quoting)),
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


def core_identity(
    db: apsw.Connection, space: int, *, owner: int | None, limit: int, as_of_ms: int | None = None, known_ms: int | None = None
) -> list[Belief]:
    """What is always shown and was current in the eyes of the read: what the user pinned, then the owner's core identity by salience
    (1 statement). What was said by nobody named is the owner's.

    as_of_ms: only what was said and held before; known_ms: only what this file had recorded before.
    """
    low = space << 32
    rows = db.execute(
        f"{_BELIEF} WHERE (b.is_core = 1 OR b.pin = 1) AND b.pin IS NOT 0 AND b.id BETWEEN :low AND :high AND {_IS_SEEN.format('b', 'i')} "
        "AND (b.pin = 1 OR (b.subject IS NULL AND (b.party IS NULL OR b.party = :owner))) "
        f"AND (b.superseded_by IS NULL OR NOT {_HAS_LATER}) ORDER BY b.pin IS NOT 1, b.salience DESC, b.said_at DESC LIMIT :limit",
        {
            "low": low,
            "high": low | 0xFFFFFFFF,
            "as_of": as_of_ms,
            "known": known_ms,
            "longest": LONGEST_CHAIN,
            "limit": limit,
            "owner": owner,
        },
    )
    return [_belief(row) for row in rows]


def sources(db: apsw.Connection, keys: Sequence[int]) -> dict[int, tuple[Source, ...]]:
    """Per belief the sources of all its wordings that stand (1 statement)."""
    return citations(db, keys, ())[0]


def citations(
    db: apsw.Connection, keys: Sequence[int], passages: Sequence[int]
) -> tuple[dict[int, tuple[Source, ...]], dict[int, dict[int, float]]]:
    """Per belief the sources of its wordings that stand; and per passage, of those given, the beliefs among them that quote it, each
    with the share of the passage that its longest quote covers (1 statement).
    """
    found: dict[int, dict[Source, None]] = {}
    shares: dict[int, dict[int, float]] = {}
    rows = db.execute(
        'SELECT w.belief, i.uid, s.start, s."end", s.role, p.id, p.start, p."end" FROM wording AS w JOIN belief_source AS s ON s.wording = w.id '
        "JOIN item AS i ON i.id = s.raw LEFT JOIN passage AS p ON p.raw = s.raw AND p.id IN carray(?2) "
        "WHERE w.belief IN carray(?1) AND w.withdrawn_by IS NULL ORDER BY w.belief, s.raw, s.start",
        (vectors.apsw_ints(keys), vectors.apsw_ints(passages)),
    )
    for belief, uid, start, end, role, passage, first, last in rows:
        found.setdefault(belief, {})[Source(as_text(uid), start, end, role)] = None
        if passage is not None and role == "quote" and start < last and end > first:
            quoting = shares.setdefault(passage, {})
            quoting[belief] = max(quoting.get(belief, 0.0), (min(end, last) - max(start, first)) / (last - first))
    return {belief: tuple(items) for belief, items in found.items()}, shares
