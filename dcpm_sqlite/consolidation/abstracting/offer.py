"""What is offered to find a core schema, and what comes of it (DCPM D-39)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Member:
    """A schema that collides with others. behaviour: its description."""

    key: int
    domain: str
    text: str
    behaviour: str


@dataclass(frozen=True, slots=True)
class Offer:
    """Schemas of different domains that behave alike."""

    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Abstraction:
    """What they have in common across domains; text None: nothing worth saying. confidence: 0..1."""

    text: str | None
    confidence: float = 0.5
