"""Relations of new items without a model: to the known beliefs near to them, and among themselves (R-16, the most telling few)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from dcpm_sqlite.language.relating import Statement, Tie, ties_between
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import Belief, Candidate
from dcpm_sqlite.writing.reconciling.offer import Link, Offer, Outcome, Target

MOST = 3  # relations of one item: a graph in which all is tied to all tells nothing
_TELLS_WHO = re.compile(
    r"^(?:my|our) \w+(?: \w+)? is (?:called )?[A-Z]|^[A-Z]\w+(?: [A-Z]\w+)? (?:is|was) (?:my|our|an?|the)\b|\b(?:called|named) [A-Z]"
)


def ties(offer: Offer, outcomes: Sequence[Outcome]) -> list[Link]:
    """The strongest relations of each item that has a row of its own, to others than what it supersedes."""
    talking = _talking(offer)
    return [link for place in range(len(offer.items)) for link in _of_item(offer, place, outcomes, talking)]


def _of_item(offer: Offer, place: int, outcomes: Sequence[Outcome], talking: frozenset[str]) -> list[Link]:
    outcome = outcomes[place]
    if outcome.operation not in ("ADD", "SUPERSEDE"):
        return []
    here = _of_candidate(offer.items[place], talking)
    best: dict[Target, Tie] = {}
    for target, other, nearness, follows in _others(offer, place, outcomes, talking):
        if target != outcome.target and (found := ties_between(here, other, nearness, follows=follows)):
            best[target] = found[0]
    strongest = sorted(best.items(), key=lambda pair: (-pair[1].weight, pair[0].kind, pair[0].index))[:MOST]
    return [_link(Target("item", place), target, tie) for target, tie in strongest]


def _others(
    offer: Offer, place: int, outcomes: Sequence[Outcome], talking: frozenset[str]
) -> Iterator[tuple[Target, Statement, float, bool]]:
    """Known beliefs near to the item, nearest first, and the items before it that have a row; with their nearness."""
    for index, nearness in offer.nearness[place]:
        yield Target("known", index), _of_belief(offer.known[index].current, talking), nearness, False
    for earlier in range(place - 1, -1, -1):
        if outcomes[earlier].operation in ("ADD", "SUPERSEDE"):
            follows = earlier == place - 1 and _is_same_message(offer.items[earlier], offer.items[place])
            yield Target("item", earlier), _of_candidate(offer.items[earlier], talking), offer.among[place][earlier], follows


def _is_same_message(one: Candidate, other: Candidate) -> bool:
    return bool({quote.raw for quote in one.quotes} & {quote.raw for quote in other.quotes})


def _link(item: Target, other: Target, tie: Tie) -> Link:
    source, target = (item, other) if tie.is_forward else (other, item)
    return Link(source, target, tie.predicate, tie.description, tie.weight)


def _talking(offer: Offer) -> frozenset[str]:
    """Who talks here: their names stand everywhere, and tie nothing."""
    people = [offer.owner, *(item.party for item in offer.items), *(one.current.party for one in offer.known)]
    return frozenset(fold(name) for name in people if name)


@lru_cache(maxsize=4096)
def _of_candidate(item: Candidate, talking: frozenset[str]) -> Statement:
    names = [*(name for mention in item.mentions for name in (mention.name, *mention.aliases)), *([item.subject] if item.subject else [])]
    span = item.about or item.holds
    start, end = (None, None) if span is None else (span.from_ms, span.until_ms)
    return Statement(item.text, _known_names(names, talking), start, end, item.type == "entity" or _tells_who(item.text))


@lru_cache(maxsize=4096)
def _of_belief(belief: Belief, talking: frozenset[str]) -> Statement:
    about = belief.about
    start, end = (belief.holds_from, belief.holds_until) if about is None else (about.from_ms, about.until_ms)
    names = _known_names([belief.subject] if belief.subject else [], talking)
    return Statement(belief.text, names, start, end, belief.type == "entity" or _tells_who(belief.text))


def _known_names(names: Sequence[str], talking: frozenset[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if fold(name) not in talking))


def _tells_who(text: str) -> bool:
    return _TELLS_WHO.search(text) is not None
