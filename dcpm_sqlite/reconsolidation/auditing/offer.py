"""What is offered to look back on a use of the memory, and what comes of it (REALM R-38..R-48, D.7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dcpm_sqlite.records import BeliefType, Outcome

EditAction = Literal["add", "strengthen", "weaken"]


@dataclass(frozen=True, slots=True)
class Recalled:
    """A belief that was recalled, in its current state. key, wording: of it and of its current wording, by which forgetting finds the call;
    id: its public one; score: Eq. 9's, the best of its chain.
    """

    key: int
    wording: int
    id: str
    text: str
    type: BeliefType
    party: str | None
    said_ms: int
    score: float


@dataclass(frozen=True, slots=True)
class Standing:
    """A relation in force between two recalled beliefs. relation: its key, None for a supersedes pointer, which no edit may touch (X-06).

    source, target: places in `items`.
    """

    relation: int | None
    source: int
    target: int
    predicate: str
    description: str
    weight: float


@dataclass(frozen=True, slots=True)
class Offer:
    """The activated subgraph G_q and its feedback f. outcome: None where it was not told whether the answer was right (R-38)."""

    question: str
    answer: str
    outcome: Outcome | None
    items: tuple[Recalled, ...]
    edges: tuple[Standing, ...]
    max_edits: int


@dataclass(frozen=True, slots=True)
class Edit:
    """d = (v_i, v_j, a, r, c): places in `items`, the predicate (its layer follows), and the confidence, 0..1 (R-41).

    edge: place in the offer's edges of what is strengthened or weakened, also by an add of what stands already (R-45); None for a new one.
    """

    action: EditAction
    source: int
    target: int
    predicate: str
    confidence: float
    edge: int | None = None
    description: str = ""


@dataclass(frozen=True, slots=True)
class Audit:
    """topic: what the items have in common; the four groups as places in `items`, each item in one at most (R-40); edits in order.

    refused: edits and ids that were not taken, by reason (R-46).
    """

    topic: str
    key: tuple[int, ...] = ()
    supporting: tuple[int, ...] = ()
    misleading: tuple[int, ...] = ()
    unrelated: tuple[int, ...] = ()
    edits: tuple[Edit, ...] = ()
    refused: tuple[tuple[str, int], ...] = ()
