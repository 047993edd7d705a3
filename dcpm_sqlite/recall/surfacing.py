"""In which order nodes are shown that rest on what was found (DCPM D-41..D-44, D-46)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dcpm_sqlite.recall.search import Search
from dcpm_sqlite.recall.telling import Scored, Told
from dcpm_sqlite.records import Node
from dcpm_sqlite.store import graph

SURFACED = 4  # times as many nodes as are shown are ranked
FURTHER = 0.25  # what each further belief that was found counts against the best: many weak ones do not outweigh the one that was asked for


def resting_on(search: Search, chosen: Sequence[Scored], told: Told) -> list[Node]:
    """What rests on the beliefs that were found, best first (D-42, D-44; 1 statement)."""
    scores: dict[int, float] = {}
    ids: dict[int, str] = {}
    for item in chosen:
        for key, share in told.beliefs(item):
            for belief in told.visible.get(key, ()):
                scores[belief.key] = max(item.score * share, scores.get(belief.key, 0.0))
                ids[belief.key] = belief.id
    if not scores or not search.settings.with_nodes:
        return []
    found = graph.surfacing(
        search.db,
        sorted(scores),
        limit=SURFACED * search.settings.max_nodes,
        known_ms=search.times.known_ms,
        as_of_ms=search.times.as_of_ms,
    )
    return surfaced(found, scores, ids)[: search.settings.max_nodes]


def surfaced(found: Sequence[tuple[Node, tuple[int, ...]]], scores: Mapping[int, float], ids: Mapping[int, str]) -> list[Node]:
    """Nodes with the beliefs that brought them up, best first: by those beliefs' scores, times confidence and support.

    found: each node with the keys of beliefs that it rests on and that were found; scores, ids: of beliefs by key.
    """
    ranked = []
    for node, keys in found:
        because = sorted(keys, key=lambda key: (-scores[key], key))
        found_score = scores[because[0]] + FURTHER * sum(scores[key] for key in because[1:])
        ranked.append((found_score * node.confidence * node.support, replace(node, because=tuple(ids[key] for key in because))))
    return [node for _, node in sorted(ranked, key=lambda pair: (-pair[0], pair[1].key))]
