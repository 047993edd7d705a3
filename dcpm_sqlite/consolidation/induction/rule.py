"""Induction without a model: nothing yet."""

from __future__ import annotations

from dcpm_sqlite.consolidation.induction.offer import Induction, Offer


def induce(offer: Offer) -> Induction:
    """What the beliefs of a cluster surely add up to."""
    return Induction()
