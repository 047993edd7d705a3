"""The decision 'audit': what does a use of the memory tell of its relations (R-38..R-48)?"""

from __future__ import annotations

from dcpm_sqlite.deciding.decision import Decision
from dcpm_sqlite.reconsolidation.auditing.offer import Audit, Offer
from dcpm_sqlite.reconsolidation.auditing.prompt import prompt, shown
from dcpm_sqlite.reconsolidation.auditing.reply import read
from dcpm_sqlite.reconsolidation.auditing.rule import audit

AUDIT: Decision[Offer, Audit] = Decision("audit", 1, prompt, read, audit, shown)
