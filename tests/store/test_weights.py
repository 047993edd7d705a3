"""The weight rule: its properties, and numbers worked by hand (REALM Eq. 11, 12, Algorithm 3, prompt D.7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.settings import WeightRule
from dcpm_sqlite.store.weights import EditAction, reweighed

EQ_12 = WeightRule(eta_strengthen=1.0, eta_weaken=1.0)
ALGORITHM_3 = WeightRule(eta_add=0.3, eta_strengthen=0.3, eta_weaken=0.3, floor=0.0)
PROMPT = WeightRule(eta_add=1.0, eta_strengthen=1.0, eta_weaken=1.0)

unit = st.floats(0, 1)
rules = st.builds(WeightRule, unit, unit, unit, st.floats(0, 0.5))
actions = st.sampled_from(["add", "strengthen", "weaken"])
edits = st.lists(st.tuples(st.integers(0, 3), actions, unit), max_size=12)


@pytest.mark.parametrize(
    ("rule", "old", "action", "confidence", "new"),
    [
        (EQ_12, None, "add", 0.5, 0.4),
        (EQ_12, None, "add", 0.01, 0.05),
        (EQ_12, 0.4, "strengthen", 0.5, 0.7),
        (EQ_12, 0.4, "strengthen", 1.0, 1.0),
        (EQ_12, 0.45, "weaken", 0.5, 0.25),
        (EQ_12, 0.45, "weaken", 1.0, 0.05),
        (EQ_12, 0.0, "weaken", 0.5, 0.05),
        (EQ_12, 0.4, "add", 0.5, 0.7),
        (ALGORITHM_3, None, "add", 0.5, 0.15),
        (ALGORITHM_3, 0.4, "strengthen", 0.5, 0.49),
        (ALGORITHM_3, 0.4, "weaken", 0.5, 0.34),
        (PROMPT, None, "add", 0.7, 0.7),
    ],
)
def test_the_papers_three_forms(rule: WeightRule, old: float | None, action: EditAction, confidence: float, new: float) -> None:
    """Each is a setting of the one rule; an add of what stands strengthens."""
    assert reweighed(old, action, confidence, rule) == pytest.approx(new)


@pytest.mark.parametrize("action", ["strengthen", "weaken"])
def test_nothing_is_nothing_to_change(action: EditAction) -> None:
    """Without a relation there is no weight to move."""
    assert reweighed(None, action, 1.0, EQ_12) is None


@given(st.none() | unit, actions, st.floats(-5, 5), rules)
def test_it_stays_within_floor_and_one(old: float | None, action: EditAction, confidence: float, rule: WeightRule) -> None:
    """Whatever the edit."""
    new = reweighed(old, action, confidence, rule)
    assert new is None or rule.floor <= new <= 1.0


@given(unit, unit, rules)
def test_strengthening_raises_and_weakening_lowers(old: float, confidence: float, rule: WeightRule) -> None:
    """From any weight within bounds."""
    old = max(old, rule.floor)
    stronger, weaker = reweighed(old, "strengthen", confidence, rule), reweighed(old, "weaken", confidence, rule)
    assert stronger is not None
    assert weaker is not None
    assert weaker - 1e-12 <= old <= stronger + 1e-12


@given(unit, unit, unit, actions, rules)
def test_the_heavier_stays_the_heavier(a: float, b: float, confidence: float, action: EditAction, rule: WeightRule) -> None:
    """Monotone in the weight before."""
    low, high = sorted((a, b))
    first, second = reweighed(low, action, confidence, rule), reweighed(high, action, confidence, rule)
    assert first is not None
    assert second is not None
    assert first <= second + 1e-12


@given(unit, unit, unit, rules)
def test_more_confidence_moves_further(old: float, a: float, b: float, rule: WeightRule) -> None:
    """Monotone in the confidence."""
    low, high = sorted((a, b))
    up = [reweighed(old, "strengthen", c, rule) or 0.0 for c in (low, high)]
    down = [reweighed(old, "weaken", c, rule) or 0.0 for c in (low, high)]
    assert up[0] <= up[1] + 1e-12
    assert down[0] >= down[1] - 1e-12


@given(edits, rules)
def test_the_order_of_independent_edits_does_not_matter(listed: list[tuple[int, EditAction, float]], rule: WeightRule) -> None:
    """Edits of different relations may be taken in any order, as long as those of one keep theirs."""

    def after(order: list[tuple[int, EditAction, float]]) -> dict[int, float | None]:
        weights: dict[int, float | None] = dict.fromkeys(range(4), 0.5)
        for relation, action, confidence in order:
            weights[relation] = reweighed(weights[relation], action, confidence, rule)
        return weights

    by_relation = sorted(listed, key=lambda edit: edit[0])  # stable: each relation's own order is kept
    assert after(by_relation) == after(listed)
