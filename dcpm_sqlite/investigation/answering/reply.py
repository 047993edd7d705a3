"""What a model sends back as an answer: words, and what they rest on; without anything to rest on it is no answer of this memory's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dcpm_sqlite.deciding.parsing import value
from dcpm_sqlite.investigation.answering.offer import Answered, Offer
from dcpm_sqlite.investigation.showing import place_of

MAX_ANSWER_CHARS = 4_000
MAX_READ = 200  # citations that are looked at


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """answer: null where what was found does not tell; cited: the items it rests on."""

    answer: str | None
    cited: list[str]


def read(offer: Offer, data: dict[str, Any]) -> Answered:
    """Raises Unusable where there is no answer field. Citations of what was not shown are refused; an answer that is left with none, too."""
    text = value(data, "answer", str | None)  # type: ignore[arg-type]
    given = data.get("cited")
    places = [place_of(one, len(offer.found)) for one in (given if isinstance(given, list) else [])[:MAX_READ]]
    cited = tuple(dict.fromkeys(place for place in places if place is not None))
    refused = sum(place is None for place in places)
    words = (text or "").strip()[:MAX_ANSWER_CHARS]
    return Answered(words, cited, refused) if words and cited else Answered(None, (), refused)
