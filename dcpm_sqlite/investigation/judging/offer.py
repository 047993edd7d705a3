"""What is offered to judge whether there is enough, and what comes of it (REALM R-24, D.5)."""

from __future__ import annotations

from dataclasses import dataclass

from dcpm_sqlite.investigation.evidence import Shown


@dataclass(frozen=True, slots=True)
class Offer:
    """A question and what was found so far, best first. most: how many may be expanded in a round."""

    question: str
    found: tuple[Shown, ...]
    most: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """is_enough: the search ends. expand: places in `found` to go on from, in order; empty leaves the choice to the search (R-24).

    refused: what a reply asked for and was not taken, by reason.
    """

    is_enough: bool
    expand: tuple[int, ...] = ()
    refused: tuple[tuple[str, int], ...] = ()
