"""Which kinds of time words a text has at all, so that most rules need not read most texts."""

from __future__ import annotations

import re
from typing import Literal

Cue = Literal["digit", "unit", "day", "month", "weekday", "season", "part", "ago", "for", "rhythm", "decade", "now"]

_CUES: dict[Cue, re.Pattern[str]] = {
    "digit": re.compile(r"\d"),
    "unit": re.compile(r"\b(?:minute|hour|day|week|fortnight|month|year|decade|weekend)", re.I | re.A),
    "day": re.compile(r"yesterday|today|tomorrow|tonight|night|this\s+(?:morning|afternoon|evening)", re.I | re.A),
    "month": re.compile(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.I | re.A),
    "weekday": re.compile(r"\b(?:mon|tue|wed|thu|fri|sat|sun)", re.I | re.A),
    "season": re.compile(r"spring|summer|autumn|fall|winter", re.I | re.A),
    "part": re.compile(r"morning|noon|evening|night|midday", re.I | re.A),
    "ago": re.compile(r"\bago\b|from\s+(?:now|today)", re.I | re.A),
    "for": re.compile(r"\bfor\s", re.I | re.A),
    "rhythm": re.compile(
        r"\b(?:every|each|once|twice|times|daily|annually|quarterly|(?:night|bi|week|fortnight|month|year)\w*ly)\b", re.I | re.A
    ),
    "decade": re.compile(r"ties\b", re.I | re.A),
    "now": re.compile(r"\bon(?:wards?)?\b|henceforth", re.I | re.A),
}


def cues_in(text: str) -> frozenset[Cue]:
    """The kinds that occur; empty for most of what people say."""
    return frozenset(cue for cue, pattern in _CUES.items() if pattern.search(text))
