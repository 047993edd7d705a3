"""Every threshold, weight and limit, with unit, reason and source."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

Clock = Callable[[], int]


def system_clock() -> int:
    """Unix milliseconds UTC."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class RecallSettings:
    """How a read searches and ranks. Weights set by hand on two LoCoMo conversations (26, 30)
    and looked at on five.

    dense_weight: share of meaning against keywords in the base score; at 0.5 and above recall falls.
    context_weight: what a term counts that stands only in the turn before.
    session_weight: for the mean of the session's three best base scores: a session that is about it carries its turns.
    speaker_weight: for what is said by the one speaker whom the question names.
    belief_weight: what a belief's own score counts against a message's: where it is in the message's own words, the message says it
        too. On LoCoMo recall@10 is 0.803 at 1, and 0.804 from 0.7 to 0.85, as it is without beliefs.
    neighbour_weight: for the better of the two neighbouring turns' base scores.
    coarse: candidates by sign bits per channel; of the true ten nearest of 8,586 real texts 320 hold 0.955, 640 0.982.
    dense_top: nearest after exact rescoring that get a score for meaning; the last of them is its zero.
    keyword_top: best rows by keywords that become candidates.
    rows_per_term: newest rows per term that are looked at; bounds the work for a word that stands everywhere. With a conversation
        hidden under 100,000 later passages, recall@10 is 0.755 at 2,000, 0.783 at 8,000 and 0.789 unbounded.
    floor: something fits the question when, for any candidate, z + floor_share_weight x share reaches it: z is its similarity in
        standard deviations above unrelated texts, share the part of the question's keyword weight in its own text. On LoCoMo
        0.4 % of 760 questions are turned away wrongly, 93 % of 100 unrelated ones rightly; a question that names a speaker of
        the store is turned away in 46 %.
    floor_share: the share that fits by itself: most of the question's words stand there, whatever their meaning is near to.
    max_nodes: schemas, intentions and core schemas shown at most. with_nodes: whether they are (D-51).
    with_chains: whether superseded states are found and shown; without, as if each had been overwritten (D-51).
    with_relations: whether what relations tie to the best hits rises with them; relation_weight: share of a hit's score that a relation of
        weight 1 passes on; relation_starts: hits that pass it on; relations_per_item: the heaviest of each that are looked at.
    identity_items, identity_tokens: bounds of what is always shown (DESIGN: bounded, whatever its similarity).
    """

    k: int = 10
    dense_weight: float = 0.4
    context_weight: float = 0.5
    session_weight: float = 0.3
    speaker_weight: float = 0.4
    neighbour_weight: float = 0.15
    belief_weight: float = 0.8
    coarse: int = 400
    dense_top: int = 100
    keyword_top: int = 120
    rows_per_term: int = 8_000
    floor: float = 3.3
    floor_share_weight: float = 2.0
    floor_share: float = 0.6
    identity_items: int = 12
    identity_tokens: int = 200
    max_nodes: int = 10
    with_nodes: bool = True
    with_chains: bool = True
    with_relations: bool = False
    relation_weight: float = 0.3
    relation_starts: int = 10
    relations_per_item: int = 16
    with_passages: bool = True
    with_beliefs: bool = True
    with_summaries: bool = True


@dataclass(frozen=True, slots=True)
class Budget:
    """What asking a model may cost; None is no bound. At a bound nothing more is asked, and what is undecided waits.

    calls_per_day, usd_per_day: of the whole file, all spaces and processes, since 0:00 UTC; faulty calls count. A bound in US
        dollars needs a model whose price is known. Processes that ask at the same moment may each go over by one call.
    calls_per_batch, tokens_per_batch: of one batch of messages (tokens read and written): it takes two calls of some 5,000
        tokens, four when both are asked again; the rest is for halving and for calls that were not answered.
    calls_per_night, usd_per_night: of one night's consolidation.
    """

    calls_per_day: int | None = 1_000
    usd_per_day: float | None = None
    calls_per_batch: int | None = 16
    tokens_per_batch: int | None = 150_000
    calls_per_night: int | None = 200
    usd_per_night: float | None = None


