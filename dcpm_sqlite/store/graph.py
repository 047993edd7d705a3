"""The upper graph: nodes, what they rest on, and what surfaces with a belief (DCPM D-06..D-08, D-39..D-44)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import apsw

from dcpm_sqlite.errors import Stale
from dcpm_sqlite.records import Node, NodeState
from dcpm_sqlite.store import vectors
from dcpm_sqlite.store.beliefs import LONGEST_CHAIN, STANDS
from dcpm_sqlite.store.changes import AddEvidence, AddMember, AddNode, Describe, MarkNode, PutBehaviour
from dcpm_sqlite.store.ids import as_text
from dcpm_sqlite.store.vectors import apsw_ints
from dcpm_sqlite.store.work import Work

STATES: tuple[NodeState, ...] = get_args(NodeState)  # the log of changes keeps a state's place in it
IN_FORCE = ("standing", "weakened", "open")
# Evidence counts in full while its belief is believed: it stands, and is current, or a later state of its chain is evidence of the same
# node. One that was superseded counts a quarter until the node was thought over: it was true once. One that was taken back counts nothing.
_SUPPORTS = (
    "(CASE WHEN NOT " + STANDS.format("b.id") + " THEN 0.0 WHEN b.superseded_by IS NULL OR EXISTS (WITH RECURSIVE later(id, step) AS ("
    "SELECT b.superseded_by, 1 UNION ALL SELECT s.superseded_by, later.step + 1 FROM later JOIN belief AS s ON s.id = later.id "
    f"WHERE s.superseded_by IS NOT NULL AND later.step < {LONGEST_CHAIN}) "
    "SELECT 1 FROM later JOIN evidence AS o ON o.belief = later.id WHERE o.node = e.node) THEN 1.0 ELSE 0.25 END)"
)


def add_node(work: Work, change: AddNode) -> int:
    """A node with its evidence; a core schema inherits its members' evidence, marked as inherited (D-43). References must be keys by now.

    Raises Stale where a belief it is to rest on, or a member, is gone.
    """
    db = work.db
    _require_beliefs(db, change.evidence)
    key = work.new("node")
    db.execute(
        "INSERT INTO node(id, kind, domain, text, confidence, due_from, due_until, trigger_text, state, decision) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (key, change.kind, change.domain, change.text, change.confidence, change.due_from, change.due_until, change.trigger_text,
         "open" if change.kind == "intention" else "standing", change.decided_by),
    )  # fmt: skip
    work.log("node", key)
    db.execute("INSERT INTO unembedded(id) VALUES (?)", (key,))
    _rest_on(work, key, change.evidence, None, change.decided_by)
    for member in change.members:
        assert isinstance(member, int)
        add_member(work, AddMember(key, member, change.decided_by))
    return key


def _require_beliefs(db: apsw.Connection, keys: Sequence[int]) -> None:
    found = db.execute(f"SELECT count(*) FROM belief AS b WHERE b.id IN carray(?) AND {STANDS.format('b.id')}", (apsw_ints(keys),)).get
    if found < len(set(keys)):
        raise Stale("A belief that a node was to rest on was forgotten or taken back meanwhile; decide once more without it.")


def _rest_on(work: Work, node: int, keys: Sequence[int], inherited_from: int | None, decision: object) -> None:
    for belief in keys:
        before = work.db.total_changes()
        work.db.execute(
            "INSERT OR IGNORE INTO evidence(node, belief, inherited_from, decision) VALUES (?, ?, ?, ?)",
            (node, belief, inherited_from, decision),
        )
        if work.db.total_changes() > before:
            work.log("evidence", node, other=belief, new=inherited_from)


def add_evidence(work: Work, change: AddEvidence) -> int:
    """Beliefs that a node rests on; known ones stay as they are (D-33), cores inherit, and a weakened node stands again. Raises Stale."""
    db = work.db
    assert isinstance(change.node, int)
    state = db.execute("SELECT state FROM node WHERE id = ?", (change.node,)).get
    if state is None or state == "withdrawn":
        raise Stale("The node was forgotten or withdrawn meanwhile; decide once more without it.")
    _require_beliefs(db, change.beliefs)
    _rest_on(work, change.node, change.beliefs, None, change.decided_by)
    for (core,) in list(db.execute("SELECT core FROM member WHERE schema = ?", (change.node,))):
        _rest_on(work, core, change.beliefs, change.node, change.decided_by)
    if state == "weakened":
        mark(work, MarkNode(change.node, "standing"))
    return change.node


def add_member(work: Work, change: AddMember) -> int:
    """A schema is a member of a core, which inherits its evidence. Raises Stale where one of them is gone."""
    db = work.db
    there = "SELECT count(*) FROM node WHERE (id = ?1 AND kind = 'core_schema' OR id = ?2 AND kind = 'schema') AND state IN ('standing', 'weakened')"
    if db.execute(there, (change.core, change.schema)).get < 2:
        raise Stale("A schema that collides, or its core, was forgotten or withdrawn meanwhile; decide once more without it.")
    before = db.total_changes()
    db.execute("INSERT OR IGNORE INTO member(core, schema, decision) VALUES (?, ?, ?)", (change.core, change.schema, change.decided_by))
    if db.total_changes() > before:
        work.log("member", change.core, other=change.schema)
    inherited = [row[0] for row in db.execute("SELECT belief FROM evidence WHERE node = ? ORDER BY belief", (change.schema,))]
    _rest_on(work, change.core, inherited, change.schema, change.decided_by)
    return change.core


def describe(work: Work, change: Describe) -> int:
    """A schema's behavioural description, once. Raises Stale where it has one by now, or is gone."""
    done = work.db.execute(
        "UPDATE node SET behaviour = ?, described_by = ? WHERE id = ? AND kind = 'schema' AND behaviour IS NULL RETURNING id",
        (change.behaviour, change.decided_by, change.schema),
    ).get
    if done is None:
        raise Stale("The schema was described or forgotten meanwhile.")
    work.log("describe", change.schema)
    return change.schema


