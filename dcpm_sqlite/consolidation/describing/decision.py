"""The decision 'describe': what is done here, whatever it is done with (DCPM D-36)?"""

from __future__ import annotations

from dcpm_sqlite.consolidation.describing.offer import Description, Offer
from dcpm_sqlite.consolidation.describing.prompt import prompt, shown
from dcpm_sqlite.consolidation.describing.reply import read
from dcpm_sqlite.consolidation.describing.rule import describe
from dcpm_sqlite.deciding.decision import Decision

DESCRIBE: Decision[Offer, Description] = Decision("describe", 1, prompt, read, describe, shown)
