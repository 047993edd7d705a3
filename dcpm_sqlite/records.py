"""The values that cross rooms: frozen, slotted, without behaviour beyond their own reading.

`key` is a row's id inside one file (`space << 32 | n`) and never leaves it; `id` is the same item's
short public text (13 characters, time-ordered, unique across files).
"""

from __future__ import annotations

from collections.abc import Mapping
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
    state: `pending` until it was decided what to believe of it, then `done`; reason: why it still waits.
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
    state: Literal["pending", "done"]
    reason: str | None
    recorded_at: int


BeliefKind = Literal["fact", "identity"]
BeliefType = Literal["fact", "event", "episode", "entity"]
NodeKind = Literal["schema", "core_schema", "intention"]
NodeState = Literal["standing", "weakened", "withdrawn", "open", "fulfilled", "expired", "dropped"]
HitKind = Literal["passage", "belief", "summary"]


# DCPM D-10: a closed list, stored as it stands here; `other` is what fits in none.
DOMAINS = (
    "art", "education", "entertainment", "family", "food", "health", "home", "money", "music", "nature", "pets", "reading",
    "relationships", "society", "spirituality", "sport", "technology", "transport", "travel", "work", "other",
)  # fmt: skip

Layer = Literal["logical", "causal", "taxonomic", "associative"]

