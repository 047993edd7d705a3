"""Two entities that turned out to be one (REALM R-11): the one points to the other, and keeps its own names and mentions.

Nothing is moved, so that a merge is taken back exactly, whatever was written meanwhile: readers follow the pointers.
"""

from __future__ import annotations

import apsw

from dcpm_sqlite.errors import Stale, UsageError
from dcpm_sqlite.store.changes import MergeEntities
from dcpm_sqlite.store.vectors import apsw_ints
from dcpm_sqlite.store.work import Work


def root(db: apsw.Connection, entity: int) -> int | None:
    """The entity that it turned out to be, itself mostly; None when there is none of that key (1 statement)."""
    found: int | None = db.execute(
        "WITH RECURSIVE up(id) AS (SELECT ? UNION SELECT e.merged_into FROM up JOIN entity AS e ON e.id = up.id WHERE e.merged_into IS NOT NULL) "
        "SELECT e.id FROM up JOIN entity AS e ON e.id = up.id WHERE e.merged_into IS NULL",
        (entity,),
    ).get
    return found


def merge(work: Work, change: MergeEntities) -> int:
    """Let `other`, with all that was merged into it, count as `keep`; key of the survivor.

    Looked up here, inside the transaction: of two merges at once the second sees the first. Raises Stale where one was forgotten
    meanwhile, and UsageError where they are one already or belong to two spaces.
    """
    keep, other = root(work.db, change.keep), root(work.db, change.other)
    if keep is None or other is None:
        raise Stale("Somebody or something to merge was forgotten meanwhile; `dcpm entities` shows who is left.")
    if {keep >> 32, other >> 32} != {work.space}:
        raise UsageError("Only what belongs to one space can be one; nothing crosses spaces.")
    if keep == other:
        raise UsageError("They are one already.")
    join(work, other, keep)
    return keep


def join(work: Work, entity: int, into: int) -> None:
    """Point one that stood for itself to another one."""
    work.db.execute("UPDATE entity SET merged_into = ? WHERE id = ?", (into, entity))
    work.log("merge", entity, other=into)


def part(work: Work, entity: int, into: int) -> None:
    """Take a merge back; one that was merged otherwise meanwhile stays so."""
    if work.db.execute("UPDATE entity SET merged_into = NULL WHERE id = ? AND merged_into = ? RETURNING id", (entity, into)).get:
        work.log("part", entity, other=into)


def rejoin(work: Work, entity: int, into: int) -> None:
    """Take a parting back, unless it was merged otherwise meanwhile, or the other into it."""
    if root(work.db, entity) == entity and root(work.db, into) not in (None, entity):
        join(work, entity, into)


def step_down(db: apsw.Connection, space: int) -> None:
    """Before forgetting erases whom nothing mentions: what was merged into them stays together without them.

    They point to what these pointed to, else to the oldest of them that is mentioned.
    """
    idle = (
        "SELECT id, merged_into FROM entity WHERE id BETWEEN ? AND ? AND id NOT IN (SELECT entity FROM mention) "
        "AND id IN (SELECT merged_into FROM entity WHERE merged_into IS NOT NULL) ORDER BY id LIMIT 1"
    )
    while rows := list(db.execute(idle, (space << 32, (space << 32) | 0xFFFFFFFF))):
        _replace(db, *rows[0])


def _replace(db: apsw.Connection, entity: int, into: int | None) -> None:
    """Let what was merged into an entity follow another one: `into`, else the oldest of them that is mentioned."""
    sql = "SELECT id FROM entity WHERE merged_into = ? ORDER BY id NOT IN (SELECT entity FROM mention), id"
    followers: list[int] = [row[0] for row in db.execute(sql, (entity,))]
    db.execute("UPDATE entity SET merged_into = NULL WHERE id = ?", (entity,))
    if into is None:
        into, *followers = followers
        db.execute("UPDATE entity SET merged_into = NULL WHERE id = ?", (into,))
    db.execute("UPDATE entity SET merged_into = ? WHERE id IN carray(?)", (into, apsw_ints(followers)))
    db.execute(
        "UPDATE change SET other = ? WHERE other = ? AND item IN carray(?) AND action IN ('merge', 'part')",
        (into, entity, apsw_ints(followers)),
    )
