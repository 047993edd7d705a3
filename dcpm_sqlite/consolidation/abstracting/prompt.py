"""How a model is asked for a core schema: one collision cluster in one call (DCPM D-39)."""

from __future__ import annotations

from dcpm_sqlite.consolidation.abstracting.offer import Offer
from dcpm_sqlite.consolidation.abstracting.reply import MAX_TEXT_CHARS, ReplyRecord
from dcpm_sqlite.deciding.decision import Prompt
from dcpm_sqlite.deciding.fencing import FENCE_NOTE, fenced
from dcpm_sqlite.deciding.parsing import schema_of

SYSTEM = f"""You are shown regularities of one person from different parts of life that seem to follow the same pattern. Say in one sentence
what they show about the person across these parts of life. {FENCE_NOTE}

At most {MAX_TEXT_CHARS} characters, only what all of them show. When they have no more in common than words, or the common part holds of
nearly everybody, the core is null.

Reply with one JSON object: {{"core": "...", "confidence": 0.0 to 1.0}} or {{"core": null, "confidence": 0.0}}."""

_TOKENS = 400


def prompt(offer: Offer) -> Prompt:
    """The schemas with their domains and behaviours, fenced as data."""
    parts = [
        f"S{number} ({member.domain}):\n" + fenced(f"{member.text}\n(behaviour: {member.behaviour})", f"schema {number}")
        for number, member in enumerate(offer.members, 1)
    ]
    return Prompt(SYSTEM, "\n\n".join(parts), schema_of(ReplyRecord), _TOKENS)


def shown(offer: Offer) -> tuple[int, ...]:
    """Keys of the schemas."""
    return tuple(member.key for member in offer.members)
