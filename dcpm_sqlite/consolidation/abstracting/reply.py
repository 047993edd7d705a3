"""What a model sends back for a core schema, and how it is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dcpm_sqlite.consolidation.abstracting.offer import Abstraction, Offer
from dcpm_sqlite.deciding.decision import Unusable
from dcpm_sqlite.deciding.parsing import value

MAX_TEXT_CHARS = 300


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """The whole reply."""

    core: str | None
    confidence: float


def read(_: Offer, data: dict[str, Any]) -> Abstraction:
    """The core; null: nothing worth saying. Raises Unusable for an empty text or one too long, and without a confidence."""
    if data.get("core") is None and "core" in data:
        return Abstraction(None)
    text = " ".join(value(data, "core", str).split())
    if not any(char.isalpha() for char in text):
        raise Unusable("the core is empty; send null when there is nothing worth saying")
    if len(text) > MAX_TEXT_CHARS:
        raise Unusable(f"the core is longer than {MAX_TEXT_CHARS} characters")
    return Abstraction(text, min(1.0, max(0.0, value(data, "confidence", float))))
