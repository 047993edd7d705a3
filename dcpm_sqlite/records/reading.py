"""What reads return."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dcpm_sqlite.records.beliefs import Belief, Evidence
from dcpm_sqlite.records.graph import Node
from dcpm_sqlite.records.messages import Role

HitKind = Literal["passage", "belief", "summary"]


@dataclass(frozen=True, slots=True)
class Reason:
    """How a hit got its score: each part is already weighted, and the parts add up to the score.

    similarity: cosine of query and text (None: it was not among the nearest by meaning).
    percentile: that similarity's place in the encoder's background of unrelated texts, 0..1.
    """

    parts: tuple[tuple[str, float], ...]
    similarity: float | None
    percentile: float | None


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing recalled: a passage of a raw input, a belief (led by its chain's current state), or a summary.

    id: of the raw input, belief or session summary; text: what is shown; chain: all states, oldest first (beliefs only).
    sources: ids of the raw inputs it rests on.
    """

    kind: HitKind
    id: str
    text: str
    score: float
    said_ms: int
    role: Role | None
    party: str | None
    session: str | None
    sources: tuple[str, ...]
    chain: tuple[Belief, ...] = ()
    reason: Reason | None = None


Emptiness = Literal["nothing stored", "below the floor", "outside as_of", "not known yet", "forgotten"]


@dataclass(frozen=True, slots=True)
class Recollection:
    """What `recall` returns: hits best first; core identity and nodes beside them, outside of k.

    empty: why there is no hit (K44), None where there are some; best_rejected: the best score below the floor.
    took_ms: whole time; encode_ms: the encoder's share.
    """

    query: str
    hits: tuple[Hit, ...]
    identity: tuple[Belief, ...]
    nodes: tuple[Node, ...]
    empty: Emptiness | None
    best_rejected: float | None
    took_ms: float
    encode_ms: float


@dataclass(frozen=True, slots=True)
class DecisionNote:
    """A decision on record: its name and version, who decided ('offline', 'user', a model), and when, Unix ms."""

    name: str
    version: int
    mind: str
    decided_ms: int


@dataclass(frozen=True, slots=True)
class Why:
    """Why something is believed: the belief and its chain, the words it rests on, and who decided.

    drawn: the decision that worded it; placed: the one that gave it its place. None where it was put in by hand.
    """

    belief: Belief
    chain: tuple[Belief, ...]
    evidence: tuple[Evidence, ...]
    drawn: DecisionNote | None
    placed: DecisionNote | None


@dataclass(frozen=True, slots=True)
class ProfileEntry:
    """One thing that is known of somebody now. changes: how many earlier states it took the place of; sources: ids of messages."""

    belief: Belief
    changes: int
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a party now. who: the name, None for the unnamed owner.

    identity: lasting attributes and preferences, always-shown ones first, then by domain; facts: the most salient of the others.
    """

    who: str | None
    identity: tuple[ProfileEntry, ...]
    facts: tuple[ProfileEntry, ...]
