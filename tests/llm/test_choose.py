"""Choosing a model by a text."""

from __future__ import annotations

from pathlib import Path

import pytest

from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.llm.choose import choose
from dcpm_sqlite.llm.claude import ClaudeLLM
from dcpm_sqlite.llm.compatible import CompatibleLLM
from dcpm_sqlite.llm.recorded import RecordedLLM
from tests.llm.conftest import asking
from tests.servers import server


def test_offline_is_no_model() -> None:
    """`offline` means that the rules decide."""
    assert choose("offline") is None


def test_each_form(tmp_path: Path) -> None:
    """Each form leads to its adapter, and the name is the form again."""
    (tmp_path / "r.jsonl").touch()
    forms = {
        "anthropic:claude-haiku-5-5": ClaudeLLM,
        "openai:http://localhost:11434/v1#qwen3:8b": CompatibleLLM,
        "openai:https://host.test/v1#org/model#2": CompatibleLLM,
        f"recorded:{tmp_path / 'r.jsonl'}": RecordedLLM,
    }
    for form, adapter in forms.items():
        llm = choose(f" {form} ")
        assert llm is not None
        assert (type(llm), llm.name) == (adapter, form)


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "claude-haiku-5-5",
        "anthropic",
        "anthropic:",
        "anthropic:a b",
        "openai:http://h/v1",
        "openai:#m",
        "openai:http://h/v1#",
        "offline:x",
        "recorded:",
        "gemini:x",
    ],
)
def test_anything_else_says_the_forms(spec: str) -> None:
    """What is no form is a usage error that lists them."""
    with pytest.raises(UsageError, match="offline, anthropic:MODEL, openai:URL#MODEL or recorded:FILE"):
        choose(spec)


def test_a_bad_address_is_told() -> None:
    """A form with an impossible address is a usage error about the address."""
    with pytest.raises(UsageError, match="no http or https address"):
        choose("openai:localhost:11434#m")


def test_a_key_never_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    """With keys of all kinds set, `offline` stays offline."""
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "DCPM_OPENAI_KEY"):
        monkeypatch.setenv(name, "k")
    assert choose("offline") is None


def test_only_its_own_variable_opens_a_compatible_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """OPENAI_API_KEY goes nowhere; DCPM_OPENAI_KEY goes to the server that is named."""
    with server("openai", ["{}", "{}"]) as fake:
        for name in ("OPENAI_API_KEY", "DCPM_OPENAI_KEY"):
            monkeypatch.setenv(name, name)
            llm = choose(f"openai:{fake.base_url}#m")
            assert llm is not None
            llm.complete(asking())
        assert [asked.headers.get("authorization") for asked in fake.requests] == [None, "Bearer DCPM_OPENAI_KEY"]