def put_behaviour(db: apsw.Connection, hash_key: bytes, change: PutBehaviour) -> None:
    """Keep E_beh, unless the description is another by now."""
    if db.execute("SELECT behaviour FROM node WHERE id = ?", (change.schema,)).get != change.text:
        return
    packed = vectors.quantise(change.vector)
    db.execute(
        "INSERT OR REPLACE INTO behaviour_vector(id, scale, digest, code) VALUES (?, ?, ?, ?)",
        (change.schema, packed.scale, vectors.text_digest(hash_key, change.text), packed.code),
    )


def mark(work: Work, change: MarkNode) -> int:
    """Another state of a node, on record. Raises Stale where it is gone."""
    assert isinstance(change.node, int)
    old = work.db.execute("SELECT state FROM node WHERE id = ?", (change.node,)).get
    if old is None:
        raise Stale("The node was forgotten meanwhile.")
    if old != change.state:
        work.db.execute("UPDATE node SET state = ? WHERE id = ?", (change.state, change.node))
        work.log("mark", change.node, old=STATES.index(old), new=STATES.index(change.state))
    return change.node


def drop(db: apsw.Connection, key: int) -> None:
    """Delete a node that a night made, with all that hangs on it: the night is taken back."""
    vectors.remove(db, "node_vec", [key])
    for (relation,) in list(db.execute("SELECT id FROM relation WHERE ?1 IN (source, target)", (key,))):
        drop_relation(db, relation)
    for table in (
        "vector_next WHERE id", "behaviour_vector WHERE id", "member WHERE core", "member WHERE schema", "evidence WHERE node",
        "evidence WHERE inherited_from", "question_item WHERE item", "change WHERE item", "change WHERE other", "llm_call_item WHERE item",
        "node WHERE id", "item WHERE id",
    ):  # fmt: skip
        db.execute(f"DELETE FROM {table} = ?", (key,))


def drop_relation(db: apsw.Connection, key: int) -> None:
    """Delete an edge that a night made."""
    for table in (
        "vector WHERE id",
        "vector_next WHERE id",
        "unembedded WHERE id",
        "change WHERE item",
        "relation WHERE id",
        "item WHERE id",
    ):
        db.execute(f"DELETE FROM {table} = ?", (key,))


