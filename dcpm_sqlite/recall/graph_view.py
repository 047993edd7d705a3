"""The upper graph as a whole, for people who want to look at it."""

from __future__ import annotations

from dcpm_sqlite.records import Graph
from dcpm_sqlite.store import beliefs, graph, provenance, raw, relations
from dcpm_sqlite.store.store import Store

STATES = ("standing", "weakened", "open", "fulfilled", "expired", "dropped")


def view(store: Store, space: str) -> Graph:
    """All nodes but withdrawn ones, the chains of what they rest on with their words, and the relations among all of these."""
    with store.file.read() as db:
        key = raw.space_key(db, space)
        if key is None:
            return Graph((), (), (), {})
        nodes = graph.listing(db, key, kinds=("schema", "core_schema", "intention"), states=STATES)
        keys = graph.evidence_of(db, [node.key for node in nodes])
        chains = {chain[0].key: chain for chain in beliefs.chains(db, keys).values()}
        states = [state for chain in chains.values() for state in chain]
        words = provenance.evidences(db, [state.key for state in states])
        edges = relations.among(db, [node.key for node in nodes] + [state.key for state in states])
    sources = {state.id: words.get(state.key, ()) for state in states}
    return Graph(tuple(nodes), tuple(chains[first] for first in sorted(chains)), tuple(edges), sources)
