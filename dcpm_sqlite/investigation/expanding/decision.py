"""The decision 'expand': how does the search go on from each item of the frontier (R-25, R-26)?"""

from __future__ import annotations

from dcpm_sqlite.deciding.decision import Decision
from dcpm_sqlite.investigation.expanding.offer import Actions, Offer
from dcpm_sqlite.investigation.expanding.prompt import prompt, shown
from dcpm_sqlite.investigation.expanding.reply import read
from dcpm_sqlite.investigation.expanding.rule import expand

EXPAND: Decision[Offer, Actions] = Decision("expand", 1, prompt, read, expand, shown)
