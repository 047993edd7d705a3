"""What a model sends back for a description, and how it is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dcpm_sqlite.consolidation.describing.neutral import neutral
from dcpm_sqlite.consolidation.describing.offer import Description, Offer
from dcpm_sqlite.deciding.decision import Unusable
from dcpm_sqlite.deciding.parsing import value

MAX_TEXT_CHARS = 300


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """The whole reply."""

    description: str | None


def read(offer: Offer, data: dict[str, Any]) -> Description:
    """The description without its domain's words; null: there is no behaviour in it. Raises Unusable for an empty text or one too long."""
    if data.get("description") is None and "description" in data:
        return Description(None)
    text = " ".join(value(data, "description", str).split())
    if not any(char.isalpha() for char in text):
        raise Unusable("the description is empty; send null when there is no behaviour in it")
    if len(text) > MAX_TEXT_CHARS:
        raise Unusable(f"the description is longer than {MAX_TEXT_CHARS} characters")
    return Description(neutral(text, offer))
