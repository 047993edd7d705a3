"""What a model sends back about sufficiency (R-24): all three fields of D.5 are taken, and only what was shown counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from dcpm_sqlite.deciding.parsing import value
from dcpm_sqlite.investigation.judging.offer import Judgement, Offer
from dcpm_sqlite.investigation.showing import place_of

MAX_READ = 200  # entries of a list that are looked at
MAX_SHOWN = 60  # items in a prompt


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """The whole reply."""

    is_enough: bool
    nodes_to_expand: list[str]
    nodes_to_skip: list[str]


def read(offer: Offer, data: dict[str, Any]) -> Judgement:
    """Raises Unusable where is_enough is missing. A frontier that can't be used is left to the search."""
    refused: Counter[str] = Counter()
    if value(data, "is_enough", bool):
        return Judgement(is_enough=True)
    skipped = _places(offer, data.get("nodes_to_skip"), refused)
    chosen = _places(offer, data.get("nodes_to_expand"), refused)
    refused["searched from already"] += sum(offer.found[place].is_expanded for place in chosen)
    open_ = [place for place in chosen if place not in skipped and not offer.found[place].is_expanded]
    refused["surplus"] += max(0, len(open_) - offer.most)
    return Judgement(False, tuple(open_[: offer.most]), tuple(sorted((+refused).items())))


def _places(offer: Offer, given: Any, refused: Counter[str]) -> list[int]:
    if not isinstance(given, list):
        refused["no list"] += given is not None
        return []
    refused["surplus"] += max(0, len(given) - MAX_READ)
    places = [place_of(one, min(MAX_SHOWN, len(offer.found))) for one in given[:MAX_READ]]
    refused["unknown item"] += sum(place is None for place in places)
    return list(dict.fromkeys(place for place in places if place is not None))
