"""Induction without a model: extractive and modest. It says no more than the beliefs do: what several statements about one person share,
counted, dated and quoted; and what stated plans, days to come and worries look ahead to.
"""

from __future__ import annotations

from dcpm_sqlite.consolidation.induction.belonging import belongs
from dcpm_sqlite.consolidation.induction.foresight import foresee
from dcpm_sqlite.consolidation.induction.offer import Action, AddEvidence, Induction, Offer, Ref
from dcpm_sqlite.consolidation.induction.regularities import schemas
from dcpm_sqlite.consolidation.induction.statements import Statement, by_person, statements


def induce(offer: Offer) -> Induction:
    """Evidence for schemas that stand, new schemas of what is left, then intentions and what became of them."""
    told = statements(offer)
    actions, taken = _supporting(offer, told)
    if offer.revisited is None:
        for own in by_person([one for one in told if one.belief.key not in taken]):
            actions += schemas(own)
    return Induction((*actions, *foresee(offer)))


def _supporting(offer: Offer, told: list[Statement]) -> tuple[list[Action], set[int]]:
    """Statements that show what a schema says already; a node that is thought over is the only one that is asked about."""
    actions: list[Action] = []
    taken: set[int] = set()
    for index, node in enumerate(offer.nodes):
        if offer.revisited is not None and node.key != offer.revisited:
            continue
        keys = tuple(one.belief.key for one in told if one.belief.key not in taken and belongs(one, node, offer.owner))
        if keys:
            actions.append(AddEvidence(Ref("standing", index), keys))
            taken.update(keys)
    return actions, taken
