"""The port to a language model: one method, and what it is and can take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

Stop = Literal["end", "length", "refusal"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a model takes in and gives out at most, in tokens."""

    context_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the conversation with the model."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Request:
    """One call.

    purpose: the decision's name ('extract'); system: the same for all calls of a decision, so that it can be cached.
    turns: user first; a re-ask repeats the first two turns and adds the fault. schema: JSON schema of the reply, all fields required.
    max_tokens: of the reply; deadline_s: seconds until the adapter gives up, all of its waiting included.
    """

    purpose: str
    system: str
    turns: tuple[Turn, ...]
    schema: Mapping[str, Any]
    max_tokens: int
    deadline_s: float


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. stop: `end` complete, `length` cut off at max_tokens or the context, `refusal` the model declined.

    tokens_in: all tokens read, of them tokens_cached from a cache.
    """

    text: str
    stop: Stop
    tokens_in: int = 0
    tokens_cached: int = 0
    tokens_out: int = 0


class LLM(Protocol):
    """A language model. `complete` asks once: waiting and asking again is `deciding`'s.

    Raises MindUnavailable (not reached, overloaded, rate-limited, late) and MindRejected (key, model, malformed request).
    """

    @property
    def name(self) -> str:
        """As chosen: 'anthropic:MODEL', 'openai:URL#MODEL' ..."""
        ...

    @property
    def limits(self) -> Limits:
        """What it can take and give."""
        ...

    def complete(self, request: Request) -> Reply:
        """The model's reply to one request."""
        ...
