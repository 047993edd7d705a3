"""What is offered to answer a question from what was found, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass

from dcpm_sqlite.investigation.evidence import Shown


@dataclass(frozen=True, slots=True)
class Offer:
    """A question asked at `now_ms`, and the evidence, best first."""

    question: str
    now_ms: int
    found: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """text: None where the evidence does not tell. cited: places in `found` that it rests on. refused: citations that were not offered."""

    text: str | None
    cited: tuple[int, ...] = ()
    refused: int = 0
