"""The upper graph as a whole: nodes, whole chains, words, and relations among them."""

from __future__ import annotations

from dcpm_sqlite import Memory, Message
from dcpm_sqlite.records import Quote
from dcpm_sqlite.store.changes import AddNode, AddRelation, MarkNode
from tests.doubles import belief, key_of, put


def test_the_graph_holds_nodes_with_whole_chains_and_words(memory: Memory) -> None:
    """A node's evidence comes with all states of its chain and the words they rest on; withdrawn nodes and what nothing rests on do not."""
    id = memory.add(Message("I run every Saturday.", party="Ann"), decide="later").ids[0]
    (old,) = put(memory, belief("walked", party="Ann"))
    (new,) = put(memory, belief("runs every Saturday", party="Ann", after=old, sources=(Quote(key_of(memory, id), 0, 20),)))
    put(memory, belief("has a dog"))
    one, two, gone = put(
        memory,
        AddNode("schema", "keeps fit", "sport", 0.7, (new,)),
        AddNode("intention", "a race", "sport", 0.7, (new,)),
        AddNode("schema", "nothing", "food", 0.7, (old,)),
    )
    put(memory, MarkNode(gone, "withdrawn"), AddRelation(one, two, "enables", "training for it", 0.6))
    graph = memory.graph()
    assert [node.text for node in graph.nodes] == ["keeps fit", "a race"]
    (chain,) = graph.chains
    assert [state.text for state in chain] == ["walked", "runs every Saturday"]
    assert [[e.words for e in graph.sources[state.id]] for state in chain] == [[], ["I run every Saturday"]]
    (edge,) = graph.edges
    assert (edge.predicate, edge.weight, edge.is_closed) == ("enables", 0.6, False)
    assert (edge.source, edge.target) == tuple(node.id for node in graph.nodes)


def test_an_empty_file_has_an_empty_graph(memory: Memory) -> None:
    """Nothing is made by looking."""
    graph = memory.graph()
    assert (graph.nodes, graph.chains, graph.edges, dict(graph.sources)) == ((), (), (), {})


def test_a_node_is_got_by_its_id(memory: Memory) -> None:
    """As messages and beliefs are."""
    (a,) = put(memory, belief("runs"))
    put(memory, AddNode("schema", "keeps fit", "sport", 0.7, (a,)))
    (node,) = memory.nodes()
    assert memory.get(node.id) == node
