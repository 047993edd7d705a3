"""Where a state belongs in its chain: ordered by when it stood and was said, never by what it speaks of (K24, K46)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from dcpm_sqlite.records import Belief, Candidate
from dcpm_sqlite.store.changes import Ref

Place = tuple[int, int]


def place_of(state: Belief | Candidate) -> Place:
    """When the state stood, then when it was said; of equal ones the later recorded is the later state.

    A state that had ended when it was told stands where it began. One that held then stands where it was said: "I have lived in Oslo
    since 2022" is the later word on where one lives than "I live in Rome", said in 2024. One that lay ahead stands where it begins.
    """
    if isinstance(state, Belief):
        starts, ends = state.holds_from, state.holds_until
    else:
        starts, ends = (None, None) if state.holds is None else (state.holds.from_ms, state.holds.until_ms)
    if starts is None:
        return state.said_ms, state.said_ms
    has_ended = ends is not None and ends <= state.said_ms
    return (starts if has_ended else max(starts, state.said_ms)), state.said_ms


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
