"""Which beliefs are about one thing: two-stage DBSCAN (DCPM D-27, D-28), held against a plain one."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.clustering import agreement, by_hdbscan, grouped, plain, tree_cut
from dcpm_sqlite.consolidation import spanning
from dcpm_sqlite.consolidation.clusters import Clusters, clusters
from dcpm_sqlite.consolidation.spanning import compared, spanning_forest
from dcpm_sqlite.consolidation.splitting import parts
from dcpm_sqlite.encoder import Calibration, HashEncoder, calibrate
from dcpm_sqlite.encoder.port import F32
from dcpm_sqlite.settings import ClusterSettings

WIDTH = 64
CALIBRATION = calibrate(HashEncoder(WIDTH))
SETTINGS = ClusterSettings()
unhurried = settings(deadline=None)  # hdbscan loads in whichever example needs it first


def around(directions: np.ndarray, counts: list[int], *, spread: float, seed: int = 1) -> F32:
    """So many around each direction, with noise of that standard deviation in each component."""
    chance = np.random.default_rng(seed)
    rows = [centre + spread * chance.standard_normal((n, WIDTH)) for centre, n in zip(directions, counts, strict=True)]
    made = np.concatenate(rows).astype(np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def mixture(counts: list[int], *, spread: float = 0.03, noise: int = 0, seed: int = 1) -> F32:
    """Around as many axes as there are counts, then noise."""
    scattered = around(np.zeros((1, WIDTH)), [noise], spread=1.0, seed=seed)
    return np.concatenate([around(np.eye(WIDTH)[: len(counts)], counts, spread=spread, seed=seed), scattered])


def joined(vectors: F32, cosine: float, least: int) -> list[list[int]]:
    """Stage one's groups."""
    return grouped(spanning_forest(compared(vectors, least=cosine), np.ones(len(vectors), bool), min_samples=least).label)


def partition(groups: list[list[int]]) -> set[frozenset[int]]:
    """The groups, in whatever order."""
    return {frozenset(group) for group in groups}


def found(vectors: F32, how: ClusterSettings = SETTINGS, labels: list[int] | None = None) -> Clusters:
    """Clusters under the hash encoder's calibration."""
    return clusters(vectors, calibration=CALIBRATION, settings=how, labels=labels)


def test_themes_come_apart_and_noise_stays_out() -> None:
    """Three themes are three groups, the largest first; what is near to nothing waits for another night (D-28)."""
    chance = np.random.default_rng(2)
    alone = np.eye(WIDTH, dtype=np.float32)[chance.permutation(np.arange(10, WIDTH))[:6]]
    result = found(np.concatenate([mixture([5, 7, 4]), alone]))
    assert result.groups == (tuple(range(5, 12)), tuple(range(5)), tuple(range(12, 16)))
    assert result.noise == tuple(range(16, 22))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_make_no_group(count: int) -> None:
    """Two alike may be chance."""
    assert found(mixture([count])) == Clusters((), tuple(range(count)))


def test_nothing_stored_is_no_group() -> None:
    """A file without vectors knows no width."""
    assert found(np.empty((0, 0), np.float32)) == Clusters((), ())


@unhurried
@given(st.integers(0, 10_000), st.floats(0.05, 0.9), st.integers(2, 6), st.sampled_from([1, 2, 40]))
def test_stage_one_is_a_plain_dbscan(seed: int, cosine: float, least: int, listed: int) -> None:
    """Dense points, components and border points are those of a brute-force DBSCAN, however short the neighbour lists are."""
    made = mixture([6, 9], spread=0.12, noise=12, seed=seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spanning, "LISTED", listed)
        patch.setattr(spanning, "_CELLS", 100)
        assert partition(joined(made, cosine, least)) == partition(plain(made, cosine, least))


@unhurried
@given(st.integers(0, 10_000), st.floats(0.05, 0.9), st.integers(2, 6))
def test_hdbscans_tree_cut_at_the_distance_gives_the_same_partition(seed: int, cosine: float, least: int) -> None:
    """The forest in blocks and the library's own tree of mutual reachability are two ways to one result."""
    made = mixture([6, 9], spread=0.12, noise=12, seed=seed)
    assert partition(joined(made, cosine, least)) == partition(tree_cut(made, cosine, least))


