"""How a search goes on from its frontier: beams and paths over the relations (REALM R-27..R-34, C.1).

All actions of a round walk side by side, hop by hop, so that the number of reads depends on hops and not on items.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from dcpm_sqlite.investigation.scoring import Span, access, admission, path_score, penalty
from dcpm_sqlite.records import BIDIRECTIONAL, PREDICATES, Action
from dcpm_sqlite.settings import InvestigationSettings
from dcpm_sqlite.store.relations import Link


@dataclass(frozen=True, slots=True)
class Lead:
    """An edge as seen from one of its ends.

    span: of the end it leads to. to_question: nearness of its description to the question; to_reasoning: to the reasoning of each of the
    round's actions.
    """

    link: Link
    start: int
    end: int
    is_forward: bool
    span: Span
    to_question: float
    to_reasoning: tuple[float, ...]


class Around(Protocol):
    """What is around items in the graph."""

    def leads(self, keys: Sequence[int]) -> Mapping[int, Sequence[Lead]]:
        """Per item its edges in force, in a fixed order; a fixed number of statements."""
        ...


@dataclass(frozen=True, slots=True)
class Hop:
    """One edge walked; score: Eq. 14's."""

    lead: Lead
    score: float


@dataclass(frozen=True, slots=True)
class Reached:
    """An item that a walk reached. hops: from the action's seed; score: of the walk so far; access: Eq. 8's of the last edge."""

    key: int
    hops: tuple[Hop, ...]
    score: float
    access: float


def expand(actions: Sequence[Action], known: Sequence[int], around: Around, settings: InvestigationSettings) -> list[Reached]:
    """What the actions reach beside what is known already, in the order in which it was reached."""
    taken = {*known, *(action.seed for action in actions)}
    walks = [_Walk(place, action, settings) for place, action in enumerate(actions)]
    found: list[Reached] = []
    while ends := sorted({path.key for walk in walks for path in walk.active}):
        leads = around.leads(ends)
        for walk in walks:
            new = walk.hop(leads, taken)
            taken |= {reached.key for reached in new}
            found += new
    return found


@dataclass(slots=True)
class _Walk:
    """One action under way. active: the ends that it goes on from; admitted, depth: how much of its bounds is used up."""

    place: int
    action: Action
    settings: InvestigationSettings
    active: list[Reached] = field(init=False)
    admitted: int = 0
    depth: int = 0
    pruned: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.active = [Reached(self.action.seed, (), 0.0, 0.0)]

    def hop(self, leads: Mapping[int, Sequence[Lead]], taken: set[int]) -> list[Reached]:
        """Go one edge further from each active end."""
        if not self.active:
            return []
        self.depth += 1
        best: dict[int, Reached] = {}
        for path in self.active:
            for lead in leads.get(path.key, ()):
                if (reached := self._candidate(path, lead, taken)) and (lead.end not in best or reached.score > best[lead.end].score):
                    best[lead.end] = reached
        ranked = sorted(best.values(), key=lambda reached: (-reached.score, reached.key))
        if self.action.mode == "path_search":
            return self._on_paths(ranked)
        return self._in_beam(ranked)

    def _candidate(self, path: Reached, lead: Lead, taken: set[int]) -> Reached | None:
        """R-29: what revisits the path, was reached from another seed, or is filtered is dropped before it is scored."""
        if lead.end in taken or lead.end in self.pruned or any(lead.end == hop.lead.start for hop in path.hops):
            return None
        if not is_allowed(lead, self.action):
            return None
        delta = penalty(self.action.decay, lead.span, self.settings)
        if delta is None:
            return None
        score = admission(lead.to_reasoning[self.place], lead.link.weight, delta, self.settings)
        if score < self.action.threshold:
            return None
        hops = (*path.hops, Hop(lead, score))
        walked = path_score([hop.score for hop in hops], self.settings) if self.action.mode == "path_search" else score
        return Reached(lead.end, hops, walked, access(lead.to_question, lead.link.weight, delta, self.settings))

    def _in_beam(self, ranked: list[Reached]) -> list[Reached]:
        """One budget for the whole seed; the frontier is replaced by what was admitted (R-33)."""
        new = ranked[: self.action.max_nodes - self.admitted]
        self.admitted += len(new)
        self.active = new if self.depth < self.settings.max_hops and self.admitted < self.action.max_nodes else []
        return new

    def _on_paths(self, ranked: list[Reached]) -> list[Reached]:
        """The best `top_k` paths go on; what was pruned is not considered again (R-34)."""
        kept = ranked[: self.action.top_k]
        self.pruned |= {reached.key for reached in ranked[self.action.top_k :]}
        self.active = kept if self.depth < self.action.max_depth else []
        return kept


def is_allowed(lead: Lead, action: Action) -> bool:
    """The hard filters before scoring: predicate with direction (R-30), and conflict (R-32)."""
    predicate = lead.link.predicate
    if action.inhibits_conflict and predicate == "contradicts":
        return False
    if not action.allowed:
        return True
    return any(
        one.layer == PREDICATES[predicate]
        and one.predicate in (None, predicate)
        and (one.direction == "both" or predicate in BIDIRECTIONAL or (one.direction == "forward") == lead.is_forward)
        for one in action.allowed
    )
