"""What a call costs."""

from __future__ import annotations

import pytest

from dcpm_sqlite.llm.port import Reply
from dcpm_sqlite.llm.prices import PRICES, cost_usd

CALL = Reply("{}", "end", tokens_in=10_000, tokens_cached=4_000, tokens_out=1_000)


def test_fresh_cached_and_written_tokens_have_their_own_price() -> None:
    """6,000 fresh at 1 USD, 4,000 cached at 0.10, 1,000 written at 5, each per million."""
    assert cost_usd("anthropic:claude-haiku-4-5", CALL) == pytest.approx(0.006 + 0.0004 + 0.005)


@pytest.mark.parametrize(("tokens_in", "usd"), [(100_000, 0.0101), (100_001, 0.0505)])
def test_a_long_prompt_raises_the_price_of_the_whole_call(tokens_in: int, usd: float) -> None:
    """Haiku 5.5 costs five times as much above 100,000 tokens read, replies included."""
    reply = Reply("{}", "end", tokens_in=tokens_in, tokens_cached=0, tokens_out=200)
    assert cost_usd("anthropic:claude-haiku-5-5", reply) == pytest.approx(usd, rel=1e-4)


def test_a_snapshot_costs_what_its_model_costs() -> None:
    """The date of a snapshot doesn't hide the model."""
    assert cost_usd("anthropic:claude-sonnet-4-5-20250929", CALL) == cost_usd("anthropic:claude-sonnet-4-5", CALL)


@pytest.mark.parametrize(
    "name", ["openai:http://localhost:11434/v1#qwen3:8b", "openai:http://[::1]:8080#m", "openai:http://127.0.0.2/v1#m", "recorded:f"]
)
def test_this_machine_costs_nothing(name: str) -> None:
    """Servers on this machine and recorded replies are free."""
    assert cost_usd(name, CALL) == 0.0


@pytest.mark.parametrize(
    "name",
    [
        "anthropic:claude-unheard-9",
        "anthropic:claude-fable-5-2",
        "openai:https://api.openai.com/v1#gpt",
        "openai:http://localhost.evil.test/v1#m",
        "scripted",
        "",
    ],
)
def test_an_unknown_price_is_none(name: str) -> None:
    """No price is guessed."""
    assert cost_usd(name, CALL) is None


@pytest.mark.parametrize("model", PRICES)
def test_prices_are_in_order(model: str) -> None:
    """Reading from the cache is cheapest, writing dearest; a longer band is dearer."""
    price = PRICES[model]
    assert 0 < price.cached < price.fresh < price.output
    assert price.above is None or (price.above.fresh > price.fresh and price.above_tokens > 0)
