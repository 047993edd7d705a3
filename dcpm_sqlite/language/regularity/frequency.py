"""How often something is said to be done: "every Saturday", "twice a week", "usually"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Rate = Literal["regularly", "often"]

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_PART = r"(?:morning|evening|night|afternoon)"
_UNIT = rf"(?:day|{_PART}|week|weekend|weekday|month|year|hour|spring|summer|autumn|fall|winter|{_DAY})"
_COUNT = r"(?:once|twice|(?:two|three|four|five|six|seven|several|a few|a couple of|\d+) (?:times|days|nights|evenings|mornings|hours))"
_REGULARLY = re.compile(
    rf"\b(?:(?:almost |nearly |pretty much )?(?:every|each)(?: (?:other|single|second|third|few|\d+))? {_UNIT}s?(?: {_PART})?"
    rf"|{_COUNT} (?:a|per|every|each) {_UNIT}"
    rf"|(?:about |around )?\d+ ?\w{{1,10}} (?:a|per) (?:day|week|month)"
    r"|daily|nightly|weekly|fortnightly|monthly|yearly|annually|regularly|religiously"
    rf"|(?:on|at) (?:{_DAY}s|weekends|weekdays)(?: and {_DAY}s)?|(?:in the |most ){_PART}s|most (?:days|weekends))\b",
    re.I,
)
_OFTEN = re.compile(
    r"\b(?:usually|often|always|frequently|generally|normally|constantly|all the time|most of the time|whenever|every time|a lot(?! of))\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Frequency:
    """words: as they stand, in lower case; rate: `regularly` where they name a rhythm, `often` where they only say that it is usual."""

    words: str
    rate: Rate


def frequency(text: str) -> Frequency | None:
    """How often, as the text says it, a rhythm before the rest; None where it doesn't. "Sometimes" and "again" say too little."""
    for pattern, rate in _PATTERNS:
        match = pattern.search(text)
        if match is not None:
            return Frequency(" ".join(match[0].lower().split()), rate)
    return None


_PATTERNS: tuple[tuple[re.Pattern[str], Rate], ...] = ((_REGULARLY, "regularly"), (_OFTEN, "often"))
