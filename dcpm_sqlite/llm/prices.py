"""What a call costs: list prices of Anthropic's models, nothing for servers on this machine.

USD per million tokens. Sources, read in November 2026:
[P] platform.claude.com/docs/en/about-claude/pricing; [M] each model's page under platform.claude.com/docs/en/models;
[S] the cut of Sonnet 5.5's cache reads of 2026-10-07, as two price lists that were checked against [P] after that day have it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dcpm_sqlite.llm import wire
from dcpm_sqlite.llm.port import Reply


@dataclass(frozen=True, slots=True)
class Price:
    """USD per million tokens: read afresh, read from the cache, written.

    above: the price of all tokens of a call that reads more than above_tokens, cached ones included; None where length doesn't matter.
    """

    fresh: float
    cached: float
    output: float
    above_tokens: int = 0
    above: Price | None = None


PRICES = {
    "claude-fable-5-1": Price(10.0, 0.25, 50.0),  # [P]
    "claude-mythos-5-1": Price(10.0, 0.25, 50.0),  # [P]
    "claude-fable-5": Price(10.0, 1.0, 50.0),  # [P]
    "claude-mythos-5": Price(10.0, 1.0, 50.0),  # [P]
    "claude-opus-5-5": Price(4.0, 0.20, 20.0),  # [M] released 2026-09-22
    "claude-opus-5": Price(5.0, 0.50, 25.0),  # [P]
    "claude-opus-4-8": Price(5.0, 0.50, 25.0),  # [P]
    "claude-opus-4-7": Price(5.0, 0.50, 25.0),  # [P]
    "claude-opus-4-6": Price(5.0, 0.50, 25.0),  # [P]
    "claude-opus-4-5": Price(5.0, 0.50, 25.0),  # [P]
    "claude-sonnet-5-5": Price(2.0, 0.10, 10.0),  # [M] released 2026-09-28; [S]
    "claude-sonnet-5": Price(2.0, 0.20, 10.0),  # [M]
    "claude-sonnet-4-6": Price(3.0, 0.30, 15.0),  # [P]
    "claude-sonnet-4-5": Price(3.0, 0.30, 15.0),  # [P]
    "claude-haiku-5-5": Price(0.10, 0.01, 0.50, 100_000, Price(0.50, 0.05, 2.50)),  # [M] released 2026-10-07, two bands by length
    "claude-haiku-4-5": Price(1.0, 0.10, 5.0),  # [M]
}

BATCH_SHARE = 0.5  # [P] of every price above, the cache's and both bands' included, for a call that is made in a batch


def cost_usd(name: str, reply: Reply) -> float | None:
    """What the call cost in USD, by the model's name as in `LLM.name`; None where no price is known.

    Writing the cache costs a quarter more than reading afresh, which a Reply doesn't tell apart: the first call of a row is understated by
    a quarter of its system prompt. A batch's call costs BATCH_SHARE of it. Other discounts and taxes are not known here.
    """
    provider, _, rest = name.partition(":")
    if provider == "recorded" or (provider == "openai" and wire.is_loopback(rest)):
        return 0.0
    if provider != "anthropic":
        return None
    price = PRICES.get(re.sub(r"-20\d{6}$", "", rest))  # a snapshot costs what its model costs
    if price is None:
        return None
    if price.above and reply.tokens_in > price.above_tokens:
        price = price.above
    fresh = reply.tokens_in - reply.tokens_cached
    return (fresh * price.fresh + reply.tokens_cached * price.cached + reply.tokens_out * price.output) / 1e6
