"""What is offered to describe a schema's behaviour, and what comes of it (DCPM D-36)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Offer:
    """One schema with some of the beliefs that it rests on, the latest first.

    grounds: keys of those beliefs and of their wordings, by which forgetting finds the call.
    """

    key: int
    text: str
    domain: str
    evidence: tuple[str, ...]
    grounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Description:
    """What is done, without the domain's words; None where no behaviour can be told."""

    text: str | None
