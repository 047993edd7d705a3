"""How a phase's questions are asked: one after the other, each seeing what the last one changed, or together in a batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dcpm_sqlite.consolidation.step import Asked, Step
from dcpm_sqlite.deciding.decide import Verdict, decide
from dcpm_sqlite.deciding.decide_many import decide_many
from dcpm_sqlite.deciding.decision import Answer, Offer
from dcpm_sqlite.deciding.desk import Desk
from dcpm_sqlite.deciding.mind import Mind
from dcpm_sqlite.errors import MindError, UnusableReply
from dcpm_sqlite.store.nights import Question


@dataclass(slots=True)
class Answering:
    """Whom a night asks, and who pays. is_batched: independent questions go out together, and then see nothing of each other's answers.

    remember: keeps the model's name for a batch under way, None when it is over; batch: one that an interrupted night left under way.
    """

    mind: Mind
    desk: Desk
    is_batched: bool
    remember: Callable[[str | None], None]
    batch: str | None = None

    def answers(self, step: Step[Offer, Answer], questions: Sequence[Question]) -> Iterator[Asked[Offer, Answer]]:
        """Each question's answer in their order. Raises OverBudget, MindUnavailable and MindRejected; what comes after it stays open."""
        if self.is_batched:
            yield from self._together(step, questions)
            return
        for question in questions:
            yield self.ask(step, question)

    def ask(self, step: Step[Offer, Answer], question: Question) -> Asked[Offer, Answer]:
        """One question, as things are now. Raises OverBudget, MindUnavailable and MindRejected."""
        offer = step.gather(question)
        if offer is None:
            return Asked(question)
        try:
            return Asked(question, offer, decide(step.decision, offer, mind=self.mind, desk=self.desk))
        except UnusableReply as fault:
            return Asked(question, offer, None, fault)

    def _together(self, step: Step[Offer, Answer], questions: Sequence[Question]) -> Iterator[Asked[Offer, Answer]]:
        """All that can be offered, in one batch; replies that came count, whatever became of the others."""
        gathered = [(question, step.gather(question)) for question in questions]
        offers = [offer for _, offer in gathered if offer is not None]
        found = iter(self._decided(step, offers) if offers else ())
        missed: MindError | None = None
        for question, offer in gathered:
            verdict = None if offer is None else next(found)
            if isinstance(verdict, UnusableReply):
                yield Asked(question, offer, None, verdict)
            elif isinstance(verdict, MindError):
                missed = missed or verdict
            else:
                yield Asked(question, offer, verdict)
        if missed is not None:
            raise missed

    def _decided(self, step: Step[Offer, Answer], offers: Sequence[Offer]) -> Sequence[Verdict[Answer] | MindError]:
        resume, self.batch = self.batch, None
        return decide_many(step.decision, offers, mind=self.mind, desk=self.desk, remember=self.remember, resume=resume)
