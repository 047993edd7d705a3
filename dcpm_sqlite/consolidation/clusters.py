"""Which fresh beliefs are about one thing: two-stage DBSCAN over their meaning (DCPM D-26..D-28).

Stage one joins what is near: a plain DBSCAN, exact at every size (`spanning`). Short sentences of one person are near to each other
whatever they speak of, so in a real file it joins most of them by chains. Stage two takes what is over-sized apart: hdbscan chooses, from
the tree of all tighter passes, the clusters that stay together longest (`splitting`). What a tighter pass leaves out joins the cluster that
it is near enough to. A cluster must cohere: its beliefs are near to each other in the mean, not each to the next only. Stages repeat over
what is left until nothing more comes of it, so that what is noise tonight is noise in a night without news.

Why so, on 464 beliefs of four LoCoMo conversations whose themes were marked by hand (a cluster is useful when at least three of its
beliefs, and 60 %, share a theme; pure is the share of clustered beliefs that have their cluster's commonest theme):

    way                                                       clusters  useful  clustered  pure
    as it is here                                                   63      31       0.66  0.66
    each speaker's beliefs by themselves                            55      30       0.60  0.69
    without coherence                                               77      32       0.86  0.58
    hdbscan's selection once, without coherence or joining          46      28       0.46  0.69
    stage two by passes that are tighter by 0.25 each               37      22       0.48  0.64
    hdbscan alone, leaves                                           47      29       0.49  0.69
    hdbscan alone, excess of mass                                   24      12       0.72  0.34

Cosines around the mean of what is fresh, instead of plain ones, came to 25 useful clusters at 0.68, and change with what else is fresh.
hdbscan's own way from vectors to the tree gives the same tree, and takes the square: 5 s for 5,000 beliefs, 8 s and 1.8 GB for 10,000; its
space trees are no help at width 384 (23 and 42 s for 5,000). The forest made in blocks is faster from some 5,000 on, keeps to 400 MB for
50,000, and is as fast below, so that there is one way for all sizes (`python -m bench.clustering`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from dcpm_sqlite.consolidation.spanning import Links, Places, Points, compared, spanning_forest
from dcpm_sqlite.consolidation.splitting import parts
from dcpm_sqlite.encoder import Calibration
from dcpm_sqlite.encoder.port import F32
from dcpm_sqlite.settings import ClusterSettings

_BLOCK = 1_024  # rows at once


@dataclass(frozen=True, slots=True)
class Clusters:
    """Indexes of the vectors: groups, each sorted, the largest first, then by first index; and what is in none."""

    groups: tuple[tuple[int, ...], ...]
    noise: tuple[int, ...]


def clusters(vectors: F32, *, calibration: Calibration, settings: ClusterSettings, labels: Sequence[int] | None = None) -> Clusters:
    """Group vectors (n, width). The same vectors in another order give the same groups; of equal ones the first comes first.

    labels: one for each vector; those with different labels share no group (beliefs that different people told).
    """
    n = len(vectors)
    of = np.zeros(n, np.int64) if labels is None else np.unique(np.asarray(labels), return_inverse=True)[1]
    bounds = _Bounds.of(calibration, settings)
    found: list[tuple[int, ...]] = []
    for label in range(int(of.max(initial=-1)) + 1):
        mine = np.flatnonzero(of == label)
        found += [tuple(mine[group].tolist()) for group in _found(_directions(vectors[mine]), bounds)]
    found.sort(key=lambda group: (-len(group), group))
    inside = {place for group in found for place in group}
    return Clusters(tuple(found), tuple(place for place in range(n) if place not in inside))


@dataclass(frozen=True, slots=True)
class _Bounds:
    """The settings, with cosines in the place of scores."""

    near: float
    coherence: float
    joins: float
    least_size: int
    most_size: int

    @classmethod
    def of(cls, calibration: Calibration, settings: ClusterSettings) -> _Bounds:
        mean, std = calibration.passage.mean, calibration.passage.std
        near, coherence, joins = (mean + score * std for score in (settings.near, settings.coherence, settings.joins))
        return cls(near, coherence, joins, settings.min_samples, settings.max_size)


def _directions(vectors: F32) -> F32:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.ascontiguousarray(vectors / np.maximum(lengths, 1e-12), np.float32)


def _found(vectors: F32, bounds: _Bounds) -> list[Places]:
    """Groups of places, each rising: stages one and two over what is left, until nothing more comes of it."""
    if len(vectors) < bounds.least_size:
        return []
    points = compared(vectors, least=bounds.near)
    left = np.ones(len(vectors), np.bool_)
    found: list[Places] = []
    while True:
        links = spanning_forest(points, left, min_samples=bounds.least_size)
        new = [np.sort(group) for group in _sized(points, links, bounds) if _coheres(vectors, group, bounds)]
        if not new:
            return found
        found += new
        left[np.concatenate(new)] = False


def _sized(points: Points, links: Links, bounds: _Bounds) -> Iterator[Places]:
    """What hangs together, as it is or in parts that are not too large."""
    for members, own in _together(links):
        if len(members) <= bounds.most_size:
            yield members
        else:
            yield from _parted(points.vectors, members, links, own, bounds)


def _together(links: Links) -> Iterator[tuple[Places, Places]]:
    """Each part's members, rising, and the numbers of the links within it."""
    none = np.empty(0, np.int64)
    own = {int(links.label[links.left[numbers[0]]]): numbers for numbers in _by_part(links.label[links.left])}
    for members in _by_part(links.label):
        yield members, own.get(int(links.label[members[0]]), none)


