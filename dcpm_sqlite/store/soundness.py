"""What must hold among beliefs, whatever wrote them: chains, sources, relations, the log of changes, claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import apsw

from dcpm_sqlite.language.text import fold
from dcpm_sqlite.store.beliefs import STANDS

MOST_TOLD = 20  # problems of a kind that are named
Look = tuple[int, list[str]]


def chains(db: apsw.Connection) -> Look:
    """Chains are lists of states that stand, of one kind, with pointers both ways: no fork, no cycle."""
    rows = list(db.execute(f"SELECT id, kind, supersedes, superseded_by, {STANDS.format('b.id')} FROM belief AS b ORDER BY id"))
    kinds = {key: kind for key, kind, *_ in rows}
    before, after = {row[0]: row[2] for row in rows}, {row[0]: row[3] for row in rows}
    found = [
        f"belief {key}: its pointers are not mutual"
        for key in kinds
        if (before[key] is not None and after.get(before[key]) != key) or (after[key] is not None and before.get(after[key]) != key)
    ]
    found += [
        f"belief {key}: a {kinds[key]} in a chain of another kind"
        for key in kinds
        if before[key] in kinds and kinds[before[key]] != kinds[key]
    ]
    for pointers, name in ((before, "successors"), (after, "predecessors")):
        times = Counter(target for target in pointers.values() if target is not None)
        found += [f"belief {key} has {n} {name}: a fork" for key, n in times.items() if n > 1]
    found += [
        f"belief {row[0]} was taken back and still lies in a chain" for row in rows if not row[4] and (row[2], row[3]) != (None, None)
    ]
    on_cycle = len(kinds.keys() - _reached([key for key in kinds if before[key] is None], after))
    wordless = [row[0] for row in db.execute("SELECT id FROM belief WHERE id NOT IN (SELECT belief FROM wording)")]
    found += [f"{on_cycle} beliefs lie on a cycle"] if on_cycle else []
    found += [f"belief {key} has no wording" for key in wordless]
    return sum(row[4] for row in rows), found[:MOST_TOLD]


def _reached(first: list[int], after: dict[int, int | None]) -> set[int]:
    seen: set[int] = set()
    for key in first:
        state: int | None = key
        while state is not None and state not in seen:
            seen.add(state)
            state = after.get(state)
    return seen


def told_twice(db: apsw.Connection) -> int:
    """How many current beliefs say what another current one says: same space, party, subject, kind, and words but for case and space."""
    rows = db.execute(
        "SELECT b.id >> 32, b.party, b.subject_key, b.kind, c.text FROM belief AS b JOIN current_wording AS c ON c.belief = b.id "
        "WHERE b.superseded_by IS NULL"
    )
    times = Counter((space, party, subject, kind, fold(text)) for space, party, subject, kind, text in rows)
    return sum(n - 1 for n in times.values())


# Per look: what it counts, and each problem with a query for where it is.
_LOOKS: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "sources": (
        "SELECT count(*) FROM belief_source",
        (
            (
                "wording {} stands on nothing that was said",
                "SELECT w.id FROM wording AS w WHERE w.withdrawn_by IS NULL AND w.decision IS NOT NULL "  # without: put in by hand
                "AND NOT EXISTS (SELECT 1 FROM belief_source WHERE wording = w.id AND role = 'quote')",
            ),
            (
                "wording {} quotes beyond the end of a message",
                'SELECT s.wording FROM belief_source AS s JOIN raw_input AS r ON r.id = s.raw WHERE s."end" > length(r.text)',
            ),
            (
                "wording {} is taken back by a job that was taken back itself",
                "SELECT w.id FROM wording AS w JOIN job AS j ON j.id = w.withdrawn_by WHERE j.state = 'undone'",
            ),
        ),
    ),
    "relations": (
        "SELECT count(*) FROM relation",
        (
            (
                "relation {} holds of a belief that was taken back",
                "SELECT r.id FROM relation AS r JOIN belief AS b ON b.id IN (r.source, r.target) "
                f"WHERE r.closed_at IS NULL AND NOT {STANDS.format('b.id')}",
            ),
            (
                "relation {} is there twice",
                "SELECT max(id) FROM relation WHERE closed_at IS NULL GROUP BY source, target, predicate HAVING count(*) > 1",
            ),
            (
                "relation {} has another weight than the last use gave it",
                "SELECT r.id FROM relation AS r JOIN reweighing AS w ON w.id = (SELECT max(x.id) FROM reweighing AS x JOIN job AS j ON j.id = x.job "
                "WHERE x.relation = r.id AND j.state <> 'undone') WHERE r.closed_at IS NULL AND r.weight IS NOT w.new",
            ),
        ),
    ),
    "entities": (
        "SELECT count(*) FROM entity",
        (
            ("entity {} is merged into one of another space", "SELECT id FROM entity WHERE merged_into >> 32 <> id >> 32"),
            (
                "entity {} lies on a cycle of merges",
                "WITH RECURSIVE up(first, id) AS (SELECT id, merged_into FROM entity WHERE merged_into IS NOT NULL "
                "UNION SELECT up.first, e.merged_into FROM up JOIN entity AS e ON e.id = up.id WHERE e.merged_into IS NOT NULL) "
                "SELECT first FROM up WHERE id = first",
            ),
            ("entity {} has no name to be found by", "SELECT id FROM entity WHERE id NOT IN (SELECT entity FROM entity_name)"),
        ),
    ),
    "changes": (
        "SELECT count(*) FROM change",
        (
            (
                "change {} is of something that is gone",
                "SELECT id FROM change WHERE item NOT IN (SELECT id FROM item) OR (other IS NOT NULL AND other NOT IN (SELECT id FROM item))",
            ),
            (
                "change {} names a belief that is gone",
                "SELECT id FROM change WHERE action IN ('supersedes', 'superseded_by') "
                "AND (coalesce(old, new) NOT IN (SELECT id FROM belief) OR coalesce(new, old) NOT IN (SELECT id FROM belief))",
            ),
        ),
    ),
    "waiting to be decided": (
        "SELECT count(*) FROM raw_input WHERE state <> 'done'",
        (
            (
                "message {} is claimed, and either decided already or for no time",
                "SELECT id FROM raw_input WHERE (lease_by IS NULL) <> (lease_until IS NULL) OR (state = 'done' AND lease_by IS NOT NULL)",
            ),
        ),
    ),
    "live marks": (
        "SELECT count(*) FROM belief_vec",
        (
            (
                "belief {} is marked wrongly as current or superseded in its index",
                "SELECT v.id FROM belief_vec AS v JOIN belief AS b ON b.id = v.id WHERE v.live <> (b.superseded_by IS NULL)",
            ),
            (
                "belief {} was taken back and still has a vector",
                f"SELECT v.id FROM vector AS v JOIN belief AS b ON b.id = v.id WHERE NOT {STANDS.format('b.id')}",
            ),
        ),
    ),
}


def _look(name: str) -> Callable[[apsw.Connection], Look]:
    count, problems = _LOOKS[name]

    def look(db: apsw.Connection) -> Look:
        found = [problem.format(row[0]) for problem, where in problems for row in db.execute(f"{where} LIMIT {MOST_TOLD}")]
        return int(db.execute(count).get), found[:MOST_TOLD]

    return look


LOOKS: dict[str, Callable[[apsw.Connection], Look]] = {"chains": chains} | {name: _look(name) for name in _LOOKS}
