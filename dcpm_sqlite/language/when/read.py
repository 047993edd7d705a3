"""Finding time expressions in English text and resolving them against when it was said."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from dcpm_sqlite.language.when import amount_rules, calendar_rules, clock_rules, near_rules
from dcpm_sqlite.language.when.cues import Cue, cues_in
from dcpm_sqlite.language.when.english import is_english
from dcpm_sqlite.language.when.expression import Atom, Clock, Scene, TimeExpression, ignored
from dcpm_sqlite.language.when.meaning import expression_of
from dcpm_sqlite.language.when.phrases import phrases
from dcpm_sqlite.language.when.spans import Span
from dcpm_sqlite.language.when.tense import Direction, Tenses
from dcpm_sqlite.records import Moment, Precision

_RULES = (*amount_rules.RULES, *near_rules.RULES, *calendar_rules.RULES, *clock_rules.RULES)
_EPOCH = datetime(1970, 1, 1)
_WITH_HOUR: tuple[Precision, ...] = ("instant", "second", "minute", "hour")
_BY_LENGTH: tuple[Precision, ...] = (*_WITH_HOUR, "day", "week", "month", "season", "year", "decade")


def times_in(text: str, said: Moment) -> list[TimeExpression]:
    """The time expressions of an English text, in reading order; what is not told for certain is left out (K22).

    Days, weeks (from Monday) and years are those of the message's own zone, UTC where it has none. A date without a year is the one
    that the verbs around it point to, else the nearest; seasons are those of the north. What is only relative ("yesterday") is left
    out where the message's own time is less precise than the answer would be. Raises nothing for any text.
    """
    cues = cues_in(text)
    if not cues or not is_english(text):
        return []
    offset = timedelta(minutes=said.offset_min or 0)
    try:
        scene = Scene(text, _EPOCH + timedelta(milliseconds=said.ms) + offset, offset, said.precision in _WITH_HOUR, Tenses(text))
    except OverflowError:  # beyond the calendar
        return []
    atoms = _joined(_longest(_atoms(scene, cues)), text)
    found = (expression_of(phrase, scene) for phrase in phrases(atoms, text))
    return [expression for expression in found if expression is not None and _is_known(expression, said)]


def _is_known(expression: TimeExpression, said: Moment) -> bool:
    """What is only relative cannot be told more precisely than when it was said; a day is enough for what is within one."""
    if said.precision in _WITH_HOUR or said.precision == "day" or expression.relation == "habit":
        return True
    return expression.stretch.basis == "stated" or _BY_LENGTH.index(expression.stretch.precision) >= _BY_LENGTH.index(said.precision)


def _atoms(scene: Scene, cues: frozenset[Cue]) -> Iterator[Atom]:
    for rule in _RULES:
        if not rule.cues & cues:
            continue
        for match in rule.matches(scene.text):
            if _joins(scene.text, match.start() - 1) or _joins(scene.text, match.end()):
                continue
            try:
                atom = rule.read(match, scene)
            except (ValueError, OverflowError):  # no such day (31 April), or beyond the calendar
                atom = ignored(match)
            if atom is not None:
                yield atom


def _joins(text: str, place: int) -> bool:
    """A letter of another script there makes the match a part of a longer word."""
    return 0 <= place < len(text) and not text[place].isascii() and text[place].isalnum()


def _longest(atoms: Iterator[Atom]) -> list[Atom]:
    """In reading order, without overlap: of two that overlap the longer stays, of equal ones the earlier rule's."""
    kept: list[Atom] = []
    for atom in sorted(atoms, key=lambda atom: atom.start - atom.end):
        place = bisect(kept, atom.start, key=lambda other: other.start)
        if (place == 0 or kept[place - 1].end <= atom.start) and (place == len(kept) or atom.end <= kept[place].start):
            kept.insert(place, atom)
    return kept


