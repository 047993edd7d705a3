"""The decision 'plan': where does a search start (R-19..R-23)?"""

from __future__ import annotations

from dcpm_sqlite.deciding.decision import Decision
from dcpm_sqlite.investigation.planning.offer import Offer, Plans
from dcpm_sqlite.investigation.planning.prompt import prompt, shown
from dcpm_sqlite.investigation.planning.reply import read
from dcpm_sqlite.investigation.planning.rule import plan

PLAN: Decision[Offer, Plans] = Decision("plan", 1, prompt, read, plan, shown)
