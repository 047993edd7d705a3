"""What is offered to say how the search goes on from each item of the frontier, and what comes of it (REALM R-25, R-26, D.6)."""

from __future__ import annotations

from dataclasses import dataclass

from dcpm_sqlite.investigation.evidence import Shown
from dcpm_sqlite.records import Action
from dcpm_sqlite.settings import InvestigationSettings


@dataclass(frozen=True, slots=True)
class Offer:
    """A question asked at `now_ms`, the frontier, and what else was found. settings: the bounds of an action's parameters, and its modes."""

    question: str
    now_ms: int
    frontier: tuple[Shown, ...]
    found: tuple[Shown, ...]
    settings: InvestigationSettings


@dataclass(frozen=True, slots=True)
class Actions:
    """One action for each item of the frontier, in its order. refused: what was not taken, or brought within bounds, by reason."""

    actions: tuple[Action, ...]
    refused: tuple[tuple[str, int], ...] = ()
