"""What a model sends back for a description, and how it is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dcpm_sqlite.consolidation.describing.offer import Description, Offer
from dcpm_sqlite.deciding.decision import Unusable
from dcpm_sqlite.deciding.parsing import value

MAX_TEXT_CHARS = 200


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """The whole reply."""

    description: str | None


def read(offer: Offer, data: dict[str, Any]) -> Description:
    """Raises Unusable for a text that is too long, or that names the domain it was to leave out."""
    if data.get("description") is None and "description" in data:
        return Description(None)
    text = " ".join(value(data, "description", str).split())
    if not text:
        return Description(None)
    if len(text) > MAX_TEXT_CHARS:
        raise Unusable(f"the description is longer than {MAX_TEXT_CHARS} characters")
    if offer.domain != "other" and offer.domain in text.lower().split():
        raise Unusable("the description names the domain; leave it out")
    return Description(text)
