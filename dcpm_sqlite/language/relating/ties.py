"""The relations between two statements, each with its reason in words and a weight in R-07's bands.

It is modest: what is only near in meaning is said to correlate, weakly. `contradicts` is the comparison of claims' business, `supersedes` too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dcpm_sqlite.language.names import names_in
from dcpm_sqlite.language.relating.going_on import comes_after_before, follows_from_before
from dcpm_sqlite.language.relating.sayings import saying_of
from dcpm_sqlite.language.relating.statement import Statement

CLEAR = 0.75  # clear, though not said of just these two
IMPLIED = 0.55
WEAK = 0.35
NEAR = 0.995  # percentile of unrelated texts from which two statements that share a word are about the same thing
VERY_NEAR = 0.999  # the same without a word in common
HALF = 0.5  # of a statement's content words that stand in a part of another: it is what that part speaks of
LEAST_WORDS = 2
_SAID = {  # predicate: of what is the source of what the other statement says, of what is its target
    "results_in": ("said to be its cause", "said to be its effect"),
    "triggers": ("said to have set it off", "said to be set off by it"),
    "enables": ("said to make it possible", "said to be made possible by it"),
    "precedes": ("said to have been before it", "said to have been after it"),
    "comprises": ("said to be the whole of it", "said to be a part of it"),
    "instantiates": ("said to be a case of it", "said to be what it is a case of"),
}


@dataclass(frozen=True, slots=True)
class Tie:
    """predicate: REALM's; is_forward: from the first statement to the second; description: why, in words; weight: 0..1."""

    predicate: str
    is_forward: bool
    description: str
    weight: float


def ties_between(one: Statement, other: Statement, nearness: float, *, follows: bool = False) -> list[Tie]:
    """Relations between a statement and one that was known before, strongest first.

    nearness: background percentile of their cosine, 0..1. follows: `one` comes right behind `other` in the same message.
    """
    found = [*_said(one, other, nearness, follows=follows), *_order(one, other, nearness, follows=follows), *_shared(one, other, nearness)]
    return sorted(found, key=lambda tie: -tie.weight)


def _said(one: Statement, other: Statement, nearness: float, *, follows: bool) -> Iterator[Tie]:
    if follows and follows_from_before(one.text):
        yield Tie("results_in", False, "said to follow from it", CLEAR)
        return
    for speaking, spoken_of, is_first in ((one, other, True), (other, one, False)):
        saying = saying_of(speaking.text)
        if saying is None:
            continue
        as_source, as_target = _SAID[saying.predicate]
        if any(_is_about(thing, spoken_of, nearness) for thing in saying.sources):
            yield Tie(saying.predicate, not is_first, as_source, CLEAR)
        elif any(_is_about(thing, spoken_of, nearness) for thing in saying.targets):
            yield Tie(saying.predicate, is_first, as_target, CLEAR)


def _is_about(thing: frozenset[str], statement: Statement, nearness: float) -> bool:
    """A word alone says little: the two must be near besides, as where the statement says more than half again of its own."""
    shared = len(thing & statement.forms)
    is_whole = shared == len(thing) and nearness >= NEAR
    if shared >= HALF * len(statement.forms):
        return shared >= LEAST_WORDS or (shared > 0 and is_whole)
    return shared >= LEAST_WORDS and is_whole


def _order(one: Statement, other: Statement, nearness: float, *, follows: bool) -> Iterator[Tie]:
    """What is only earlier by the calendar must share somebody or something, else all days of a life would be tied."""
    if follows and comes_after_before(one.text):
        yield Tie("precedes", False, "told as what came before it", CLEAR)
        return
    names = _names_in_common(one, other)
    words = sorted(one.terms & other.terms) if nearness >= NEAR else []
    if not names and (not words or (len(words) < LEAST_WORDS and nearness < VERY_NEAR)):
        return
    about = f"about {', '.join(names or words)}"
    if _is_over(other, one):
        yield Tie("precedes", False, f"earlier, {about}", IMPLIED)
    elif _is_over(one, other):
        yield Tie("precedes", True, f"earlier, {about}", IMPLIED)


def _is_over(earlier: Statement, later: Statement) -> bool:
    return earlier.until_ms is not None and later.from_ms is not None and earlier.until_ms <= later.from_ms


def _shared(one: Statement, other: Statement, nearness: float) -> Iterator[Tie]:
    names = _names_in_common(one, other)
    told = ", ".join(names)
    if names and one.tells_who != other.tells_who:
        yield Tie("contextualizes", one.tells_who, f"says who or what {told} is", IMPLIED)
    elif names and nearness >= NEAR:
        yield Tie("correlates", True, f"both about {told}", IMPLIED)
    elif names:
        yield Tie("correlates", True, f"both mention {told}", WEAK)
    elif nearness >= (NEAR if one.terms & other.terms else VERY_NEAR):
        yield Tie("correlates", True, "near in meaning", WEAK)


def _names_in_common(one: Statement, other: Statement) -> tuple[str, ...]:
    """Names of either that stand in the other's words."""
    found = (*(name for name in names_in(other.text, one.names) if _is_name_in(name, other.text)),
             *(name for name in names_in(one.text, other.names) if _is_name_in(name, one.text)))  # fmt: skip
    return tuple(dict.fromkeys(found))


def _is_name_in(name: str, text: str) -> bool:
    """ "Lily" is no lily, but for people who write all in small letters."""
    return " " in name or not name[:1].isupper() or name in text or text == text.lower()
