"""How often something is said to happen: "every Saturday", "twice a week", "usually"."""

from __future__ import annotations

import re

_UNIT = r"(?:day|night|morning|afternoon|evening|week|weekend|month|year|hour|spring|summer|autumn|fall|winter|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?s?"
_FREQUENCY = re.compile(
    rf"\b(?:(?:almost\s+|nearly\s+)?every(?:\s+(?:other|single|second|few|\d+))?\s+{_UNIT}(?:\s+(?:morning|evening|night|afternoon))?"
    rf"|(?:once|twice|thrice|(?:\w+|\d+)\s+times)\s+(?:a|per|every)\s+{_UNIT}"
    r"|daily|nightly|weekly|fortnightly|monthly|yearly|annually|regularly"
    r"|on\s+(?:mon|tues|wednes|thurs|fri|satur|sun)days|on\s+weekends|on\s+weekdays|at\s+weekends)\b",
    re.I,
)


def frequency(text: str) -> str | None:
    """The words that say how often, as they stand; None where none do. Habits without a number ("usually") say too little."""
    match = _FREQUENCY.search(text)
    return None if match is None else match[0].lower()
