"""Reconciling without a model: claims are compared by subject, attribute, polarity, number and time.

It never claims more than it knows (DESIGN): what contradicts without surely being a change is added, with a relation that says so.
"""

from __future__ import annotations

from functools import lru_cache

from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.comparing import Outcome as Comparison
from dcpm_sqlite.language.claims.comparing import compare
from dcpm_sqlite.language.claims.reading import read_statement
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import Belief, Candidate, Moment
from dcpm_sqlite.writing.chains import place_of
from dcpm_sqlite.writing.reconciling.offer import Link, Offer, Outcome, Reconciliation, Target
from dcpm_sqlite.writing.reconciling.tying import ties

_BY_STRENGTH: dict[Comparison, int] = {"duplicate": 4, "supersede": 3, "update": 2, "contradict": 1, "unrelated": 0}
_CONTRADICTS_WEIGHT = 0.7  # clear, but not said outright


def reconcile(offer: Offer) -> Reconciliation:
    """Each item against the known beliefs near to it and the items before it."""
    outcomes: list[Outcome] = []
    links: list[Link] = []
    for place, item in enumerate(offer.items):
        best, target = _best(offer, place, outcomes)
        match best:
            case "duplicate":
                outcomes.append(Outcome("DUPLICATE", target, state=_state(offer, item, target)))
            case "supersede":
                outcomes.append(Outcome("SUPERSEDE", target))
            case "update":
                outcomes.append(Outcome("UPDATE", target, item.text))
            case _:
                outcomes.append(Outcome("ADD"))
        if best == "contradict" and target is not None:
            links.append(Link(Target("item", place), target, "contradicts", "said otherwise", _CONTRADICTS_WEIGHT))
    said = {frozenset((link.source, link.target)) for link in links}
    links += [link for link in ties(offer, outcomes) if frozenset((link.source, link.target)) not in said]
    return Reconciliation(tuple(outcomes), tuple(links))


def _best(offer: Offer, place: int, outcomes: list[Outcome]) -> tuple[Comparison, Target | None]:
    """The strongest comparison, of equal ones with the nearest."""
    best: Comparison = "unrelated"
    target: Target | None = None
    past = _past(offer, place, outcomes)
    for index, nearness in offer.nearness[place]:
        if Target("known", index) in past:
            continue
        found = _with_chain(offer.items[place], offer.known[index].chain, nearness, offer.owner)
        if _BY_STRENGTH[found] > _BY_STRENGTH[best]:
            best, target = found, Target("known", index)
    for earlier in range(place - 1, -1, -1):
        if outcomes[earlier].operation in ("DUPLICATE", "UPDATE") or Target("item", earlier) in past:
            continue  # it has no row of its own, or is no more so
        found = _with_item(offer.items[place], offer.items[earlier], offer.among[place][earlier], offer.owner)
        if _BY_STRENGTH[found] > _BY_STRENGTH[best]:
            best, target = found, Target("item", earlier)
    return best, target


def _past(offer: Offer, place: int, outcomes: list[Outcome]) -> set[Target]:
    """What items of the batch took the place of before this item's time: "Rome, then Oslo, then Rome again" are three states."""
    here = place_of(offer.items[place])
    return {
        outcome.target
        for earlier, outcome in enumerate(outcomes)
        if outcome.operation == "SUPERSEDE" and outcome.target is not None and _stood(offer, outcome.target) <= place_of(offer.items[earlier]) <= here
    }  # fmt: skip


def _stood(offer: Offer, target: Target) -> tuple[int, int]:
    return place_of(offer.known[target.index].current if target.kind == "known" else offer.items[target.index])


def _with_chain(item: Candidate, chain: tuple[Belief, ...], nearness: float, owner: str | None) -> Comparison:
    """Against the current state; what tells of an earlier time, against the states of that time too."""
    current = chain[-1]
    if not _same_one(item.party, item.subject, current.party, current.subject, owner):
        return "unrelated"
    is_later = place_of(item) >= place_of(current)
    if is_later:
        return compare(_claim(item.text, item.said_ms), _claim(current.text, current.said_ms), nearness=nearness)
    if any(compare(_claim(item.text, item.said_ms), _claim(b.text, b.said_ms), nearness=nearness) == "duplicate" for b in chain):
        return "duplicate"
    found = compare(_claim(current.text, current.said_ms), _claim(item.text, item.said_ms), nearness=nearness)
    return "duplicate" if found == "update" else found  # the current wording says it all, and more


def _state(offer: Offer, item: Candidate, target: Target | None) -> int | None:
    """Which earlier state of the chain said it; None where the current one did."""
    if target is None or target.kind == "item":
        return None
    chain = offer.known[target.index].chain
    if place_of(item) >= place_of(chain[-1]):
        return None
    claim = _claim(item.text, item.said_ms)
    return next((i for i, b in enumerate(chain) if compare(claim, _claim(b.text, b.said_ms), nearness=1.0) == "duplicate"), None)


def _with_item(item: Candidate, earlier: Candidate, nearness: float, owner: str | None) -> Comparison:
    if not _same_one(item.party, item.subject, earlier.party, earlier.subject, owner):
        return "unrelated"
    return compare(_claim(item.text, item.said_ms), _claim(earlier.text, earlier.said_ms), nearness=nearness)


def _same_one(party: str | None, subject: str | None, other: str | None, other_subject: str | None, owner: str | None) -> bool:
    """Whether both speak of the same party, of subjects that may be the same, or one of the party and one of what is its own
    ("My rent is 900", "I pay 950 for rent now"); two speakers' sisters are two.
    """
    if subject is not None and other_subject is not None:
        return _whose(subject) == _whose(other_subject)
    whose = _whose(subject or other_subject or "")
    one, another = fold(party or owner or ""), fold(other or owner or "")
    if subject is None and other_subject is None:
        return one == another
    who = one if subject is None else another
    return whose != "" and (whose == who or (whose in ("my", "our") and who == fold(owner or "")))


def _whose(subject: str) -> str:
    """The speaker whose own somebody is ("my sister", "Ann's sister"), empty where nobody's."""
    first = fold(subject).split(" ")[0]
    return first if first in ("my", "our") else first.removesuffix("'s").removesuffix("’s") if first.endswith(("'s", "’s")) else ""


@lru_cache(maxsize=4096)
def _claim(text: str, said_ms: int) -> Claim:
    return read_statement(text, said=Moment(said_ms))
