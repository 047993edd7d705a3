"""How a model is asked to answer from what was found, and from nothing else."""

from __future__ import annotations

from dcpm_sqlite.deciding.decision import Prompt
from dcpm_sqlite.deciding.fencing import FENCE_NOTE, fenced
from dcpm_sqlite.deciding.parsing import schema_of
from dcpm_sqlite.investigation.answering.offer import Offer
from dcpm_sqlite.investigation.answering.reply import ReplyRecord
from dcpm_sqlite.investigation.showing import day, keys, listed

SYSTEM = f"""You answer a question from a person's long-term memory: what was found in it is shown as F1, F2 ..., best first. {FENCE_NOTE}

Answer from what is shown alone, in the language of the question, as shortly as it can be answered. Where states of one thing differ, the
latest holds, unless the question asks for an earlier one. Times that are told as "yesterday" count from the day on which they were said.
cited: the items that the answer rests on; at least one.
When what is shown does not tell, answer is null and cited empty. Never guess.

Reply with one JSON object: {{"answer": "...", "cited": ["F2"]}}"""


def prompt(offer: Offer) -> Prompt:
    """The question and the evidence, fenced as data."""
    user = (
        f"Today is {day(offer.now_ms)}. The question:\n{fenced(offer.question, 'question')}\n\n{listed(offer.found)}\n\nWhat is the answer?"
    )
    return Prompt(SYSTEM, user, schema_of(ReplyRecord), 1_000)


def shown(offer: Offer) -> tuple[int, ...]:
    """Keys of the evidence in the order of its ordinals, then of its wordings."""
    return keys(offer.found)
