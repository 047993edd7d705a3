"""One question that a mind must answer: what is offered, the prompt, how the reply is read, and the offline rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Offer = TypeVar("Offer")
Answer = TypeVar("Answer")


class Unusable(Exception):
    """A whole reply can't be used. The message tells the model what was wrong with it, and quotes nothing of it.

    It stays inside deciding: the model is asked once more, and then UnusableReply is raised.
    """


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is asked. system: the same for all offers, so that it can be cached; user: this offer, stored text fenced.

    schema: JSON schema of the reply (`parsing.schema_of`); max_tokens: of the reply.
    """

    system: str
    user: str
    schema: Mapping[str, Any]
    max_tokens: int


@dataclass(frozen=True, slots=True)
class Decision(Generic[Offer, Answer]):
    """A decision, as every mind makes it.

    name: 'extract', 'reconcile' ...; version: of prompt and rule, raised when either changes what it decides.
    read: the answer out of a reply's object; raises Unusable for the whole, and counts single items' faults in the answer.
    rule: the answer without a model.
    shown: keys of all items whose text stands in the prompt, in the order of their ordinals (from 1): by them forgetting finds
        the call. A belief's text is its wording's, so that a belief shown gives both keys.
    """

    name: str
    version: int
    prompt: Callable[[Offer], Prompt]
    read: Callable[[Offer, dict[str, Any]], Answer]
    rule: Callable[[Offer], Answer]
    shown: Callable[[Offer], tuple[int, ...]]
