"""Whom and what beliefs mention."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something that beliefs mention, with all that was merged into it (REALM R-11).

    category: person, place, organisation ..., None where it isn't known; aliases: its other names, as written where that is known, else
    folded; party: the speaker that it is, None for none; beliefs: how many mention it, superseded ones too.
    """

    key: int
    id: str
    name: str
    category: str | None
    aliases: tuple[str, ...]
    party: str | None
    beliefs: int


@dataclass(frozen=True, slots=True)
class LikelySame:
    """Two entities that may be one: for a person to say. because: how the names are alike; nearness: of what the names mean, 0 for
    unrelated to 1 for the same, None where the writing tells.
    """

    one: Entity
    other: Entity
    because: str
    nearness: float | None = None
