"""What a phrase comes to: a stretch of time, a habit, or nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta

from dcpm_sqlite.language.when.expression import Relation, Scene, TimeExpression
from dcpm_sqlite.language.when.phrases import Phrase
from dcpm_sqlite.language.when.spans import Span, midnight, next_period, period, weekday_near, weekend
from dcpm_sqlite.language.when.tense import Direction
from dcpm_sqlite.language.when.words import WEEKDAY, unit_named, weekday
from dcpm_sqlite.records import Precision, Stretch

_EPOCH = datetime(1970, 1, 1)
_SINCE = frozenset({"since", "starting", "after"})
_UNTIL = frozenset({"until", "by", "before"})
_DURING = frozenset({"during", "throughout", "over"})

_USUALLY = re.compile(r"\b(?:usually|normally|typically|generally|often|always|mostly|sometimes)\s+$", re.I)
_YEARLY = re.compile(r"\b(?:birthday|anniversary|name\s+day|name-day)(?:\s+is|['’]s)\s+(?:always\s+)?(?:on\s+)?(?:the\s+)?$", re.I)
_CAUSE = re.compile(r"\s+(?:is|was|are|will|has|isn['’]t|wasn['’]t|works?|won['’]t)\b", re.I)
_BY_WHOM = re.compile(r"\w{2,}ed\s+$")
_DETERMINED = re.compile(
    r"\b(?:an?|the|entire|whole|my|our|your|his|her|their|its|that|any|one|some|another|black|good|ash|palm|easter|cyber|super|ruby|freaky|bloody|man"
    r"|giving|fat|shrove|holy|maundy|whit|casual|happy)\s+$",
    re.I,
)
_NAME_AFTER = re.compile(r"\s+(?:[A-Z](?!\s|['’])|the\s+\d)|['’]s\s+[A-Z]")
_NAME_BEFORE = re.compile(r"[a-z,]\s+(?!I\b)[A-Z]\w+\s+$")
_OR = re.compile(rf"\s+or\s+(?:on\s+)?{WEEKDAY}", re.I)
_OR_BEFORE = re.compile(r"\b(?:or|either)\s+$", re.I)
_BESIDE = re.compile(
    rf"(?P<the>\b(?:on\s+|in\s+)?the\s+)?\b(?P<what>day|night|morning|afternoon|evening|hour|minute|week|weekend|month|year|{WEEKDAY})s?"
    r"(?P<of>\s+of)?\s+$",
    re.I,
)


def expression_of(phrase: Phrase, scene: Scene) -> TimeExpression | None:
    """None where it is a name, a cause or a length, or where the calendar ends."""
    if _is_habit(phrase, scene):
        usually = _USUALLY.search(scene.text, max(0, phrase.start - 20), phrase.start)
        stretch = Stretch(None, None, _rhythm(scene.text[phrase.start : phrase.end]))
        return TimeExpression(usually.start() if usually else phrase.start, phrase.end, stretch, "habit")
    if _is_name(phrase, scene.text):
        return None
    try:
        return _resolved(phrase, scene)
    except (ValueError, OverflowError):  # beyond the calendar
        return None


def _is_habit(phrase: Phrase, scene: Scene) -> bool:
    atom = phrase.first
    if atom.kind == "habit":
        return True
    if not atom.is_recurring or phrase.governor in _SINCE | _UNTIL:
        return False
    if _YEARLY.search(scene.text, max(0, phrase.start - 40), atom.start) or scene.tenses.is_usual(phrase.start, phrase.end):
        return True
    if scene.tenses.direction(phrase.start, phrase.end) is not None:
        return False
    if atom.kind == "clock":
        return scene.tenses.says_habitually(phrase.start, phrase.end)
    if phrase.last is not None:
        return atom.is_weekday and phrase.last.is_weekday
    return phrase.governor in _DURING | {"in"} and atom.is_season


def _rhythm(words: str) -> Precision:
    """How long what comes again lasts or takes to come, roughly: "every week"."""
    folded = words.lower()
    for name in ("week", "month", "year", "hour"):
        if name in folded and "weekend" not in folded and "weekday" not in folded:
            return unit_named(name)
    return "day"


def _is_name(phrase: Phrase, text: str) -> bool:
    """ "Black Friday", "the Sunday Times", "a Monday", "Saturday or Sunday", "inspired by autumn"; and "since Monday is free", which is a cause."""
    if phrase.governor == "since" and _CAUSE.match(text, phrase.end):
        return True
    if phrase.governor == "by" and phrase.first.is_season and _BY_WHOM.search(text, max(0, phrase.start - 20), phrase.start):
        return True
    if not phrase.first.is_weekday or phrase.last is not None:
        return False
    if _DETERMINED.search(text, max(0, phrase.first.start - 12), phrase.first.start):
        return True
    if _OR.match(text, phrase.end) or _OR_BEFORE.search(text, max(0, phrase.start - 12), phrase.start):
        return True
    if phrase.governor is not None:
        return False
    return bool(_NAME_AFTER.match(text, phrase.end) or _NAME_BEFORE.search(text, max(0, phrase.start - 30), phrase.start))


def _resolved(phrase: Phrase, scene: Scene) -> TimeExpression | None:
    span = _range(phrase, scene) if phrase.last else _span(phrase, scene)
    if span is None:
        return None
    start, relation = phrase.start, _relation(phrase, span, scene)
    beside = _BESIDE.search(scene.text, max(0, start - 24), start) if phrase.last is None else None
    if beside and (phrase.governor in ("before", "after", "from") or beside["of"]):
        neighbour = _neighbour(beside, phrase.governor, span)
        if neighbour is None:
            return None
        span, relation, start = neighbour, "at", beside.start()
    first: datetime | None = span.start
    last = span.end
    if relation == "since":
        first, last = (span.end if phrase.governor == "after" else span.start), None
    elif relation == "until":
        first, last = None, (span.start if phrase.governor == "before" else span.end)
    if first and last and first >= last:
        return None
    return TimeExpression(start, phrase.end, Stretch(_ms(first, scene), _ms(last, scene), span.precision, span.basis), relation)


def _ms(moment: datetime | None, scene: Scene) -> int | None:
    return None if moment is None else (moment - scene.offset - _EPOCH) // timedelta(milliseconds=1)


def _relation(phrase: Phrase, span: Span, scene: Scene) -> Relation:
    if phrase.last is not None:
        return "during"
    if phrase.governor in _SINCE or (phrase.governor == "from" and (span.end is None or span.end > scene.said)):
        return "since"
    if phrase.governor in _UNTIL:
        return "until"
    return phrase.first.relation or ("during" if phrase.governor in _DURING else "at")


def _way(phrase: Phrase, scene: Scene) -> Direction | None:
    """Where to look for what names no year: "since" looks back, "until" ahead unless it is told of the past."""
    said = scene.tenses.direction(phrase.start, phrase.end)
    if phrase.governor == "since":
        return "past"
    if phrase.governor in _UNTIL or phrase.governor == "starting":
        return said or "future"
    return said


def _span(phrase: Phrase, scene: Scene) -> Span | None:
    way = _way(phrase, scene)
    if phrase.first.kind == "clock":
        return _today(phrase, way, scene)
    return phrase.first.resolve(way)


def _today(phrase: Phrase, way: Direction | None, scene: Scene) -> Span | None:
    """A time of day alone: the last one before the message, else the next after it; not where it may be one of every day."""
    clock = phrase.first.clock
    if clock is None or clock.minutes is None:
        return None
    is_name = _DETERMINED.search(scene.text, max(0, phrase.start - 12), phrase.start)  # "my 9 am meeting"
    if is_name or not scene.tenses.names_one_event(phrase.start, phrase.end):
        return None
    today = midnight(scene.said)
    low, high = (today + timedelta(minutes=minutes) for minutes in clock.minutes)
    days = 0
    if scene.has_hour and way == "past" and low > scene.said:
        days = -1
    elif scene.has_hour and way != "past" and high <= scene.said:
        days = 1
    return Span(low + timedelta(days=days), high + timedelta(days=days), clock.precision)


def _range(phrase: Phrase, scene: Scene) -> Span | None:
    """From the start of the first to the end of the last; an end without a year takes the other's."""
    way = _way(phrase, scene)
    first, last = phrase.first, phrase.last
    if last is None:
        return None
    end = last.resolve(way)
    if first.in_year and end and not last.in_year:
        begin: Span | None = first.in_year(end.start.year)
        if begin and begin.start > end.start:
            begin = first.in_year(end.start.year - 1)
    else:
        begin = first.resolve(way)
    if begin and last.in_year:
        end = last.in_year(begin.start.year)
        if end.start < begin.start:
            end = last.in_year(begin.start.year + 1)
    elif begin and last.is_weekday and end:
        end = weekday_near(end.start.weekday(), begin.start, "future")
    if begin is None or end is None or (end.end and end.end <= begin.start):
        return None
    basis = "stated" if "stated" in (begin.basis, end.basis) else "resolved"
    return replace(begin, end=end.end, precision=end.precision, basis="stated" if basis == "stated" else "resolved")


def _neighbour(beside: re.Match[str], governor: str | None, span: Span) -> Span | None:
    """ "the week before 24 May", "the Friday after 3 June", "the weekend of 10 June"; "two days before Friday" and "a week from Friday" are left out."""
    what = beside["what"].lower()
    if not beside["the"] or span.end is None or governor == "from":
        return None
    sign = 1 if governor == "after" else -1
    if what.capitalize() in WEEKDAY:
        edge = span.start if sign < 0 else span.end - timedelta(days=1)
        return None if beside["of"] else replace(weekday_near(weekday(what), edge, "past" if sign < 0 else "future"), basis=span.basis)
    if what == "weekend":
        count = 0 if beside["of"] else sign
        return replace(weekend(span.start, count), basis=span.basis)
    if what not in ("day", "week", "month", "year"):
        return None
    unit = period(span.start, unit_named(what))
    if beside["of"]:
        return replace(unit, basis=span.basis)
    if sign > 0:
        unit = period(span.end - timedelta(milliseconds=1), unit_named(what))
    return replace(next_period(unit, sign), basis=span.basis)
