"""A core schema without a model: the behaviour that all members show, named with their domains."""

from __future__ import annotations

from collections.abc import Sequence

from dcpm_sqlite.consolidation.abstracting.offer import Abstraction, Member, Offer
from dcpm_sqlite.language.behaviour.classes import behaviours
from dcpm_sqlite.language.behaviour.reading import named

# Unlearned: classes are coarse and nobody confirmed it, but each further domain makes chance less likely.
_SURE, _PER_MEMBER, _MOST = 0.3, 0.1, 0.7


def abstract(offer: Offer) -> Abstraction:
    """Declines where the members don't all show one class, or only what is true of nearly everything that is done."""
    if not offer.members:
        return Abstraction(None)
    shared = frozenset.intersection(*(named(member.behaviour) for member in offer.members))
    told = [behaviour.told for behaviour in behaviours() if behaviour.name in shared and not behaviour.is_weak]
    if not told:
        return Abstraction(None)
    return Abstraction(f"{_where(offer.members)} alike: {'; '.join(told)}.", round(min(_MOST, _SURE + _PER_MEMBER * len(offer.members)), 2))


def _where(members: Sequence[Member]) -> str:
    """ "In sport, in work and elsewhere": what has no domain was somewhere."""
    named_ones = sorted({member.domain for member in members if member.domain != "other"})
    places = [f"in {domain}" for domain in named_ones] + ["elsewhere"] * any(member.domain == "other" for member in members)
    listed = places[0] if len(places) == 1 else f"{', '.join(places[:-1])} and {places[-1]}"
    return listed[0].upper() + listed[1:]
