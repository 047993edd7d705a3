"""Values that the tests of this room build upon."""

from __future__ import annotations

from typing import Any

from dcpm_sqlite.records import Belief, Candidate, Moment, RawInput, Role
from dcpm_sqlite.writing.extraction.offer import Offer as ExtractionOffer
from dcpm_sqlite.writing.extraction.offer import Turn
from dcpm_sqlite.writing.reconciling.offer import Known, Offer
from tests.doubles import START_MS


def message(
    text: str, key: int = 1, *, role: Role = "user", party: str | None = None, said_ms: int = START_MS, source: str = "chat"
) -> RawInput:
    """A message as kept."""
    return RawInput(key, f"id{key}", "s", key, role, party, text, Moment(said_ms), source, None, 0, "pending", None, said_ms)


def turn(text: str, key: int = 1, *, is_new: bool = True, **kwargs: Any) -> Turn:
    """A whole message as a turn."""
    return Turn(message(text, key, **kwargs), 0, len(text), is_new)


def extraction(
    *turns: Turn, owner: str | None = None, summary: str | None = None, with_summary: bool = True, max_items: int = 60
) -> ExtractionOffer:
    """What is offered for extraction."""
    return ExtractionOffer(turns, owner, summary, with_summary, max_items)


def item(text: str, *, said_ms: int = START_MS, **kwargs: Any) -> Candidate:
    """An item as extracted."""
    return Candidate(text, said_ms, **kwargs)


def state(text: str, key: int = 1, *, said_ms: int = START_MS, **kwargs: Any) -> Belief:
    """A belief as stored: a fact about the unnamed owner, unless told otherwise."""
    plain: dict[str, Any] = {
        "kind": "fact", "type": "fact", "party": None, "domain": "other", "salience": 0.5, "is_core": False, "holds_from": None,
        "holds_until": None, "supersedes": None, "superseded_by": None,
    }  # fmt: skip
    return Belief(key=key, id=f"b{key}", text=text, said_ms=said_ms, recorded_at=said_ms, **{**plain, **kwargs})


def known(*states: Belief) -> Known:
    """A chain that is held against."""
    return Known(states, states[-1].key + 1_000, "similarity")


def reconciliation(items: list[Candidate], *chains: Known, owner: str | None = None) -> Offer:
    """What is offered for reconciling: all is near to all."""
    nearness = tuple(tuple((index, 1.0) for index in range(len(chains))) for _ in items)
    return Offer(tuple(items), chains, nearness, tuple(tuple(1.0 for _ in items) for _ in items), owner)
