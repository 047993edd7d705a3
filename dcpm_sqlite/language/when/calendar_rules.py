"""Times named by the calendar: "2023-06-01", "27 April", "in 2019", "the summer of 2021", "the early 2000s", "Monday", "the 15th"."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from dcpm_sqlite.language.when.expression import Atom, Rule, Scene, fixed, ignored, rule
from dcpm_sqlite.language.when.spans import (
    OfYear,
    Span,
    add_months,
    any_year,
    day_of,
    midnight,
    month_of,
    nearest,
    period,
    season_of,
    third,
    weekday_near,
)
from dcpm_sqlite.language.when.tense import Direction
from dcpm_sqlite.language.when.words import (
    DAY,
    MONTH,
    SEASON,
    SEASONS,
    SHORT_WEEKDAY,
    THIRD,
    WEEKDAY,
    YEAR,
    month,
    ordinal,
    third_of,
    weekday,
)

_BOUNDS = frozenset({"since", "until", "by", "before", "after", "starting"})
_IN = _BOUNDS | {"in", "during", "throughout", "over", "around"}  # "from May" may be a letter from somebody
_ON = _BOUNDS | {"on", "is", "was"}
_DECADES = ("thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
_DEGREES = re.compile(r"\b(?:degrees?|temperatures?|weather|forecast|humidity|fahrenheit|outside|mph|bpm|scored?)\b|°", re.I)


def _stated(span: Span) -> Span:
    return replace(span, basis="stated")


def _yearless(match: re.Match[str], scene: Scene, make: OfYear, needs: frozenset[str] | None = None) -> Atom:
    """Days of a year that the words around them, or the distance, must tell."""
    return Atom(
        match.start(),
        match.end(),
        "date",
        lambda way: nearest(any_year(make, scene.said), scene.said, way),
        in_year=make,
        needs=needs,
        is_recurring=True,
    )


def _dated(match: re.Match[str], scene: Scene, make: OfYear, needs: frozenset[str] | None = None) -> Atom:
    """In the year that the match names, if it does."""
    year = match["year"]
    if year is None:
        make(2024)  # raises ValueError where no year has that day
        return _yearless(match, scene, make, needs)
    return fixed(match, _stated(make(int(year))))


def _iso(match: re.Match[str], scene: Scene) -> Atom | None:
    day = datetime(int(match["year"]), int(match["month"]), int(match["day"]))
    if match["hour"] is None:
        return fixed(match, _stated(period(day, "day")))
    moment = day.replace(hour=int(match["hour"]), minute=int(match["minute"]))
    if match["zone"]:
        zone = datetime.fromisoformat(f"2000-01-01T00:00{match['zone'].upper()}").utcoffset() or timedelta()
        moment = moment - zone + scene.offset
    return fixed(match, _stated(period(moment, "minute")))


def _numeric(match: re.Match[str], scene: Scene) -> Atom | None:
    """With dots the day comes first; with slashes only where one number can't be the month."""
    first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
    if match["mark"] == "/" and first <= 12 and second <= 12 and first != second:
        return ignored(match)
    day, number = (second, first) if match["mark"] == "/" and second > 12 else (first, second)
    return fixed(match, _stated(period(datetime(year, number, day), "day")))


def _day_and_month(match: re.Match[str], scene: Scene) -> Atom | None:
    number, day = month(match["month"]), int(match["day"])
    if match["to"] is None:
        make = day_of(number, day)
        is_told = match["on"] and not match["year"] and (number, day) != (2, 29)
        return _on_weekday(match, scene, make, weekday(match["on"])) if is_told else _dated(match, scene, make)
    if match["join"] == "and" and not scene.text[max(0, match.start() - 8) : match.start()].lower().endswith("between "):
        return ignored(match)
    last = int(match["to"])
    return _dated(match, scene, lambda year: replace(day_of(number, day)(year), end=day_of(number, last)(year).end))


