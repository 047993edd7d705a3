"""`decide()`: one way for all decisions to ask a mind. Budget, call, ledger, reading, asking once more."""

from __future__ import annotations

from dcpm_sqlite.deciding.asking import MAX_REPEATED_CHARS, Asking, Verdict
from dcpm_sqlite.deciding.decision import Answer, Decision, Offer
from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.deciding.mind import Mind

__all__ = ["MAX_REPEATED_CHARS", "Verdict", "decide"]


def decide(decision: Decision[Offer, Answer], offer: Offer, *, mind: Mind, desk: Desk) -> Verdict[Answer]:
    """Decide by the mind. A model is asked once more when its reply can't be used; no transaction is open while it thinks.

    Raises OverBudget, MindUnavailable, MindRejected, and UnusableReply, with `is_cut_off` where half the input may fit.
    """
    if mind.llm is None:
        return Verdict(decision.rule(offer), mind.name, None, 0)
    asking = Asking(decision, offer, mind.llm, desk)
    asking.require_fit()
    return asking.settle(asking.ask())
