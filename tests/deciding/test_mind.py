"""Who decides is said, never guessed."""

from __future__ import annotations

import pytest

from dcpm_sqlite.deciding.mind import Mind, choose_mind
from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.llm.scripted import ScriptedLLM


@pytest.fixture(autouse=True)
def _no_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DCPM_MIND", raising=False)


def test_nothing_said_is_offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither an empty variable nor the presence of a key chooses a model."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "present")
    assert choose_mind() == Mind()
    monkeypatch.setenv("DCPM_MIND", " ")
    assert choose_mind().name == "offline"


def test_the_variable_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    """DCPM_MIND is asked where no mind is given, and only there."""
    monkeypatch.setenv("DCPM_MIND", "openai:http://127.0.0.1:9/v1#tiny")
    assert choose_mind().name == "openai:http://127.0.0.1:9/v1#tiny"
    assert choose_mind("offline") == Mind()
    assert choose_mind(Mind()) == Mind()


def test_a_model_is_a_mind() -> None:
    """A model handed in decides, under its own name."""
    llm = ScriptedLLM([], name="mine")
    assert choose_mind(llm) == Mind(llm)
    assert choose_mind(llm).name == "mine"


def test_words_that_name_no_mind_are_refused() -> None:
    """A mistyped mind is no silent offline."""
    with pytest.raises(UsageError):
        choose_mind("clever")
