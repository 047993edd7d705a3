"""From an induction to changes, in emission order (DCPM D-35)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dcpm_sqlite.consolidation.induction.offer import AddEdge, AddEvidence, CreateIntention, CreateSchema, Induction, Offer, Ref
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import NodeKind
from dcpm_sqlite.store import changes as to_apply
from dcpm_sqlite.store.changes import AddNode, AddRelation, Change, MarkNode, New
from dcpm_sqlite.store.vectors import F32

_BECOMES = {"fulfils": "fulfilled", "drops": "dropped"}


def plan(
    offer: Offer, answer: Induction, *, encode: Callable[[Sequence[str]], F32], decided_by: New, first: int
) -> tuple[list[Change], Counter[str]]:
    """Changes and counts of them. first: place of the first change in the list that is applied; encode: texts to vectors.

    What says word for word what a node says already is evidence for that node (K16).
    """
    planning = _Planning(offer, decided_by, first, [], {}, Counter())
    texts = [action.text for action in answer.actions if isinstance(action, CreateSchema | CreateIntention)]
    vectors = dict(zip(texts, encode(texts), strict=True)) if texts else {}
    for index, action in enumerate(answer.actions):
        match action:
            case CreateSchema() | CreateIntention():
                planning.create(index, action, vectors[action.text])
            case AddEvidence():
                planning.support(action)
            case AddEdge():
                planning.connect(action)
    return planning.changes, planning.counts


@dataclass(slots=True)
class _Planning:
    """Changes so far. nodes: per action that made a node, what stands for it."""

    offer: Offer
    decided_by: New
    first: int
    changes: list[Change]
    nodes: dict[int, to_apply.Ref]
    counts: Counter[str]

    def create(self, index: int, action: CreateSchema | CreateIntention, vector: F32) -> None:
        kind: NodeKind = "schema" if isinstance(action, CreateSchema) else "intention"
        same = next((node.key for node in self.offer.nodes if node.kind == kind and fold(node.text) == fold(action.text)), None)
        if same is not None:
            self.nodes[index] = same
            self._evidence(same, action.evidence)
            return
        self.nodes[index] = New(self.first + len(self.changes))
        ahead = (action.due_from, action.due_until, action.cue) if isinstance(action, CreateIntention) else (None, None, None)
        self.changes.append(
            AddNode(
                kind, action.text, action.domain, action.confidence, action.evidence, due_from=ahead[0], due_until=ahead[1], trigger_text=ahead[2],
                decided_by=self.decided_by, vector=vector,
            )
        )  # fmt: skip
        self.counts[f"{kind}s"] += 1

    def support(self, action: AddEvidence) -> None:
        node = self._node(action.node)
        self._evidence(node, action.evidence)
        if action.news in _BECOMES:
            state = _BECOMES[action.news]
            self.changes.append(MarkNode(node, state))  # type: ignore[arg-type]
            self.counts[state] += 1

    def connect(self, action: AddEdge) -> None:
        self.changes.append(
            AddRelation(
                self._node(action.source), self._node(action.target), action.predicate, action.description, action.weight, self.decided_by
            )
        )
        self.counts["edges"] += 1

    def _evidence(self, node: to_apply.Ref, keys: tuple[int, ...]) -> None:
        self.changes.append(to_apply.AddEvidence(node, keys, self.decided_by))
        self.counts["evidence"] += len(keys)

    def _node(self, ref: Ref) -> to_apply.Ref:
        return self.offer.nodes[ref.index].key if ref.kind == "standing" else self.nodes[ref.index]
