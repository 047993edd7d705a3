"""Times of day ("at 6 pm", "in the evening") and habits ("every morning", "on Mondays", "twice a week")."""

from __future__ import annotations

import re

from dcpm_sqlite.language.when.expression import Atom, Clock, Rule, Scene, ignored, rule
from dcpm_sqlite.language.when.words import COUNT, MONTH, PART_HOURS, SEASON, WEEKDAY

_AT = frozenset({"at", "around", "since", "until", "by", "before", "after", "from"})


def _clock(match: re.Match[str], scene: Scene) -> Atom | None:
    """ "6 pm", "6:30 a.m.", "19:30", "09:00"; "at 7" and "at 7:30" may be either half of the day."""
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    half = (match["half"] or "").lower().replace(".", "").replace(" ", "")
    if half and not 1 <= hour <= 12:
        return ignored(match)
    is_told = half or (match["minute"] and (hour > 12 or hour == 0 or match["hour"].startswith("0")))
    if half:
        hour = hour % 12 + (12 if half in ("pm", "intheafternoon", "intheevening", "atnight") else 0)
    precision, length = ("minute", 1) if match["minute"] else ("hour", 60)
    first = hour * 60 + minute
    clock = Clock((first, first + length) if is_told else None, "minute" if precision == "minute" else "hour")
    return Atom(match.start(), match.end(), "clock", clock=clock, needs=None if half else _AT, is_recurring=True)


def _noon(match: re.Match[str], scene: Scene) -> Atom | None:
    """Of midnight nobody knows which day it belongs to."""
    is_noon = match[0].lower() != "midnight"
    clock = Clock((720, 780) if is_noon else None)
    return Atom(match.start(), match.end(), "clock", clock=clock, needs=_AT, is_recurring=True)


def _part(match: re.Match[str], scene: Scene) -> Atom | None:
    low, high = PART_HOURS[match["part"].lower()]
    return Atom(match.start(), match.end(), "part", clock=Clock((low * 60, high * 60)))


def _habit(match: re.Match[str], scene: Scene) -> Atom | None:
    return Atom(match.start(), match.end(), "habit")


_PARTS = r"(?:morning|afternoon|evening|night)"
_TIMES = r"(?:\s+at\s+(?:noon|midnight|\d\d?(?::[0-5]\d)?(?:\s?(?:[ap]m\b|[ap]\.m\.))?(?!\d)))?"
_PLURAL = rf"{WEEKDAY}s"
RULES: tuple[Rule, ...] = (
    rule(
        "digit",
        r"(?<![\w.:/$€£-])(?P<hour>[01]?\d|2[0-3])(?:[:.](?P<minute>[0-5]\d))?"
        r"\s?(?P<half>[ap]\.\s?m\.?|[ap]m\b|in\s+the\s+(?:morning|afternoon|evening)|at\s+night)",
        _clock,
    ),
    rule(
        "digit",
        r"(?<=\bat\s)(?P<hour>[01]?\d|2[0-3])(?::(?P<minute>[0-5]\d))?(?:\s?o['’]clock)?(?P<half>)(?![\w%€$£°]|[:.,/-]\w)(?!\s+(?!in\b|on\b|and\b|or\b|every\b|each\b|today\b|tomorrow\b|tonight\b|this\b|next\b|last\b|yesterday\b|then\b|with\b|sharp\b)\w)",
        _clock,
    ),
    rule("digit", r"(?<![\w.:/-])(?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d)(?P<half>)(?![\w%]|[:.,/-]\w)", _clock),
    rule("part", r"\b(?:noon|midday|midnight)\b", _noon),
    rule("part", rf"\b(?:(?:early|late)\s+)?(?:in\s+the\s+|on\s+the\s+|the\s+)?(?:(?:early|late)\s+)?(?P<part>{_PARTS})\b", _part),
    rule(
        "rhythm",
        rf"\b(?:every|each)\s+(?:(?:single|other|second|third|few|couple\s+of|{COUNT})\s+)?"
        rf"(?:minutes?|hours?|days?|weeks?|months?|years?|weekdays?|weekends?|{_PARTS}s?|{WEEKDAY}s?|{MONTH}|{SEASON}|Christmas)\b"
        rf"(?:\s+(?:and|or)\s+{WEEKDAY}s?)*(?:\s+{_PARTS})?{_TIMES}",
        _habit,
    ),
    rule(
        "weekday",
        rf"\b(?:on\s+)?(?:{WEEKDAY}\s+{_PARTS}s|{_PLURAL})(?:(?:\s*,\s*|\s*,?\s+(?:and|or|&)\s+){WEEKDAY}s?(?:\s+{_PARTS}s)?)*(?:\s+{_PARTS}s)?{_TIMES}",
        _habit,
    ),
    rule(
        "part unit season",
        rf"\b(?:on|at|over|during|most|some|in)\s+(?:the\s+|my\s+)?(?:weekends|weekdays|weeknights|{_PARTS}s|summers|winters)\b{_TIMES}",
        _habit,
    ),
    rule("unit", r"\b(?:most|some)\s+days\b", _habit),
    rule("part", r"\b(?:at|by)\s+night\b(?!\s+of\b)", _habit),
    rule(
        "rhythm",
        r"\b(?:once|twice|(?:(?:a\s+)?few|several|\d{1,2}|two|three|four|five|six)\s+times)\s+(?:a|an|per|each|every)\s+"
        r"(?:(?:other|single)\s+)?(?:hour|day|week|month|year|night|weekend|season|decade)\b",
        _habit,
    ),
    rule("rhythm", r"\b(?-i:daily|nightly|weekly|biweekly|fortnightly|monthly|quarterly|yearly|annually)\b", _habit),
)
