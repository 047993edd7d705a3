"""What is offered for induction, one cluster at a time, and what comes of it (DCPM D-29..D-35)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dcpm_sqlite.records import Belief, NodeKind, NodeState

IntentionNews = Literal["supports", "fulfils", "drops"]


@dataclass(frozen=True, slots=True)
class Member:
    """A belief of the cluster: all states of its chain, oldest first, of which the last stands now.

    wording: key of the current state's wording.
    """

    chain: tuple[Belief, ...]
    wording: int

    @property
    def current(self) -> Belief:
        """The state that stands now."""
        return self.chain[-1]


@dataclass(frozen=True, slots=True)
class Standing:
    """A node that is there already, near the cluster's centroid ('meaning') or resting on a chain relative of its beliefs ('chain').

    evidence: texts of some beliefs that it rests on, the latest first.
    """

    key: int
    kind: NodeKind
    domain: str | None
    text: str
    state: NodeState
    by: Literal["meaning", "chain", "meaning+chain"]
    due_from: int | None = None
    due_until: int | None = None
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """One cluster. nodes: schemas and intentions, the nearest first; owner: whom the memory is about; now_ms: the night's time, Unix ms.

    revisited: key of the node whose evidence was superseded, when that is why it is asked about; None for a cluster.
    """

    members: tuple[Member, ...]
    nodes: tuple[Standing, ...]
    owner: str | None
    now_ms: int
    revisited: int | None = None


@dataclass(frozen=True, slots=True)
class Ref:
    """A node: one that was offered (its index in `nodes`), or one that an earlier action of the same reply made (that action's index)."""

    kind: Literal["standing", "made"]
    index: int


@dataclass(frozen=True, slots=True)
class CreateSchema:
    """A regularity within one life domain (D-31). evidence: keys of beliefs of the cluster or its chains, at least one; confidence: 0..1."""

    text: str
    domain: str
    evidence: tuple[int, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class CreateIntention:
    """A concern about a likely future event (D-32). due_from, due_until: horizon, Unix ms, half open; cue: words that call it to mind."""

    text: str
    domain: str | None
    evidence: tuple[int, ...]
    confidence: float
    due_from: int | None = None
    due_until: int | None = None
    cue: str | None = None


@dataclass(frozen=True, slots=True)
class AddEvidence:
    """Beliefs of the cluster support a node (D-33). news: of an intention, whether they say that it came about or was given up."""

    node: Ref
    evidence: tuple[int, ...]
    news: IntentionNews = "supports"


@dataclass(frozen=True, slots=True)
class AddEdge:
    """A structural edge between two nodes (D-34), with a predicate of R-05; weight in R-07's bands."""

    source: Ref
    target: Ref
    predicate: str
    description: str
    weight: float


Action = CreateSchema | CreateIntention | AddEvidence | AddEdge


@dataclass(frozen=True, slots=True)
class Induction:
    """Actions in emission order (D-35), each valid by itself; refused: those that were not, by reason, counted.

    A `Ref` of kind "made" counts in `actions`, not in the reply.
    """

    actions: tuple[Action, ...] = ()
    refused: tuple[tuple[str, int], ...] = ()
