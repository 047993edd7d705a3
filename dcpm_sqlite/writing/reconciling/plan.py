"""From outcomes to changes: what each item comes to in the tables, chains placed by time (DCPM D-17, D-20, D-21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.records import Candidate
from dcpm_sqlite.store.changes import AddBelief, AddRelation, AddSource, AddWording, Change, CloseRelation, New, Ref
from dcpm_sqlite.writing.chains import Chain, place_of
from dcpm_sqlite.writing.reconciling.offer import EdgeEdit, Link, Offer, Outcome, Reconciliation, Target

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
    for edit in decided.edits:
        planning.edit(edit)
    for link in decided.links:
        source, target = planning.ref(link.source), planning.ref(link.target)
        if source != target:
            planning.relate(source, target, link)
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
    stands_for: list[Target] = field(default_factory=list)  # the known belief that each item says again or more of, else the item
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

    def edit(self, edit: EdgeEdit) -> None:
        """Close a relation, and put the one that holds instead in its place, between the same states."""
        standing, link = self.offer.relations[edit.index], edit.instead
        self.put(CloseRelation(standing.relation, "judged invalid" if link is None else "replaced"), "closed")
        if link is not None:
            source, target = (self.offer.known[end].current.key for end in (standing.source, standing.target))
            self.relate(source, target, link)

    def relate(self, source: Ref, target: Ref, link: Link) -> None:
        """A relation, with its description's vector where that tells something of its own."""
        vector = self.encode(link.description) if link.is_told and link.description.strip() else None
        self.put(AddRelation(source, target, link.predicate, link.description, link.weight, self.placed_by, vector), "relations")

    def take(self, place: int, outcome: Outcome) -> None:
        """What one item comes to."""
        item = self.offer.items[place]
        target = None if outcome.target is None else self._final(outcome.target)
        if target is not None and outcome.operation == "UPDATE" and target.kind == "known" and self.ref(target) in self.numbers:
            target = None  # the text knows nothing of the wording that another item gave it: what that says would be lost
        if outcome.operation == "ADD" or target is None:
            ref = self.put(AddBelief(item, drawn_by=self.drawn_by, placed_by=self.placed_by, vector=self.vectors[place]), "added")
            self.chains[ref] = Chain([ref], [place_of(item)])
            self.kinds[ref] = item
        elif outcome.operation == "SUPERSEDE":
            ref = self._supersede(place, item, target)
        elif outcome.operation == "UPDATE":
            ref = self._reword(place, item, target, outcome.text or item.text)
        else:
            ref = self._said_again(outcome, target)
            self.put(AddSource(ref, item.quotes), "duplicates")
        self.refs.append(ref)
        self.stands_for.append(target if target is not None and outcome.operation in ("UPDATE", "DUPLICATE") else Target("item", place))

    def _final(self, target: Target) -> Target:
        """An item that only says a known belief again, or more of it, has no row of its own: what it stands for is meant."""
        return self.stands_for[target.index] if target.kind == "item" else target

    def _supersede(self, place: int, item: Candidate, target: Target) -> Ref:
        """A state of the target's chain, in its place by time; of its kind (D-05), and as always shown as what it takes the place of."""
        old = self.ref(target)
        chain = self.chains.get(old)
        if chain is None:
            chain = Chain.of(self.offer.known[target.index].chain)
            self.chains |= dict.fromkeys(chain.states, chain)
        item = self._as_successor(item, target, old)
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

    def _as_successor(self, item: Candidate, target: Target, old: Ref) -> Candidate:
        """Of the same kind. What the user pinned stays always shown in its next state, and what he unpinned stays out."""
        if target.kind == "known":
            stood = self.offer.known[target.index].current
            kind, is_core, is_barred = stood.kind, stood.is_core, stood.is_pinned is False
        else:
            first = self.kinds[old]
            kind, is_core, is_barred = first.kind, first.is_core, False
        is_core = is_core or (kind == "identity" and item.is_core and not is_barred)
        return replace(item, kind=kind, type="fact" if kind == "identity" else item.type, is_core=is_core)

    def _reword(self, place: int, item: Candidate, target: Target, text: str) -> Ref:
        ref = self.ref(target)
        number = self.numbers.get(ref) or (1 if target.kind == "item" else self.offer.known[target.index].current.number)
        self.numbers[ref] = number + 1
        vector = self.vectors[place] if text == item.text else self.encode(text)
        self.put(AddWording(ref, text, number, item.quotes, self.drawn_by, vector), "updated")
        return ref

    def _said_again(self, outcome: Outcome, target: Target) -> Ref:
        if target.kind == "known" and outcome.state is not None:
            return self.offer.known[target.index].chain[outcome.state].key
        return self.ref(target)
