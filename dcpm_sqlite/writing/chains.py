"""Where a state belongs in its chain: ordered by when it holds from, else when it was said, never by what it speaks of (K24, K46)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from dcpm_sqlite.records import Belief, Candidate
from dcpm_sqlite.store.changes import Ref

Place = tuple[int, int]


def place_of(state: Belief | Candidate) -> Place:
    """Holds from (else said), then said; of equal ones the later recorded is the later state."""
    if isinstance(state, Belief):
        return (state.said_ms if state.holds_from is None else state.holds_from, state.said_ms)
    starts = None if state.holds is None else state.holds.from_ms
    return (state.said_ms if starts is None else starts, state.said_ms)


@dataclass(slots=True)
class Chain:
    """A chain as it will stand when the changes planned so far are written: references and places, oldest first."""

    states: list[Ref] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)

    @classmethod
    def of(cls, stored: Sequence[Belief]) -> Chain:
        """The chain as it is stored."""
        return cls([b.key for b in stored], _rising([place_of(b) for b in stored]))

    def insert(self, ref: Ref, place: Place) -> tuple[Ref | None, Ref | None]:
        """Put a state into its place; the states before and after it."""
        at = bisect_right(self.places, place)
        self.states.insert(at, ref)
        self.places.insert(at, place)
        before = self.states[at - 1] if at else None
        after = self.states[at + 1] if at + 1 < len(self.states) else None
        return before, after


def _rising(places: list[Place]) -> list[Place]:
    """A chain's order is what its pointers say; places that fall (a state said later was forgotten) are raised to it."""
    for i in range(1, len(places)):
        places[i] = max(places[i], places[i - 1])
    return places
