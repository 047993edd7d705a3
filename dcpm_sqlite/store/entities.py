"""Who and what beliefs mention, under all their names (REALM R-02, R-11)."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import Candidate, Mention
from dcpm_sqlite.store.vectors import apsw_ints
from dcpm_sqlite.store.work import Work


def describe(work: Work, belief: int, candidate: Candidate) -> None:
    """Keywords and mentions of a new belief."""
    work.db.executemany(
        "INSERT OR IGNORE INTO belief_keyword(keyword, belief) VALUES (?, ?)",
        [(folded, belief) for word in candidate.keywords if (folded := fold(word))],
    )
    for mention in candidate.mentions:
        entity = resolve(work, mention)
        work.db.execute("INSERT OR IGNORE INTO mention(belief, entity, role) VALUES (?, ?, ?)", (belief, entity, mention.role))


def resolve(work: Work, mention: Mention) -> int:
    """The entity of that name or alias in the space, made when there is none; it learns the names it lacked, the category, and whose it is.

    Of several with that name the latest is meant: which of two Annas was meant is for a merge or a correction to say.
    """
    db, low = work.db, work.space << 32
    names = list(dict.fromkeys(folded for name in (mention.name, *mention.aliases) if (folded := fold(name))))
    found = None
    for name in names:
        found = db.execute(
            "SELECT coalesce(e.merged_into, e.id) FROM entity_name AS n JOIN entity AS e ON e.id = n.entity "
            "WHERE n.folded = ? AND n.entity BETWEEN ? AND ? ORDER BY n.entity DESC LIMIT 1",
            (name, low, low | 0xFFFFFFFF),
        ).get
        if found is not None:
            break
    party = db.execute("SELECT id FROM party WHERE folded = ? AND id BETWEEN ? AND ?", (names[0], low, low | 0xFFFFFFFF)).get
    if found is None:
        found = work.new("entity")
        db.execute("INSERT INTO entity(id, name, category, party) VALUES (?, ?, ?, ?)", (found, mention.name, mention.category, party))
    else:
        db.execute(
            "UPDATE entity SET category = coalesce(category, ?), party = coalesce(party, ?) WHERE id = ?", (mention.category, party, found)
        )
    db.executemany("INSERT OR IGNORE INTO entity_name(folded, entity) VALUES (?, ?)", [(name, found) for name in names])
    return int(found)


def shared(db: apsw.Connection, keys: Sequence[int]) -> dict[int, frozenset[int]]:
    """Per belief the keys of the entities that it mentions; one that turned out to be another counts as that one (1 statement).

    Beliefs that mention nobody are left out. What two share is the intersection of their sets.
    """
    found: dict[int, set[int]] = {}
    rows = db.execute(
        "WITH RECURSIVE up(belief, entity) AS (SELECT belief, entity FROM mention WHERE belief IN carray(?) "
        "UNION SELECT up.belief, e.merged_into FROM up JOIN entity AS e ON e.id = up.entity WHERE e.merged_into IS NOT NULL) "
        "SELECT up.belief, up.entity FROM up JOIN entity AS e ON e.id = up.entity WHERE e.merged_into IS NULL",
        (apsw_ints(keys),),
    )
    for belief, entity in rows:
        found.setdefault(belief, set()).add(entity)
    return {belief: frozenset(entities) for belief, entities in found.items()}