_CLOCK_TO = re.compile(r"\s*(?:-|–|to|until|till)\s*", re.I)
_BEFORE_CLOCK = re.compile(r",?\s+(?:(?:at|around|about|from)\s+)?|\s*,\s*", re.I)
_BEFORE_YEAR = re.compile(r",?\s+(?:(?:on|in|of)\s+)?(?:the\s+)?", re.I)
_PART_OF_DAY = re.compile(r"\s+(?:of|on)\s+(?:the\s+)?|,\s+", re.I)
_BEFORE_DAY = re.compile(r",?\s+(?:(?:on|of)\s+)?(?:the\s+)?", re.I)


def _joined(atoms: list[Atom], text: str) -> list[Atom]:
    """Times that stand side by side and are one: hours and their end, days and their hours, dates and their year."""
    for join in (_clock_to_clock, _day_and_clock, _date_and_year):
        kept: list[Atom] = []
        for atom in atoms:
            both = join(kept[-1], atom, text[kept[-1].end : atom.start]) if kept else None
            if both:
                kept[-1] = both
            else:
                kept.append(atom)
        atoms = kept
    return atoms


def _clock_to_clock(first: Atom, last: Atom, gap: str) -> Atom | None:
    """ "9 am to 5 pm"; past midnight it would be another day, and is left open."""
    if not (first.kind == last.kind == "clock" and first.clock and last.clock and _CLOCK_TO.fullmatch(gap)):
        return None
    begin, end = first.clock.minutes, last.clock.minutes
    clock = Clock((begin[0], end[0]), first.clock.precision) if begin and end and begin[0] < end[0] else Clock(None)
    return replace(first, end=last.end, clock=clock)


def _day_and_clock(first: Atom, last: Atom, gap: str) -> Atom | None:
    """ "tomorrow at 6 pm", "6 pm tomorrow", "on the evening of 3 May"."""
    if first.kind == "date" and last.clock and first.clock is None and _BEFORE_CLOCK.fullmatch(gap):
        return _at_clock(first, last.clock, first.start, last.end)
    if first.clock and first.kind != "date" and last.kind == "date" and _before_day(first).fullmatch(gap):
        return replace(_at_clock(last, first.clock, first.start, last.end), needs=None)
    return None


def _date_and_year(first: Atom, last: Atom, gap: str) -> Atom | None:
    """ "last year on May 5", "in May last year", "5 years ago in May"."""
    if not _BEFORE_YEAR.fullmatch(gap) or first.relation or last.relation:
        return None
    dated, other = (first, last) if first.in_year else (last, first)
    make = dated.in_year
    if make is None or other.kind != "date" or other.is_recurring:
        return None
    year = other.resolve(None)
    if year is None or year.end is None or year.precision != "year" or year.end - year.start > timedelta(days=366):
        return None
    number, basis = year.start.year, year.basis
    return replace(
        first, end=last.end, resolve=lambda _: replace(make(number), basis=basis), in_year=None, is_recurring=False, clock=dated.clock
    )


def _before_day(clock: Atom) -> re.Pattern[str]:
    """What may stand between a time of day and its day: "6 pm tomorrow", but "the night of 3 May"."""
    return _PART_OF_DAY if clock.kind == "part" else _BEFORE_DAY


def _at_clock(day: Atom, clock: Clock, start: int, end: int) -> Atom:
    def resolve(way: Direction | None) -> Span | None:
        span = day.resolve(way)
        return span and _hours_of(span, clock)

    in_year = day.in_year
    return replace(
        day, start=start, end=end, resolve=resolve, in_year=in_year and (lambda year: _hours_of(in_year(year), clock)), clock=clock
    )


def _hours_of(span: Span, clock: Clock) -> Span:
    """The time of day within a single day; a longer stretch, and an hour that may be either, stay as they are."""
    if clock.minutes is None or span.precision != "day" or span.end is None or span.end - span.start != timedelta(days=1):
        return span
    low, high = (span.start + timedelta(minutes=minutes) for minutes in clock.minutes)
    return replace(span, start=low, end=high, precision=clock.precision)
