"""A behavioural description without a model: by classes of verbs and turns of phrase."""

from __future__ import annotations

from dcpm_sqlite.consolidation.describing.offer import Description, Offer
from dcpm_sqlite.language.behaviour.reading import behaviours, described


def describe(offer: Offer) -> Description:
    """Classes that the beliefs show, or else the schema's own words; None where there are none."""
    found = behaviours(offer.evidence) or behaviours((offer.text,))
    return Description(described(found))
