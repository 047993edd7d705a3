"""What a mind is shown of a search: the items that were found so far."""

from __future__ import annotations

from dataclasses import dataclass

from dcpm_sqlite.records import BeliefType


@dataclass(frozen=True, slots=True)
class Shown:
    """One item in a prompt, by its place (ordinal less one).

    key: of the belief, or of the passage; wording: key of the belief's current wording, None for a passage: by both forgetting finds the
    call. type: None for a passage. from_ms, until_ms: when it is about or holds, Unix ms, half open, None for an open end or no time.
    score: so far, 0..1; depth: 0 for a seed; is_expanded: the search went on from it already; leads: relations in force that it has.
    """

    key: int
    wording: int | None
    text: str
    type: BeliefType | None
    party: str | None
    said_ms: int
    from_ms: int | None
    until_ms: int | None
    score: float
    depth: int
    is_expanded: bool
    leads: int
