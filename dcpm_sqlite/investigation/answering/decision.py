"""The decision 'answer': what does the evidence say to the question?"""

from __future__ import annotations

from dcpm_sqlite.deciding.decision import Decision
from dcpm_sqlite.investigation.answering.offer import Answered, Offer
from dcpm_sqlite.investigation.answering.prompt import prompt, shown
from dcpm_sqlite.investigation.answering.reply import read
from dcpm_sqlite.investigation.answering.rule import answer

ANSWER: Decision[Offer, Answered] = Decision("answer", 1, prompt, read, answer, shown)
