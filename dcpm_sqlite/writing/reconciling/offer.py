"""What is offered for reconciling, and what comes of it (DCPM D-16, D-17; REALM R-13..R-16)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dcpm_sqlite.records import Belief, Candidate

Operation = Literal["ADD", "SUPERSEDE", "UPDATE", "DUPLICATE"]


@dataclass(frozen=True, slots=True)
class Known:
    """A stored belief that the items are held against: its chain, oldest first.

    wording: key of its current state's wording. by: how it was found, as R-13 labels it.
    """

    chain: tuple[Belief, ...]
    wording: int
    by: Literal["similarity", "time", "similarity+time"]

    @property
    def current(self) -> Belief:
        """The state that stands now."""
        return self.chain[-1]


@dataclass(frozen=True, slots=True)
class Standing:
    """A relation in force between two known beliefs: its key, and its ends by their index in `known`."""

    relation: int
    source: int
    target: int
    predicate: str
    description: str
    weight: float


@dataclass(frozen=True, slots=True)
class Offer:
    """New items and what is known that may bear on them.

    nearness: per item, per known belief found for it by meaning or attribute, (index in `known`, background percentile 0..1), nearest
    first. among: percentile for each pair of items (row the later one). owner: whom the memory is about. relations: between known ones.
    """

    items: tuple[Candidate, ...]
    known: tuple[Known, ...]
    nearness: tuple[tuple[tuple[int, float], ...], ...]
    among: tuple[tuple[float, ...], ...]
    owner: str | None
    relations: tuple[Standing, ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """A known belief or an item of the same batch, by its index."""

    kind: Literal["known", "item"]
    index: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of one item. target: None for ADD only. text: of an UPDATE, what the belief says from now on.

    state: of a DUPLICATE, which state of a known chain said it before; None for the current one.
    """

    operation: Operation
    target: Target | None = None
    text: str | None = None
    state: int | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A relation to be (R-05); weight in R-07's bands. is_told: its description says what ties just these two, and not by which rule."""

    source: Target
    target: Target
    predicate: str
    description: str
    weight: float
    is_told: bool = False


@dataclass(frozen=True, slots=True)
class EdgeEdit:
    """What becomes of a standing relation (R-16), by its index in the offer: closed, and put anew where `instead` says what holds."""

    index: int
    instead: Link | None = None


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """One outcome per item. edits: of relations that stand. faulty: what could not be read; unoffered: targets that were not offered (K9); surplus: beyond limits."""

    outcomes: tuple[Outcome, ...]
    links: tuple[Link, ...] = ()
    faulty: int = 0
    unoffered: int = 0
    surplus: int = 0
    edits: tuple[EdgeEdit, ...] = ()
