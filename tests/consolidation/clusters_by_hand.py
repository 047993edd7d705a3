"""Clusters as they are offered for induction."""

from __future__ import annotations

from typing import Any

from bench.labelled.clusters import ms_of, statement
from dcpm_sqlite.consolidation.induction.offer import Member, Offer, Standing

NOW = "2024-09-01"


def member(
    text: str, key: int, *, said: str = "2024-08-01", before: tuple[str, ...] = (), party: str | None = "Ann", subject: str | None = None
) -> Member:
    """A chain whose current state has that key; earlier states were said a year before and have keys from 100 on."""
    earlier = [statement(old, f"2023-08-{n:02}", key=100 * key + n, party=party, subject=subject) for n, old in enumerate(before, 1)]
    return Member((*earlier, statement(text, said, key=key, party=party, subject=subject)), 10_000 + key)


def members(*told: tuple[str, str], party: str | None = "Ann") -> tuple[Member, ...]:
    """One-state chains of (day, text), keys from 1."""
    return tuple(member(text, key, said=said, party=party) for key, (said, text) in enumerate(told, 1))


def schema(text: str, *evidence: str, key: int = 500, domain: str = "sport") -> Standing:
    """A schema that stands."""
    return Standing(key, "schema", domain, text, "standing", "meaning", evidence=evidence)


def intention(text: str, *evidence: str, key: int = 600, due: tuple[str, str] | None = None) -> Standing:
    """An open intention; due: first day, and the day after the last."""
    start, end = (None, None) if due is None else (ms_of(due[0]), ms_of(due[1]))
    return Standing(key, "intention", None, text, "open", "meaning", start, end, evidence)


def offer(
    *held: Member, nodes: tuple[Standing, ...] = (), owner: str | None = "Ann", now: str = NOW, revisited: int | None = None
) -> Offer:
    """What is offered."""
    return Offer(held, nodes, owner, ms_of(now), revisited)


def action(tool: str, **fields: Any) -> dict[str, Any]:
    """One action as a model sends it, with what its tool needs."""
    plain: dict[str, Any] = (
        {"text": "Ann runs.", "domain": "sport", "evidence": ["B1"], "confidence": 0.6} if tool.startswith("create") else {}
    )
    if tool == "add_evidence":
        plain = {"evidence": ["B1"]}
    return {"tool": tool, **plain, **fields}
