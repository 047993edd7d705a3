"""The decision 'judge': is there enough, and from where does the search go on (R-24)?"""

from __future__ import annotations

from dcpm_sqlite.deciding.decision import Decision
from dcpm_sqlite.investigation.judging.offer import Judgement, Offer
from dcpm_sqlite.investigation.judging.prompt import prompt, shown
from dcpm_sqlite.investigation.judging.reply import read
from dcpm_sqlite.investigation.judging.rule import judge

JUDGE: Decision[Offer, Judgement] = Decision("judge", 1, prompt, read, judge, shown)