@unhurried
@given(st.integers(0, 10_000), st.integers(1, 40))
def test_the_forest_is_the_nearest_that_joins_all(seed: int, listed: int) -> None:
    """Its links add up to what a textbook's maximum spanning tree (Prim) over all cosines has."""
    made = mixture([6, 9, 30], spread=0.05, noise=5, seed=seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spanning, "LISTED", listed)
        links = spanning_forest(compared(made, least=-1.5), np.ones(len(made), bool), min_samples=2)
    cosines = made @ made.T
    best, total, waiting = cosines[0].copy(), 0.0, np.arange(len(made)) != 0
    while waiting.any():
        nearest = np.where(waiting, best, -2).argmax()
        total += float(best[nearest])
        waiting[nearest] = False
        best = np.maximum(best, cosines[nearest])
    assert len(links.left) == len(made) - 1
    assert float(links.cosines.sum()) == pytest.approx(total, abs=1e-4)


@unhurried
@given(st.integers(0, 10_000), st.floats(0.1, 0.8), st.integers(2, 6), st.sampled_from([1, 2, 40]))
def test_the_forest_leaves_out_what_is_not_asked_about(seed: int, cosine: float, least: int, listed: int) -> None:
    """Among a part of the points it is what it would be without the others, though their lists name the others."""
    made = mixture([14, 9], spread=0.12, noise=20, seed=seed)
    among = np.arange(len(made)) % 3 > 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spanning, "LISTED", listed)
        links = spanning_forest(compared(made, least=cosine), among, min_samples=least)
    places = np.flatnonzero(among)
    assert (links.label[~among] == -1).all()
    assert partition(grouped(links.label)) == {frozenset(places[group].tolist()) for group in plain(made[among], cosine, least)}


def test_hdbscan_chooses_alike_from_the_forest_and_from_the_vectors() -> None:
    """Given a spanning tree alone, it selects what it selects when it compares all with all by itself."""
    made = around(np.eye(WIDTH)[:6] + 0.6 * np.eye(WIDTH)[7], [9, 8, 7, 6, 5, 4], spread=0.08)
    links = spanning_forest(compared(made, least=-1.5), np.ones(len(made), bool), min_samples=2)
    split = parts(len(made), links.left, links.right, links.cosines, least_size=3, most_size=12)
    alone = by_hdbscan(made, most=12)
    assert len(alone) >= 5
    assert partition([part.tolist() for part in split.fitting]) == partition(alone)
    assert split.inseparable == []


def test_an_over_sized_group_is_parted_by_tighter_passes() -> None:
    """Two themes that hang together come apart (D-27)."""
    ends = np.stack([np.eye(WIDTH)[0], np.eye(WIDTH)[0] * 0.75 + np.eye(WIDTH)[1] * 0.66])
    made = around(ends, [10, 9], spread=0.02)
    assert len(joined(made, CALIBRATION.passage.mean + SETTINGS.near * CALIBRATION.passage.std, 3)) == 1
    assert found(made).groups == (tuple(range(10)), tuple(range(10, 19)))


def test_what_a_tighter_pass_leaves_out_joins_where_it_is_near_enough() -> None:
    """A belief at the edge of one theme joins it; at a higher bar it stays out."""
    ends = np.stack([np.eye(WIDTH)[0], np.eye(WIDTH)[0] * 0.75 + np.eye(WIDTH)[1] * 0.66])
    edge = ends[0] + 1.1 * np.eye(WIDTH)[2]
    made = np.concatenate([around(ends, [10, 9], spread=0.02), (edge / np.linalg.norm(edge))[None].astype(np.float32)])
    assert found(made).groups == ((*range(10), 19), tuple(range(10, 19)))
    assert found(made, replace(SETTINGS, joins=20.0)).noise == (19,)


