"""English words of time, as values and as parts of patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dcpm_sqlite.language.when.spans import Third, Unit

MONTHS = {
    name: number
    for number, name in enumerate(
        ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"], start=1
    )
}
WEEKDAYS = {name: number for number, name in enumerate(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"])}
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}  # first month, in the north
DAYS = {"yesterday": -1, "today": 0, "tomorrow": 1, "day before yesterday": -2, "day after tomorrow": 2}
PART_HOURS = {"morning": (5, 12), "afternoon": (12, 18), "evening": (18, 24), "night": (18, 30)}
_COUNTS = {
    name: float(number)
    for number, name in enumerate(
        [
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ],
        start=1,
    )
} | {"a": 1.0, "an": 1.0, "thirty": 30.0, "forty": 40.0, "fifty": 50.0}
_VAGUE = {"few": (2.0, 5.0), "several": (3.0, 7.0), "couple": (2.0, 2.0), "half": (0.5, 0.5)}
_ORDINALS = {
    name: number
    for number, name in enumerate(
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"], start=1
    )
}

# "may" and "march" are words of their own in lower case, and so are the short names
MONTH = (
    r"(?:(?:January|February|April|June|July|August|September|October|November|December|(?-i:March|May))\b"
    r"|(?-i:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?=[\s.,–-])\.?)"
)
WEEKDAY = r"(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
SHORT_WEEKDAY = r"(?-i:Mon|Tue|Tues|Wed|Thu|Thur|Thurs|Fri|Sat|Sun)"
SEASON = r"(?:spring|summer|autumn|fall|winter)\b"
YEAR = r"(?:1[89]\d\d|20\d\d)"
DAY = r"(?:0?[1-9]|[12]\d|3[01])"
UNIT = r"(?:minute|hour|day|week|fortnight|month|year|decade)"
THIRD = r"(?:early(?:\s+in)?|mid[\s-]|middle\s+of|late(?:\s+in)?|(?:the\s+)?(?:very\s+)?(?:beginning|start|middle|end)\s+of)\s*(?:the\s+)?(?:month\s+of\s+)?"
COUNT = rf"(?:half\s+an?|(?:a\s+)?couple(?:\s+of)?|(?:a\s+)?few|several|\d{{1,3}}(?:\.5)?|{'|'.join(_COUNTS)})"
HEDGE = r"(?:(?:about|around|roughly|approximately|almost|nearly|just|exactly)\s+)?"
AMOUNT = rf"(?P<count>{COUNT})(?P<half>\s+and\s+a\s+half)?\s+(?P<unit>{UNIT})s?(?P<half_after>\s+and\s+a\s+half)?"


@dataclass(frozen=True, slots=True)
class Amount:
    """How long, in units; low and high differ where the words are vague ("a few"). step: the unit in which it is exact."""

    low: float
    high: float
    unit: Unit
    step: Unit


_STEP: dict[str, Unit] = {
    "decade": "year",
    "year": "month",
    "month": "week",
    "week": "day",
    "day": "hour",
    "hour": "minute",
    "minute": "minute",
}
_UNITS: dict[str, Unit] = {
    "minute": "minute",
    "hour": "hour",
    "day": "day",
    "week": "week",
    "month": "month",
    "year": "year",
    "decade": "decade",
    "fortnight": "week",
}


def amount(match: re.Match[str]) -> Amount:
    """The value of a match of AMOUNT."""
    words = match["count"].lower().split()
    vague = next((value for word, value in _VAGUE.items() if word in words), None)
    low, high = vague or (_COUNTS.get(words[0]) or float(words[0]),) * 2
    if match["half"] or match["half_after"]:
        low, high = low + 0.5, high + 0.5
    if match["unit"].lower() == "fortnight":
        return Amount(low * 2, high * 2, "week", "week")
    unit = unit_named(match["unit"])
    return Amount(low, high, unit, unit if low.is_integer() else _STEP[unit])


def count_of(words: str) -> int:
    """Of a whole count: "two", "3", "a couple of". Raises ValueError for any other."""
    first = words.lower().split()[0]
    return 2 if "couple" in words.lower() else int(_COUNTS.get(first) or int(first))


def unit_named(name: str) -> Unit:
    return _UNITS[name.lower()]


def month(name: str) -> int:
    """Of a full or short name, 1 to 12."""
    short = name.lower()[:3]
    return next(number for full, number in MONTHS.items() if full.startswith(short))


def weekday(name: str) -> int:
    """Of a full or short name, 0 for Monday."""
    short = name.lower()[:3]
    return next(number for full, number in WEEKDAYS.items() if full.startswith(short))


def ordinal(text: str) -> int:
    """The number in "15th" or "third"."""
    digits = re.match(r"\d+", text)
    return int(digits[0]) if digits else _ORDINALS[text.lower()]


def third_of(words: str) -> Third:
    """Which part of a stretch a match of THIRD means."""
    folded = words.lower()
    if "mid" in folded:
        return "mid"
    return "late" if "late" in folded or "end" in folded else "early"
