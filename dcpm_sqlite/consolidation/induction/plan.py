"""From actions to changes, in emission order (DCPM D-35); what stands already is never made twice (K16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.consolidation.induction.offer import AddEdge, AddEvidence, CreateIntention, CreateSchema, Induction, Offer
from dcpm_sqlite.consolidation.induction.offer import Ref as Named
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import NodeKind, NodeState
from dcpm_sqlite.store import changes as store
from dcpm_sqlite.store.changes import AddNode, AddRelation, Change, MarkNode, New, Ref

F32 = NDArray[np.float32]
_NEWS: dict[str, NodeState] = {"fulfils": "fulfilled", "drops": "dropped"}


def plan(
    offer: Offer, decided: Induction, *, encode: Callable[[Sequence[str]], F32], decided_by: Ref, first: int
) -> tuple[list[Change], Counter[str]]:
    """The changes, and counts: schemas, intentions, evidence (beliefs added to nodes that were there), edges, fulfilled, dropped.

    encode: texts to vectors (texts, width). first: index of the first of these changes in the list that will be applied.
    """
    planning = _Planning(offer, decided_by, first, _vectors(offer, decided, encode))
    for action in decided.actions:
        match action:
            case CreateSchema():
                planning.make("schema", action)
            case CreateIntention():
                planning.make("intention", action)
            case AddEvidence():
                planning.support(action)
            case AddEdge():
                planning.relate(action)
    return planning.changes, +planning.counts


@dataclass(slots=True)
class _Planning:
    offer: Offer
    decided_by: Ref
    first: int
    vectors: dict[str, F32]
    changes: list[Change] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    came_to: list[Ref | None] = field(default_factory=list)  # the node that each action is about
    made: dict[tuple[NodeKind, str], Ref] = field(default_factory=dict)  # by kind and folded text
    rests_on: dict[Ref, set[int]] = field(default_factory=dict)

    def make(self, kind: NodeKind, action: CreateSchema | CreateIntention) -> None:
        """A node; where one of its kind has the same words, its beliefs become that one's evidence."""
        name = (kind, fold(action.text))
        same = self.made.get(name)
        if same is None:
            same = next((node.key for node in self.offer.nodes if (node.kind, fold(node.text)) == name), None)
        if same is not None:
            self._add(same, action.evidence)
            self.came_to.append(same)
            return
        due_from, due_until, cue = (action.due_from, action.due_until, action.cue) if isinstance(action, CreateIntention) else (None,) * 3
        node = self._put(
            AddNode(
                kind, action.text, action.domain, action.confidence, action.evidence, due_from=due_from, due_until=due_until, trigger_text=cue,
                decided_by=self.decided_by, vector=self.vectors[action.text],
            )
        )  # fmt: skip
        self.counts["schemas" if kind == "schema" else "intentions"] += 1
        self.made[name] = node
        self.rests_on[node] = set(action.evidence)
        self.came_to.append(node)

    def support(self, action: AddEvidence) -> None:
        """Evidence of a node; an intention of which it is news gets another state."""
        node = self._ref(action.node)
        self._add(node, action.evidence)
        if (state := _NEWS.get(action.news)) is not None:
            self._put(MarkNode(node, state))
            self.counts[state] += 1
        self.came_to.append(None)

    def relate(self, action: AddEdge) -> None:
        """An edge, unless both ends turned out to be one node."""
        source, target = self._ref(action.source), self._ref(action.target)
        if source != target:
            self._put(AddRelation(source, target, action.predicate, action.description, action.weight, self.decided_by))
            self.counts["edges"] += 1
        self.came_to.append(None)

    def _ref(self, named: Named) -> Ref:
        if named.kind == "standing":
            return self.offer.nodes[named.index].key
        node = self.came_to[named.index]
        assert node is not None, "a reference to an action that makes no node is refused when the reply is read"
        return node

    def _add(self, node: Ref, evidence: Sequence[int]) -> None:
        new = tuple(key for key in evidence if key not in self.rests_on.get(node, ()))
        if new:
            self._put(store.AddEvidence(node, new, self.decided_by))
            self.counts["evidence"] += len(new)
            self.rests_on.setdefault(node, set()).update(new)

    def _put(self, change: Change) -> New:
        self.changes.append(change)
        return New(self.first + len(self.changes) - 1)


def _vectors(offer: Offer, decided: Induction, encode: Callable[[Sequence[str]], F32]) -> dict[str, F32]:
    """Of all texts that nodes may be made of, as one batch; what stands in `offer` already needs none."""
    standing = {(node.kind, fold(node.text)) for node in offer.nodes}
    texts = dict.fromkeys(
        action.text
        for action in decided.actions
        if (isinstance(action, CreateSchema) and ("schema", fold(action.text)) not in standing)
        or (isinstance(action, CreateIntention) and ("intention", fold(action.text)) not in standing)
    )
    return dict(zip(texts, encode(list(texts)), strict=True)) if texts else {}