def _on_weekday(match: re.Match[str], scene: Scene, make: OfYear, day_of_week: int) -> Atom:
    """ "Friday, March 31st": of the nearest year in which that is one."""

    def resolve(_: Direction | None) -> Span | None:
        options = [option for option in any_year(make, scene.said) if option().start.weekday() == day_of_week]
        return nearest(options, scene.said, None)

    return replace(_yearless(match, scene, make), resolve=resolve)


def _month(match: re.Match[str], scene: Scene) -> Atom | None:
    make: OfYear = month_of(month(match["month"]))
    if match["part"]:
        return _dated(match, scene, partial(_third_of, make, match["part"]))
    return _dated(match, scene, make, _IN)


def _third_of(make: OfYear, words: str, year: int) -> Span:
    return third(make(year), third_of(words))


def _season(match: re.Match[str], scene: Scene) -> Atom | None:
    make: OfYear = season_of(SEASONS[match["season"].lower()])
    if match["part"]:
        make = partial(_third_of, make, match["part"])
    needs = frozenset({"in"}) if match["season"].lower() == "fall" else _IN
    return replace(_dated(match, scene, make, needs), is_season=True)


def _decade(match: re.Match[str], scene: Scene) -> Atom | None:
    """ "the early 2000s", "the 80s", "the nineties"; "the 20s" may be of two centuries, and "the 80s" may be degrees."""
    if match["digits"]:
        first = int(match["digits"])
        if first in (1800, 1900):  # or the century
            return ignored(match)
    elif _DEGREES.search(scene.text, max(0, match.start() - 100), match.end() + 100):
        return ignored(match)
    else:
        first = 1900 + (int(match["short"]) if match["short"] else 10 * (_DECADES.index(match["name"].lower()) + 3))
    span = _stated(period(datetime(first, 1, 1), "decade"))
    return fixed(match, third(span, third_of(match["part"])) if match["part"] else span)


def _year(match: re.Match[str], scene: Scene) -> Atom | None:
    span = _stated(period(datetime(int(match["year"]), 1, 1), "year"))
    if match["part"]:
        return fixed(match, third(span, third_of(match["part"])))
    return replace(fixed(match, span), needs=_IN | {"from"})


def _years(match: re.Match[str], scene: Scene) -> Atom | None:
    """ "2019-2021" and "2019-21"."""
    first, last = int(match["year"]), match["last"]
    until = int(last) if len(last) == 4 else first - first % 100 + int(last)
    if until <= first:
        return ignored(match)
    span = Span(datetime(first, 1, 1), datetime(until + 1, 1, 1), "year", "stated")
    return replace(fixed(match, span, "during"), needs=_IN | {"between", "from"})


def _weekday(match: re.Match[str], scene: Scene) -> Atom | None:
    number = weekday(match["weekday"])
    return Atom(
        match.start(),
        match.end(),
        "date",
        lambda way: weekday_near(number, scene.said, way),
        needs=_ON - {"is", "was"} if match["short"] else None,
        is_recurring=True,
        is_weekday=True,
    )


def _day_of_month(match: re.Match[str], scene: Scene) -> Atom | None:
    """ "the 15th": of this month or of the one before or after it."""
    day = ordinal(match["ordinal"])
    this_month = midnight(scene.said).replace(day=1)
    if match["of"]:
        step = {"last": -1, "this": 0, "next": 1}[match["of"].lower()]
        return fixed(match, period(add_months(this_month, step).replace(day=day), "day"))

    def resolve(way: Direction | None) -> Span | None:
        months = [partial(_day_in, this_month, step, day) for step in range(-3, 4)]
        return nearest(months, scene.said, "past" if way == "past" else "future")

    return Atom(match.start(), match.end(), "date", resolve, needs=_ON, is_recurring=True)


def _day_in(this_month: datetime, step: int, day: int) -> Span:
    return period(add_months(this_month, step).replace(day=day), "day")


