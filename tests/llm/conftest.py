"""One request, and each adapter in front of its fake server."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dcpm_sqlite.llm.claude import ClaudeLLM
from dcpm_sqlite.llm.compatible import CompatibleLLM
from dcpm_sqlite.llm.port import LLM, Request, Turn
from tests.servers import FakeServer, Kind

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"], "additionalProperties": False}
MODELS = {"anthropic": "claude-haiku-5-5", "openai": "qwen3:8b"}

Connect = Callable[..., LLM]


def asking(text: str = "Where does Ana live?", *, deadline_s: float = 10.0, max_tokens: int = 500) -> Request:
    """A request for a city."""
    return Request("extract", "You read messages.", (Turn("user", text),), SCHEMA, max_tokens, deadline_s)


def connect(fake: FakeServer, *, key: str | None = "k-1", model: str | None = None, base_url: str | None = None) -> LLM:
    """The adapter that speaks the fake server's protocol."""
    url, name = base_url or fake.base_url, model or MODELS[fake.kind]
    if fake.kind == "anthropic":
        return ClaudeLLM(name, api_key=key, base_url=url)
    return CompatibleLLM(url, name, api_key=key)


@pytest.fixture(params=["anthropic", "openai"])
def kind(request: pytest.FixtureRequest) -> Kind:
    """Each protocol."""
    return "openai" if request.param == "openai" else "anthropic"


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    """No key, address or proxy of the machine's reaches a test."""
    for name in (
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_AUTH_TOKEN",
        "ANTHROPIC_BASE_URL",
        "ANTHROPIC_PROFILE",
        "OPENAI_API_KEY",
        "DCPM_OPENAI_KEY",
    ):
        monkeypatch.delenv(name, raising=False)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ANTHROPIC_CONFIG_DIR", str(tmp_path))
