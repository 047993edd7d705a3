"""A behavioural description without a model: by classes of verbs and turns of phrase."""

from __future__ import annotations

from dcpm_sqlite.consolidation.describing.offer import Description, Offer
from dcpm_sqlite.language.behaviour.reading import behaviours_of, described

_QUOTES = ('"', "“", "„", "«")


def describe(offer: Offer) -> Description:
    """What the beliefs show; the schema's own words count as one more, unless it quotes them. None where no behaviour can be told."""
    is_quoting = any(mark in offer.text for mark in _QUOTES)
    said = offer.evidence if is_quoting and offer.evidence else (*offer.evidence, offer.text)
    return Description(described(behaviours_of(said)))
