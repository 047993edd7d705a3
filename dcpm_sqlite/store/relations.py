"""Typed, weighted edges between beliefs (REALM R-03..R-07)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import apsw

from dcpm_sqlite.errors import Stale
from dcpm_sqlite.records import BIDIRECTIONAL, PREDICATES, Edge
from dcpm_sqlite.store.changes import AddRelation, CloseRelation
from dcpm_sqlite.store.ids import as_text
from dcpm_sqlite.store.vectors import apsw_ints
from dcpm_sqlite.store.work import Work

FOUND = (  # an end that may be found: a belief that was not taken back, or a node in force
    "(EXISTS (SELECT 1 FROM wording WHERE belief = {0} AND withdrawn_by IS NULL) "
    "OR EXISTS (SELECT 1 FROM node WHERE id = {0} AND state IN ('standing', 'weakened', 'open')))"
)
_STANDS = "(i.kind <> 'belief' OR EXISTS (SELECT 1 FROM wording WHERE belief = i.id AND withdrawn_by IS NULL))"


def add(work: Work, change: AddRelation) -> int:
    """The relation's key; one of the same ends and predicate that is in force is left as it is. References must be keys by now.

    Raises Stale where an end was forgotten or taken back.
    """
    assert isinstance(change.source, int)
    assert isinstance(change.target, int)
    if change.predicate == "supersedes":
        raise ValueError("supersedes is a pointer between beliefs, never a relation (X-06)")
    source, target = change.source, change.target
    if work.db.execute(f"SELECT count(*) FROM item AS i WHERE i.id IN (?, ?) AND {_STANDS}", (source, target)).get < 2:
        raise Stale("A belief to relate was forgotten or taken back meanwhile; decide once more without it.")
    if change.predicate in BIDIRECTIONAL and source > target:
        source, target = target, source
    standing = work.db.execute(
        "SELECT id FROM relation WHERE source = ? AND target = ? AND predicate = ? AND closed_at IS NULL",
        (source, target, change.predicate),
    ).get
    if standing is not None:
        return int(standing)
    key = work.new("relation")
    work.db.execute(
        "INSERT INTO relation(id, source, target, layer, predicate, description, weight, decision) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (key, source, target, PREDICATES[change.predicate], change.predicate, change.description, change.weight, change.inferred_by),
    )
    work.log("relate", key)
    return key


@dataclass(frozen=True, slots=True)
class Link:
    """An edge in force as a search walks it: keys of its ends in the relation's own direction.

    relation: None for a supersedes pointer (new -> old, X-06), which has weight 1 and is described by the newer text. described_by: key of
    the item whose vector stands for the description; None where only the end that it leads to tells what it is about.
    """

    relation: int | None
    source: int
    target: int
    predicate: str
    description: str
    weight: float
    described_by: int | None


def touching(db: apsw.Connection, keys: Sequence[int], *, per_item: int) -> list[Link]:
    """The relations in force of these beliefs or nodes, of each item the `per_item` heaviest, and beliefs' supersedes pointers (1 statement).

    Ends that were taken back, or withdrawn, are left out. In a fixed order: heaviest first, of equal ones the oldest.
    """
    rows = db.execute(
        "WITH end AS (SELECT value AS id FROM carray(?1)), "
        "edge AS (SELECT r.id, r.source, r.target, r.predicate, r.description, r.weight, e.id AS near FROM end AS e JOIN relation AS r "
        "  ON r.source = e.id WHERE r.closed_at IS NULL "
        "  UNION ALL SELECT r.id, r.source, r.target, r.predicate, r.description, r.weight, e.id FROM end AS e JOIN relation AS r "
        "  ON r.target = e.id WHERE r.closed_at IS NULL), "
        "ranked AS (SELECT *, row_number() OVER (PARTITION BY near ORDER BY weight DESC, id) AS place FROM edge), "
        "kept AS (SELECT DISTINCT id, source, target, predicate, description, weight FROM ranked WHERE place <= ?2) "
        "SELECT k.id, k.source, k.target, k.predicate, k.description, k.weight, v.id FROM kept AS k "
        "LEFT JOIN vector AS v ON v.id = k.id WHERE "
        f"{FOUND.format('k.source')} AND {FOUND.format('k.target')} "
        "UNION ALL SELECT NULL, b.id, b.supersedes, 'supersedes', w.text, 1.0, b.id FROM belief AS b "
        "JOIN current_wording AS w ON w.belief = b.id WHERE b.supersedes IS NOT NULL AND b.id IN "
        "(SELECT id FROM end UNION SELECT n.superseded_by FROM end JOIN belief AS n ON n.id = end.id WHERE n.superseded_by IS NOT NULL) "
        "ORDER BY 6 DESC, 1, 2",
        (apsw_ints(keys), per_item),
    )
    return [Link(*row) for row in rows]


def between(db: apsw.Connection, keys: Sequence[int]) -> list[Link]:
    """The relations in force both of whose ends are among these items, oldest first; no pointers (1 statement)."""
    rows = db.execute(
        "SELECT id, source, target, predicate, description, weight, NULL FROM relation WHERE source IN carray(?1) AND target IN carray(?1) "
        "AND closed_at IS NULL ORDER BY id",
        (apsw_ints(keys),),
    )
    return [Link(*row) for row in rows]


def in_force(db: apsw.Connection, keys: Sequence[int]) -> set[int]:
    """Those of these relations that are not closed (1 statement)."""
    return {row[0] for row in db.execute("SELECT id FROM relation WHERE id IN carray(?) AND closed_at IS NULL", (apsw_ints(keys),))}


def degrees(db: apsw.Connection, keys: Sequence[int]) -> dict[int, int]:
    """Per item how many relations in force and supersedes pointers it has; items without any are left out (1 statement)."""
    rows = db.execute(
        "SELECT id, sum(n) FROM (SELECT r.source AS id, count(*) AS n FROM relation AS r WHERE r.source IN carray(?1) AND r.closed_at IS NULL "
        "GROUP BY 1 UNION ALL SELECT r.target, count(*) FROM relation AS r WHERE r.target IN carray(?1) AND r.closed_at IS NULL GROUP BY 1 "
        "UNION ALL SELECT b.id, (b.supersedes IS NOT NULL) + (b.superseded_by IS NOT NULL) FROM belief AS b WHERE b.id IN carray(?1)) "
        "GROUP BY id HAVING sum(n) > 0",
        (apsw_ints(keys),),
    )
    return dict(rows)


_EDGE = (
    "SELECT s.uid, t.uid, r.predicate, r.description, r.weight, i.uid, i.recorded_at, d.mind, r.closed_at, r.closed_reason FROM relation AS r "
    "JOIN item AS i ON i.id = r.id JOIN item AS s ON s.id = r.source JOIN item AS t ON t.id = r.target "
    "LEFT JOIN decision AS d ON d.id = r.decision "
)


def _edge(row: tuple[Any, ...]) -> Edge:
    source, target, predicate, told, weight, uid, noted_ms, mind, closed_ms, because = row
    return Edge(
        as_text(source), as_text(target), predicate, told, weight, closed_ms is not None, as_text(uid), noted_ms, mind, closed_ms, because
    )


def among(db: apsw.Connection, keys: Sequence[int]) -> list[Edge]:
    """Relations both of whose ends are among these items, closed ones too, oldest first (1 statement)."""
    rows = db.execute(_EDGE + "WHERE r.source IN carray(?1) AND r.target IN carray(?1) ORDER BY r.id", (apsw_ints(keys),))
    return [_edge(row) for row in rows]


def by_keys(db: apsw.Connection, keys: Sequence[int]) -> list[Edge]:
    """These relations, oldest first (1 statement)."""
    return [_edge(row) for row in db.execute(_EDGE + "WHERE r.id IN carray(?) ORDER BY r.id", (apsw_ints(keys),))]


_BETWEEN_BELIEFS = (  # of a space, in force, neither end taken back
    "FROM relation AS r WHERE r.id BETWEEN ?1 << 32 AND (?1 << 32) + 4294967295 AND r.closed_at IS NULL AND "
    + " AND ".join(f"EXISTS (SELECT 1 FROM wording WHERE belief = r.{end} AND withdrawn_by IS NULL)" for end in ("source", "target"))
)


def heaviest(db: apsw.Connection, space: int, *, most: int) -> list[Link]:
    """The heaviest relations between beliefs of a space that are in force, of equal ones the oldest; no pointers (1 statement)."""
    rows = db.execute(
        f"SELECT id, source, target, predicate, description, weight, NULL {_BETWEEN_BELIEFS} ORDER BY weight DESC, id LIMIT ?2",
        (space, most),
    )
    return [Link(*row) for row in rows]


def count_between_beliefs(db: apsw.Connection, space: int) -> int:
    """How many relations between beliefs of a space are in force (1 statement)."""
    return int(db.execute(f"SELECT count(*) {_BETWEEN_BELIEFS}", (space,)).get)


def closed_between(db: apsw.Connection, keys: Sequence[int], *, most: int) -> list[int]:
    """Keys of the relations among these items that were closed last, latest first (1 statement)."""
    rows = db.execute(
        "SELECT id FROM relation WHERE source IN carray(?1) AND target IN carray(?1) AND closed_at IS NOT NULL "
        "ORDER BY closed_at DESC, id DESC LIMIT ?2",
        (apsw_ints(keys), most),
    )
    return [row[0] for row in rows]


def listing(db: apsw.Connection, space: int, *, of: int | None = None) -> list[Edge]:
    """The relations of a space, or of one item, closed ones too, oldest first (1 statement)."""
    where = "r.id BETWEEN ?1 << 32 AND (?1 << 32) + 4294967295" if of is None else "?1 IN (r.source, r.target)"
    return [_edge(row) for row in db.execute(f"{_EDGE}WHERE {where} ORDER BY r.id", (space if of is None else of,))]


def is_described(db: apsw.Connection, key: int, description: str) -> bool:
    """Whether a relation's description is this one."""
    return db.execute("SELECT 1 FROM relation WHERE id = ? AND description = ?", (key, description)).get is not None


def close(work: Work, change: CloseRelation) -> None:
    """Not in force any more, from now on."""
    closed = work.db.execute(
        "UPDATE relation SET closed_at = ?, closed_reason = ? WHERE id = ? AND closed_at IS NULL RETURNING id",
        (work.now_ms, change.reason, change.relation),
    ).get
    if closed is not None:
        work.log("close", change.relation)


def reopen(work: Work, key: int) -> None:
    """In force again, unless the same relation was made anew meanwhile, or the job that made this one is taken back."""
    reopened = work.db.execute(
        "UPDATE OR IGNORE relation SET closed_at = NULL, closed_reason = NULL WHERE id = ?1 AND closed_at IS NOT NULL "
        "AND closed_reason <> 'use undone' AND NOT EXISTS "
        "(SELECT 1 FROM job WHERE state = 'undone' AND id = (SELECT min(job) FROM change WHERE item = ?1 AND action = 'relate')) RETURNING id",
        (key,),
    ).get
    if reopened is not None:
        work.log("relate", key)