@dataclass(frozen=True, slots=True)
class MindSettings:
    """How a model is asked, what it may cost, and how much it is asked at once.

    deadline_s: seconds that one decision may take, all waiting and asking again included; a long reply of a model on the user's
        own machine takes minutes.
    retries: how often a model that was not reached is asked again within that time, per asking.
    first_wait_s: seconds before the first of them, doubled each time; a server that names a wait is heeded instead.
    batch_deadline_s: seconds after which a batch of calls is cancelled; Anthropic's end within 24 hours, most within one.
    batch_wait_s: seconds between two looks at a batch at most; the first wait is first_wait_s, doubled each time.
    ledger_text_days: days for which prompts and replies are kept, to be looked at and replayed; counts stay for ever.
    batch_chars: code points of new messages in one extraction (K45).
    recent_turns: turns before them that are shown as context.
    max_items: beliefs that one extraction may give at most (K12): one for every 170 characters of a full batch.
    with_summaries: whether a model condenses the session along the way (D-04); the offline rules never do.
    """

    deadline_s: float = 180.0
    retries: int = 3
    first_wait_s: float = 2.0
    batch_deadline_s: float = 86_400.0
    batch_wait_s: float = 60.0
    budget: Budget = field(default_factory=Budget)
    ledger_text_days: int = 30
    batch_chars: int = 10_000
    recent_turns: int = 6
    max_items: int = 60
    with_summaries: bool = True


@dataclass(frozen=True, slots=True)
class ClusterSettings:
    """Two-stage DBSCAN over meaning (DCPM D-27). Nearness is a standard score against the encoder's unrelated passages.

    near: beliefs are neighbours from this score on; 3.1 is a centred cosine of 0.40 for the shipped encoder. On five LoCoMo conversations
        it leaves half of the beliefs to other nights, 2.7 joins most of a conversation into one, 3.9 leaves nine of ten.
    step: how much it rises each time an over-sized cluster is parted by a tighter pass.
    min_samples: neighbours, itself included, that make a belief dense. max_size: of a cluster, in beliefs; one that no pass parts is cut.
    shrink: how many beliefs the encoder's own centre counts for when they are centred.
    tree_limit: up to so many, hdbscan's tree is cut; above, neighbour lists are made block by block. most_pairs: kept at most, 8 bytes each.
    """

    near: float = 3.1
    step: float = 0.3
    min_samples: int = 3
    max_size: int = 12
    shrink: int = 40
    tree_limit: int = 2_000
    most_pairs: int = 30_000_000


@dataclass(frozen=True, slots=True)
class SweepSettings:
    """Which schemas collide (Eq. 1, DCPM D-37). Scores are standard scores against the encoder's unrelated passages.

    behaviour: E_beh from which two schemas behave alike; meaning: E_sem below which they speak of different things.
    max_members: schemas in one core; union-find chains, and a core that holds of everything says nothing.

    Chosen on the develop half of labelled pairs (`bench/collisions.py`; cosines 0.883 and 0.925 for the shipped encoder). With descriptions by
    hand, precision .90 and recall .63 there, .88 (44/50) and .46 (44/96) on the report half; by the offline rule .98 and .89, then .98 (52/53) and
    .54 (52/96). Of all pairs, as a night meets them, three of ten that collide by hand are right, nine of ten by the rule: a mind is asked, and may
    decline. The rule's descriptions are set phrases: any `behaviour` from 3.5 to 4.5 gives about the same, so that one setting serves both.
    """

    behaviour: float = 3.5
    meaning: float = 5.0
    max_members: int = 8


@dataclass(frozen=True, slots=True)
class NightSettings:
    """How a night clusters, what it shows a mind, and which of its phases run (DCPM D-26..D-41, D-51).

    near_nodes: schemas and intentions shown with a cluster at most, by nearness and through chains each (D-29: the nearest 8).
    near_floor: standard score of a node against the cluster's centroid from which it is near.
    shown_evidence: beliefs shown with each of those nodes, the latest.
    described_evidence: beliefs shown when a schema's behaviour is described.
    with_collisions: whether schemas are described and compared across domains.
    """

    near_nodes: int = 8
    near_floor: float = 2.0
    shown_evidence: int = 3
    described_evidence: int = 6
    with_collisions: bool = True
    clusters: ClusterSettings = field(default_factory=ClusterSettings)
    sweep: SweepSettings = field(default_factory=SweepSettings)


@dataclass(frozen=True, slots=True)
class SearchDepth:
    """How far an investigation goes (REALM A.3, R-37). plans: seed plans at most; rounds: of expansion at most."""

    plans: int
    rounds: int


SHALLOW = SearchDepth(plans=1, rounds=3)  # REALM's for LoCoMo
DEEP = SearchDepth(plans=3, rounds=5)  # REALM's for LongMemEval


