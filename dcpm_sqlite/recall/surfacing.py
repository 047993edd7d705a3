"""In which order nodes are shown that rest on what was found (DCPM D-41..D-44, D-46)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dcpm_sqlite.records import Node

FURTHER = 0.25  # what each further belief that was found counts against the best: many weak ones do not outweigh the one that was asked for


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
