"""Every threshold, weight and limit, with unit, reason and source."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

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
    ledger_text_days: days for which prompts and replies are kept, to be looked at and replayed; counts stay for ever.
    batch_chars: code points of new messages in one extraction (K45).
    recent_turns: turns before them that are shown as context.
    max_items: beliefs that one extraction may give at most (K12): one for every 170 characters of a full batch.
    with_summaries: whether a model condenses the session along the way (D-04); the offline rules never do.
    """

    deadline_s: float = 180.0
    retries: int = 3
    first_wait_s: float = 2.0
    budget: Budget = field(default_factory=Budget)
    ledger_text_days: int = 30
    batch_chars: int = 10_000
    recent_turns: int = 6
    max_items: int = 60
    with_summaries: bool = True


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a memory. `clock` is the one source of the present time.

    codes_budget_bytes: memory that coarse codes may take before vec0 is searched instead; 0 switches the accelerator off.
    embed_batch: vectors per transaction while embedding; keeps the writer's lock short.
    """

    recall: RecallSettings = field(default_factory=RecallSettings)
    mind: MindSettings = field(default_factory=MindSettings)
    codes_budget_bytes: int = 96 * 1024 * 1024
    embed_batch: int = 64
    clock: Clock = system_clock
