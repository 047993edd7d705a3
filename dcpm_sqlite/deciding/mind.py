"""Who decides: the offline rules, or a named model. Chosen by argument or by one variable, never by the presence of a key."""

from __future__ import annotations

import os
from dataclasses import dataclass

from dcpm_sqlite.llm.port import LLM

VARIABLE = "DCPM_MIND"
OFFLINE = "offline"


@dataclass(frozen=True, slots=True)
class Mind:
    """llm: the model that decides; None: the offline rules."""

    llm: LLM | None = None

    @property
    def name(self) -> str:
        """As decisions name it: 'offline', 'anthropic:MODEL' ..."""
        return OFFLINE if self.llm is None else self.llm.name


def choose_mind(given: Mind | LLM | str | None = None) -> Mind:
    """The mind that was asked for; None asks for what DCPM_MIND says, and for the offline rules where it says nothing.

    Raises UsageError for words that name no mind.
    """
    if isinstance(given, Mind):
        return given
    spec = os.environ.get(VARIABLE, "").strip() or OFFLINE if given is None else given
    if not isinstance(spec, str):
        return Mind(spec)
    from dcpm_sqlite.llm.choose import choose

    return Mind(choose(spec))
