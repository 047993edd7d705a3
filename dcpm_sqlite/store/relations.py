"""Typed, weighted edges between beliefs (REALM R-03..R-07)."""

from __future__ import annotations

from dcpm_sqlite.records import BIDIRECTIONAL, PREDICATES
from dcpm_sqlite.store.changes import AddRelation
from dcpm_sqlite.store.work import Work


def add(work: Work, change: AddRelation) -> int:
    """The relation's key; one of the same ends and predicate that is in force is left as it is. References must be keys by now."""
    assert isinstance(change.source, int)
    assert isinstance(change.target, int)
    if change.predicate == "supersedes":
        raise ValueError("supersedes is a pointer between beliefs, never a relation (X-06)")
    source, target = change.source, change.target
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
