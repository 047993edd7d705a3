"""The Anthropic adapter: what it sends, and what it needs."""

from __future__ import annotations

import pytest

from dcpm_sqlite.errors import MindRejected, UsageError
from dcpm_sqlite.llm.claude import ClaudeLLM
from dcpm_sqlite.llm.port import Limits, Request, Turn
from tests.llm.conftest import SCHEMA, asking, connect
from tests.servers import Asked, server

RE_ASK = (Turn("user", "Where?"), Turn("assistant", "[]"), Turn("user", "An object was asked."))


def sent(model: str, request: Request) -> Asked:
    """The one request that a call leads to."""
    with server("anthropic", ["{}"]) as fake:
        connect(fake, model=model).complete(request)
        assert fake.count == 1
        return fake.requests[0]


def test_the_request_on_the_wire() -> None:
    """System prompt marked for the cache, turns as they are, the schema as output format, and no sampling parameters."""
    body = sent("claude-haiku-5-5", Request("extract", "You read.", RE_ASK, SCHEMA, 700, 10.0)).body
    assert body == {
        "model": "claude-haiku-5-5",
        "max_tokens": 700,
        "system": [{"type": "text", "text": "You read.", "cache_control": {"type": "ephemeral"}}],
        "messages": [{"role": turn.role, "content": turn.text} for turn in RE_ASK],
        "thinking": {"type": "disabled"},
        "output_config": {"format": {"type": "json_schema", "schema": SCHEMA}},
    }


def test_bounds_go_into_descriptions() -> None:
    """What the API's schemas cannot say is told in words, not dropped."""
    schema = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}, "required": ["n"]}
    body = sent("claude-haiku-5-5", Request("extract", "s", RE_ASK[:1], schema, 700, 10.0)).body
    assert body["output_config"]["format"]["schema"]["properties"]["n"] == {"type": "integer", "description": "{minimum: 1}"}


@pytest.mark.parametrize(
    ("model", "thinking"),
    [
        ("claude-haiku-5-5", {"type": "disabled"}),
        ("claude-sonnet-5-5", {"type": "between_tools"}),
        ("claude-opus-5", {"type": "disabled"}),
        ("claude-haiku-4-5", None),
        ("claude-opus-4-8", None),
        ("claude-unheard-9", None),
    ],
)
def test_thinking_is_off_where_it_can_be(model: str, thinking: object) -> None:
    """Each model is told in its own way; one that doesn't think unasked is told nothing."""
    body = sent(model, asking(max_tokens=700)).body
    assert body.get("thinking") == thinking
    assert body["max_tokens"] == 700
    assert "effort" not in body["output_config"]


@pytest.mark.parametrize("model", ["claude-opus-5-5", "claude-fable-5-1"])
def test_a_model_that_must_think_gets_room(model: str) -> None:
    """Where thinking can't be switched off, it is kept short and doesn't eat the reply's tokens."""
    body = sent(model, asking(max_tokens=700)).body
    assert "thinking" not in body
    assert body["output_config"]["effort"] == "low"
    assert body["max_tokens"] == 8_700


def test_never_more_than_the_model_gives() -> None:
    """max_tokens stays within the model's limit."""
    assert sent("claude-haiku-4-5", asking(max_tokens=10**6)).body["max_tokens"] == 64_000


@pytest.mark.parametrize(
    ("model", "context"),
    [("claude-sonnet-4-5-20250929", 200_000), ("claude-opus-4-8", 200_000), ("claude-opus-5", 1_000_000), ("claude-sonnet-5-5", 1_000_000)],
)
def test_limits_by_generation(model: str, context: int) -> None:
    """The context is what every model of that generation has."""
    assert ClaudeLLM(model).limits == Limits(context, 128_000 if context > 200_000 else 64_000)


@pytest.mark.parametrize("key", [None, "", "  "])
def test_a_missing_key_is_rejected_before_anything_is_sent(key: str | None) -> None:
    """Without a key nothing is sent, and the error says which variable to set."""
    with server("anthropic", []) as fake:
        with pytest.raises(MindRejected, match="set ANTHROPIC_API_KEY"):
            connect(fake, key=key).complete(asking())
        assert fake.count == 0


def test_the_key_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an argument the SDK's variable is used; white space around a key does no harm."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "from-env")
    with server("anthropic", ["{}"], key="from-env") as fake:
        connect(fake, key=None).complete(asking())
    with server("anthropic", ["{}"], key="k") as fake:
        connect(fake, key=" k\n").complete(asking())


def test_an_impossible_key_is_a_usage_error() -> None:
    """A key with other than printable ASCII characters is told at once."""
    with pytest.raises(UsageError, match="copy it anew"):
        ClaudeLLM("m", api_key="sk\u2013ant")


@pytest.mark.parametrize("url", ["http://[::1", "nonsense", "ftp://127.0.0.1"])
def test_an_impossible_address_is_a_usage_error(url: str) -> None:
    """An address that is none is told at once."""
    with pytest.raises(UsageError, match="no http or https address"):
        ClaudeLLM("m", api_key="k", base_url=url)


def test_an_impossible_address_in_the_environment_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the SDK's variable holds leads to the package's own error, too."""
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://[::1")
    with pytest.raises(MindRejected, match="check the base URL"):
        ClaudeLLM("m", api_key="k").complete(asking())
