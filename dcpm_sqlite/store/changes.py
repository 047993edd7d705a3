"""What thinking returns: values that say what is to change. `apply` is the one place that writes them (DESIGN: one way)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.records import BeliefKind, BeliefType, Message, Moment, NodeKind


@dataclass(frozen=True, slots=True)
class AddRaw:
    """Persist one message first (DCPM D-12), with its passages as code-point spans.

    bring_back: the user's named choice to take in again what was forgotten (K29); otherwise a tombstone keeps it out.
    """

    message: Message
    session: str
    said_at: Moment
    withheld: int
    recalled: bool
    spans: tuple[tuple[int, int], ...]
    bring_back: bool = False


@dataclass(frozen=True, slots=True)
class Quote:
    """Code points start..end of the raw input with that key, as source of a wording."""

    raw: int
    start: int
    end: int
    role: str = "quote"


@dataclass(frozen=True, slots=True)
class AddBelief:
    """A new belief; with `after`, it supersedes that one and takes the place behind it in the chain (DCPM D-20).

    expected_next: what the decision saw behind `after`; another one there by now makes the change stale.
    before: it takes the place in front of this first state of a chain (a late older statement, K24).
    """

    text: str
    said_ms: int
    kind: BeliefKind = "fact"
    type: BeliefType = "fact"
    party: str | None = None
    subject: str | None = None
    attribute: str | None = None
    domain: str = "other"
    salience: float = 0.5
    is_core: bool = False
    holds_from: int | None = None
    holds_until: int | None = None
    sources: tuple[Quote, ...] = ()
    after: int | None = None
    expected_next: int | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True)
class AddWording:
    """UPDATE: the same belief in other words (D-17); `expected_number` is the wording the decision saw."""

    belief: int
    text: str
    expected_number: int
    sources: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class AddSource:
    """DUPLICATE: the belief was said once more."""

    belief: int
    source: Quote


@dataclass(frozen=True, slots=True)
class Pin:
    """The user's word on whether a belief is always shown; None takes it back."""

    belief: int
    pin: bool | None


@dataclass(frozen=True, slots=True)
class AddSummary:
    """The session's condensation up to a raw input."""

    last_raw: int
    text: str


@dataclass(frozen=True, slots=True)
class AddNode:
    """A node of the upper graph with its evidence (beliefs) and, for a core schema, its members (schemas)."""

    kind: NodeKind
    text: str
    domain: str | None
    confidence: float
    evidence: tuple[int, ...] = ()
    members: tuple[int, ...] = ()
    due_from: int | None = None
    due_until: int | None = None
    trigger_text: str | None = None


@dataclass(frozen=True, slots=True)
class PutVector:
    """The vector of an item's text; it is left out when the text is no longer the one that was embedded."""

    key: int
    text: str
    vector: NDArray[np.float32]


Change = AddRaw | AddBelief | AddWording | AddSource | Pin | AddSummary | AddNode | PutVector
