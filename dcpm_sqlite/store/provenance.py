"""Where beliefs come from: the words they rest on, and who decided."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import Belief, DecisionNote, Evidence
from dcpm_sqlite.store import beliefs, raw
from dcpm_sqlite.store.vectors import apsw_ints


def evidence(db: apsw.Connection, belief: int) -> tuple[Evidence, ...]:
    """The words that a belief rests on, in all its wordings that stand, latest wording first (2 statements)."""
    return evidences(db, [belief]).get(belief, ())


def evidences(db: apsw.Connection, keys: Sequence[int]) -> dict[int, tuple[Evidence, ...]]:
    """The same for several beliefs, by key (2 statements)."""
    rows = list(
        db.execute(
            'SELECT w.belief, s.raw, s.start, s."end", s.role FROM wording AS w JOIN belief_source AS s ON s.wording = w.id '
            "WHERE w.belief IN carray(?) AND w.withdrawn_by IS NULL ORDER BY w.belief, w.number DESC, s.role DESC, s.raw, s.start",
            (apsw_ints(keys),),
        )
    )
    messages = raw.by_keys(db, sorted({row[1] for row in rows}))
    found: dict[int, dict[Evidence, None]] = {}
    for belief, key, start, end, role in rows:
        found.setdefault(belief, {})[Evidence(messages[key], messages[key].text[start:end], role, start, end)] = None
    return {belief: tuple(words) for belief, words in found.items()}


def decisions(db: apsw.Connection, belief: int) -> tuple[DecisionNote | None, DecisionNote | None]:
    """The decision that drew a belief's current wording, and the one that gave the belief its place."""
    ids = db.execute(
        "SELECT (SELECT w.decision FROM current_wording AS c JOIN wording AS w ON w.id = c.wording WHERE c.belief = b.id), b.decision "
        "FROM belief AS b WHERE b.id = ?",
        (belief,),
    ).fetchall()[0]
    rows = db.execute(
        "SELECT id, name, version, mind, decided_at FROM decision WHERE id IN carray(?)", (apsw_ints([int(i) for i in ids if i]),)
    )
    found = {key: DecisionNote(name, version, mind, at) for key, name, version, mind, at in rows}
    return found.get(ids[0]), found.get(ids[1])


def of_party(db: apsw.Connection, space: int, party: int | None, name: str | None, *, is_owner: bool) -> list[Belief]:
    """Everything current about a party and those that are its own ("my cat", "Ann's sister"); what the owner said before being named
    is about the owner too (2 statements).
    """
    rows = db.execute(
        "SELECT b.id FROM belief AS b WHERE b.id BETWEEN ?1 << 32 AND (?1 << 32) + 4294967295 AND b.superseded_by IS NULL "
        "AND ((b.subject IS NULL AND (b.party IS ?2 OR (?3 AND b.party IS NULL))) OR (?3 AND (b.subject_key GLOB 'my *' OR b.subject_key GLOB 'our *')) "
        "  OR substr(b.subject_key, 1, length(?4)) = ?4)",
        (space, party, is_owner, None if name is None else f"{fold(name)}'s "),
    )
    return list(beliefs.by_keys(db, [row[0] for row in rows]).values())


def current_since(db: apsw.Connection, raws: Sequence[int]) -> list[int]:
    """Beliefs that stand and rest on any of these raw inputs (1 statement)."""
    rows = db.execute(
        "SELECT DISTINCT w.belief FROM belief_source AS s JOIN wording AS w ON w.id = s.wording WHERE s.raw IN carray(?) AND w.withdrawn_by IS NULL",
        (apsw_ints(raws),),
    )
    return [row[0] for row in rows]
