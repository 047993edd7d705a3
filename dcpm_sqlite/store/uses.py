"""Uses of the memory on record, and what they changed in its relations (REALM R-38..R-50)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import apsw

from dcpm_sqlite.errors import Stale
from dcpm_sqlite.records import BIDIRECTIONAL, Reweighing
from dcpm_sqlite.settings import WeightRule
from dcpm_sqlite.store import relations
from dcpm_sqlite.store.changes import AddRelation, RecordUse, Reweigh
from dcpm_sqlite.store.ids import as_text
from dcpm_sqlite.store.vectors import apsw_ints
from dcpm_sqlite.store.weights import reweighed
from dcpm_sqlite.store.work import Work

KIND = "reconsolidation"
TOGETHER = ("key", "supporting")  # groups whose items count as used together
_UNDONE = "use undone"


def record(work: Work, change: RecordUse) -> int:
    """Put a use on record under the work's job, and count what was used together; the job's key.

    Raises Stale where one of its beliefs was forgotten meanwhile.
    """
    assert work.job is not None
    db, keys = work.db, [key for key, _ in change.items]
    if db.execute("SELECT count(*) FROM item WHERE id IN carray(?)", (apsw_ints(keys),)).get < len(set(keys)):
        raise Stale("A belief that was recalled was forgotten meanwhile; look back on this use without it.")
    db.execute(
        "INSERT INTO use(job, question, outcome, decision) VALUES (?, ?, ?, ?)",
        (work.job, change.question, change.outcome, change.decided_by),
    )
    db.executemany("INSERT INTO use_item(job, item, part) VALUES (?, ?, ?)", [(work.job, key, part) for key, part in change.items])
    used = sorted(key for key, part in change.items if part in TOGETHER)
    db.executemany(
        "INSERT INTO coactivation(a, b, count, last_at) VALUES (?, ?, 1, ?) "
        "ON CONFLICT (a, b) DO UPDATE SET count = count + 1, last_at = excluded.last_at",
        [(a, b, work.now_ms) for a, b in combinations(used, 2)],
    )
    return work.job


def reweigh(work: Work, change: Reweigh) -> int:
    """Change a weight, or make a relation, and log it; the relation's key. Raises Stale where the relation is not in force any more."""
    key = _standing(work.db, change) if change.relation is None else change.relation
    if key is None:
        key = _make(work, change)
        old = None
    else:
        old = work.db.execute("SELECT weight FROM relation WHERE id = ? AND closed_at IS NULL", (key,)).get
        if old is None:
            raise Stale("A relation to reweigh was closed meanwhile; look back on this use once more.")
    new = reweighed(old, change.action, change.confidence, change.rule)
    work.db.execute("UPDATE relation SET weight = ? WHERE id = ?", (new, key))
    rule = change.rule
    work.db.execute(
        "INSERT INTO reweighing(job, relation, action, confidence, eta_add, eta_strengthen, eta_weaken, floor, old, new, changed_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            work.job,
            key,
            change.action,
            change.confidence,
            rule.eta_add,
            rule.eta_strengthen,
            rule.eta_weaken,
            rule.floor,
            old,
            new,
            work.now_ms,
        ),
    )
    return key


def _standing(db: apsw.Connection, change: Reweigh) -> int | None:
    """The relation in force that an `add` would make once more; pairs without a direction are one row (R-06)."""
    source, target = change.source, change.target
    if change.predicate in BIDIRECTIONAL and source > target:
        source, target = target, source
    found: int | None = db.execute(
        "SELECT id FROM relation WHERE source = ? AND target = ? AND predicate = ? AND closed_at IS NULL",
        (source, target, change.predicate),
    ).get
    return found


def _make(work: Work, change: Reweigh) -> int:
    """A relation of a use is logged by its reweighing, not as the job's change: later uses may have made it too."""
    job, work.job = work.job, None
    try:
        return relations.add(
            work, AddRelation(change.source, change.target, change.predicate, change.description, 0.0, inferred_by=change.decided_by)
        )
    finally:
        work.job = job


