"""A phase's questions: how each is offered to a mind, and what an answer changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from dcpm_sqlite.deciding.decide import Verdict
from dcpm_sqlite.deciding.decision import Answer, Decision, Offer
from dcpm_sqlite.errors import MindError
from dcpm_sqlite.store.changes import Change, QuestionKind
from dcpm_sqlite.store.nights import Question


@dataclass(frozen=True, slots=True)
class Asked(Generic[Offer, Answer]):
    """A question, as it was offered, and the verdict; neither where nothing that it is about stands any more.

    fault: why there is no verdict though it was asked.
    """

    question: Question
    offer: Offer | None = None
    verdict: Verdict[Answer] | None = None
    fault: MindError | None = None


@dataclass(frozen=True, slots=True)
class Step(Generic[Offer, Answer]):
    """One phase. phase: its name for people; kinds: of its questions.

    gather: the offer, as things are now; None where nothing of it stands. changes: what an answer comes to, and counts of it, given the
    place of the first change in the list that is applied; the decision's row is the one before it.
    """

    phase: str
    decision: Decision[Offer, Answer]
    kinds: tuple[QuestionKind, ...]
    gather: Callable[[Question], Offer | None]
    changes: Callable[[Question, Offer, Answer, int], tuple[list[Change], Counter[str]]]
    refused: Callable[[Answer], Counter[str]] = lambda _: Counter()
