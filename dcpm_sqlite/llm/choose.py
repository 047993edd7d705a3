"""Which model is meant by a text such as `anthropic:claude-haiku-5-5`."""

from __future__ import annotations

import os
from pathlib import Path

from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.llm.port import LLM

FORMS = "offline, anthropic:MODEL, openai:URL#MODEL or recorded:FILE"


def choose(spec: str) -> LLM | None:
    """The model that is named, None for `offline`: the rules decide. UsageError says the forms.

    Nothing is contacted. A key never chooses: it only opens what is named here. Anthropic's comes from the SDK's own variables
    (ANTHROPIC_API_KEY ...), that of an `openai:` server from DCPM_OPENAI_KEY and from nowhere else, so that a key of OpenAI's that
    happens to be set goes to no other host.
    """
    kind, _, rest = spec.strip().partition(":")
    if kind == "offline" and not rest:
        return None
    if kind == "anthropic" and _is_word(rest):
        from dcpm_sqlite.llm.claude import ClaudeLLM

        return ClaudeLLM(rest)
    if kind == "openai":
        url, _, model = rest.partition("#")
        if url and _is_word(model):
            from dcpm_sqlite.llm.compatible import CompatibleLLM

            return CompatibleLLM(url, model, api_key=os.environ.get("DCPM_OPENAI_KEY"))
    if kind == "recorded" and rest:
        from dcpm_sqlite.llm.recorded import RecordedLLM

        return RecordedLLM(Path(rest))
    raise UsageError(f"{spec!r} names no mind: it is {FORMS}")


def _is_word(text: str) -> bool:
    return bool(text) and not any(c.isspace() for c in text)