@dataclass(frozen=True, slots=True)
class InvestigationSettings:
    """How the relation graph is searched (REALM C.1, A.3), and within which bounds a reply may set an action's parameters.

    shallow, deep: the presets. k: findings returned, and seeds per plan (R-37). frontier: items expanded in one round at most (R-24).
    alpha: share of the access score against nearness in Eq. 9. beta: share of the edge's meaning against its weight in Eq. 8.
    edge_meaning: the same share in Eq. 14. hop_penalty: for each hop of a path after the first (R-34).
    decay_slope, decay_cap: soft penalty for each tolerance beyond the window, and at most; undated_penalty: for what has no time (R-31).
    seed_threshold: share of the best candidate's score below which a plan's candidate is no seed, unless there is no other (R-21).
    hybrid_meaning: share of meaning in hybrid_match; recall's own weight, with which more is found than with R-20's 0.6. max_hops: of a beam, whatever its budget. edges_per_item: the heaviest that are looked at.
    max_nodes, max_depth, max_top_k: bounds of what a reply may ask for. max_reached: memory budget, items in all (R-35).
    with_seeds_only, modes: ablations; modes that actions may have. with_passages: whether messages that no belief tells are evidence too.
    """

    shallow: SearchDepth = SHALLOW
    deep: SearchDepth = DEEP
    k: int = 10
    frontier: int = 5
    alpha: float = 0.8
    beta: float = 0.6
    edge_meaning: float = 0.6
    hop_penalty: float = 0.03
    decay_slope: float = 0.1
    decay_cap: float = 0.3
    undated_penalty: float = 0.1
    seed_threshold: float = 0.3
    hybrid_meaning: float = 0.4
    max_hops: int = 4
    edges_per_item: int = 64
    max_nodes: int = 32
    max_depth: int = 6
    max_top_k: int = 8
    max_reached: int = 400
    with_seeds_only: bool = False
    modes: tuple[Literal["subgraph_beam", "path_search"], ...] = ("subgraph_beam", "path_search")
    with_passages: bool = True


@dataclass(frozen=True, slots=True)
class WeightRule:
    """How a use changes weights (REALM Eq. 11, 12; R-42): one rule, of which the paper's three forms are settings.

    add: w = max(floor, eta_add c). strengthen: w += eta_strengthen c (1 - w). weaken: w -= eta_weaken c (w - floor).
    0.8, 1, 1 with a floor is Eq. 12; the same eta thrice without a floor is Algorithm 3; eta_add 1 is prompt D.7. The default is slower than
    Eq. 12: by that, after 200 uses of two LoCoMo conversations (twenty questions, ten times each) 43 and 56 % of the relations that a use
    had touched stood at 0.99 or above, where no later use tells them apart; at 0.5 it is 0 and 33 %, at 0.2 none.
    """

    eta_add: float = 0.8
    eta_strengthen: float = 0.2
    eta_weaken: float = 0.2
    floor: float = 0.05


@dataclass(frozen=True, slots=True)
class ReconsolidationSettings:
    """What one audit may change. max_edits: of one reply, further ones are refused and counted."""

    rule: WeightRule = field(default_factory=WeightRule)
    max_edits: int = 20


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a memory. `clock` is the one source of the present time; `configured` gives the paper's configurations.

    with_nights: whether System 2 is there at all (DCPM D-50).
    codes_budget_bytes: memory that coarse codes may take before vec0 is searched instead; 0 switches the accelerator off.
    embed_batch: vectors per transaction while embedding; keeps the writer's lock short.
    """

    recall: RecallSettings = field(default_factory=RecallSettings)
    mind: MindSettings = field(default_factory=MindSettings)
    night: NightSettings = field(default_factory=NightSettings)
    investigation: InvestigationSettings = field(default_factory=InvestigationSettings)
    reconsolidation: ReconsolidationSettings = field(default_factory=ReconsolidationSettings)
    with_nights: bool = True
    codes_budget_bytes: int = 96 * 1024 * 1024
    embed_batch: int = 64
    clock: Clock = system_clock


Configuration = Literal["full", "no collisions", "no nodes", "no chains", "lite"]


def configured(name: Configuration, settings: Settings | None = None) -> Settings:
    """The paper's configurations (DCPM D-50, D-51), each as one change of `settings`.

    full: everything. no collisions: no core schemas. no nodes: no schemas and intentions either. no chains: superseded states are not shown
    either. lite: System 1 only, the same as "no nodes". Raises KeyError for another name.
    """
    given = settings or Settings()
    without = {
        "full": given,
        "no collisions": replace(given, night=replace(given.night, with_collisions=False)),
        "lite": replace(given, with_nights=False, recall=replace(given.recall, with_nodes=False)),
    }
    without["no nodes"] = without["lite"]
    without["no chains"] = replace(without["lite"], recall=replace(without["lite"].recall, with_chains=False))
    return without[name]
