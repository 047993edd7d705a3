"""Phase 2: one question for each cluster, and for each node whose evidence was superseded (DCPM D-30..D-35)."""

from __future__ import annotations

from collections import Counter

from dcpm_sqlite.consolidation.gathering import Ground, cluster_offer
from dcpm_sqlite.consolidation.induction.decision import INDUCE
from dcpm_sqlite.consolidation.induction.offer import Induction, Offer
from dcpm_sqlite.consolidation.induction.plan import plan
from dcpm_sqlite.consolidation.step import Step
from dcpm_sqlite.encoder import Encoder
from dcpm_sqlite.store.changes import Change, New
from dcpm_sqlite.store.nights import Question


def inducing(ground: Ground, encoder: Encoder, now_ms: int) -> Step[Offer, Induction]:
    """The phase, as it works in this place. now_ms: the night's time, the same when it is gone on with: else all prompts would be others."""

    def gather(question: Question) -> Offer | None:
        return cluster_offer(ground, question, now_ms)

    def changes(_: Question, offer: Offer, answer: Induction, first: int) -> tuple[list[Change], Counter[str]]:
        return plan(offer, answer, encode=encoder.encode_passages, decided_by=New(first - 1), first=first)

    return Step("thinking", INDUCE, ("cluster", "revisit"), gather, changes, lambda answer: Counter(dict(answer.refused)))
