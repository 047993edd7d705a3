"""Typed, weighted edges between beliefs (REALM R-03..R-07)."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from dcpm_sqlite.errors import Stale
from dcpm_sqlite.records import BIDIRECTIONAL, PREDICATES, Edge
from dcpm_sqlite.store.changes import AddRelation
from dcpm_sqlite.store.ids import as_text
from dcpm_sqlite.store.vectors import apsw_ints
from dcpm_sqlite.store.work import Work

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


def among(db: apsw.Connection, keys: Sequence[int]) -> list[Edge]:
    """Relations both of whose ends are among these items, closed ones too, oldest first (1 statement)."""
    rows = db.execute(
        "SELECT s.uid, t.uid, r.predicate, r.description, r.weight, r.closed_at IS NOT NULL FROM relation AS r "
        "JOIN item AS s ON s.id = r.source JOIN item AS t ON t.id = r.target WHERE r.source IN carray(?1) AND r.target IN carray(?1) ORDER BY r.id",
        (apsw_ints(keys),),
    )
    return [Edge(as_text(a), as_text(b), predicate, told, weight, bool(closed)) for a, b, predicate, told, weight, closed in rows]


def reopen(work: Work, key: int) -> None:
    """In force again, unless the same relation was made anew meanwhile, or the job that made this one is taken back."""
    reopened = work.db.execute(
        "UPDATE OR IGNORE relation SET closed_at = NULL, closed_reason = NULL WHERE id = ?1 AND closed_at IS NOT NULL AND NOT EXISTS "
        "(SELECT 1 FROM job WHERE state = 'undone' AND id = (SELECT min(job) FROM change WHERE item = ?1 AND action = 'relate')) RETURNING id",
        (key,),
    ).get
    if reopened is not None:
        work.log("relate", key)
