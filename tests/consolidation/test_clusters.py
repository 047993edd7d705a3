"""Which beliefs are about one thing: two-stage DBSCAN (DCPM D-27, D-28), held against a plain one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dcpm_sqlite.consolidation.clusters import Clusters, centred, clusters
from dcpm_sqlite.consolidation.neighbours import lists, tree
from dcpm_sqlite.encoder import Calibration, HashEncoder, calibrate
from dcpm_sqlite.encoder.port import F32
from dcpm_sqlite.settings import ClusterSettings

WIDTH = 64
CALIBRATION = calibrate(HashEncoder(WIDTH))
SETTINGS = ClusterSettings()


def mixture(counts: list[int], *, spread: float = 0.03, noise: int = 0, seed: int = 1) -> F32:
    """Directions around as many axes as there are counts, then noise."""
    chance = np.random.default_rng(seed)
    rows = [np.eye(WIDTH)[axis] + spread * chance.standard_normal((n, WIDTH)) for axis, n in enumerate(counts)]
    rows.append(chance.standard_normal((noise, WIDTH)))
    made = np.concatenate(rows).astype(np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def plain(directions: F32, cosine: float, least: int) -> list[int]:
    """DBSCAN as the book has it: components of dense points, -1 for what is not dense."""
    near = directions @ directions.T >= cosine
    dense = near.sum(axis=1) >= least
    labels = [-1] * len(directions)
    for start in np.flatnonzero(dense):
        if labels[start] >= 0:
            continue
        waiting = [int(start)]
        while waiting:
            point = waiting.pop()
            if labels[point] < 0:
                labels[point] = int(start)
                waiting += [int(i) for i in np.flatnonzero(near[point] & dense) if labels[i] < 0]
    return labels


def partition(labels: list[int] | np.ndarray) -> set[frozenset[int]]:
    """The groups, whatever they are called."""
    return {frozenset(np.flatnonzero(np.asarray(labels) == label).tolist()) for label in set(np.asarray(labels).tolist()) if label >= 0}


def test_themes_come_apart_and_noise_stays_out() -> None:
    """Three themes are three groups, the largest first; what is near to nothing waits for another night."""
    found = clusters(mixture([5, 7, 4], noise=6), calibration=CALIBRATION, settings=SETTINGS)
    assert found.groups == (tuple(range(5, 12)), tuple(range(5)), tuple(range(12, 16)))
    assert found.noise == tuple(range(16, 22))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_make_no_group(count: int) -> None:
    """Two alike may be chance."""
    assert clusters(mixture([count]), calibration=CALIBRATION, settings=SETTINGS) == Clusters((), tuple(range(count)))


@given(st.integers(0, 10_000), st.floats(0.05, 0.9), st.integers(2, 5))
def test_both_ways_give_the_partition_of_a_plain_dbscan(seed: int, cosine: float, least: int) -> None:
    """hdbscan's tree cut at a distance, and neighbour lists: the same dense points, the same components."""
    made = centred(mixture([6, 9], spread=0.12, noise=12, seed=seed), CALIBRATION, shrink=10)
    away = np.abs((made @ made.T)[np.triu_indices(len(made), 1)] - cosine)
    assume(away.min() >= 2e-3)  # lists keep half-precision cosines: a pair right at the edge may fall on either side
    expected = partition(plain(made, cosine, least))
    assert partition(tree(made, least).dense(cosine)) == expected
    assert partition(lists(made, least, min(0.0, cosine), most_pairs=10**6).dense(cosine)) == expected


def test_both_ways_give_the_same_clusters() -> None:
    """Whichever the number of beliefs picks."""
    made = mixture([20, 9, 4], spread=0.1, noise=20)
    by_tree = clusters(made, calibration=CALIBRATION, settings=SETTINGS)
    assert by_tree == clusters(made, calibration=CALIBRATION, settings=replace(SETTINGS, tree_limit=0))
    assert by_tree.groups


def test_the_order_of_the_beliefs_does_not_matter() -> None:
    """Border points go to the nearest dense one, not to the first."""
    made = mixture([14, 9, 6], spread=0.12, noise=15)
    order = np.random.default_rng(3).permutation(len(made))
    one = clusters(made, calibration=CALIBRATION, settings=SETTINGS)
    other = clusters(made[order], calibration=CALIBRATION, settings=SETTINGS)
    assert {frozenset(group) for group in one.groups} == {frozenset(order[list(group)].tolist()) for group in other.groups}


def test_an_over_sized_group_is_parted_by_a_tighter_pass() -> None:
    """Two themes that hang together by a bridge come apart; what is between joins the nearer one (D-27)."""
    chance = np.random.default_rng(5)
    ends = [np.eye(WIDTH)[0], np.eye(WIDTH)[0] * 0.75 + np.eye(WIDTH)[1] * 0.66]
    rows = np.concatenate([end + 0.02 * chance.standard_normal((10, WIDTH)) for end in ends] + [mixture([0, 0, 12, 12])]).astype(np.float32)
    found = clusters(rows / np.linalg.norm(rows, axis=1, keepdims=True), calibration=CALIBRATION, settings=SETTINGS)
    assert {frozenset(group) for group in found.groups} >= {frozenset(range(10)), frozenset(range(10, 20))}


@given(st.integers(13, 40))
def test_no_group_is_larger_than_allowed(count: int) -> None:
    """What no pass parts (the same said again and again) is cut, and nothing of it is lost."""
    made = np.repeat(mixture([1]), count, axis=0)
    found = clusters(np.concatenate([made, mixture([0, 5])]), calibration=CALIBRATION, settings=SETTINGS)
    assert max(map(len, found.groups)) <= SETTINGS.max_size
    assert len({i for group in found.groups for i in group if i < count}) >= count - SETTINGS.min_samples + 1


def test_many_near_pairs_raise_the_floor() -> None:
    """Memory is bounded: where everything is near to everything, only the nearest pairs are kept."""
    made = mixture([60], spread=0.05)
    full = lists(made, 3, 0.1, most_pairs=10**6)
    bounded = lists(made, 3, 0.1, most_pairs=500)
    assert len(full.rows) == 60 * 59 // 2
    assert len(bounded.rows) <= 500
    assert bounded.floor > full.floor


def test_few_beliefs_are_centred_on_the_encoders_own_middle() -> None:
    """One theme alone does not centre itself away."""
    found = clusters(mixture([6]), calibration=CALIBRATION, settings=SETTINGS)
    assert found.groups == (tuple(range(6)),)


def test_the_calibration_moves_the_threshold() -> None:
    """The same vectors under a background that is wider are further apart: thresholds belong to an encoder."""
    wide: Calibration = replace(CALIBRATION, passage=replace(CALIBRATION.passage, std=CALIBRATION.passage.std * 3))
    made = mixture([6], spread=0.1)
    assert clusters(made, calibration=CALIBRATION, settings=SETTINGS).groups
    assert clusters(made, calibration=wide, settings=SETTINGS).groups == ()