_NODE = (
    "SELECT n.id, i.uid, n.kind, n.domain, n.text, n.confidence, n.state, n.behaviour, n.due_from, n.due_until, n.trigger_text, i.recorded_at, "
    "(SELECT group_concat(bi.uid) FROM evidence AS e JOIN item AS bi ON bi.id = e.belief WHERE e.node = n.id), "
    "(SELECT group_concat(mi.uid) FROM member AS m JOIN item AS mi ON mi.id = m.schema WHERE m.core = n.id), "
    f"(SELECT avg({_SUPPORTS}) FROM evidence AS e JOIN belief AS b ON b.id = e.belief WHERE e.node = n.id) "
)


def _node(row: tuple[Any, ...]) -> Node:
    key, uid, kind, domain, text, confidence, state, behaviour, due_from, due_until, cue, recorded, evidence, members, support = row
    support = 0.0 if support is None else support
    if state == "standing" and support < 1:
        state = "weakened"
    return Node(
        key, as_text(uid), kind, domain, text, confidence, state, _ids(evidence), support, behaviour, due_from, due_until, cue, _ids(members),
        recorded_at=recorded,
    )  # fmt: skip


def _ids(joined: str | None) -> tuple[str, ...]:
    return tuple(as_text(uid) for uid in sorted(int(uid) for uid in joined.split(","))) if joined else ()


def by_keys(db: apsw.Connection, keys: Sequence[int]) -> dict[int, Node]:
    """Nodes by their keys (1 statement)."""
    rows = db.execute(_NODE + "FROM node AS n JOIN item AS i ON i.id = n.id WHERE n.id IN carray(?)", (apsw_ints(keys),))
    return {row[0]: _node(row) for row in rows}


def listing(db: apsw.Connection, space: int, *, kinds: Sequence[str], states: Sequence[str]) -> list[Node]:
    """All nodes of a space of those kinds and stored states, oldest first (1 statement)."""
    marks = [", ".join("?" for _ in names) for names in (kinds, states)]
    rows = db.execute(
        f"{_NODE} FROM node AS n JOIN item AS i ON i.id = n.id WHERE n.id BETWEEN ? AND ? AND n.kind IN ({marks[0]}) AND n.state IN ({marks[1]}) "
        "ORDER BY n.id",
        (space << 32, (space << 32) | 0xFFFFFFFF, *kinds, *states),
    )
    return [_node(row) for row in rows]


def surfacing(
    db: apsw.Connection, beliefs: Sequence[int], *, limit: int, known_ms: int | None = None, as_of_ms: int | None = None
) -> list[tuple[Node, tuple[int, ...]]]:
    """Nodes in force that rest on any of the beliefs, each with the keys of those, most of them first (D-42, D-44; 1 statement).

    known_ms: only what this file had recorded before; as_of_ms: only what rests on nothing that was said later.
    """
    rows = db.execute(
        "WITH hit AS (SELECT node, count(*) AS n, group_concat(belief) AS found FROM evidence WHERE belief IN carray(?1) GROUP BY node), "
        "best AS (SELECT hit.* FROM hit JOIN node AS n ON n.id = hit.node JOIN item AS i ON i.id = n.id "
        "  WHERE n.state IN ('standing', 'weakened', 'open') AND (?2 IS NULL OR i.recorded_at < ?2) "
        "  AND (?4 IS NULL OR NOT EXISTS (SELECT 1 FROM evidence AS e JOIN belief AS b ON b.id = e.belief WHERE e.node = n.id AND b.said_at >= ?4)) "
        "  ORDER BY hit.n DESC, n.confidence DESC, n.id LIMIT ?3) "
        f"{_NODE}, best.found FROM best JOIN node AS n ON n.id = best.node JOIN item AS i ON i.id = n.id ORDER BY best.n DESC, n.confidence DESC, n.id",
        (apsw_ints(beliefs), known_ms, limit, as_of_ms),
    )
    found = [(_node(row[:-1]), tuple(sorted(int(key) for key in row[-1].split(",")))) for row in rows]
    return [(node, because) for node, because in found if node.support > 0]


