"""Which fresh beliefs are about one thing: two-stage DBSCAN over their meaning (DCPM D-26..D-28).

Beliefs of one file share much of their direction (short sentences, one person), so that raw cosines part them badly: they are centred
on their own mean first, drawn towards the encoder's centre where there are few. Nearness is a standard score against the encoder's
unrelated passages, which carries over to the centred cosine as score x std / (1 - mean).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.consolidation.neighbours import BLOCK, Density, Labels, lists, tree
from dcpm_sqlite.encoder import Calibration
from dcpm_sqlite.settings import ClusterSettings

F32 = NDArray[np.float32]
_TIGHTEST = 0.98  # a centred cosine; nearer ones say the same, and no pass parts them


@dataclass(frozen=True, slots=True)
class Clusters:
    """Indexes of the vectors: groups, each sorted, the largest first, then by first index; and what is in none."""

    groups: tuple[tuple[int, ...], ...]
    noise: tuple[int, ...]


def clusters(vectors: F32, *, calibration: Calibration, settings: ClusterSettings) -> Clusters:
    """Group vectors (n, width). The same vectors in another order give the same groups."""
    n = len(vectors)
    if n < settings.min_samples:
        return Clusters((), tuple(range(n)))
    directions = centred(vectors, calibration, shrink=settings.shrink)
    unit = calibration.passage.std / (1 - calibration.passage.mean)
    ladder = _ladder(settings, unit)
    density: Density = (
        tree(directions, settings.min_samples)
        if n <= settings.tree_limit
        else lists(directions, settings.min_samples, ladder[0], most_pairs=settings.most_pairs)
    )
    splitting = _Splitting(directions, density, ladder, settings.max_size)
    groups = [group for whole in splitting.at(0, np.arange(n)) for group in splitting.fitted(whole, 0)]
    kept = sorted((tuple(sorted(group)) for group in groups if len(group) >= settings.min_samples), key=lambda g: (-len(g), g))
    inside = {i for group in kept for i in group}
    return Clusters(tuple(kept), tuple(i for i in range(n) if i not in inside))


def centred(vectors: F32, calibration: Calibration, *, shrink: int) -> F32:
    """Directions (n, width) of length one, around the mean of these vectors; it counts against the encoder's centre as n to `shrink`."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = vectors / np.maximum(lengths, 1e-12)
    mean = (unit.sum(axis=0, dtype=np.float64) + shrink * calibration.centre) / (len(vectors) + shrink)
    away = (unit - mean).astype(np.float32)
    return np.ascontiguousarray(away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-12), np.float32)


def _ladder(settings: ClusterSettings, unit: float) -> tuple[float, ...]:
    """Centred cosines of the passes, each tighter than the one before."""
    steps = [min(_TIGHTEST, settings.near * unit)]
    while steps[-1] < _TIGHTEST:
        steps.append(min(_TIGHTEST, steps[-1] + settings.step * unit))
    return tuple(steps)


@dataclass(slots=True)
class _Splitting:
    """Passes over one set of directions. dense: per pass its components over all of them, kept: many groups come to the same pass."""

    directions: F32
    density: Density
    ladder: tuple[float, ...]
    max_size: int
    dense: dict[int, Labels] = field(default_factory=dict)

    def at(self, step: int, members: Labels) -> list[Labels]:
        """The clusters of one pass among these; what is not dense joins the nearest dense one that is near enough (a border point)."""
        if step not in self.dense:
            self.dense[step] = self.density.dense(self.ladder[step])
        labels = self.dense[step][members]
        dense = np.flatnonzero(labels >= 0)
        if not len(dense):
            return []
        for start in range(0, len(members), BLOCK):
            rest = np.flatnonzero(labels[start : start + BLOCK] < 0) + start
            if len(rest):
                cosines = self.directions[members[rest]] @ self.directions[members[dense]].T
                best = cosines.argmax(axis=1)
                near = cosines[np.arange(len(rest)), best] >= self.ladder[step]
                labels[rest[near]] = -2 - labels[dense[best[near]]]
        labels = np.where(labels < -1, -2 - labels, labels)
        return [members[labels == label] for label in np.unique(labels[labels >= 0])]

    def fitted(self, group: Labels, step: int) -> list[Sequence[int]]:
        """The group, or where it is too large its parts by tighter passes; what these leave out joins the nearest part that has room."""
        if len(group) <= self.max_size:
            return [group.tolist()]
        if step + 1 == len(self.ladder):
            return self._cut(group)
        parts = [part for whole in self.at(step + 1, group) for part in self.fitted(whole, step + 1)]
        if not parts:
            return self._cut(group)
        inside = {i for part in parts for i in part}
        return self._joined(parts, [i for i in group.tolist() if i not in inside])

    def _joined(self, parts: list[Sequence[int]], left: list[int]) -> list[Sequence[int]]:
        """The parts with what is near enough to one of them and finds room there, the nearest first."""
        owner = np.array([number for number, part in enumerate(parts) for _ in part])
        inside = self.directions[[i for part in parts for i in part]]
        grown = [list(part) for part in parts]
        nearest, best = np.zeros(len(left), np.int64), np.zeros(len(left), np.float32)
        for start in range(0, len(left), BLOCK):
            cosines = self.directions[left[start : start + BLOCK]] @ inside.T
            nearest[start : start + BLOCK], best[start : start + BLOCK] = owner[cosines.argmax(axis=1)], cosines.max(axis=1)
        for place in np.lexsort((np.array(left), -best)).tolist():
            part = grown[nearest[place]]
            if best[place] >= self.ladder[0] and len(part) < self.max_size:
                part.append(left[place])
        return [list(part) for part in grown]

    def _cut(self, group: Labels) -> list[Sequence[int]]:
        """What no pass parts says much the same: the nearest to its middle come first, as many at once as may."""
        middle = self.directions[group].mean(axis=0)
        order = group[np.lexsort((group, -(self.directions[group] @ middle)))]
        return [order[start : start + self.max_size].tolist() for start in range(0, len(order), self.max_size)]