@unhurried
@given(st.integers(13, 60), st.floats(0.0, 0.02))
def test_the_same_said_again_and_again_is_dealt_out(count: int, spread: float) -> None:
    """No pass parts it: no cluster is larger than allowed, and nothing of it is lost."""
    result = found(around(np.eye(WIDTH)[:1], [count], spread=spread))
    assert max(map(len, result.groups)) <= SETTINGS.max_size
    assert sum(map(len, result.groups)) >= count - SETTINGS.min_samples + 1


def test_a_chain_from_one_thing_to_another_is_no_cluster() -> None:
    """Each is near to the next, and the ends have nothing in common: it does not cohere."""
    angles = np.arange(8) * 1.1
    made = np.zeros((8, WIDTH), np.float32)
    for place, angle in enumerate(angles):
        axis = int(angle // (np.pi / 2))
        rest = angle - axis * np.pi / 2
        made[place, axis], made[place, axis + 1] = np.cos(rest), np.sin(rest)
    assert len(joined(made, 0.3, 3)) == 1
    loose = replace(SETTINGS, near=(0.3 - CALIBRATION.passage.mean) / CALIBRATION.passage.std)
    assert found(made, replace(loose, coherence=-5.0)).noise == ()
    assert found(made, loose).groups == ()


@unhurried
@given(st.integers(0, 1_000))
def test_a_second_night_finds_nothing_in_what_the_first_left(seed: int) -> None:
    """Stages are repeated until nothing more comes: what is noise stays noise without news."""
    made = mixture([14, 9, 6, 5], spread=0.12, noise=25, seed=seed)
    left = list(found(made).noise)
    assert found(made[left]).groups == ()


@unhurried
@given(st.integers(0, 1_000))
def test_the_order_of_the_beliefs_does_not_matter(seed: int) -> None:
    """Border points go to the nearest dense one, not to the first."""
    made = mixture([25, 9, 6], spread=0.12, noise=25, seed=seed)
    order = np.random.default_rng(seed).permutation(len(made))
    one, other = found(made), found(made[order])
    assert partition([list(group) for group in one.groups]) == {frozenset(order[list(group)].tolist()) for group in other.groups}


def test_what_different_people_told_is_kept_apart() -> None:
    """With labels a theme that two share is two groups, and each label's are what they would be alone."""
    made = mixture([10, 4])
    labels = [place % 2 for place in range(10)] + [7] * 4
    assert found(made).groups == (tuple(range(10)), tuple(range(10, 14)))
    assert found(made, labels=labels).groups == ((0, 2, 4, 6, 8), (1, 3, 5, 7, 9), (10, 11, 12, 13))


def test_lengths_do_not_count() -> None:
    """Vectors come back from int8 with a length that is about one."""
    made = mixture([6, 5], spread=0.1)
    longer = made * np.linspace(0.5, 2.0, len(made), dtype=np.float32)[:, None]
    assert found(longer) == found(made)


def test_the_calibration_moves_the_threshold() -> None:
    """The same vectors under a background that is wider are further apart: thresholds belong to an encoder."""
    wide: Calibration = replace(CALIBRATION, passage=replace(CALIBRATION.passage, std=CALIBRATION.passage.std * 5))
    made = mixture([6], spread=0.1)
    assert found(made).groups
    assert clusters(made, calibration=wide, settings=SETTINGS).groups == ()


def test_no_warning_of_hdbscan_reaches_the_user() -> None:
    """It loads and works silently, even where warnings are errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(found(mixture([9, 9], spread=0.02) + np.eye(WIDTH, dtype=np.float32)[5]).groups) == 2


def test_agreement_of_partitions() -> None:
    """The index is 1 for the same groups in another order, about 0 for chance, and between for a group in two."""
    assert agreement([[0, 1, 2], [3, 4, 5]], [[5, 4, 3], [0, 1, 2]], 6) == 1
    assert 0 < agreement([[0, 1, 2, 3]], [[0, 1], [2, 3]], 6) < 1
    assert abs(agreement([[0, 1], [2, 3]], [[0, 2], [1, 3]], 4)) < 0.6
