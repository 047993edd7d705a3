"""Reconciliation as a decision: a model's, or the rules'."""

from __future__ import annotations

from dcpm_sqlite.deciding.decision import Decision
from dcpm_sqlite.writing.reconciling.offer import Offer, Reconciliation
from dcpm_sqlite.writing.reconciling.prompt import prompt, shown
from dcpm_sqlite.writing.reconciling.reply import read
from dcpm_sqlite.writing.reconciling.rule import reconcile

RECONCILE: Decision[Offer, Reconciliation] = Decision("reconcile", 2, prompt, read, reconcile, shown)
