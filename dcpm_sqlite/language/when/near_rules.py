"""Times named by where they lie from the message: "yesterday", "last week", "next Friday", "this spring"."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from functools import partial

from dcpm_sqlite.language.when.expression import Atom, Rule, Scene, fixed, ignored, rule
from dcpm_sqlite.language.when.spans import (
    JUST_OVER,
    OfYear,
    Span,
    last_of_year,
    midnight,
    month_of,
    nearest,
    next_of_year,
    next_period,
    period,
    season_of,
    third,
    weekday_near,
    weekend,
)
from dcpm_sqlite.language.when.tense import Direction
from dcpm_sqlite.language.when.words import (
    DAYS,
    MONTH,
    PART_HOURS,
    SEASON,
    SEASONS,
    SHORT_WEEKDAY,
    THIRD,
    WEEKDAY,
    count_of,
    month,
    third_of,
    unit_named,
    weekday,
)

_STEPS = {"last": -1, "past": -1, "this": 0, "next": 1, "coming": 1}


def _day(match: re.Match[str], scene: Scene) -> Atom | None:
    return fixed(match, period(midnight(scene.said) + timedelta(days=DAYS[" ".join(match["day"].lower().split())]), "day"))


def _from_now(match: re.Match[str], scene: Scene) -> Atom | None:
    """ "from now on": from the day on which it was said."""
    return fixed(match, replace(period(midnight(scene.said), "day"), end=None), "since")


def _night(match: re.Match[str], scene: Scene) -> Atom | None:
    """ "tonight", "last night", "this morning"."""
    words = match["night"].lower().split()
    day = midnight(scene.said) - timedelta(days=words[0] == "last")
    low, high = PART_HOURS["night" if words[-1] == "tonight" else words[-1]]
    return fixed(match, Span(day + timedelta(hours=low), day + timedelta(hours=high), "hour"))


def _unit(match: re.Match[str], scene: Scene) -> Atom | None:
    """ "last week", "late next year", "earlier this month"."""
    step = _STEPS[match["way"].lower().split()[-1]]
    span = _unit_at(match["unit"], step, scene)
    if step == 0 and span.start > scene.said and scene.tenses.direction(match.start(), match.end()) == "past":
        span = _unit_at(match["unit"], -1, scene)  # "this weekend was fun", said on Monday
    words = (match["part"] or "").lower()
    if not words:
        return fixed(match, span)
    if words.startswith(("earlier", "later")):
        today = period(scene.said, "day")
        rest = replace(span, end=today.start) if words.startswith("earlier") else replace(span, start=today.end or today.start)
        return fixed(match, rest if rest.end is None or rest.start < rest.end else span)
    return fixed(match, third(span, third_of(words)))


def _unit_beyond(match: re.Match[str], scene: Scene) -> Atom | None:
    """ "the week before last", "the Friday after next"."""
    count = -2 if match["beyond"].lower().startswith("before") else 2
    if match["unit"]:
        return fixed(match, _unit_at(match["unit"], count, scene))
    near = weekday_near(weekday(match["weekday"]), scene.said, "past" if count < 0 else "future")
    return fixed(match, next_period(near, -7 if count < 0 else 7))


def _unit_at(name: str, count: int, scene: Scene) -> Span:
    if name.lower() == "weekend":
        return weekend(scene.said, count)
    return next_period(period(scene.said, unit_named(name)), count)


def _weekend(match: re.Match[str], scene: Scene) -> Atom | None:
    """ "over the weekend": the last one begun or the next one to end, as the verbs say."""
    this, last = weekend(scene.said, 0), weekend(scene.said, -1)

    def resolve(way: Direction | None) -> Span | None:
        if way is None:
            return None
        return last if way == "past" and this.start > scene.said else this

    return Atom(match.start(), match.end(), "date", resolve, is_recurring=True)


def _end_of(match: re.Match[str], scene: Scene) -> Atom | None:
    """ "the end of the month": of the present one, unless it is told of the past."""
    span = third(period(scene.said, unit_named(match["unit"])), third_of(match["part"]))
    is_past = scene.tenses.direction(match.start(), match.end()) == "past"
    return ignored(match) if is_past and span.start > scene.said else fixed(match, span)


def _weekday(match: re.Match[str], scene: Scene) -> Atom | None:
    """ "last Friday": the latest before today. "next Friday": the one of next week. "this Friday": the one that comes, or just was."""
    number, way = weekday(match["weekday"]), match["way"].lower().split()[-1]
    if way == "next":
        return fixed(match, period(period(scene.said, "week").start + timedelta(days=7 + number), "day"))
    if way == "this" and scene.tenses.direction(match.start(), match.end()) != "past":
        return fixed(match, weekday_near(number, scene.said, None))
    return fixed(match, weekday_near(number, scene.said, "future" if way == "coming" else "past"))


def _counted(match: re.Match[str], scene: Scene) -> Atom | None:
    """ "two weekends ago", "three Saturdays ago", "two nights ago", "two summers ago"."""
    count, what = count_of(match["count"]), match["what"].lower()
    if what == "weekend":
        return fixed(match, weekend(scene.said, -count))
    if what in SEASONS:
        last = last_of_year(season_of(SEASONS[what]), scene.said)
        return fixed(match, next_period(last, -4 * (count - 1))) if last else ignored(match)
    if what == "night":
        day = midnight(scene.said) - timedelta(days=count)
        return fixed(match, Span(day + timedelta(hours=PART_HOURS["night"][0]), day + timedelta(hours=PART_HOURS["night"][1]), "hour"))
    return fixed(match, next_period(weekday_near(weekday(what), scene.said, "past"), -7 * (count - 1)))


def _of_year(match: re.Match[str], scene: Scene) -> Atom | None:
    """ "last May", "next summer", "this winter"."""
    name, way = match["name"], match["way"].lower().split()[-1]
    is_season = name.lower() in SEASONS
    make = season_of(SEASONS[name.lower()]) if is_season else month_of(month(name))
    if way in ("last", "past"):
        span = last_of_year(make, scene.said)
    elif way == "this":
        span = _this(make, scene, match)
    elif is_season:
        span = next_of_year(make, scene.said)
    else:
        this_month = period(scene.said, "month")
        span = nearest([partial(make, scene.said.year + step) for step in (0, 1)], this_month.end or this_month.start, "future")
    if span is None:
        return ignored(match)
    return fixed(match, third(span, third_of(match["part"])) if match["part"] else span)


def _this(make: OfYear, scene: Scene, match: re.Match[str]) -> Span:
    """The one that is under way; of what is past, also one just over ("this winter was cold", said in spring); else that of this year."""
    before, same = make(scene.said.year - 1), make(scene.said.year)
    is_past = scene.tenses.direction(match.start(), match.end()) == "past"
    end = before.end or before.start
    is_near = end > (scene.said - JUST_OVER if is_past else scene.said)
    return before if is_near and before.start <= scene.said < same.start else same


_WAY = r"(?P<way>last|next|this\s+past|this\s+coming|this|the\s+(?:past|coming)|past|coming)"
RULES: tuple[Rule, ...] = (
    rule("now", r"\b(?:from\s+(?:now|here)\s+on(?:wards?)?|from\s+this\s+(?:day|moment)\s+on(?:wards?)?|henceforth)\b", _from_now),
    rule(
        "day",
        r"\b(?:(?:earlier|later|early|late)\s+)?(?:the\s+)?(?P<day>day\s+before\s+yesterday|day\s+after\s+tomorrow|yesterday|today|tomorrow)\b",
        _day,
    ),
    rule("day", r"\b(?:(?:earlier|later|early|late)\s+)?(?P<night>tonight|last\s+night|this\s+(?:morning|afternoon|evening))\b", _night),
    rule(
        "unit",
        rf"(?<!the )\b(?:(?P<part>earlier|later|{THIRD})\s*)?{_WAY}\s+(?P<unit>week|weekend|month|year|decade)\b(?!\s+of\b)",
        _unit,
    ),
    rule(
        "unit weekday",
        rf"\b(?:the\s+)?(?:(?P<unit>week|weekend|month|year|decade)|(?P<weekday>{WEEKDAY}))\s+(?P<beyond>before\s+last|after\s+next)\b",
        _unit_beyond,
    ),
    rule("unit", r"\b(?:on|over|at|during)\s+the\s+weekend\b(?!\s+(?:of|before|after)\b)", _weekend),
    rule(
        "unit",
        r"\b(?P<part>(?:the\s+)?(?:very\s+)?(?:beginning|start|middle|end)\s+of)\s+the\s+(?P<unit>week|month|year|decade)\b(?!\s+(?:of|before|after)\b)",
        _end_of,
    ),
    rule(
        "ago",
        rf"\b(?P<count>an?|one|two|three|four|five|six|a\s+couple\s+of|\d)\s+(?P<what>weekend|night|{WEEKDAY}|spring|summer|autumn|fall|winter)s?\s+ago\b",
        _counted,
    ),
    rule("weekday", rf"\b{_WAY}\s+(?P<weekday>{WEEKDAY}|{SHORT_WEEKDAY}\b)", _weekday),
    rule("season month", rf"\b(?:(?P<part>{THIRD})\s*)?{_WAY}\s+(?P<name>{SEASON}|{MONTH})", _of_year),
)
