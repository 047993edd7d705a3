"""The decision 'induce': what does a cluster of beliefs add up to (DCPM D-30)?"""

from __future__ import annotations

from dcpm_sqlite.consolidation.induction.offer import Induction, Offer
from dcpm_sqlite.consolidation.induction.prompt import prompt, shown
from dcpm_sqlite.consolidation.induction.reply import read
from dcpm_sqlite.consolidation.induction.rule import induce
from dcpm_sqlite.deciding.decision import Decision

INDUCE: Decision[Offer, Induction] = Decision("induce", 1, prompt, read, induce, shown)