def evidence_of(db: apsw.Connection, nodes: Sequence[int]) -> list[int]:
    """Keys of all beliefs that these nodes rest on (1 statement)."""
    return [
        row[0] for row in db.execute("SELECT DISTINCT belief FROM evidence WHERE node IN carray(?) ORDER BY belief", (apsw_ints(nodes),))
    ]


def resting_on(db: apsw.Connection, beliefs: Sequence[int]) -> list[int]:
    """Keys of schemas and intentions in force that rest on any of these beliefs, most of them first (D-29; 1 statement)."""
    rows = db.execute(
        "SELECT e.node FROM evidence AS e JOIN node AS n ON n.id = e.node WHERE e.belief IN carray(?) AND n.kind <> 'core_schema' "
        "AND n.state IN ('standing', 'weakened', 'open') GROUP BY e.node ORDER BY count(*) DESC, e.node",
        (apsw_ints(beliefs),),
    )
    return [row[0] for row in rows]


@dataclass(frozen=True, slots=True)
class Ground:
    """A belief that a node rests on: keys of it and of its current wording, and the text."""

    belief: int
    wording: int
    text: str


def latest_evidence(db: apsw.Connection, nodes: Sequence[int], *, limit: int) -> dict[int, tuple[Ground, ...]]:
    """Per node the beliefs it rests on, the latest said first (1 statement)."""
    rows = db.execute(
        "SELECT e.node, e.belief, c.wording, c.text FROM evidence AS e JOIN belief AS b ON b.id = e.belief JOIN current_wording AS c ON c.belief = e.belief "
        "WHERE e.node IN carray(?) ORDER BY e.node, b.said_at DESC, b.id DESC",
        (apsw_ints(nodes),),
    )
    found: dict[int, list[Ground]] = {}
    for node, *ground in rows:
        found.setdefault(node, []).append(Ground(*ground))
    return {node: tuple(grounds[:limit]) for node, grounds in found.items()}


def members_of(db: apsw.Connection, space: int) -> Mapping[int, frozenset[int]]:
    """Per schema the cores in force that it is a member of (1 statement)."""
    rows = db.execute(
        "SELECT m.schema, m.core FROM member AS m JOIN node AS n ON n.id = m.core WHERE m.core BETWEEN ? AND ? "
        "AND n.state IN ('standing', 'weakened')",
        (space << 32, (space << 32) | 0xFFFFFFFF),
    )
    found: dict[int, set[int]] = {}
    for schema, core in rows:
        found.setdefault(schema, set()).add(core)
    return {schema: frozenset(cores) for schema, cores in found.items()}


def without_behaviour_vector(db: apsw.Connection, space: int) -> list[tuple[int, str]]:
    """Schemas in force that have a description and no vector of it: new ones, and all after a re-embedding."""
    return list(
        db.execute(
            "SELECT n.id, n.behaviour FROM node AS n WHERE n.id BETWEEN ? AND ? AND n.kind = 'schema' AND n.behaviour IS NOT NULL "
            "AND n.state IN ('standing', 'weakened') AND NOT EXISTS (SELECT 1 FROM behaviour_vector WHERE id = n.id) ORDER BY n.id",
            (space << 32, (space << 32) | 0xFFFFFFFF),
        )
    )


def baseless(db: apsw.Connection, space: int) -> list[int]:
    """Nodes in force that nothing is left of that they rested on: it was taken back, or forgotten."""
    rows = db.execute(
        "SELECT n.id FROM node AS n WHERE n.id BETWEEN ? AND ? AND n.state IN ('standing', 'weakened', 'open') AND NOT EXISTS "
        f"(SELECT 1 FROM evidence AS e WHERE e.node = n.id AND {STANDS.format('e.belief')}) ORDER BY n.id",
        (space << 32, (space << 32) | 0xFFFFFFFF),
    )
    return [row[0] for row in rows]


def overdue(db: apsw.Connection, space: int, *, now_ms: int) -> list[int]:
    """Open intentions whose horizon is over."""
    rows = db.execute(
        "SELECT id FROM node WHERE id BETWEEN ? AND ? AND kind = 'intention' AND state = 'open' AND due_until <= ? ORDER BY id",
        (space << 32, (space << 32) | 0xFFFFFFFF, now_ms),
    )
    return [row[0] for row in rows]
