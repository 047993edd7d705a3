"""Schemas without a model: what several statements about one person share, worded from them (DCPM D-31)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from dcpm_sqlite.consolidation.induction.days import day_of, months_in_words
from dcpm_sqlite.consolidation.induction.offer import CreateSchema
from dcpm_sqlite.consolidation.induction.statements import Statement
from dcpm_sqlite.language.claims.domains import domain_of
from dcpm_sqlite.language.regularity.sharing import Pattern, Told, patterns
from dcpm_sqlite.language.regularity.telling import frequency_of, head, named

QUOTED = 2  # statements that are quoted
QUOTE_CHARS = 80  # of one of them: a longer one is not quoted
SINCE_MS = 31 * 86_400_000  # how much longer than it was spoken of it must have been so to be worth saying
# Unlearned and modest: three statements are little, many days are more than many words, and nobody confirmed any of it.
_BASE, _PER_STATEMENT, _PER_DAY, _IF_RHYTHM, _COUNTED, _MOST = 0.3, 0.05, 0.04, 0.1, 6, 0.85
_OF_TOPICS = 0.8  # that something is spoken of again and again is less than that it is done
_OUTVOTED = 0.75  # share of the statements that must have another life domain than the regularity's own words


def schemas(told: Sequence[Statement]) -> list[CreateSchema]:
    """The regularities of one person's statements, the most frequent first."""
    read = [one for one in told if one.doing is not None]
    doings = [Told(one.doing, one.day, one.belief.domain) for one in read if one.doing is not None]
    return [_schema(pattern, doings, [read[i] for i in pattern.which]) for pattern in patterns(doings)]


def _schema(pattern: Pattern, doings: Sequence[Told], shown: Sequence[Statement]) -> CreateSchema:
    told = f"told {len(shown)} times {_span(shown)}"
    quotes = _quotes(shown)
    text = f"{head(pattern, doings, shown[0].who)}{_since(pattern, shown)}{f': {quotes} ({told}).' if quotes else f' ({told}).'}"
    return CreateSchema(text, _domain(pattern, shown), tuple(one.belief.key for one in shown), _confidence(pattern, doings, shown))


def _domain(pattern: Pattern, shown: Sequence[Statement]) -> str:
    """That of the regularity's own words, unless most of the statements have another one; where these words tell none, theirs."""
    own = domain_of(named(pattern), None)
    votes = Counter(one.belief.domain for one in shown if one.belief.domain != "other")
    most = max(sorted(votes), key=lambda domain: votes[domain], default="other")
    is_sure = votes[most] >= _OUTVOTED * len(shown)
    return most if own == "other" or (is_sure and votes[own] < votes[most]) else own


def _confidence(pattern: Pattern, doings: Sequence[Told], shown: Sequence[Statement]) -> float:
    days = len({one.day for one in shown})
    often = frequency_of(pattern, doings)
    sure = _BASE + _PER_STATEMENT * min(len(shown), _COUNTED) + _PER_DAY * min(days, _COUNTED)
    sure += _IF_RHYTHM if often is not None and often.rate == "regularly" else 0.0
    return round(min(_MOST, sure) * pattern.agreement * (_OF_TOPICS if pattern.kind == "topic" else 1.0), 2)


def _since(pattern: Pattern, shown: Sequence[Statement]) -> str:
    """Since when, where one of them says that it was so long before it was spoken of."""
    starts = [(one.belief.holds_from, one.belief.holds_precision) for one in shown if one.belief.holds_from is not None]
    if not starts or pattern.kind in ("topic", "denies"):
        return ""
    start, precision = min(starts, key=lambda s: s[0] or 0)
    assert start is not None
    if min(one.belief.said_ms for one in shown) - start < SINCE_MS:
        return ""
    day = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=start + SINCE_MS // 62)
    return f", since {day.year if precision in ('year', 'decade') else months_in_words(day.date(), day.date())[3:]}"


def _span(shown: Sequence[Statement]) -> str:
    """When they were said, first and last."""
    said = sorted(one.belief.said_ms for one in shown)
    return months_in_words(day_of(said[0]), day_of(said[-1]))


def _quotes(shown: Sequence[Statement]) -> str:
    """A few of them in their own words, those that say how often before others, the latest of these first."""

    def worth(one: Statement) -> tuple[bool, int, int]:
        often = None if one.doing is None else one.doing.often
        return often is not None and often.rate == "regularly", one.belief.said_ms, one.belief.key

    texts = [" ".join(one.belief.text.split()).rstrip(".!, ") for one in sorted(shown, key=worth, reverse=True)]
    short = list(dict.fromkeys(text for text in texts if len(text) <= QUOTE_CHARS))[:QUOTED]
    return ", ".join(f"“{text}”" for text in short)
