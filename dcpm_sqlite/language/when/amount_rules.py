"""Times counted from when the message was said: "three years ago", "in two weeks", "for the last month"."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta

from dcpm_sqlite.language.when.expression import Atom, Relation, Rule, Scene, fixed, ignored, rule
from dcpm_sqlite.language.when.spans import Span, midnight, period, shift
from dcpm_sqlite.language.when.words import AMOUNT, COUNT, DAYS, HEDGE, UNIT, Amount, amount, count_of, unit_named

_MORE = r"(?:(?:well\s+)?over|(?:no\s+)?more\s+than|at\s+least|less\s+than|under)\s+"


def _ago(match: re.Match[str], scene: Scene) -> Atom | None:
    if match["more"]:
        return ignored(match)
    length = amount(match)
    if length.unit in ("minute", "hour") and (not scene.has_hour or (length.unit == "minute" and length.high <= 1)):
        return ignored(match)
    if match["low"]:
        length = replace(length, low=count_of(match["low"]))
    if match["exact"]:
        day = shift(midnight(scene.said), -length.high, length.unit) + timedelta(days=DAYS[match["exact"].lower()])
        return fixed(match, period(day, "day"))
    return fixed(match, _counted(scene, length, -1 if match["way"].lower() == "ago" else 1))


def _counted(scene: Scene, length: Amount, sign: int) -> Span:
    """The units that lie `length` before or after the message, from the first to the last where the words are vague."""
    near, far = (period(shift(scene.said, sign * count, length.unit), length.step) for count in (length.low, length.high))
    first, last = (near, far) if sign > 0 else (far, near)
    return replace(first, end=last.end)


def _in(match: re.Match[str], scene: Scene) -> Atom | None:
    """ "in two weeks": a time ahead, unless it is how long something took or takes. "in a minute" is an idiom; "within a week" a stretch."""
    length, way = amount(match), scene.tenses.direction(match.start(), match.end())
    is_short = length.unit in ("minute", "hour")
    if is_short and (way is None or not scene.has_hour or (length.unit == "minute" and length.high <= 1)):
        return ignored(match)
    if length.unit == "day" and length.high <= 1 and way is None:
        return ignored(match)
    if match["within"] and way != "past":
        return fixed(match, Span(scene.said, shift(scene.said, length.high, length.unit), length.step), "during")
    if way == "past" or not (way or scene.tenses.is_ahead(match.start(), match.end())):
        return ignored(match)
    return fixed(match, _counted(scene, length, 1))


def _around_now(match: re.Match[str], scene: Scene) -> Atom | None:
    """ "in the last two weeks", "over the past year", "within three days"."""
    if match["unit"]:
        length = amount(match)
    else:
        unit = unit_named(match["one"])
        length = Amount(1, 1, unit, unit)
    if match["way"] and match["way"].lower() in ("last", "past"):
        span = Span(_whole_day(shift(scene.said, -length.high, length.unit), length), scene.said, length.step)
        return fixed(match, span, _up_to_now(match, scene))
    if scene.tenses.direction(match.start(), match.end()) == "past":
        return ignored(match)
    return fixed(match, Span(scene.said, shift(scene.said, length.high, length.unit), length.step), "during")


def _up_to_now(match: re.Match[str], scene: Scene) -> Relation:
    """What has been so "for the past year" still is."""
    return "since" if match["prep"].lower() == "for" and scene.tenses.has_perfect(match.start()) else "during"


def _for(match: re.Match[str], scene: Scene) -> Atom | None:
    """ "I have worked here for three years": since then, and still; without a perfect tense it says nothing about when."""
    if not (match["now"] or scene.tenses.has_perfect(match.start())):
        return ignored(match)
    length = amount(match)
    if length.unit in ("minute", "hour") and not (match["now"] and scene.has_hour):
        return ignored(match)  # "I have been reading for an hour"
    return fixed(match, Span(_whole_day(shift(scene.said, -length.high, length.unit), length), None, length.step), "since")


def _whole_day(moment: datetime, length: Amount) -> datetime:
    return moment if length.unit in ("minute", "hour") else midnight(moment)


RULES: tuple[Rule, ...] = (
    rule(
        "ago",
        rf"\b(?P<more>{_MORE})?{HEDGE}(?:(?P<low>{COUNT})\s*(?:to|or|-|–)\s*)?{AMOUNT}\s+(?P<way>ago|from\s+now|from\s+today)\b(?:\s+(?P<exact>today|yesterday)\b)?",
        _ago,
    ),
    rule(
        "unit", rf"\b(?P<within>with)?in\s+(?P<more>{_MORE})?{HEDGE}{AMOUNT}(?:['’]s?\s+time)?\b(?!\s+(?:of|from|after|before|or)\b)", _in
    ),
    rule(
        "unit",
        rf"\b(?P<prep>in|within|over|during|for|throughout)\s+the\s+(?P<way>last|past|next|coming)\s+(?:{AMOUNT}|(?P<one>{UNIT}))\b"
        r"(?!\s+of\b)",
        _around_now,
    ),
    rule(
        "for",
        rf"\bfor\s+(?:{_MORE})?{HEDGE}{AMOUNT}(?P<now>\s+now)?\b(?!\s+(?:every|each|per|a\s+(?:day|week|month|year)|daily|at\s+a\s+time)\b)",
        _for,
    ),
)
