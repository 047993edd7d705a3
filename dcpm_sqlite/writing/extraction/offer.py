"""What is offered for extraction, and what comes of it (DCPM D-13, D-14; REALM R-09..R-12)."""

from __future__ import annotations

from dataclasses import dataclass

from dcpm_sqlite.records import Candidate, RawInput


@dataclass(frozen=True, slots=True)
class Turn:
    """A stretch of a message, as it is shown. is_new: to be drawn from, if a person spoke; otherwise it tells what was talked about."""

    raw: RawInput
    start: int
    end: int
    is_new: bool

    @property
    def text(self) -> str:
        """The words of the stretch."""
        return self.raw.text[self.start : self.end]

    @property
    def is_drawn_from(self) -> bool:
        """Only what people say becomes belief (K1, K3)."""
        return self.is_new and self.raw.role == "user"


@dataclass(frozen=True, slots=True)
class Offer:
    """Turns in their order, the recent window first; with_summary: a new summary is asked for.

    summary: of the session so far, and the key of its row.
    """

    turns: tuple[Turn, ...]
    owner: str | None
    summary: str | None
    with_summary: bool
    max_items: int
    summary_key: int | None = None


@dataclass(frozen=True, slots=True)
class Extraction:
    """Items in the order of their quotes. faulty: items that could not be read; unsupported: whose quote nobody said (K7);
    surplus: beyond the limit (K12).
    """

    items: tuple[Candidate, ...]
    summary: str | None = None
    faulty: int = 0
    unsupported: int = 0
    surplus: int = 0
