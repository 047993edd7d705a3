"""What is found in a text, and what the rules hand to each other on the way there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Literal, cast

from dcpm_sqlite.language.when.cues import Cue
from dcpm_sqlite.language.when.spans import OfYear, Span
from dcpm_sqlite.language.when.tense import Direction, Tenses
from dcpm_sqlite.records import Stretch

Relation = Literal["at", "since", "until", "during", "habit"]


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """Words that name a time.

    start, end: code points of the whole expression in the text, with its preposition ("since 2022").
    stretch: what it comes to; `since` has an open end, `until` an open start, a `habit` both.
    relation: how the time relates to what is said of it. `until` also stands for "by" and "before", `since` for "after".
    """

    start: int
    end: int
    stretch: Stretch
    relation: Relation


@dataclass(frozen=True, slots=True)
class Clock:
    """A stretch within a day: minutes after its midnight, half open; None for an hour that is not told from another ("at 7")."""

    minutes: tuple[int, int] | None
    precision: Literal["minute", "hour"] = "hour"


@dataclass(frozen=True, slots=True)
class Scene:
    """The text, the clock on the wall when it was said, and that wall's offset from UTC.

    has_hour: the time of day is known; else `said` is the midnight before.
    """

    text: str
    said: datetime
    offset: timedelta
    has_hour: bool
    tenses: Tenses


@dataclass(frozen=True, slots=True)
class Atom:
    """A time without its preposition, as one rule reads it.

    resolve: its stretch, given the direction in which to look for it; None where that says nothing.
    in_year: the same in a given year, for what names no year itself.
    kind: `date`; `clock` and `part`, which belong to a day (`part` says nothing without one); `habit`; `ignored`, which keeps other
    rules away. needs: the prepositions without one of which it is no time ("May", "2019"). is_recurring: it comes again ("Monday").
    relation: what the words themselves say it is, whatever stands before them.
    """

    start: int
    end: int
    kind: Literal["date", "clock", "part", "habit", "ignored"]
    resolve: Callable[[Direction | None], Span | None] = lambda _: None
    in_year: OfYear | None = None
    clock: Clock | None = None
    needs: frozenset[str] | None = None
    is_recurring: bool = False
    is_weekday: bool = False
    is_season: bool = False
    relation: Relation | None = None


def fixed(match: re.Match[str], span: Span, relation: Relation | None = None) -> Atom:
    """An atom that means that stretch, whatever the words around it."""
    return Atom(match.start(), match.end(), "date", lambda _: span, relation=relation)


def ignored(match: re.Match[str]) -> Atom:
    """Words in which no rule is to find a time."""
    return Atom(match.start(), match.end(), "ignored")


Reader = Callable[[re.Match[str], Scene], Atom | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and what its matches mean, for texts with one of the cues; the reader returns None for a match that is no time."""

    cues: frozenset[Cue]
    pattern: str
    read: Reader

    def matches(self, text: str) -> Iterator[re.Match[str]]:
        return _compiled(self.pattern).finditer(text)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """On first use: all at once would take longer than the rest of the import. ASCII, so that what matched is found in a table of words."""
    return re.compile(pattern, re.I | re.A)


def rule(cues: str, pattern: str, read: Reader) -> Rule:
    """A rule for texts with one of those cues, which are separated by spaces."""
    return Rule(frozenset(cast(list[Cue], cues.split())), pattern, read)
