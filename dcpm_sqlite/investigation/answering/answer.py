"""Answering from an investigation: its findings as evidence, nothing else."""

from __future__ import annotations

from dcpm_sqlite.deciding.decide import decide
from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.deciding.mind import Mind
from dcpm_sqlite.investigation.answering.decision import ANSWER
from dcpm_sqlite.investigation.answering.offer import Answered, Offer
from dcpm_sqlite.investigation.answering.rule import answer as without_model
from dcpm_sqlite.investigation.evidence import Shown
from dcpm_sqlite.records import Investigation
from dcpm_sqlite.store import nearby
from dcpm_sqlite.store.store import Store


def require_model(mind: Mind) -> None:
    """Raise UsageError before anything is searched for, where nobody could answer."""
    if mind.llm is None:
        without_model(Offer("", 0, ()))


def answer(store: Store, found: Investigation, *, mind: Mind, desk: Desk) -> Answered:
    """Places cited are those of the findings. Without findings nothing is asked. Raises MindError."""
    if not found.findings:
        return Answered(None)
    with store.file.read() as db:
        wordings = nearby.wordings(db, [one.key for one in found.findings if one.kind == "belief"])
    shown = tuple(
        Shown(
            one.key, wordings.get(one.key), one.text, one.type, one.party, one.said_ms,
            one.chain[-1].holds_from if one.chain else None, one.chain[-1].holds_until if one.chain else None,
            min(1.0, max(0.0, one.score)), one.depth, is_expanded=False, leads=0,
        )
        for one in found.findings
    )  # fmt: skip
    return decide(ANSWER, Offer(found.question, desk.now_ms(), shown), mind=mind, desk=desk).answer
