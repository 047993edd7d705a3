"""Where a search starts, without a model: the question as it stands, then its keywords alone, then its meaning alone (R-19, R-20)."""

from __future__ import annotations

from dcpm_sqlite.investigation.planning.offer import Offer, Plans
from dcpm_sqlite.investigation.question import window_of
from dcpm_sqlite.language.index_text import query_terms
from dcpm_sqlite.language.names import names_in
from dcpm_sqlite.records import SeedPlan


def plan(offer: Offer) -> Plans:
    """The first plan finds what `recall` finds; the time that the question names bounds it, where there is any.

    Types are never asked for: what the words of a question want says little about how it was noted.
    """
    window = window_of(offer.question, offer.now_ms)
    keywords = tuple(dict.fromkeys((*names_in(offer.question, offer.names), *query_terms(offer.question))))
    start, end = (None, None) if window is None else (window.from_ms, window.until_ms)
    plans = [SeedPlan("hybrid_match", offer.question, from_ms=start, until_ms=end)]
    if keywords:
        plans.append(SeedPlan("keywords_match", " ".join(keywords), keywords))
    plans.append(SeedPlan("query_match", offer.question))
    return Plans(tuple(plans[: max(1, offer.plans)]))
