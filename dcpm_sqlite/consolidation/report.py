"""A night's counts, as they are on record, put into words' order."""

from __future__ import annotations

from collections.abc import Mapping

from dcpm_sqlite.records import NightReport, NightState

_MICRO = 1_000_000
_NUMBERS = (
    "fresh", "noise", "clusters", "revisited", "described", "collisions", "schemas", "intentions", "cores", "evidence", "edges", "attached",
    "expired", "fulfilled", "dropped", "withdrawn", "failed", "calls",
)  # fmt: skip


def report(counts: Mapping[str, int], *, job: str | None, mind: str, state: NightState, fault: str | None, is_resumed: bool) -> NightReport:
    """counts: by the names under which a night notes them; what is not among them is nought."""
    refused = tuple((name.removeprefix("refused: "), n) for name, n in sorted(counts.items()) if name.startswith("refused: "))
    return NightReport(
        job, mind, state, refused=refused, reasked=counts.get("calls", 0) - counts.get("asked", 0), fault=fault, is_resumed=is_resumed,
        usd=None if counts.get("unpriced") else counts.get("usd_millionths", 0) / _MICRO, **{name: counts.get(name, 0) for name in _NUMBERS},
    )  # fmt: skip
