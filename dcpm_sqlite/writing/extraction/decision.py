"""Extraction as a decision: a model's, or the rules'."""

from __future__ import annotations

from dcpm_sqlite.deciding.decision import Decision
from dcpm_sqlite.writing.extraction.offer import Extraction, Offer
from dcpm_sqlite.writing.extraction.prompt import prompt, shown
from dcpm_sqlite.writing.extraction.reply import read
from dcpm_sqlite.writing.extraction.rule import extract

EXTRACT: Decision[Offer, Extraction] = Decision("extract", 1, prompt, read, extract, shown)
