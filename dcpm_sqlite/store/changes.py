"""What thinking returns: values that say what is to change. `apply` is the one place that writes them (DESIGN: one way)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.records import Candidate, Message, Moment, NodeKind, NodeState, Outcome, Quote
from dcpm_sqlite.settings import WeightRule


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
class New:
    """The row that the change at that index of the same list makes."""

    index: int


Ref = int | New
QuestionKind = Literal["cluster", "revisit", "description", "collision"]
UsePart = Literal["key", "supporting", "misleading", "unrelated"]


@dataclass(frozen=True, slots=True)
class UnderJob:
    """What follows in the list belongs to this job, can be taken back with it, and is logged; key None begins a new job."""

    kind: str
    key: int | None = None


@dataclass(frozen=True, slots=True)
class LogDecision:
    """Which decision the rows that name it came from; llm_call: key of the ledger's row, None where rules or the user decided."""

    name: str
    version: int
    mind: str
    llm_call: int | None = None


@dataclass(frozen=True, slots=True)
class AddBelief:
    """A new belief; with `after`, it supersedes that one and takes the place behind it in the chain (DCPM D-20).

    expected_next: what the decision saw behind `after`; another one there by now makes the change stale.
    before: it takes the place in front of this first state of a chain (a late older statement, K24).
    drawn_by, placed_by: the decisions that drew its text and gave it its place. vector: of its text; without one it waits for it.
    """

    candidate: Candidate
    after: Ref | None = None
    expected_next: Ref | None = None
    before: Ref | None = None
    drawn_by: Ref | None = None
    placed_by: Ref | None = None
    vector: NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True)
class AddWording:
    """UPDATE: the same belief in other words (D-17); `expected_number` is the wording the decision saw."""

    belief: Ref
    text: str
    expected_number: int
    sources: tuple[Quote, ...] = ()
    drawn_by: Ref | None = None
    vector: NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True)
class AddSource:
    """DUPLICATE: the belief was said once more."""

    belief: Ref
    sources: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class AddRelation:
    """A relation between beliefs (REALM R-03); one that stands already is left as it is. weight: 0..1 in R-07's bands.

    vector: of the description, by which the relation is found near to a question; without one the end that it leads to stands for it.
    """

    source: Ref
    target: Ref
    predicate: str
    description: str
    weight: float
    inferred_by: Ref | None = None
    vector: NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True)
class CloseRelation:
    """A relation is not in force any more, with its cause in words; it is kept (R-16). One that is closed already is left as it is."""

    relation: int
    reason: str


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take back what was drawn from these raw inputs: wordings with no other source, and quotes of the others.

    They wait to be decided anew, claimed by `holder` until `until_ms`.
    """

    raws: tuple[int, ...]
    holder: str
    until_ms: int


@dataclass(frozen=True, slots=True)
class Settle:
    """It is decided what to believe of these raw inputs; overtaken when `holder` has no claim on one of them any more.

    holder None: the user decided, whoever holds them.
    """

    raws: tuple[int, ...]
    holder: str | None


@dataclass(frozen=True, slots=True)
class Pin:
    """The user's word on whether a belief is always shown; None takes it back."""

    belief: Ref
    pin: bool | None


@dataclass(frozen=True, slots=True)
class AddSummary:
    """The session's condensation up to a raw input."""

    last_raw: int
    text: str
    made_by: Ref | None = None


@dataclass(frozen=True, slots=True)
class MergeEntities:
    """Two entities (keys) turned out to be one: `other` counts as `keep` from now on, under the names of both."""

    keep: int
    other: int


@dataclass(frozen=True, slots=True)
class AddNode:
    """A node of the upper graph with its evidence (keys of beliefs) and, for a core schema, its members (schemas).

    due_from, due_until: an intention's horizon, Unix ms; trigger_text: what cues it. vector: of its text; without one it waits for it.
    """

    kind: NodeKind
    text: str
    domain: str | None
    confidence: float
    evidence: tuple[int, ...] = ()
    members: tuple[Ref, ...] = ()
    due_from: int | None = None
    due_until: int | None = None
    trigger_text: str | None = None
    decided_by: Ref | None = None
    vector: NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True)
class AddEvidence:
    """Beliefs (keys) that a node rests on from now on; cores that it is a member of inherit them. Known ones stay as they are (D-33)."""

    node: Ref
    beliefs: tuple[int, ...]
    decided_by: Ref | None = None


@dataclass(frozen=True, slots=True)
class AddMember:
    """A schema joins a standing core schema, which inherits its evidence (D-40)."""

    core: int
    schema: int
    decided_by: Ref | None = None


@dataclass(frozen=True, slots=True)
class Describe:
    """A schema's behavioural description (D-36); its vector waits for `PutBehaviour`."""

    schema: int
    behaviour: str
    decided_by: Ref | None = None


@dataclass(frozen=True, slots=True)
class PutBehaviour:
    """E_beh, the vector of a schema's behavioural description; left out when that is no longer the text that was embedded."""

    schema: int
    text: str
    vector: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class MarkNode:
    """Another state of a node: an intention that is fulfilled, dropped or expired, a node that nothing is left of."""

    node: Ref
    state: NodeState


@dataclass(frozen=True, slots=True)
class UnderNight:
    """What follows belongs to this night; overtaken when another process holds it by now. The lease runs anew until `until_ms`."""

    job: int
    epoch: int
    until_ms: int


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that the night sets out to ask: what it is about, keys of beliefs and nodes."""

    kind: QuestionKind
    items: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a question of the night; `failed` ones are asked again another night."""

    number: int
    state: Literal["answered", "failed"]
    decided_by: Ref | None = None


@dataclass(frozen=True, slots=True)
class CountOfJob:
    """Add to one of the counts of a night or a use ('clusters', 'refused: ...'), or set it where `is_set`."""

    name: str
    value: int
    is_set: bool = False


@dataclass(frozen=True, slots=True)
class BatchOfNight:
    """Calls that a night has under way together, by the model's name for them; None: none any more."""

    batch: str | None


@dataclass(frozen=True, slots=True)
class RecordUse:
    """A use of the memory that was looked back on: what it recalled, keys of beliefs with the audit's group, None for none (R-40)."""

    question: str
    outcome: Outcome | None
    items: tuple[tuple[int, UsePart | None], ...]
    decided_by: Ref | None = None


@dataclass(frozen=True, slots=True)
class Reweigh:
    """An edit of the use before it in the list (R-41). relation: None for an add, which strengthens where the relation stands already."""

    source: int
    target: int
    predicate: str
    action: Literal["add", "strengthen", "weaken"]
    confidence: float
    rule: WeightRule
    relation: int | None = None
    description: str = ""
    decided_by: Ref | None = None


@dataclass(frozen=True, slots=True)
class PutVector:
    """The vector of an item's text; it is left out when the text is no longer the one that was embedded."""

    key: int
    text: str
    vector: NDArray[np.float32]


Change = (
    AddRaw
    | UnderJob
    | LogDecision
    | AddBelief
    | AddWording
    | AddSource
    | AddRelation
    | CloseRelation
    | Withdraw
    | Settle
    | Pin
    | AddSummary
    | MergeEntities
    | AddNode
    | AddEvidence
    | AddMember
    | Describe
    | PutBehaviour
    | MarkNode
    | UnderNight
    | Ask
    | Answered
    | CountOfJob
    | BatchOfNight
    | RecordUse
    | Reweigh
    | PutVector
)
