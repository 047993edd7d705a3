"""The upper graph: what surfaces with a belief (DCPM D-06..D-08, D-42..D-44)."""

from __future__ import annotations

from collections.abc import Sequence

from dcpm_sqlite import Memory, Node
from dcpm_sqlite.store import graph
from dcpm_sqlite.store.changes import AddNode
from tests.doubles import START_MS, Clock, belief, put, rows, store_of


def surfacing(memory: Memory, keys: Sequence[int], limit: int = 10, known_ms: int | None = None) -> list[Node]:
    """The nodes that rest on those beliefs."""
    with store_of(memory).file.read() as db:
        return [node for node, _ in graph.surfacing(db, keys, limit=limit, known_ms=known_ms)]


def test_a_node_surfaces_by_its_evidence(memory: Memory) -> None:
    """A node comes with any belief it rests on, and tells all of them; another's evidence brings nothing."""
    tea, cups, other = put(memory, belief("drinks tea"), belief("collects cups"), belief("has a dog"))
    (key,) = put(memory, AddNode("schema", "loves tea culture", "leisure", 0.8, (tea, cups)))
    (node,) = surfacing(memory, [cups])
    assert (node.key, node.kind, node.domain, node.text, node.confidence, node.state) == (
        key,
        "schema",
        "leisure",
        "loves tea culture",
        0.8,
        "standing",
    )
    assert len(node.evidence) == 2
    assert surfacing(memory, [other]) == surfacing(memory, []) == []


def test_a_core_schema_inherits_its_members_evidence(memory: Memory) -> None:
    """What a member rests on brings the core schema too, marked with the member it came from (D-43)."""
    a, b = put(memory, belief("runs daily"), belief("eats greens"))
    one, two = put(memory, AddNode("schema", "keeps fit", "sport", 0.7, (a,)), AddNode("schema", "eats well", "food", 0.6, (b,)))
    (core,) = put(memory, AddNode("core_schema", "cares for health", None, 0.9, (), (one, two)))
    assert {n.key for n in surfacing(memory, [a])} == {one, core}
    assert rows(memory, "SELECT belief, inherited_from FROM evidence WHERE node = ? ORDER BY belief", core) == [(a, one), (b, two)]


def test_evidence_of_its_own_is_not_marked_inherited(memory: Memory) -> None:
    """Where a core schema rests on a belief itself, that stays its own."""
    (a,) = put(memory, belief("runs daily"))
    (one,) = put(memory, AddNode("schema", "keeps fit", "sport", 0.7, (a,)))
    (core,) = put(memory, AddNode("core_schema", "cares for health", None, 0.9, (a,), (one,)))
    assert rows(memory, "SELECT belief, inherited_from FROM evidence WHERE node = ?", core) == [(a, None)]


def test_those_that_rest_on_most_come_first_and_a_limit_holds(memory: Memory) -> None:
    """Order is by shared evidence, then by confidence."""
    a, b = put(memory, belief("a"), belief("b"))
    sure, weak, both = put(
        memory,
        AddNode("schema", "sure", "x", 0.9, (a,)),
        AddNode("schema", "weak", "x", 0.1, (a,)),
        AddNode("schema", "both", "x", 0.5, (a, b)),
    )
    assert [n.key for n in surfacing(memory, [a, b])] == [both, sure, weak]
    assert [n.key for n in surfacing(memory, [a, b], limit=1)] == [both]


def test_what_no_longer_stands_does_not_surface(memory: Memory) -> None:
    """Weakened nodes and open intentions are shown; withdrawn, fulfilled, expired and dropped ones are not."""
    (a,) = put(memory, belief("a"))
    schema, plan = put(memory, AddNode("schema", "s", "x", 0.5, (a,)), AddNode("intention", "i", "x", 0.5, (a,)))
    for key, state, is_shown in (
        (schema, "weakened", True),
        (schema, "withdrawn", False),
        (plan, "open", True),
        (plan, "fulfilled", False),
        (plan, "expired", False),
        (plan, "dropped", False),
    ):
        with store_of(memory).file.write() as db:
            db.execute("UPDATE node SET state = ? WHERE id = ?", (state, key))
        assert (key in {n.key for n in surfacing(memory, [a])}) is is_shown, state


def test_what_was_not_known_yet_does_not_surface(memory: Memory, clock: Clock) -> None:
    """A node that this file recorded later is not shown to a read of what was known before."""
    (a,) = put(memory, belief("a"))
    clock.advance(1_000)
    put(memory, AddNode("schema", "later", "x", 0.5, (a,)))
    assert surfacing(memory, [a], known_ms=START_MS + 1_000) == []
    assert len(surfacing(memory, [a], known_ms=START_MS + 1_001)) == 1
