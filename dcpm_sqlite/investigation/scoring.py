"""The equations of the search as pure functions (REALM Eq. 8, 9, 14, C.1). All similarities are nearnesses, 0..1."""

from __future__ import annotations

from collections.abc import Sequence

from dcpm_sqlite.records import Decay
from dcpm_sqlite.settings import InvestigationSettings

_DAY_MS = 86_400_000
Span = tuple[int | None, int | None]  # Unix ms, half open, None for an open end; both None: no time is known


def penalty(decay: Decay | None, span: Span, settings: InvestigationSettings) -> float | None:
    """What being outside of the action's window costs, 0 or less; None: it is dropped (R-31).

    Soft: `decay_slope` for each tolerance (a day, where there is none) beyond the window, `decay_cap` at most.
    """
    if decay is None:
        return 0.0
    if span == (None, None):
        return -settings.undated_penalty if decay.keeps_undated else None
    outside = beyond(span, decay.from_ms - decay.tolerance_ms, decay.until_ms + decay.tolerance_ms)
    if outside == 0:
        return 0.0
    if decay.is_hard:
        return None
    return -min(settings.decay_cap, settings.decay_slope * outside / (decay.tolerance_ms or _DAY_MS))


def beyond(span: Span, from_ms: int | None, until_ms: int | None) -> int:
    """Milliseconds between a span and a window, 0 where they overlap; None for an open end of either."""
    start, end = span
    after = 0 if until_ms is None or start is None else max(0, start - until_ms + 1)
    before = 0 if from_ms is None or end is None else max(0, from_ms - end + 1)
    return max(after, before)


def admission(meaning: float, weight: float, delta: float, settings: InvestigationSettings) -> float:
    """Eq. 14, clipped to 0..1. meaning: of the edge against the action's reasoning; delta: the decay's, 0 or less."""
    return min(1.0, max(0.0, settings.edge_meaning * meaning + (1 - settings.edge_meaning) * weight + delta))


def access(meaning: float, weight: float, delta: float, settings: InvestigationSettings) -> float:
    """Eq. 8, s_aces of what an edge leads to. meaning: of the edge against the question."""
    return settings.beta * meaning + (1 - settings.beta) * weight + delta


def final(access_score: float, near: float, settings: InvestigationSettings) -> float:
    """Eq. 9. near: of the item itself to the question."""
    return settings.alpha * access_score + (1 - settings.alpha) * near


def path_score(hops: Sequence[float], settings: InvestigationSettings) -> float:
    """Mean hop score less `hop_penalty` for each hop after the first (R-34); at least one hop."""
    return sum(hops) / len(hops) - settings.hop_penalty * (len(hops) - 1)
