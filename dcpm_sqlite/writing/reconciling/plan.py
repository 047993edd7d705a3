"""From outcomes to changes: what each item comes to in the tables, chains placed by time (DCPM D-17, D-20, D-21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.records import Candidate
from dcpm_sqlite.store.changes import AddBelief, AddRelation, AddSource, AddWording, Change, New, Ref
from dcpm_sqlite.writing.chains import Chain, place_of
from dcpm_sqlite.writing.reconciling.offer import Offer, Outcome, Reconciliation, Target

F32 = NDArray[np.float32]


def plan(
    offer: Offer, decided: Reconciliation, vectors: F32, *, encode: Callable[[str], F32], drawn_by: Ref, placed_by: Ref, first: int
) -> tuple[list[Change], Counter[str]]:
    """The changes, and how many there are of each kind.

    vectors: (items, width), of the items' texts; encode: for the new wording of an UPDATE. first: index of the first of these
    changes in the list that will be applied.
    """
    planning = _Planning(offer, vectors, encode, drawn_by, placed_by, first)
    for place, outcome in enumerate(decided.outcomes):
        planning.take(place, outcome)
    for link in decided.links:
        source, target = planning.ref(link.source), planning.ref(link.target)
        if source != target:
            planning.put(AddRelation(source, target, link.predicate, link.description, link.weight, placed_by), "relations")
    return planning.changes, planning.counts


@dataclass(slots=True)
class _Planning:
    offer: Offer
    vectors: F32
    encode: Callable[[str], F32]
    drawn_by: Ref
    placed_by: Ref
    first: int
    changes: list[Change] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    chains: dict[Ref, Chain] = field(default_factory=dict)  # by any of its states
    refs: list[Ref] = field(default_factory=list)  # what each item came to
    numbers: dict[Ref, int] = field(default_factory=dict)  # of current wordings
    kinds: dict[Ref, Candidate] = field(default_factory=dict)  # of new states

    def put(self, change: Change, name: str) -> Ref:
        """Add a change; the reference to its row."""
        self.changes.append(change)
        self.counts[name] += 1
        return New(self.first + len(self.changes) - 1)

    def ref(self, target: Target) -> Ref:
        """The row that a target stands for; of a chain its current state."""
        return self.refs[target.index] if target.kind == "item" else self.offer.known[target.index].current.key

    def take(self, place: int, outcome: Outcome) -> None:
        """What one item comes to."""
        item = self.offer.items[place]
        if outcome.operation == "ADD" or outcome.target is None:
            ref = self.put(AddBelief(item, drawn_by=self.drawn_by, placed_by=self.placed_by, vector=self.vectors[place]), "added")
            self.chains[ref] = Chain([ref], [place_of(item)])
            self.kinds[ref] = item
        elif outcome.operation == "SUPERSEDE":
            ref = self._supersede(place, item, outcome.target)
        elif outcome.operation == "UPDATE":
            ref = self.ref(outcome.target)
            text = outcome.text or item.text
            number = self.numbers.get(ref) or self._number(outcome.target)
            self.numbers[ref] = number + 1
            vector = self.vectors[place] if text == item.text else self.encode(text)
            self.put(AddWording(ref, text, number, item.quotes, self.drawn_by, vector), "updated")
        else:
            ref = self._said_again(outcome, outcome.target)
            self.put(AddSource(ref, item.quotes), "duplicates")
        self.refs.append(ref)

    def _supersede(self, place: int, item: Candidate, target: Target) -> Ref:
        """A state of the target's chain, in its place by time; of its kind (D-05), and as always shown as what it takes the place of."""
        old = self.ref(target)
        chain = self.chains.get(old)
        if chain is None:
            chain = Chain.of(self.offer.known[target.index].chain)
            self.chains |= dict.fromkeys(chain.states, chain)
        if target.kind == "known":
            stood = self.offer.known[target.index].current
            kind, is_core = stood.kind, stood.is_core
        else:
            first = self.kinds.get(old, self.offer.items[target.index])
            kind, is_core = first.kind, first.is_core
        item = replace(
            item, kind=kind, type="fact" if kind == "identity" else item.type, is_core=kind == "identity" and (item.is_core or is_core)
        )
        ref = New(self.first + len(self.changes))
        before, after = chain.insert(ref, place_of(item))
        self.chains[ref] = chain
        self.kinds[ref] = item
        self.put(
            AddBelief(
                item, after=before, expected_next=after, before=after if before is None else None, drawn_by=self.drawn_by,
                placed_by=self.placed_by, vector=self.vectors[place],
            ),
            "superseded",
        )  # fmt: skip
        return ref

    def _number(self, target: Target) -> int:
        return 1 if target.kind == "item" else self.offer.known[target.index].current.number

    def _said_again(self, outcome: Outcome, target: Target) -> Ref:
        if target.kind == "known" and outcome.state is not None:
            return self.offer.known[target.index].chain[outcome.state].key
        return self.ref(target)
