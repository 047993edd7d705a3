"""The values that cross rooms: frozen, slotted, without behaviour beyond their own reading.

`key` is a row's id inside one file (`space << 32 | n`) and never leaves it; `id` is the same item's
short public text (13 characters, time-ordered, unique across files).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Role = Literal["user", "assistant", "system", "tool"]
Precision = Literal["instant", "second", "minute", "hour", "day", "week", "month", "season", "year", "decade"]
Basis = Literal["stated", "resolved", "assumed"]


@dataclass(frozen=True, slots=True)
class Moment:
    """A point or short stretch of time, as it was given (DESIGN: one clock, Unix milliseconds UTC).

    ms: first millisecond of the stretch, Unix time in UTC.
    precision: how long the stretch is; `day` with ms at midnight means that whole day.
    offset_min: minutes east of UTC in which it was said; None where the source had no zone.
    basis: `stated` by the source, `resolved` from words ("last week"), or `assumed` (time of adding).
    """

    ms: int
    precision: Precision = "second"
    offset_min: int | None = None
    basis: Basis = "stated"


@dataclass(frozen=True, slots=True)
class Message:
    """One message as a caller or an importer hands it in.

    text: what was said; role: who speaks in the protocol's sense.
    party: the speaker's name; None means the space's owner for `user` and nobody in particular otherwise.
    said_at: when, as a Moment, a datetime, a date or an ISO 8601 time; None means now, marked as assumed (K23).
    session: the conversation it belongs to, by the source's name for it; None means one session per `add`.
    source, source_key: where it comes from and its id there; the pair makes adding idempotent.
    """

    text: str
    role: Role = "user"
    party: str | None = None
    said_at: Moment | datetime | str | None = None
    session: str | None = None
    source: str | None = None
    source_key: str | None = None


@dataclass(frozen=True, slots=True)
class RawInput:
    """A message as kept (DCPM D-01).

    key, id: see the module; session, party, source, source_key: names as given; party is None where nobody was named.
    turn: position in its session, from 1; withheld: how many secrets were left out of the text.
    state: `pending` until beliefs were drawn from it, then `done`, or `failed` with a reason.
    recorded_at: when this file recorded it, Unix ms.
    """

    key: int
    id: str
    session: str
    turn: int
    role: Role
    party: str | None
    text: str
    said_at: Moment
    source: str
    source_key: str | None
    withheld: int
    state: Literal["pending", "done", "failed"]
    reason: str | None
    recorded_at: int


BeliefKind = Literal["fact", "identity"]
BeliefType = Literal["fact", "event", "episode", "entity"]
NodeKind = Literal["schema", "core_schema", "intention"]
HitKind = Literal["passage", "belief", "summary"]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a belief's wording comes from: code points start..end of the raw input `id`."""

    id: str
    start: int
    end: int
    role: Literal["quote", "context"] = "quote"


@dataclass(frozen=True, slots=True)
class Belief:
    """One state of the world, as drawn from raw inputs (DCPM D-02, D-03, D-05).

    said_ms: when its first source was said; holds_from, holds_until: when the state is true (None: since said, still).
    supersedes, superseded_by: ids of the states before and after it; None at the ends of its chain.
    """

    key: int
    id: str
    kind: BeliefKind
    type: BeliefType
    text: str
    party: str | None
    domain: str
    salience: float
    is_core: bool
    said_ms: int
    holds_from: int | None
    holds_until: int | None
    supersedes: str | None
    superseded_by: str | None
    recorded_at: int


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the upper graph (DCPM D-06, D-07) with the ids of the beliefs it rests on."""

    key: int
    id: str
    kind: NodeKind
    domain: str | None
    text: str
    confidence: float
    state: str
    evidence: tuple[str, ...]


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
class AddReport:
    """What `add` did: ids of the raw inputs in order, known ones included; counts of what was kept, known, withheld, refused.

    forgotten: messages that stay out because they were forgotten before (K29).
    differing: known ones whose id stands for another text, time, speaker or session here; what was kept first stays.
    """

    ids: tuple[str, ...]
    added: int
    known: int
    withheld: int
    forgotten: int
    differing: int = 0


@dataclass(frozen=True, slots=True)
class ForgetReceipt:
    """What `forget` removed and made again.

    removed: count per table; remade: passages whose text held the forgotten one as context, embedded again.
    bytes_scanned: size of file and journals searched for the removed words; is_complete: False while a reader keeps old pages.
    dry_run: nothing was changed.
    """

    removed: tuple[tuple[str, int], ...]
    remade: int
    bytes_scanned: int
    is_complete: bool
    dry_run: bool


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What `check` looked at and found: problems in words, empty when all is sound; completed: an erasure finished now."""

    looked_at: tuple[tuple[str, int], ...]
    problems: tuple[str, ...]
    completed_erasure: bool


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts of one space, and of the file as a whole in bytes."""

    space: str
    counts: tuple[tuple[str, int], ...]
    file_bytes: int
    encoder: str
    first_said_ms: int | None
    last_said_ms: int | None
