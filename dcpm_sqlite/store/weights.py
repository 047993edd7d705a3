"""How a use of the memory changes a relation's weight: one pure rule, of which the papers' three forms are settings (REALM Eq. 11, 12)."""

from __future__ import annotations

from typing import Literal

from dcpm_sqlite.settings import WeightRule

EditAction = Literal["add", "strengthen", "weaken"]


def reweighed(old: float | None, action: EditAction, confidence: float, rule: WeightRule) -> float | None:
    """The weight after an edit. old: None where there is no relation: then `add` makes it, and there is nothing else to change.

    An `add` of what stands strengthens it (R-45). Weights stay within floor..1 (R-44); confidence is clipped to 0..1.
    """
    sure = min(1.0, max(0.0, confidence))
    if old is None:
        return None if action != "add" else _bounded(rule.eta_add * sure, rule)
    weight = _bounded(old, rule)
    if action == "weaken":
        return _bounded(weight - rule.eta_weaken * sure * (weight - rule.floor), rule)
    return _bounded(weight + rule.eta_strengthen * sure * (1.0 - weight), rule)


def _bounded(weight: float, rule: WeightRule) -> float:
    return min(1.0, max(rule.floor, weight))