# REALM. `supersedes` is a pointer between beliefs and never a relation's row.
PREDICATES: Mapping[str, Layer] = {
    "contradicts": "logical", "implies": "logical", "constrains": "logical", "verifies": "logical",
    "precedes": "causal", "enables": "causal", "triggers": "causal", "results_in": "causal",
    "comprises": "taxonomic", "instantiates": "taxonomic", "summarizes": "taxonomic",
    "correlates": "associative", "supersedes": "associative", "analogous_to": "associative", "contextualizes": "associative",
}  # fmt: skip
BIDIRECTIONAL = frozenset({"contradicts", "correlates", "analogous_to"})


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of time that words speak of: Unix ms, half open, None for an open end.

    precision: of the words ("in May": month); basis: `stated` as a date, or `resolved` against the time of the message.
    """

    from_ms: int | None
    until_ms: int | None
    precision: Precision
    basis: Basis = "resolved"


MentionRole = Literal["subject", "object", "participant", "place"]


@dataclass(frozen=True, slots=True)
class Mention:
    """Somebody or something that a belief mentions, by name (REALM R-11): no pronouns, neither as name nor as alias.

    category: person, place, organisation ...; None where it isn't known.
    """

    name: str
    role: MentionRole
    category: str | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Quote:
    """Code points start..end of the raw input with that key, as source of a wording."""

    raw: int
    start: int
    end: int
    role: Literal["quote", "context"] = "quote"


@dataclass(frozen=True, slots=True)
class Candidate:
    """One item as extracted, before it is reconciled with what is stored (DCPM D-14, REALM R-11).

    text: a self-standing statement; party: name of the speaker it is about, None for the space's unnamed owner.
    subject: whom or what it is about in words, None for that party; attribute: folded ('home city'), None where none is recognised.
    domain: one of DOMAINS; salience: 0..1; said_ms: when its message was said, Unix ms.
    holds: when the state is true, None for "since said, still"; about: when the event happens that it speaks of.
    quotes: where it stands; what is extracted has at least one with the role `quote` (K7).
    """

    text: str
    said_ms: int
    quotes: tuple[Quote, ...] = ()
    kind: BeliefKind = "fact"
    type: BeliefType = "fact"
    party: str | None = None
    subject: str | None = None
    attribute: str | None = None
    domain: str = "other"
    salience: float = 0.5
    is_core: bool = False
    holds: Stretch | None = None
    about: Stretch | None = None
    keywords: tuple[str, ...] = ()
    mentions: tuple[Mention, ...] = ()


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
    subject: whom or what it is about in words, None for the party; attribute: folded, None where none was recognised.
    number: of the current wording, from 1; is_pinned: by the user, None where the user said nothing.
    holds_precision: of the words that say since when ("since 2022": year), None where none do.
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
    subject: str | None = None
    attribute: str | None = None
    about: Stretch | None = None
    number: int = 1
    is_pinned: bool | None = None
    holds_precision: Precision | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the upper graph (DCPM D-06, D-07) with the ids of the beliefs it rests on.

    state: of schemas and cores `standing`, `weakened` (evidence was forgotten, taken back or superseded since) or `withdrawn`; of
    intentions `open`, `fulfilled`, `expired` or `dropped`. support: share of its evidence that is
    believed now, 0..1; what was superseded meanwhile counts a quarter.
    behaviour: what is done, without the domain's words (D-36), None where none was written. due_from, due_until: an intention's
    horizon, Unix ms, half open, None for an open end; cue: words that call it to mind. members: schemas of a core.
    because: evidence that brought it up in a recall.
    """

    key: int
    id: str
    kind: NodeKind
    domain: str | None
    text: str
    confidence: float
    state: NodeState
    evidence: tuple[str, ...]
    support: float = 1.0
    behaviour: str | None = None
    due_from: int | None = None
    due_until: int | None = None
    cue: str | None = None
    members: tuple[str, ...] = ()
    because: tuple[str, ...] = ()
    recorded_at: int = 0


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation as people see it: ids of its ends (beliefs or nodes), predicate, weight 0..1, and whether it was closed since."""

    source: str
    target: str
    predicate: str
    description: str
    weight: float
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class Graph:
    """The upper graph with what it rests on: all nodes but withdrawn ones, their evidence with whole chains, relations among all of these.

    chains: oldest state first; sources: per belief id the words it rests on.
    """

    nodes: tuple[Node, ...]
    chains: tuple[tuple[Belief, ...], ...]
    edges: tuple[Edge, ...]
    sources: Mapping[str, tuple[Evidence, ...]]


@dataclass(frozen=True, slots=True)
class Concern:
    """An open intention that may want care now. is_due: its time has come or comes soon; nearness: to what was just said, None if it is not."""

    node: Node
    is_due: bool
    nearness: float | None


NightState = Literal["done", "partial", "failed", "nothing"]  # `failed` is on record only: the call raised


@dataclass(frozen=True, slots=True)
class NightReport:
    """What a night came to. job: by which it can be taken back, None when nothing was to be asked or changed.

    state: `done`; `partial` (a budget or a mind ended it early, `fault` says why; the rest waits); `nothing` (no news).
    fresh: beliefs in no node; noise: of them those in no cluster; clusters: asked about tonight (of them `revisited` nodes whose
    evidence was superseded); described: new schemas; collisions: groups of schemas that collided across domains and were asked about.
    schemas, intentions, cores, evidence, edges: made tonight; attached: schemas that joined a standing core; expired, fulfilled,
    dropped, withdrawn: nodes whose state changed; refused: actions that were not taken, by reason; failed: questions left for another night.
    calls: of a model, of them reasked; usd: None where a price isn't known.
    """

    job: str | None
    mind: str
    state: NightState
    fresh: int = 0
    noise: int = 0
    clusters: int = 0
    revisited: int = 0
    described: int = 0
    collisions: int = 0
    schemas: int = 0
    intentions: int = 0
    cores: int = 0
    evidence: int = 0
    edges: int = 0
    attached: int = 0
    expired: int = 0
    fulfilled: int = 0
    dropped: int = 0
    withdrawn: int = 0
    refused: tuple[tuple[str, int], ...] = ()
    failed: int = 0
    calls: int = 0
    reasked: int = 0
    usd: float | None = 0.0
    fault: str | None = None
    is_resumed: bool = False


@dataclass(frozen=True, slots=True)
class NightPreview:
    """What a night would ask about, without asking: clusters (their beliefs' texts), fewest and most calls, and about what they would cost."""

    fresh: int
    noise: int
    clusters: tuple[tuple[str, ...], ...]
    revisited: int
    mind: str
    calls_least: int
    calls_most: int
    usd: float | None


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
class SettleReport:
    """What was decided about messages, by whom, and what became of it.

    job: by which it can be taken back, None when nothing changed; decided: messages; waiting: messages that still wait, with `fault`
    saying why; added, superseded, updated, duplicates, relations: beliefs and relations; refused: what a mind sent and was not taken,
    by reason; calls: of a model.
    """

    job: str | None
    mind: str
    decided: int = 0
    waiting: int = 0
    added: int = 0
    superseded: int = 0
    updated: int = 0
    duplicates: int = 0
    relations: int = 0
    refused: tuple[tuple[str, int], ...] = ()
    calls: int = 0
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class AddReport:
    """What `add` did: ids of the raw inputs in order, known ones included; counts of what was kept, known, withheld, refused.

    forgotten: messages that stay out because they were forgotten before (K29).
    differing: known ones whose id stands for another text, time, speaker or session here; what was kept first stays.
    settled: what was decided about them; None when that was left for later.
    """

    ids: tuple[str, ...]
    added: int
    known: int
    withheld: int
    forgotten: int
    differing: int = 0
    settled: SettleReport | None = None


@dataclass(frozen=True, slots=True)
class DecisionNote:
    """A decision on record: its name and version, who decided ('offline', 'user', a model), and when, Unix ms."""

    name: str
    version: int
    mind: str
    decided_ms: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """Words of a message that a belief rests on, code points start..end; role `context`: the question that they answer."""

    message: RawInput
    words: str
    role: Literal["quote", "context"]
    start: int
    end: int


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


@dataclass(frozen=True, slots=True)
class CostLine:
    """What one model cost for one purpose. usd: of the calls whose price is known, None where it is known of none.

    unpriced: calls of unknown price; while there are any, `usd` is a lower bound.
    """

    purpose: str
    model: str
    calls: int
    faults: int
    tokens_in: int
    tokens_cached: int
    tokens_out: int
    usd: float | None
    unpriced: int


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of writing on record that can be taken back. changed: count per action; times in Unix ms."""

    id: str
    kind: str
    state: str
    started_ms: int
    ended_ms: int | None
    changed: tuple[tuple[str, int], ...]


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
