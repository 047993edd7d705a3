"""What a model sends back as plans, and how it is read: each plan by itself, what is out of bounds brought within and counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal, get_args

from dcpm_sqlite.deciding.decision import Unusable
from dcpm_sqlite.deciding.parsing import items
from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.investigation.planning.offer import Offer, Plans
from dcpm_sqlite.language.dates import end_ms, read_moment
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import BeliefType, Matching, SeedPlan

MAX_QUERY_CHARS = 400
MAX_KEYWORDS = 12
MAX_KEYWORD_CHARS = 60
MAX_READ = 12  # plans that are looked at, whatever is offered


@dataclass(frozen=True, slots=True)
class TimeRange:
    """First and last day (or month, or year), null for an open end."""

    start: str | None = None
    end: str | None = None


@dataclass(frozen=True, slots=True)
class ReplyPlan:
    """One plan; what its mode has no use for is null."""

    mode: Literal["query_match", "keywords_match", "hybrid_match"]
    query: str | None = None
    keywords: list[str] | None = None
    allowed_node_types: list[str] | None = None
    time_range: TimeRange | None = None


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """The whole reply."""

    plans: list[ReplyPlan]


def read(offer: Offer, data: dict[str, Any]) -> Plans:
    """The plans that can be used, as many as may be. Raises Unusable where there are none."""
    found = items(data, "plans", ReplyPlan, limit=MAX_READ)
    refused: Counter[str] = Counter({"unreadable": found.faulty, "surplus": found.surplus})
    plans: list[SeedPlan] = []
    for given in found.records:
        made = _plan(offer, given, refused)
        if made is None:
            refused["a plan without words"] += 1
        elif made in plans:
            refused["said twice"] += 1
        elif len(plans) == offer.plans:
            refused["surplus"] += 1
        else:
            plans.append(made)
    if not plans:
        raise Unusable("plans: at least one plan with a query or with keywords is needed")
    return Plans(tuple(plans), tuple(sorted((+refused).items())))


def _plan(offer: Offer, given: ReplyPlan, refused: Counter[str]) -> SeedPlan | None:
    query = " ".join((given.query or "").split())
    if len(query) > MAX_QUERY_CHARS:
        refused["query cut"] += 1
        query = query[:MAX_QUERY_CHARS]
    keywords = _keywords(given.keywords or [], refused)
    matching: Matching = given.mode
    if matching == "keywords_match":
        query = " ".join(keywords)
    if not query and not keywords:
        return None
    start, end = _range(offer, given.time_range, refused)
    return SeedPlan(matching, query or " ".join(keywords), keywords, _types(given.allowed_node_types or [], refused), start, end)


def _keywords(given: list[str], refused: Counter[str]) -> tuple[str, ...]:
    words = list(dict.fromkeys(word for word in (" ".join(one.split()) for one in given) if word))
    kept = [word for word in words if len(word) <= MAX_KEYWORD_CHARS]
    refused["keyword too long"] += len(words) - len(kept)
    refused["surplus keywords"] += max(0, len(kept) - MAX_KEYWORDS)
    return tuple(kept[:MAX_KEYWORDS])


def _types(given: list[str], refused: Counter[str]) -> tuple[BeliefType, ...]:
    """None of them where all are named: then there is nothing to filter."""
    known: dict[str, BeliefType] = {name: name for name in get_args(BeliefType)}
    named = list(dict.fromkeys(fold(one) for one in given))
    refused["unknown type"] += sum(one not in known for one in named)
    types = tuple(known[one] for one in named if one in known)
    return () if len(types) == len(known) else types


def _range(offer: Offer, given: TimeRange | None, refused: Counter[str]) -> tuple[int | None, int | None]:
    if given is None:
        return None, None
    start, end = _moment(offer, given.start, refused, is_last=False), _moment(offer, given.end, refused, is_last=True)
    if start is not None and end is not None and start >= end:
        refused["dates out of order"] += 1
        return None, None
    return start, end


def _moment(offer: Offer, given: str | None, refused: Counter[str], *, is_last: bool) -> int | None:
    if given is None or not given.strip():
        return None
    try:
        moment = read_moment(given, now_ms=offer.now_ms)
        return end_ms(moment) if is_last else moment.ms
    except (UsageError, ValueError, OverflowError):
        refused["unreadable date"] += 1
        return None
