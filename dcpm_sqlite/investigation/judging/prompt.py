"""How a model is asked whether there is enough (REALM D.5)."""

from __future__ import annotations

from dcpm_sqlite.deciding.decision import Prompt
from dcpm_sqlite.deciding.fencing import FENCE_NOTE, fenced
from dcpm_sqlite.deciding.parsing import schema_of
from dcpm_sqlite.investigation.judging.offer import Offer
from dcpm_sqlite.investigation.judging.reply import MAX_SHOWN, ReplyRecord
from dcpm_sqlite.investigation.showing import keys, listed

SYSTEM = f"""You watch over a search in a person's long-term memory, a graph of short statements and messages. You are shown a question and what
was found so far, F1, F2 ..., best first. {FENCE_NOTE}

First decide whether what is shown, taken together, already answers the question. is_enough is true when one item says the answer, or
several together do; not every item has to. Then both lists are empty.
Only when it does not, choose from where to search on: items on the question's topic, that hold a part of the answer, or that may lead to
it by what they are related to. Relations tie causes, order in time, parts and wholes, and what is alike. Do not choose an item only to
confirm what it says already, nor one without relations, nor one that was searched from already.
- nodes_to_expand: the most promising first.
- nodes_to_skip: items that should not be searched from.

Reply with one JSON object: {{"is_enough": false, "nodes_to_expand": ["F2", "F5"], "nodes_to_skip": ["F1"]}}"""


def prompt(offer: Offer) -> Prompt:
    """The question and the best of what was found, fenced as data."""
    user = (
        f"The question:\n{fenced(offer.question, 'question')}\n\n{listed(offer.found[:MAX_SHOWN])}\n\n"
        f"Is this enough? If not, from which items should the search go on (at most {offer.most})?"
    )
    return Prompt(SYSTEM, user, schema_of(ReplyRecord), 500)


def shown(offer: Offer) -> tuple[int, ...]:
    """Keys of the items in the order of their ordinals, then of their wordings."""
    return keys(offer.found[:MAX_SHOWN])
