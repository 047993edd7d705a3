"""What is offered to plan where a search starts, and what comes of it (REALM R-19..R-23, D.4)."""

from __future__ import annotations

from dataclasses import dataclass

from dcpm_sqlite.records import SeedPlan


@dataclass(frozen=True, slots=True)
class Offer:
    """A question, asked at `now_ms` (Unix ms); plans: how many there may be at most; names: of the space's speakers."""

    question: str
    now_ms: int
    plans: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plans:
    """At least one. refused: what a reply asked for and was not taken, or brought within bounds, by reason."""

    plans: tuple[SeedPlan, ...]
    refused: tuple[tuple[str, int], ...] = ()
