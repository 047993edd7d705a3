"""In which order nodes are shown (DCPM D-41..D-46), and the configurations that leave them out (D-50, D-51)."""

from __future__ import annotations

import pytest

from dcpm_sqlite import Memory, Node
from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.recall.surfacing import surfaced
from dcpm_sqlite.settings import configured
from dcpm_sqlite.store.changes import AddNode
from tests.doubles import belief, put


def node(key: int, confidence: float = 0.5, support: float = 1.0) -> Node:
    """A schema."""
    return Node(key, str(key), "schema", "other", "", confidence, "standing", (), support)


def order(*found: tuple[Node, tuple[int, ...]]) -> list[int]:
    """Keys of the nodes, best first, where beliefs 1, 2, 3 scored 1.0, 0.5 and 0.4."""
    return [n.key for n in surfaced(found, {1: 1.0, 2: 0.5, 3: 0.4}, {1: "a", 2: "b", 3: "c"})]


def test_the_best_belief_counts_most_and_further_ones_a_little() -> None:
    """One that was asked for outweighs several weak ones; of two with the same best, the one with more."""
    assert order((node(10), (2, 3)), (node(11), (1,))) == [11, 10]
    assert order((node(10), (1,)), (node(11), (1, 2))) == [11, 10]


def test_confidence_and_support_weigh() -> None:
    """What is less sure, or lost its ground, comes later."""
    assert order((node(10, confidence=0.4), (1,)), (node(11, confidence=0.9), (1,))) == [11, 10]
    assert order((node(10, support=0.25), (1,)), (node(11), (2,))) == [11, 10]


def test_what_brought_a_node_up_is_told_best_first() -> None:
    """The beliefs that were found, by their scores."""
    (shown,) = surfaced([(node(10), (2, 1))], {1: 1.0, 2: 0.5}, {1: "a", 2: "b"})
    assert shown.because == ("a", "b")


def test_configurations_leave_things_out_step_by_step(memory: Memory) -> None:
    """full shows chains and nodes, lite no nodes and no nights, without chains what was superseded is gone from sight."""
    (a,) = put(memory, belief("lives in Basel near the Rhine"))
    (b,) = put(memory, belief("moved to Bern for work", after=a))
    put(memory, AddNode("schema", "moves for work", "home", 0.8, (b,)), embed=True)

    def seen(name: str, question: str) -> tuple[list[int], int]:
        settings = configured(name, memory.settings)  # type: ignore[arg-type]
        with Memory(memory.path, encoder=memory._encoder, settings=settings, read_only=True) as other:
            found = other.recall(question)
            return [len(hit.chain) for hit in found.hits], len(found.nodes)

    assert seen("full", "lives in Basel near the Rhine") == ([2], 1)
    assert seen("no collisions", "lives in Basel near the Rhine") == ([2], 1)
    assert seen("lite", "lives in Basel near the Rhine") == seen("no nodes", "lives in Basel near the Rhine") == ([2], 0)
    assert seen("no chains", "moved to Bern for work") == ([1], 0)
    with Memory(memory.path, encoder=memory._encoder, settings=configured("no chains", memory.settings), read_only=True) as other:
        assert not any("Basel" in hit.text for hit in other.recall("lives in Basel near the Rhine").hits)


def test_without_nights_there_is_no_consolidating(memory: Memory) -> None:
    """The lite configuration says so instead of doing nothing."""
    with (
        Memory(memory.path, encoder=memory._encoder, settings=configured("lite", memory.settings)) as lite,
        pytest.raises(UsageError, match="lite"),
    ):
        lite.consolidate()


def test_an_unknown_configuration_is_an_error() -> None:
    """There are five."""
    with pytest.raises(KeyError):
        configured("medium")  # type: ignore[arg-type]


def test_a_read_of_a_time_shows_no_node_that_rests_on_later_words(memory: Memory) -> None:
    """What was thought from what had not been said by then is not shown as of then."""
    (a,) = put(memory, belief("lives in Basel near the Rhine", said_ms=1_600_000_000_000))
    (b,) = put(memory, belief("walks along the Rhine", said_ms=1_700_000_000_000))
    put(memory, AddNode("schema", "early", "home", 0.8, (a,)), AddNode("schema", "late", "home", 0.8, (a, b)), embed=True)
    assert {n.text for n in memory.recall("lives in Basel near the Rhine").nodes} == {"early", "late"}
    assert {n.text for n in memory.recall("lives in Basel near the Rhine", as_of="2021-01-01").nodes} == {"early"}
