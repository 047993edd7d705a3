"""Whether two claims speak of the same time."""

from __future__ import annotations

from typing import Literal

from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.records import Stretch

Occasion = Literal["same", "narrower", "wider", "unclear", "apart"]


def compare_occasions(new: Claim, old: Claim) -> Occasion:
    """Of the events where they are dated, else of the states; `narrower`: the new claim's time is the more exact one.

    `unclear`: the times touch and neither holds the other. Untimed claims are `same`.
    """
    return _compare(new.about or new.holds, old.about or old.holds)


def _compare(new: Stretch | None, old: Stretch | None) -> Occasion:
    if new is None or old is None:
        return "same" if new is old else ("narrower" if new is not None else "wider")
    a, b = _bounds(new), _bounds(old)
    if a == b:
        return "same"
    if a[0] >= b[1] or b[0] >= a[1]:
        return "apart"
    if b[0] <= a[0] and a[1] <= b[1]:
        return "narrower"
    return "wider" if a[0] <= b[0] and b[1] <= a[1] else "unclear"


def _bounds(stretch: Stretch) -> tuple[float, float]:
    return (
        float("-inf") if stretch.from_ms is None else stretch.from_ms,
        float("inf") if stretch.until_ms is None else stretch.until_ms,
    )
