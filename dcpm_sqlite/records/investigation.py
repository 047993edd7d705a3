"""The agentic read and what a use of memory changes (REALM §3.3, §3.4, C.1): plans, actions, what was found and how it was reached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dcpm_sqlite.records.beliefs import Belief, BeliefType, Layer
from dcpm_sqlite.records.graph import Edge, Node

Preset = Literal["shallow", "deep"]
Matching = Literal["query_match", "keywords_match", "hybrid_match"]
Expansion = Literal["subgraph_beam", "path_search"]
Direction = Literal["forward", "backward", "both"]
Stop = Literal["enough", "converged", "depth", "budget", "nothing found"]
Outcome = Literal["right", "wrong"]


@dataclass(frozen=True, slots=True)
class SeedPlan:
    """One way to look for starting points (REALM R-19, R-20): p = (Q, K, T, tau).

    query: what is embedded; keywords: what is looked up in the keyword index; types: preferred, softly (R-21), empty for all.
    from_ms, until_ms: Unix ms, half open, None for an open end; they count in hybrid_match only (R-22).
    """

    matching: Matching
    query: str
    keywords: tuple[str, ...] = ()
    types: tuple[BeliefType, ...] = ()
    from_ms: int | None = None
    until_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Allowed:
    """Edges that an expansion may take (R-30): of a layer, of one predicate of it where that is given, in that direction."""

    layer: Layer
    predicate: str | None = None
    direction: Direction = "both"


@dataclass(frozen=True, slots=True)
class Decay:
    """What counts against a candidate outside of a window of time (R-31).

    from_ms, until_ms: the time that the question names, Unix ms, half open; tolerance_ms: the window reaches so far beyond both ends.
    is_hard: outside is dropped; otherwise it is penalised by how far outside it is. keeps_undated: whether what has no time is kept, at a
    fixed penalty.
    """

    from_ms: int
    until_ms: int
    tolerance_ms: int = 0
    is_hard: bool = False
    keeps_undated: bool = True


@dataclass(frozen=True, slots=True)
class Action:
    """How the search goes on from one item (R-25, R-26): a_v = (mode, predicate, decay, inhibit), and how much of it.

    allowed: none for any edge. threshold: of Eq. 14, 0..1. max_nodes: of a beam, items beside the seed. max_depth, top_k: of paths: edges
    from the seed at most, and paths that go on after each hop. inhibits_conflict: edges that contradict are not taken (R-32).
    reasoning: what this is to find; edges are held against it (Eq. 14).
    """

    seed: int
    mode: Expansion
    reasoning: str
    allowed: tuple[Allowed, ...] = ()
    threshold: float = 0.3
    max_nodes: int = 8
    max_depth: int = 2
    top_k: int = 3
    decay: Decay | None = None
    inhibits_conflict: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One edge of the way to a finding: ids and texts from the seed's side to the finding's.

    is_forward: whether it was walked in the relation's own direction; weight: of the relation then; score: of Eq. 14, clipped to 0..1.
    """

    start: str
    end: str
    predicate: str
    description: str
    weight: float
    is_forward: bool
    score: float
    start_text: str = ""
    end_text: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One piece of evidence: a belief, led by its chain's current state, or a message that no belief tells.

    key, id: of the belief, or of the raw input. score: Eq. 9; access: s_aces, of a seed its seed score; nearness: sim(v, q), rescaled so that
    unrelated texts are at 0 and the same text at 1. depth: the round of expansion that reached it, 0 for seeds; path: the way from its seed.
    said_ms: Unix ms; sources: ids of the raw inputs it rests on; chain: all states, oldest first (beliefs only). drawn: of a message, the
    beliefs that tell a part of it, each as it stands now.
    """

    kind: Literal["belief", "passage"]
    key: int
    id: str
    text: str
    type: BeliefType | None
    score: float
    access: float
    nearness: float
    depth: int
    path: tuple[Step, ...]
    said_ms: int
    party: str | None
    sources: tuple[str, ...]
    chain: tuple[Belief, ...] = ()
    drawn: tuple[Belief, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """One round of the search, for the trace. number: from 1; is_enough: the search ended before it expanded.

    frontier: ids it went on from; actions: one for each; found: ids it reached that were new. refused: what a reply asked for and was not
    taken, or was brought within its bounds, by reason.
    """

    number: int
    is_enough: bool
    frontier: tuple[str, ...] = ()
    actions: tuple[Action, ...] = ()
    found: tuple[str, ...] = ()
    refused: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Investigation:
    """What `investigate` returns: evidence best first, the subgraph that it induces (G_q), and how it was found.

    edges: relations among the findings; nodes: what rests on them. relaxed: bounds of plans that had to be given up so that there were
    seeds at all (R-21, R-22). reached: how many items were looked at. calls: of a model; usd: None where a price isn't known.
    took_ms: whole time, of it encode_ms the encoder's.
    """

    question: str
    mind: str
    findings: tuple[Finding, ...]
    edges: tuple[Edge, ...]
    nodes: tuple[Node, ...]
    plans: tuple[SeedPlan, ...]
    rounds: tuple[Round, ...]
    stopped: Stop
    relaxed: tuple[str, ...] = ()
    refused: tuple[tuple[str, int], ...] = ()
    reached: int = 0
    calls: int = 0
    usd: float | None = 0.0
    took_ms: float = 0.0
    encode_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Reweighing:
    """One change of a relation's weight, on record (R-50). old: None where the relation was made by it.

    relation, source, target: ids; question: of the use that caused it, None where it was forgotten since; confidence: of the edit, 0..1.
    """

    relation: str
    source: str
    target: str
    predicate: str
    action: Literal["add", "strengthen", "weaken"]
    confidence: float
    old: float | None
    new: float
    job: str
    question: str | None
    mind: str
    changed_ms: int


@dataclass(frozen=True, slots=True)
class ReconsolidationReport:
    """What a use of the memory changed in its relations (REALM §3.4).

    job: by which `undo` takes it back, None where nothing was to be judged. topic: what the recalled items are about; key, supporting,
    misleading, unrelated: their ids, in the audit's four groups (R-40). added, strengthened, weakened: relations; refused: edits that were
    not taken, by reason.
    """

    job: str | None
    mind: str
    topic: str
    key: tuple[str, ...] = ()
    supporting: tuple[str, ...] = ()
    misleading: tuple[str, ...] = ()
    unrelated: tuple[str, ...] = ()
    added: int = 0
    strengthened: int = 0
    weakened: int = 0
    refused: tuple[tuple[str, int], ...] = ()
    calls: int = 0
    usd: float | None = 0.0


@dataclass(frozen=True, slots=True)
class Reply:
    """What `ask` returns: an answer with the ids of the findings it cites; text None: the memory does not tell.

    report: what the use changed in the relations; None where it was asked to learn nothing, or could not: then `fault` says why.
    """

    text: str | None
    cited: tuple[str, ...]
    investigation: Investigation
    report: ReconsolidationReport | None
    calls: int
    usd: float | None
    fault: str | None = None
