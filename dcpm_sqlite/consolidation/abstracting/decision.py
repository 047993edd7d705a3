"""The decision 'abstract': what do schemas of different domains that behave alike show together (DCPM D-39)?"""

from __future__ import annotations

from dcpm_sqlite.consolidation.abstracting.offer import Abstraction, Offer
from dcpm_sqlite.consolidation.abstracting.prompt import prompt, shown
from dcpm_sqlite.consolidation.abstracting.reply import read
from dcpm_sqlite.consolidation.abstracting.rule import abstract
from dcpm_sqlite.deciding.decision import Decision

ABSTRACT: Decision[Offer, Abstraction] = Decision("abstract", 1, prompt, read, abstract, shown)
