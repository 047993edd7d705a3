"""How a model is asked for a behavioural description: one schema in one call (DCPM D-36)."""

from __future__ import annotations

from dcpm_sqlite.consolidation.describing.offer import Offer
from dcpm_sqlite.consolidation.describing.reply import MAX_TEXT_CHARS, ReplyRecord
from dcpm_sqlite.deciding.decision import Prompt
from dcpm_sqlite.deciding.fencing import FENCE_NOTE, fenced
from dcpm_sqlite.deciding.parsing import schema_of

SYSTEM = f"""You are shown one regularity of a person's life. Describe the behaviour in it so that it could be recognised in any other part
of life: what kind of thing the person does, how, and what for. {FENCE_NOTE}

One plain sentence of at most {MAX_TEXT_CHARS} characters. No names, no places, no words of its own field: "Keeps at it in small daily steps
and adds a little each time", not "Runs a kilometre more each week". When there is no behaviour in it (a bare attribute, a preference for a
thing), the description is null.

Reply with one JSON object: {{"description": "..."}} or {{"description": null}}."""

_TOKENS = 300


def prompt(offer: Offer) -> Prompt:
    """The schema and what it rests on, fenced as data."""
    lines = "".join(f"\n(rests on: {text})" for text in offer.evidence)
    return Prompt(SYSTEM, f"Life domain: {offer.domain}\n{fenced(f'{offer.text}{lines}', 'schema')}", schema_of(ReplyRecord), _TOKENS)


def shown(offer: Offer) -> tuple[int, ...]:
    """Keys of the schema, and of the beliefs and wordings that stand in the prompt."""
    return (offer.key, *offer.grounds)