_EDGE, _END = r"(?<![\w./-])", r"(?![\w/]|[.-]\w)"
_ORDINAL = r"(?:st|nd|rd|th)?"
_OF_YEAR = rf"(?:(?:,\s*|\s+(?:of\s+)?|,?\s+in\s+)(?P<year>{YEAR})(?!\d|[.:/]\d))?"
_BEFORE = rf"(?:(?P<on>{WEEKDAY}|{SHORT_WEEKDAY}),?\s+(?:the\s+)?)?"
_TO = rf"(?:\s*(?P<join>-|–|to|and)\s*(?P<to>{DAY}){_ORDINAL})?"
_UNITS = r"(?!\s*(?:%|km|kg|miles?|people|persons?|times|more|euros?|dollars|pounds|words|pieces|steps|hours?|days|weeks|months|years|metres|meters|calories|users|others?|square|units|lines|pages|feet|[€$£°]))"
_NOT_A_YEAR = rf"(?![\d%€$£°]|[.,:/]\d|-\w|['’]s\b|s\b|\s+by\s+(?-i:[A-Z])){_UNITS}"
_PART = r"(?:(?P<part>early|mid|late)[\s-]+)?"
_THINGS = (
    r"(?!\s+(?:of|onions?|rolls?|water|cleaning|semester|term|break|school|camp|months?|sale|collection|solstice|peas?|greens|in\s+love)\b)"
)
_AFTER_ORDINAL = r"(?=\s*(?:$|[.,;:!?)\n])|\s+(?:at|in|and|or|but|i|we|he|she|they|it|for|with|to|is|was|will|because|when|so|there)\b)"

RULES: tuple[Rule, ...] = (
    rule(
        "digit",
        rf"{_EDGE}(?P<year>{YEAR})-(?P<month>\d\d)-(?P<day>\d\d)(?:[T ](?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d)(?::\d\d(?:\.\d+)?)?(?P<zone>Z|[+-]\d\d:\d\d)?)?{_END}",
        _iso,
    ),
    rule("digit", rf"{_EDGE}(?P<first>\d\d?)(?P<mark>[./])(?P<second>\d\d?)(?P=mark)(?P<year>{YEAR}){_END}", _numeric),
    rule("month", rf"{_EDGE}\b{_BEFORE}(?:the\s+)?(?P<day>{DAY}){_ORDINAL}{_TO}\s+(?:of\s+)?(?P<month>{MONTH}){_OF_YEAR}", _day_and_month),
    rule(
        "month",
        rf"\b{_BEFORE}(?P<month>{MONTH})\s+(?:the\s+)?(?P<day>{DAY}){_ORDINAL}{_TO}(?![\d%]|[.:/]\d){_UNITS}{_OF_YEAR}",
        _day_and_month,
    ),
    rule("month", rf"\b(?:(?P<part>{THIRD})\s*)?(?P<month>{MONTH}|(?<=\bin\s)(?:may|march)\b){_OF_YEAR}", _month),
    rule("season", rf"\b(?:(?P<part>{THIRD})\s*)?(?:the\s+)?(?P<season>{SEASON}){_OF_YEAR}\b{_THINGS}", _season),
    rule(
        "digit",
        rf"\b(?:the\s+)?{_PART}(?P<digits>(?:1[89]|20)\d0)['’]?s\b(?P<short>)(?P<name>)",
        _decade,
    ),
    rule("digit decade", rf"\bthe\s+{_PART}(?:['’]?(?P<short>[3-9]0)['’]?s|(?P<name>{'|'.join(_DECADES)}))\b(?P<digits>)", _decade),
    rule("digit", rf"{_EDGE}\b(?P<year>{YEAR})\s?[-–]\s?(?P<last>(?:19|20)\d\d|\d\d){_END}", _years),
    rule("digit", rf"{_EDGE}\b(?:(?P<part>{THIRD})\s*)?(?P<year>{YEAR}){_NOT_A_YEAR}", _year),
    rule("weekday", rf"\b(?P<weekday>{WEEKDAY}|(?P<short>{SHORT_WEEKDAY}))\b", _weekday),
    rule(
        "digit",
        rf"\bthe\s+(?P<ordinal>{DAY}(?:st|nd|rd|th))(?:\s+of\s+(?P<of>this|last|next)\s+month|{_AFTER_ORDINAL})",
        _day_of_month,
    ),
)
