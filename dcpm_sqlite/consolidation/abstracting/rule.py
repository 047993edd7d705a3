"""A core schema without a model: the classes of behaviour that all members show, named with their domains."""

from __future__ import annotations

from dcpm_sqlite.consolidation.abstracting.offer import Abstraction, Offer
from dcpm_sqlite.language.behaviour.classes import BEHAVIOURS
from dcpm_sqlite.language.behaviour.reading import named

_SURE, _PER_MEMBER, _MOST = 0.3, 0.1, 0.7  # unlearned: classes of verbs are coarse, and nobody confirmed it


def abstract(offer: Offer) -> Abstraction:
    """Declines where they share nothing but what is true of nearly everything that is done."""
    shared = frozenset.intersection(*(named(member.behaviour) for member in offer.members))
    strong = [behaviour for behaviour in BEHAVIOURS if behaviour.name in shared and not behaviour.is_weak]
    if not strong:
        return Abstraction(None)
    domains = sorted({member.domain for member in offer.members})
    where = f"{', '.join(domains[:-1])} and {domains[-1]}"
    return Abstraction(
        f"In {where} alike: {' and '.join(behaviour.phrase for behaviour in strong[:2])}.",
        round(min(_MOST, _SURE + _PER_MEMBER * len(offer.members)), 2),
    )
