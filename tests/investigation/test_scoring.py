"""The equations of the search, by numbers worked by hand (REALM Eq. 8, 9, 14, C.1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.investigation.scoring import access, admission, beyond, final, path_score, penalty
from dcpm_sqlite.records import Decay
from dcpm_sqlite.settings import InvestigationSettings

S = InvestigationSettings()
DAY = 86_400_000
WINDOW = Decay(from_ms=10 * DAY, until_ms=20 * DAY)
unit = st.floats(0, 1)


def test_admission_is_equation_14() -> None:
    """0.6 x 0.5 + 0.4 x 0.9 - 0.1 = 0.56."""
    assert admission(0.5, 0.9, -0.1, S) == pytest.approx(0.56)


def test_admission_is_clipped() -> None:
    """A penalty never makes it negative."""
    assert admission(0.0, 0.1, -0.3, S) == 0.0


def test_access_is_equation_8() -> None:
    """0.6 x 0.25 + 0.4 x 1.0 - 0.05 = 0.5; it is not clipped."""
    assert access(0.25, 1.0, -0.05, S) == pytest.approx(0.5)
    assert access(0.0, 0.0, -0.3, S) == pytest.approx(-0.3)


def test_final_is_equation_9() -> None:
    """0.8 x 0.5 + 0.2 x 0.9 = 0.58."""
    assert final(0.5, 0.9, S) == pytest.approx(0.58)


def test_a_path_pays_for_each_further_hop() -> None:
    """(0.8 + 0.6 + 0.7) / 3 - 0.03 x 2 = 0.64; the first hop is free (R-34)."""
    assert path_score([0.8, 0.6, 0.7], S) == pytest.approx(0.64)
    assert path_score([0.8], S) == pytest.approx(0.8)


def test_without_decay_nothing_is_penalised() -> None:
    """No atom, no penalty, dated or not."""
    assert penalty(None, (0, DAY), S) == 0.0
    assert penalty(None, (None, None), S) == 0.0


@pytest.mark.parametrize(("start", "end"), [(12, 13), (5, 11), (19, 40), (0, 100), (None, 15), (15, None)])
def test_what_overlaps_the_window_is_not_penalised(start: int | None, end: int | None) -> None:
    """One common moment is enough; an open end reaches on."""
    assert penalty(WINDOW, (None if start is None else start * DAY, None if end is None else end * DAY), S) == 0.0


def test_soft_decay_grows_with_distance_up_to_its_cap() -> None:
    """0.1 for each day beyond the window where no tolerance is given, 0.3 at most (R-31)."""
    assert penalty(WINDOW, (21 * DAY - 1, 22 * DAY), S) == pytest.approx(-0.1)
    assert penalty(WINDOW, (22 * DAY - 1, 23 * DAY), S) == pytest.approx(-0.2)
    assert penalty(WINDOW, (90 * DAY, 91 * DAY), S) == pytest.approx(-0.3)


def test_soft_decay_counts_in_tolerances() -> None:
    """The window reaches a tolerance further, and each further one costs 0.1."""
    tolerant = Decay(10 * DAY, 20 * DAY, tolerance_ms=5 * DAY)
    assert penalty(tolerant, (24 * DAY, 25 * DAY), S) == 0.0
    assert penalty(tolerant, (30 * DAY - 1, 31 * DAY), S) == pytest.approx(-0.1)


def test_hard_decay_drops_what_is_outside() -> None:
    """Outside is dropped; inside costs nothing."""
    hard = Decay(10 * DAY, 20 * DAY, is_hard=True)
    assert penalty(hard, (21 * DAY, 22 * DAY), S) is None
    assert penalty(hard, (15 * DAY, 22 * DAY), S) == 0.0


@pytest.mark.parametrize("is_hard", [False, True])
def test_what_has_no_time_is_kept_at_a_fixed_penalty_or_dropped(is_hard: bool) -> None:
    """Both missing-time modes, whatever the other mode (R-31)."""
    assert penalty(Decay(0, DAY, is_hard=is_hard), (None, None), S) == pytest.approx(-0.1)
    assert penalty(Decay(0, DAY, is_hard=is_hard, keeps_undated=False), (None, None), S) is None


def test_beyond_measures_from_the_nearer_end() -> None:
    """Half-open spans that touch do not overlap: one millisecond lies between them."""
    assert beyond((0, 10), 10, 20) == 1
    assert beyond((20, 30), 10, 20) == 1
    assert beyond((19, 30), 10, 20) == 0
    assert beyond((50, None), None, 20) == 31


@given(unit, unit, unit, unit)
def test_admission_and_access_rise_with_meaning_and_weight(low: float, high: float, weight: float, meaning: float) -> None:
    """Monotone in both."""
    low, high = sorted((low, high))
    for score in (admission, access):
        assert score(low, weight, 0.0, S) <= score(high, weight, 0.0, S)
        assert score(meaning, low, 0.0, S) <= score(meaning, high, 0.0, S)
