"""Stretches on the calendar and the clock on the wall, without zones."""

from __future__ import annotations

import calendar
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Literal

from dcpm_sqlite.language.when.tense import Direction
from dcpm_sqlite.records import Basis, Precision

Unit = Literal["minute", "hour", "day", "week", "month", "year", "decade"]
Third = Literal["early", "mid", "late"]

_MONTHS: dict[str, int] = {"month": 1, "season": 3, "year": 12, "decade": 120}
_STEPS: dict[str, timedelta] = {
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(days=7),
}
JUST_OVER = timedelta(days=92)
_SOON = timedelta(days=92)  # a season that begins sooner is "this" one, and "next" is the one a year later


@dataclass(frozen=True, slots=True)
class Span:
    """Local times, half open; None for an open end."""

    start: datetime
    end: datetime | None
    precision: Precision
    basis: Basis = "resolved"


OfYear = Callable[[int], Span]


def midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def add_months(moment: datetime, months: int) -> datetime:
    """The same day of another month, or that month's last. Raises ValueError outside of the years 1 to 9999."""
    year, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    return moment.replace(year=year, month=month + 1, day=min(moment.day, calendar.monthrange(max(year, 1), month + 1)[1]))


def shift(moment: datetime, count: float, unit: Unit) -> datetime:
    """`count` units later, or earlier where it is negative; a broken month counts as 30 days."""
    if unit not in _MONTHS:
        return moment + _STEPS[unit] * count
    months = count * _MONTHS[unit]
    whole = int(months)
    return add_months(moment, whole) + timedelta(days=round(30 * (months - whole)))


def period(moment: datetime, precision: Precision) -> Span:
    """The minute, hour, day, week (from Monday), month, season, year or decade that holds the moment."""
    day = midnight(moment)
    match precision:
        case "minute":
            start = moment.replace(second=0, microsecond=0)
        case "hour":
            start = moment.replace(minute=0, second=0, microsecond=0)
        case "week":
            start = day - timedelta(days=day.weekday())
        case "month":
            start = day.replace(day=1)
        case "season":
            start = add_months(day.replace(day=1), -(day.month % 3))
        case "year":
            start = day.replace(month=1, day=1)
        case "decade":
            start = day.replace(year=day.year - day.year % 10, month=1, day=1)
        case _:
            start, precision = day, "day"
    return Span(start, add_months(start, _MONTHS[precision]) if precision in _MONTHS else start + _STEPS[precision], precision)


def next_period(span: Span, count: int) -> Span:
    """The period `count` after that one, of the same precision."""
    if span.precision in _MONTHS:
        return period(add_months(span.start, count * _MONTHS[span.precision]), span.precision)
    return period(span.start + _STEPS[span.precision] * count, span.precision)


def weekday_near(number: int, said: datetime, direction: Direction | None) -> Span:
    """The latest such day before today, or the first after it; without a direction the first from today on."""
    today = midnight(said)
    ahead = (number - today.weekday()) % 7
    if direction == "past":
        ahead -= 7
    elif direction == "future" and ahead == 0:
        ahead = 7
    return period(today + timedelta(days=ahead), "day")


def weekend(moment: datetime, count: int) -> Span:
    """Saturday and Sunday of the week `count` after the moment's."""
    saturday = period(moment, "week").start + timedelta(days=5 + 7 * count)
    return Span(saturday, saturday + timedelta(days=2), "day")


def third(span: Span, which: Third) -> Span:
    """The early, middle or late part of a month, year or decade; those of a decade overlap, as people use them."""
    first = span.start
    match span.precision:
        case "decade":
            low, high = {"early": (0, 48), "mid": (36, 84), "late": (72, 120)}[which]
            start, end = add_months(first, low), add_months(first, high)
        case "year":
            low = {"early": 0, "mid": 4, "late": 8}[which]
            start, end = add_months(first, low), add_months(first, low + 4)
        case "season":
            low = {"early": 0, "mid": 1, "late": 2}[which]
            start, end = add_months(first, low), add_months(first, low + 1)
        case _:
            third_of = ((span.end or first) - first) / 3
            low = {"early": 0, "mid": 1, "late": 2}[which]
            start = midnight(first + third_of * low)
            end = midnight(first + third_of * (low + 1)) if low < 2 else span.end or first
    return replace(span, start=start, end=end)


def nearest(options: Iterable[Callable[[], Span]], said: datetime, direction: Direction | None) -> Span | None:
    """The one of several stretches that is meant: the last begun, the first not yet over, or the closest to when it was said.

    An option that does not exist on the calendar (29 February) is passed over.
    """
    spans: list[Span] = []
    for option in options:
        try:
            spans.append(option())
        except (ValueError, OverflowError):
            continue
    spans.sort(key=lambda span: span.start)
    if direction == "past":
        return next((span for span in reversed(spans) if span.start <= said), None)
    if direction == "future":
        return next((span for span in spans if span.end is None or span.end > said), None)
    return min(reversed(spans), key=lambda span: _gap(span, said), default=None)


def _gap(span: Span, said: datetime) -> timedelta:
    return max(span.start - said, said - (span.end or said), timedelta())


def month_of(number: int) -> OfYear:
    return lambda year: period(datetime(year, number, 1), "month")


def season_of(first_month: int) -> OfYear:
    """The three months from that one on; winter runs into the year after the one it is asked for."""
    return lambda year: period(datetime(year, first_month, 1), "season")


def day_of(number: int, day: int) -> OfYear:
    return lambda year: period(datetime(year, number, day), "day")


def any_year(make: OfYear, said: datetime) -> list[Callable[[], Span]]:
    """The same days in the years around the message."""
    return [partial(make, year) for year in range(said.year - 4, said.year + 5)]


def next_of_year(make: OfYear, said: datetime) -> Span | None:
    """What "next summer" means: the one that comes, unless it is so near that it would be called this one."""
    return next((span for span in _made(make, said) if span.start > said + _SOON), None)


def last_of_year(make: OfYear, said: datetime) -> Span | None:
    """What "last summer" means: the latest that is over."""
    return next((span for span in reversed(_made(make, said)) if span.end is None or span.end <= said), None)


def _made(make: OfYear, said: datetime) -> list[Span]:
    return [make(year) for year in range(max(1, said.year - 2), min(9998, said.year + 2) + 1)]
