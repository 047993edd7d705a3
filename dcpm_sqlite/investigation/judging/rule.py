"""Whether there is enough, without a model: no rule can tell whether an answer stands there, so it ends when nothing promising is left."""

from __future__ import annotations

from dcpm_sqlite.investigation.judging.offer import Judgement, Offer

PROMISING = 0.1  # score from which going on from an item may pay: beliefs that tell a small part of a message have little more


def judge(offer: Offer) -> Judgement:
    """The best items that have relations and were not gone on from are next; with none there is enough."""
    open_ = [place for place, one in enumerate(offer.found) if one.leads and not one.is_expanded and one.score >= PROMISING]
    return Judgement(not open_, tuple(open_[: offer.most]))
