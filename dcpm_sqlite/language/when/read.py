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
from dcpm_sqlite.language.when.expression import Atom, Clock, Scene, TimeExpression
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
    atoms = _with_clocks(_longest(_atoms(scene, cues)), text)
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
        for match in rule.pattern.finditer(scene.text):
            if _joins(scene.text, match.start() - 1) or _joins(scene.text, match.end()):
                continue
            try:
                atom = rule.read(match, scene)
            except (ValueError, OverflowError):  # no such day (31 April), or beyond the calendar: not a time
                continue
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
_PART_OF_DAY = re.compile(r"\s+(?:of|on)\s+(?:the\s+)?|,\s+", re.I)
_BEFORE_DAY = re.compile(r",?\s+(?:(?:on|of)\s+)?(?:the\s+)?", re.I)


def _with_clocks(atoms: list[Atom], text: str) -> list[Atom]:
    """Days with the time of day that stands by them: "tomorrow at 6 pm", "on the evening of 3 May"."""
    joined: list[Atom] = []
    for atom in atoms:
        before = joined[-1] if joined else None
        gap = text[before.end : atom.start] if before else ""
        if before and before.kind == atom.kind == "clock" and _CLOCK_TO.fullmatch(gap):
            joined[-1] = _hours_from_to(before, atom)
        elif before and before.kind == "date" and atom.clock and before.clock is None and _BEFORE_CLOCK.fullmatch(gap):
            joined[-1] = _at_clock(before, atom.clock, before.start, atom.end)
        elif before and before.clock and before.kind != "date" and atom.kind == "date" and _before_day(before).fullmatch(gap):
            joined[-1] = replace(_at_clock(atom, before.clock, before.start, atom.end), needs=None)
        else:
            joined.append(atom)
    return joined


def _before_day(clock: Atom) -> re.Pattern[str]:
    """What may stand between a time of day and its day: "6 pm tomorrow", but "the night of 3 May"."""
    return _PART_OF_DAY if clock.kind == "part" else _BEFORE_DAY


def _hours_from_to(first: Atom, last: Atom) -> Atom:
    """ "9 am to 5 pm"; past midnight it would be another day, and is left open."""
    clock = Clock(None)
    if first.clock and last.clock and first.clock.minutes and last.clock.minutes and first.clock.minutes[0] < last.clock.minutes[0]:
        clock = Clock((first.clock.minutes[0], last.clock.minutes[0]), first.clock.precision)
    return replace(first, end=last.end, clock=clock)


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
