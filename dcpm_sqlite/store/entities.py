"""Who and what beliefs mention, to be read: each with all that was merged into it (REALM R-02, R-11)."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from dcpm_sqlite.errors import UnknownId, UsageError
from dcpm_sqlite.language.same_names import bare
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import Entity
from dcpm_sqlite.store.beliefs import STANDS
from dcpm_sqlite.store.ids import as_number, as_text
from dcpm_sqlite.store.vectors import apsw_ints

_UP = (  # from entities to what they turned out to be; `up` begins as the caller says
    "UNION SELECT up.first, e.merged_into FROM up JOIN entity AS e ON e.id = up.entity WHERE e.merged_into IS NOT NULL) "
)


def shared(db: apsw.Connection, keys: Sequence[int]) -> dict[int, frozenset[int]]:
    """Per belief the keys of the entities that it mentions; one that turned out to be another counts as that one (1 statement).

    Beliefs that mention nobody are left out. What two share is the intersection of their sets.
    """
    found: dict[int, set[int]] = {}
    rows = db.execute(
        f"WITH RECURSIVE up(first, entity) AS (SELECT belief, entity FROM mention WHERE belief IN carray(?) {_UP}"
        "SELECT up.first, up.entity FROM up JOIN entity AS e ON e.id = up.entity WHERE e.merged_into IS NULL",
        (apsw_ints(keys),),
    )
    for belief, entity in rows:
        found.setdefault(belief, set()).add(entity)
    return {belief: frozenset(entities) for belief, entities in found.items()}


def listing(db: apsw.Connection, space: int) -> list[Entity]:
    """Whom and what the beliefs of a space that were not taken back mention, the most mentioned first (3 statements)."""
    within = (space << 32, (space << 32) | 0xFFFFFFFF)
    stands = f"WITH RECURSIVE up(first, entity) AS (SELECT id, id FROM entity WHERE id BETWEEN ? AND ? {_UP}"
    members: dict[int, list[tuple[int, str, str | None, str | None]]] = {}
    rows = db.execute(
        f"{stands}SELECT r.id, e.id, e.name, e.category, p.name FROM up JOIN entity AS r ON r.id = up.entity AND r.merged_into IS NULL "
        "JOIN entity AS e ON e.id = up.first LEFT JOIN party AS p ON p.id = e.party ORDER BY r.id, e.id <> r.id, e.id",
        within,
    )
    for root, *member in rows:
        members.setdefault(root, []).append(tuple(member))
    names: dict[int, list[str]] = {}
    for key, form in db.execute("SELECT entity, folded FROM entity_name WHERE entity BETWEEN ? AND ? ORDER BY entity, folded", within):
        names.setdefault(key, []).append(form)
    counted = db.execute(
        f"{stands}SELECT i.id, i.uid, count(DISTINCT m.belief) AS n FROM up JOIN entity AS r ON r.id = up.entity AND r.merged_into IS NULL "
        f"JOIN item AS i ON i.id = r.id JOIN mention AS m ON m.entity = up.first WHERE {STANDS.format('m.belief')} "
        "GROUP BY i.id ORDER BY n DESC, i.id",
        within,
    )
    return [_entity(root, uid, n, members[root], names) for root, uid, n in counted]


def _entity(
    root: int, uid: int, beliefs: int, members: Sequence[tuple[int, str, str | None, str | None]], names: dict[int, list[str]]
) -> Entity:
    """Its own name, category and speaker first, then those of what was merged into it."""
    written = {fold(name): name for _, name, _, _ in reversed(members)}
    forms = dict.fromkeys([*(fold(name) for _, name, _, _ in members), *(form for key, *_ in members for form in names.get(key, ()))])
    accented = {bare(form) for form in forms if bare(form) != form}  # these are only to be found by
    aliases = [written.get(form, form) for form in forms if form not in accented or form in written]
    category = next((category for *_, category, _ in members if category), None)
    party = next((party for *_, party in members if party), None)
    name = members[0][1]
    return Entity(root, as_text(uid), name, category, tuple(alias for alias in aliases if alias != name), party, beliefs)


def find(db: apsw.Connection, space: int, told: str) -> int:
    """Key of the one with that id, or else of that name or alias. Raises UnknownId, and UsageError where several are called so."""
    try:
        found_by_id: int | None = db.execute(
            "SELECT e.id FROM item AS i JOIN entity AS e ON e.id = i.id WHERE i.uid = ? AND i.space = ?", (as_number(told), space)
        ).get
    except UnknownId:
        found_by_id = None
    if found_by_id is not None:
        return found_by_id
    rows = db.execute(
        f"WITH RECURSIVE up(first, entity) AS (SELECT entity, entity FROM entity_name WHERE folded = ? AND entity BETWEEN ? AND ? {_UP}"
        "SELECT DISTINCT e.id, i.uid FROM up JOIN entity AS e ON e.id = up.entity JOIN item AS i ON i.id = e.id WHERE e.merged_into IS NULL "
        "ORDER BY e.id",
        (fold(told), space << 32, (space << 32) | 0xFFFFFFFF),
    )
    found: list[tuple[int, str]] = [(key, as_text(uid)) for key, uid in rows]
    if len(found) > 1:
        raise UsageError(f"{len(found)} are called {told!r}; say which by its id: {', '.join(id for _, id in found)}.")
    if not found:
        raise UnknownId(f"Nobody and nothing here is called {told!r}, or has that id; `dcpm entities` shows who and what is mentioned.")
    return found[0][0]


def mentioning(db: apsw.Connection, space: int, keys: Sequence[int]) -> dict[int, frozenset[int]]:
    """Per entity the keys of the beliefs that mention it, or what was merged into it (1 statement)."""
    found: dict[int, set[int]] = {key: set() for key in keys}
    rows = db.execute(
        f"WITH RECURSIVE up(first, entity) AS (SELECT id, id FROM entity WHERE id BETWEEN ? AND ? {_UP}"
        "SELECT up.entity, m.belief FROM up JOIN mention AS m ON m.entity = up.first WHERE up.entity IN carray(?)",
        (space << 32, (space << 32) | 0xFFFFFFFF, apsw_ints(keys)),
    )
    for entity, belief in rows:
        found[entity].add(belief)
    return {entity: frozenset(beliefs) for entity, beliefs in found.items()}


def parted(db: apsw.Connection, space: int) -> set[tuple[int, int]]:
    """Pairs (lower, higher) of which a merge was taken back (1 statement)."""
    rows = db.execute(
        "SELECT DISTINCT min(item, other), max(item, other) FROM change WHERE action = 'part' AND item BETWEEN ? AND ?",
        (space << 32, (space << 32) | 0xFFFFFFFF),
    )
    return set(rows)