def _by_part(label: Places) -> list[Places]:
    order = np.argsort(label, kind="stable")
    order = order[label[order] >= 0]
    return np.split(order, np.flatnonzero(np.diff(label[order])) + 1) if len(order) else []


def _parted(vectors: F32, members: Places, links: Links, own: Places, bounds: _Bounds) -> list[Places]:
    """Stage two."""
    left, right = (np.searchsorted(members, ends[own]) for ends in (links.left, links.right))
    split = parts(len(members), left, right, links.cosines[own], least_size=bounds.least_size, most_size=bounds.most_size)
    groups = [members[part] for part in split.fitting]
    for whole in split.inseparable:
        groups += _dealt(vectors, members[whole], bounds)
    return _joined(vectors, members, groups, bounds)


def _dealt(vectors: F32, group: Places, bounds: _Bounds) -> list[Places]:
    """What no pass parts says much the same: dealt out in equal parts, each what is nearest to the one in the middle of the rest."""
    size = -(-len(group) // -(-len(group) // bounds.most_size))
    dealt = []
    while len(group) >= bounds.least_size:
        mine = vectors[group]
        order = np.lexsort((group, -(mine @ mine[(mine @ mine.sum(axis=0)).argmax()])))
        dealt.append(group[order[:size]])
        group = np.sort(group[order[size:]])
    return dealt


def _joined(vectors: F32, members: Places, groups: list[Places], bounds: _Bounds) -> list[Places]:
    """The groups with what is left out of them and near enough to one in the mean, the nearest first, while there is room."""
    if not groups:
        return groups
    rest = np.setdiff1d(members, np.concatenate(groups))
    means = np.stack([vectors[group].mean(axis=0) for group in groups])
    best, to = np.empty(len(rest), np.float32), np.empty(len(rest), np.int64)
    for start in range(0, len(rest), _BLOCK):
        cosines = vectors[rest[start : start + _BLOCK]] @ means.T
        best[start : start + _BLOCK], to[start : start + _BLOCK] = cosines.max(axis=1), cosines.argmax(axis=1)
    grown = [group.tolist() for group in groups]
    for i in np.lexsort((rest, -best)).tolist():
        if best[i] < bounds.joins:
            break
        if len(grown[to[i]]) < bounds.most_size:
            grown[to[i]].append(int(rest[i]))
    return [np.array(group, np.int64) for group in grown]


def _coheres(vectors: F32, group: Places, bounds: _Bounds) -> bool:
    """Whether it is large enough, and its beliefs are near to each other in the mean of all pairs."""
    n = len(group)
    if n < bounds.least_size:
        return False
    total = vectors[group].sum(axis=0, dtype=np.float64)
    return bool((total @ total - n) / (n * (n - 1)) >= bounds.coherence)
