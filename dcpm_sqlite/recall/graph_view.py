"""The upper graph as a whole, and the relations between beliefs, for people who want to look at them."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from dcpm_sqlite.records import Graph
from dcpm_sqlite.store import beliefs, graph, provenance, raw, relations, uses
from dcpm_sqlite.store.store import Store

STATES = ("standing", "weakened", "open", "fulfilled", "expired", "dropped")
RELATIONS_MOST = 2_000  # between beliefs, in force: more than anybody looks through, and a page that still opens at once
CLOSED_MOST = 500
CHANGES_EACH = 13  # of a relation's weight; one more than a page lists, so that it knows whether there were earlier ones


def view(store: Store, space: str, *, also: Sequence[str] = (), most: int = RELATIONS_MOST) -> Graph:
    """All nodes but withdrawn ones, what they rest on, the heaviest relations between beliefs and what these tie together, with the words.

    also: ids of beliefs that are wanted in any case, with the relations among them. At most 13 statements.
    """
    with store.file.read() as db:
        key = raw.space_key(db, space)
        if key is None:
            return Graph((), (), (), {})
        nodes = graph.listing(db, key, kinds=("schema", "core_schema", "intention"), states=STATES)
        wanted = beliefs.keys_of(db, key, also) if also else []
        links = relations.heaviest(db, key, most=most)
        left_out = 0 if len(links) < most else relations.count_between_beliefs(db, key) - len(links)
        known = {link.relation for link in links}
        more = [link for link in relations.between(db, wanted) if link.relation not in known] if wanted else []
        ends = {end for link in links for end in (link.source, link.target)}
        keys = sorted({*graph.evidence_of(db, [node.key for node in nodes]), *wanted, *ends})
        chains = {chain[0].key: chain for chain in beliefs.chains(db, keys).values()}
        states = [state for chain in chains.values() for state in chain]
        words = provenance.evidences(db, [state.key for state in states])
        shown = _shown(db, links + more, [state.key for state in states], [node.key for node in nodes])
        edges = relations.by_keys(db, shown)
        changes = uses.latest(db, shown, each=CHANGES_EACH)
    sources = {state.id: words.get(state.key, ()) for state in states}
    ordered = tuple(chains[first] for first in sorted(chains))
    return Graph(tuple(nodes), ordered, tuple(edges), sources, tuple(changes), left_out - len(more))


def _shown(db: apsw.Connection, links: Sequence[relations.Link], states: Sequence[int], nodes: Sequence[int]) -> list[int]:
    """Keys of the relations to show: these, those among the nodes, and the last that were closed."""
    found = {link.relation for link in [*links, *relations.between(db, nodes)] if link.relation is not None}
    found.update(relations.closed_between(db, states, most=CLOSED_MOST), relations.closed_between(db, nodes, most=CLOSED_MOST))
    return sorted(found)
