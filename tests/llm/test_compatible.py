"""The adapter for OpenAI-compatible servers: what it sends, and to whom."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.errors import MindRejected, UsageError
from dcpm_sqlite.llm.compatible import CompatibleLLM, strict, without_thoughts
from dcpm_sqlite.llm.port import Limits
from tests.llm.conftest import SCHEMA, asking, connect
from tests.servers import Body, Raw, Status, Step, server


def test_the_request_on_the_wire() -> None:
    """System prompt first, a strict schema, temperature 0, and max_tokens under the name that local servers know."""
    with server("openai", ["{}"]) as fake:
        connect(fake).complete(asking("Where?"))
        body = fake.requests[0].body
    assert body == {
        "model": "qwen3:8b",
        "messages": [{"role": "system", "content": "You read messages."}, {"role": "user", "content": "Where?"}],
        "response_format": {"type": "json_schema", "json_schema": {"name": "extract", "strict": True, "schema": SCHEMA}},
        "max_tokens": 500,
        "temperature": 0,
    }


def test_openai_itself_has_other_names() -> None:
    """OpenAI's own reasoning models reject max_tokens and temperature."""
    body = CompatibleLLM("https://api.openai.com/v1", "gpt", limits=Limits(400_000, 100_000))._body(asking(max_tokens=3_000))
    assert body["max_completion_tokens"] == 3_000
    assert not {"max_tokens", "temperature"} & set(body)


def test_no_key_is_sent_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key of the environment goes to no server; one that is passed goes as bearer token."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-other")
    monkeypatch.setenv("DCPM_OPENAI_KEY", "sk-dcpm")
    with server("openai", ["{}", "{}"]) as fake:
        connect(fake, key=None).complete(asking())
        connect(fake, key="sk-1").complete(asking())
        assert [asked.headers.get("authorization") for asked in fake.requests] == [None, "Bearer sk-1"]


def test_this_machine_is_reached_without_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment's proxy doesn't see what goes to a server on this machine."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    with server("openai", ["{}"]) as fake:
        assert connect(fake).complete(asking()).text == "{}"


@pytest.mark.parametrize("code", [400, 422])
def test_a_server_without_schemas_gets_it_in_the_prompt(code: int) -> None:
    """A server that rejects response_format is asked once more with the schema in words, and from then on so at once."""

    def script(body: Body) -> Step:
        return Status(code, message="This response_format type is unavailable now") if "response_format" in body else '{"city": "Rome"}'

    with server("openai", script) as fake:
        llm = connect(fake)
        assert llm.complete(asking()).text == '{"city": "Rome"}'
        assert llm.complete(asking()).text == '{"city": "Rome"}'
        assert ["response_format" in asked.body for asked in fake.requests] == [True, False, False]
        assert '"city"' in fake.requests[1].body["messages"][0]["content"]


def test_another_rejection_is_not_asked_again() -> None:
    """A request that is too long is rejected at once."""
    with server("openai", [Status(400, message="the request exceeds the available context size (4096)")]) as fake:
        with pytest.raises(MindRejected, match="context size"):
            connect(fake).complete(asking())
        assert fake.count == 1


@pytest.mark.parametrize(
    "body", [b'{"error": "model \'x\' not found"}', b'{"message": "model \'x\' not found"}', b'{"detail": "model \'x\' not found"}']
)
def test_errors_of_several_shapes_are_quoted(body: bytes) -> None:
    """Ollama's, LM Studio's and FastAPI's errors come through in words."""
    with server("openai", [Raw(body, 404)]) as fake, pytest.raises(MindRejected, match="404: model 'x' not found; no such model"):
        connect(fake).complete(asking())


def test_limits_are_those_of_a_local_server_unless_told() -> None:
    """A local server's context is short; an argument says otherwise, and bounds max_tokens."""
    assert CompatibleLLM("http://localhost:11434/v1", "m").limits == Limits(8_192, 2_048)
    llm = CompatibleLLM("http://localhost:11434/v1/", "m", limits=Limits(4_096, 300))
    assert llm._body(asking(max_tokens=500))["max_tokens"] == 300
    assert llm.name == "openai:http://localhost:11434/v1#m"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost:11434",
        "ftp://host/v1",
        "http://",
        "http://h:port/v1",
        "http://[::1/v1",
        "http://a b/v1",
        "http://h/v1?x=1",
        "http://h/#m",
    ],
)
def test_an_impossible_address_is_a_usage_error(url: str) -> None:
    """An address that is none is told at once."""
    with pytest.raises(UsageError):
        CompatibleLLM(url, "m")


def test_an_address_with_a_password_is_refused_without_repeating_it() -> None:
    """A password in the address would be kept with every call's name."""
    with pytest.raises(UsageError, match="api_key") as caught:
        CompatibleLLM("http://ana:hunter2@h/v1", "m")
    assert "hunter2" not in str(caught.value)


def test_a_name_that_no_resolver_takes_is_typed() -> None:
    """A host name that isn't one leads to the package's own error."""
    with pytest.raises(MindRejected, match="no valid address"):
        CompatibleLLM(f"http://{'é' * 80}.test/v1", "m").complete(asking())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<think>a\n{b}</think>\n\n{}", "{}"),
        ("  <think></think>{}", "{}"),
        ("<think>still thinking", "<think>still thinking"),
        ('{"city": "<think>x</think>"}', '{"city": "<think>x</think>"}'),
    ],
)
def test_only_leading_thoughts_are_dropped(text: str, expected: str) -> None:
    """Thoughts stand at the start; what looks like them inside the reply is the reply's."""
    assert without_thoughts(text) == expected


def test_strict_closes_every_object() -> None:
    """Nested, in lists, in choices and in definitions: closed, all required; names of properties are no keywords; the schema is untouched."""
    item = {
        "title": "Item",
        "type": "object",
        "properties": {"title": {"type": "string", "default": ""}, "default": {"$ref": "#/$defs/D", "title": "t"}},
    }
    schema = {
        "type": "object",
        "properties": {"items": {"type": "array", "items": item, "maxItems": 3}, "one": {"oneOf": [item, {"type": "null"}]}},
        "$defs": {"D": {"type": "object", "properties": {}}},
    }
    closed = {
        "type": "object",
        "properties": {"title": {"type": "string"}, "default": {"$ref": "#/$defs/D"}},
        "additionalProperties": False,
        "required": ["title", "default"],
    }
    assert strict(schema) == {
        "type": "object",
        "properties": {"items": {"type": "array", "items": closed, "maxItems": 3}, "one": {"anyOf": [closed, {"type": "null"}]}},
        "$defs": {"D": {"type": "object", "properties": {}, "additionalProperties": False, "required": []}},
        "additionalProperties": False,
        "required": ["items", "one"],
    }
    assert "additionalProperties" not in item


SCHEMAS: st.SearchStrategy[dict[str, Any]] = st.recursive(
    st.sampled_from([{"type": "string"}, {"type": "integer", "minimum": 1}, {"enum": ["a", "b"]}]),
    lambda inner: st.one_of(
        st.dictionaries(st.sampled_from(["title", "items", "type", "x"]), inner).map(lambda parts: {"type": "object", "properties": parts}),
        inner.map(lambda part: {"type": "array", "items": part}),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: {"anyOf": parts}),
    ),
    max_leaves=8,
)


@given(SCHEMAS)
def test_strict_is_idempotent(schema: dict[str, Any]) -> None:
    """A schema made strict is strict."""
    assert strict(strict(schema)) == strict(schema)
