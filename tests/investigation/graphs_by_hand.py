"""Small graphs to walk on: edges as (start, predicate, end, weight), nearness and times of items as told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dcpm_sqlite.investigation.scoring import Span
from dcpm_sqlite.investigation.walking import Lead
from dcpm_sqlite.store.relations import Link

UNDATED: Span = (None, None)


@dataclass
class HandMade:
    """What is around items, as edges say. near: of an item to the question and to every reasoning; asked: how often leads were read."""

    edges: Sequence[tuple[int, str, int, float]]
    near: Mapping[int, float] = field(default_factory=dict)
    spans: Mapping[int, Span] = field(default_factory=dict)
    actions: int = 1
    asked: int = 0

    def leads(self, keys: Sequence[int]) -> Mapping[int, Sequence[Lead]]:
        """Both ways along each edge, in the order of the edges."""
        self.asked += 1
        found: dict[int, list[Lead]] = {}
        for number, (source, predicate, target, weight) in enumerate(self.edges, 1):
            link = Link(number, source, target, predicate, "", weight, None)
            for start, end, is_forward in ((source, target, True), (target, source, False)):
                if start in keys:
                    near = self.near.get(end, 0.5)
                    found.setdefault(start, []).append(
                        Lead(link, start, end, is_forward, self.spans.get(end, UNDATED), near, (near,) * self.actions)
                    )
        return found