def follow(work: Work, jobs: Sequence[int]) -> None:
    """After jobs were taken back, or brought back: weights as if only the uses in force had been; nothing for jobs of other kinds.

    Each relation that they touched is weighed anew from its first weight, by every later use with the rule then in force.
    """
    rows = work.db.execute(
        "WITH RECURSIVE turned (id) AS (SELECT value FROM carray(?) UNION SELECT c.value FROM turned JOIN job_count AS c ON c.job = turned.id "
        "AND c.name GLOB 'undone job *') SELECT DISTINCT relation FROM reweighing WHERE job IN (SELECT id FROM turned) ORDER BY relation",
        (apsw_ints(jobs),),
    )
    for (relation,) in list(rows):
        _replay(work, relation)


def _replay(work: Work, relation: int) -> None:
    db = work.db
    rows = list(
        db.execute(
            "SELECT r.id, r.action, r.confidence, r.eta_add, r.eta_strengthen, r.eta_weaken, r.floor, r.old, j.state <> 'undone' "
            "FROM reweighing AS r JOIN job AS j ON j.id = r.job WHERE r.relation = ? ORDER BY r.id",
            (relation,),
        )
    )
    weight: float | None = rows[0][7]  # the first one's `old` is never changed: it is the weight before any use
    for place, (id, action, confidence, eta_add, eta_strengthen, eta_weaken, floor, _, is_in_force) in enumerate(rows):
        if not is_in_force:
            continue
        old, weight = weight, reweighed(weight, action, confidence, WeightRule(eta_add, eta_strengthen, eta_weaken, floor))
        if place:
            db.execute("UPDATE reweighing SET old = ?, new = ? WHERE id = ?", (old, weight, id))
        else:
            db.execute("UPDATE reweighing SET new = ? WHERE id = ?", (weight, id))
    if weight is None:
        db.execute(
            "UPDATE relation SET closed_at = coalesce(closed_at, ?), closed_reason = ? WHERE id = ?", (work.now_ms, _UNDONE, relation)
        )
        return
    db.execute("UPDATE relation SET weight = ? WHERE id = ?", (weight, relation))
    db.execute(
        f"UPDATE OR IGNORE relation AS r SET closed_at = NULL, closed_reason = NULL WHERE id = ? AND closed_reason = '{_UNDONE}' "
        f"AND {relations.FOUND.format('r.source')} AND {relations.FOUND.format('r.target')}",
        (relation,),
    )


_CHANGE = "i.uid, s.uid, t.uid, r.predicate, w.action, w.confidence, w.old, w.new, j.uid, u.question, coalesce(d.mind, ''), w.changed_at"
_CHANGES = (
    "FROM reweighing AS w JOIN job AS j ON j.id = w.job JOIN use AS u ON u.job = w.job JOIN relation AS r ON r.id = w.relation "
    "JOIN item AS i ON i.id = r.id JOIN item AS s ON s.id = r.source JOIN item AS t ON t.id = r.target "
    "LEFT JOIN decision AS d ON d.id = u.decision WHERE j.state <> 'undone' AND w.new IS NOT NULL "
)


def history(db: apsw.Connection, space: int, *, of: int | None, limit: int) -> list[Reweighing]:
    """Changes of weights by uses in force, latest first; of one belief's relations, or of a relation, where `of` is given (1 statement)."""
    rows = db.execute(
        f"SELECT {_CHANGE} {_CHANGES}AND j.space = ?1 AND (?2 IS NULL OR ?2 IN (r.id, r.source, r.target)) ORDER BY w.id DESC LIMIT ?3",
        (space, of, limit),
    )
    return [_reweighing(row) for row in rows]


def latest(db: apsw.Connection, relations: Sequence[int], *, each: int) -> list[Reweighing]:
    """Of each of these relations the last changes by uses in force, all latest first (1 statement)."""
    rows = db.execute(
        f"SELECT * FROM (SELECT {_CHANGE}, w.id AS id, row_number() OVER (PARTITION BY w.relation ORDER BY w.id DESC) AS place {_CHANGES}"
        "AND w.relation IN carray(?1)) WHERE place <= ?2 ORDER BY id DESC",
        (apsw_ints(relations), each),
    )
    return [_reweighing(row[:-2]) for row in rows]


def _reweighing(row: tuple[Any, ...]) -> Reweighing:
    relation, source, target, predicate, action, confidence, old, new, job, question, mind, changed_ms = row
    return Reweighing(
        as_text(relation),
        as_text(source),
        as_text(target),
        predicate,
        action,
        confidence,
        old,
        new,
        as_text(job),
        question,
        mind,
        changed_ms,
    )
