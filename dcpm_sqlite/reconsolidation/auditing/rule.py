"""Looking back on a use without a model: what the answer's words come from was used; the rest was not (R-39..R-41).

Words of the question count for nothing: everything that was recalled shares them. What no word tells is left alone (R-46).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from dcpm_sqlite.language.index_text import query_terms
from dcpm_sqlite.reconsolidation.auditing.offer import Audit, Edit, EditAction, Offer

USED = 0.5  # share of the answer's own words that stand in an item which it used, or of the item's that the answer says
NEAR = 0.5  # of the best used item's score: from there on what is related to it supports
BOTH_KEY = 0.6  # confidence that a relation between two used items is a good one: "implied" in R-07's bands
KEY_AND_SUPPORTING = 0.3
KEY_AND_UNRELATED = 0.1  # that it was not used once says little against a relation
MISLEADING = 0.3
NEW = 0.4  # "weak": used together once
MOST_NEW = 3
MAX_TERMS = 200


def audit(offer: Offer) -> Audit:
    """Groups and edits. An answer told to be wrong makes nothing stronger: what it used misled."""
    used = _used(offer)
    if not used:
        return Audit(_topic(offer, ()))
    if offer.outcome == "wrong":
        edits = [
            _of_edge(offer, place, "weaken", MISLEADING)
            for place, edge in enumerate(offer.edges)
            if edge.relation is not None and {edge.source, edge.target} <= set(used)
        ]
        return Audit(_topic(offer, ()), misleading=used, edits=tuple(edits[: offer.max_edits]))
    supporting = _supporting(offer, used)
    unrelated = tuple(place for place in range(len(offer.items)) if place not in used and place not in supporting)
    edits = [*_of_standing(offer, set(used), set(supporting)), *_of_new(offer, used)]
    return Audit(_topic(offer, used), used, supporting, (), unrelated, tuple(edits[: offer.max_edits]))


def _used(offer: Offer) -> tuple[int, ...]:
    """Places of the items that hold half of the answer's own words, or that the answer says half of."""
    asked = set(query_terms(offer.question, limit=MAX_TERMS))
    own = set(query_terms(offer.answer, limit=MAX_TERMS)) - asked
    texts = [set(query_terms(item.text, limit=MAX_TERMS)) - asked for item in offer.items]
    return tuple(place for place, text in enumerate(texts) if _is_used(own, text))


def _is_used(own: set[str], text: set[str]) -> bool:
    shared = len(own & text)
    return shared > 0 and (shared >= USED * len(own) or (shared > 1 and shared >= USED * len(text)))


def _supporting(offer: Offer, used: tuple[int, ...]) -> tuple[int, ...]:
    best = max(offer.items[place].score for place in used)
    related = {end for edge in offer.edges for end in (edge.source, edge.target) if {edge.source, edge.target} & set(used)}
    return tuple(place for place in sorted(related - set(used)) if offer.items[place].score >= NEAR * best)


def _of_standing(offer: Offer, used: set[int], supporting: set[int]) -> Iterator[Edit]:
    for place, edge in enumerate(offer.edges):
        ends = {edge.source, edge.target}
        if edge.relation is None or not ends & used:
            continue
        if ends <= used:
            yield _of_edge(offer, place, "strengthen", BOTH_KEY)
        elif ends <= used | supporting:
            yield _of_edge(offer, place, "strengthen", KEY_AND_SUPPORTING)
        else:
            yield _of_edge(offer, place, "weaken", KEY_AND_UNRELATED)


def _of_new(offer: Offer, used: tuple[int, ...]) -> list[Edit]:
    """Items that one answer used and nothing ties, the best pairs first."""
    tied = {frozenset((edge.source, edge.target)) for edge in offer.edges}
    pairs = [pair for pair in combinations(used, 2) if frozenset(pair) not in tied]
    return [Edit("add", a, b, "correlates", NEW, description="used together in an answer") for a, b in pairs[:MOST_NEW]]


def _of_edge(offer: Offer, place: int, action: EditAction, confidence: float) -> Edit:
    edge = offer.edges[place]
    return Edit(action, edge.source, edge.target, edge.predicate, confidence, place)


def _topic(offer: Offer, used: tuple[int, ...]) -> str:
    """The words that most of the used items share with each other; the question, where they share none."""
    texts = [query_terms(offer.items[place].text, limit=MAX_TERMS) for place in used]
    shared = [
        term for term in dict.fromkeys(term for text in texts for term in text) if 2 * sum(term in text for text in texts) > len(texts)
    ]
    return " ".join(shared[:8]) or offer.question
