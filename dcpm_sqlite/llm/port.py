"""The port to a language model: one method, and what it is and can take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from dcpm_sqlite.errors import MindError

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


Outcomes = Mapping[str, Reply | MindError]


@runtime_checkable
class BatchLLM(LLM, Protocol):
    """A language model that also takes many requests at once, for less, and has answered them within a day.

    Each method raises as `complete` does, after deadline_s at the latest; nothing here waits for a batch to end.
    """

    def submit(self, requests: Mapping[str, Request], *, deadline_s: float) -> str:
        """Hand in a batch; its id. requests: each under a name, 1 to 64 ASCII letters, digits, hyphens or underscores."""
        ...

    def collect(self, batch: str, *, deadline_s: float) -> Outcomes | None:
        """What became of each request, by its name; None while the batch is under way.

        A name that is not there got nothing, as all of a batch that the server hasn't got (any more).
        """
        ...

    def cancel(self, batch: str, *, deadline_s: float) -> None:
        """Have it end soon: what is not begun by then gets no reply and costs nothing. What is answered can be collected all the same."""
        ...
