"""What hangs together: dense points and the spanning forest over them, exact, in blocks of the similarity matrix.

The forest says for every nearness at once what a density pass (DBSCAN) at it would join: cutting its links below a cosine leaves that
pass's clusters. Links are found as in Borůvka's algorithm, by each part's nearest way out; lists of nearest neighbours answer
almost always, and where a list lies wholly inside its part the row is compared with all again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.encoder.port import F32

Places = NDArray[np.int64]
Mask = NDArray[np.bool_]
LISTED = 32  # neighbours that are kept of each point; with 16, where many say much the same, a sixth of all rows was compared again
_CELLS = 4_000_000  # cosines at once: 16 MB, and twice that while they are sorted
_NONE = -2.0  # below every cosine


@dataclass(frozen=True, slots=True)
class Links:
    """The forest: left[i] and right[i] are joined at cosines[i] (m,). label (n,): the part that a point is in, -1 where it is in none."""

    left: Places
    right: Places
    cosines: F32
    label: Places


@dataclass(frozen=True, slots=True)
class Points:
    """Vectors (n, width) of length one, and of each how many are at least `least` near, itself included (n,); its nearest others
    (n, k), nearest first, and their cosines.
    """

    vectors: F32
    least: float
    counts: Places
    others: Places
    cosines: F32


def compared(vectors: F32, *, least: float) -> Points:
    """Compare all with all once: O(n² width) time; memory beyond the vectors is some 1 kB a point and 50 MB."""
    n = len(vectors)
    listed = min(LISTED, n - 1)
    counts, others = np.empty(n, np.int64), np.empty((n, listed), np.int64)
    cosines = np.empty((n, listed), np.float32)
    for rows in _blocks(np.arange(n), n):
        block = vectors[rows] @ vectors.T
        block[np.arange(len(rows)), rows] = _NONE
        counts[rows] = 1 + np.count_nonzero(block >= least, axis=1)
        found = np.argpartition(block, n - 1 - listed, axis=1)[:, n - listed :] if listed < n - 1 else np.argsort(block, axis=1)[:, 1:]
        at = np.take_along_axis(block, found, axis=1)
        order = np.lexsort((found, -at), axis=1)
        others[rows], cosines[rows] = np.take_along_axis(found, order, axis=1), np.take_along_axis(at, order, axis=1)
    return Points(vectors, least, counts, others, cosines)


def spanning_forest(points: Points, among: Mask, *, min_samples: int) -> Links:
    """Join what is near of the points in `among` (n,).

    Dense is a point that `min_samples` of them, itself included, are near. One that is not hangs on its nearest dense one, if that is
    near (a border point); of equally near ones on the first.
    """
    is_dense = _dense(points, among, min_samples)
    label = np.arange(len(among))
    left: list[int] = []
    right: list[int] = []
    cosines: list[float] = []
    while True:
        label, new = _joined(label, *_ways_out(points, is_dense, label))
        if not new:
            break
        left += [a for a, _, _ in new]
        right += [b for _, b, _ in new]
        cosines += [cosine for _, _, cosine in new]
    borders, hosts, at = _borders(points, among, is_dense)
    label[~is_dense] = -1
    label[borders] = label[hosts]
    return Links(
        np.append(left, borders).astype(np.int64),
        np.append(right, hosts).astype(np.int64),
        np.append(cosines, at).astype(np.float32),
        label,
    )


def _dense(points: Points, among: Mask, min_samples: int) -> Mask:
    near = 1 + np.count_nonzero(among[points.others] & (points.cosines >= points.least), axis=1)
    unsure = among & (near < min_samples) & _goes_on(points)
    for rows in _blocks(np.flatnonzero(unsure), len(among)):
        block = points.vectors[rows] @ points.vectors[among].T
        near[rows] = np.count_nonzero(block >= points.least, axis=1)
    is_dense: Mask = among & (near >= min_samples)
    return is_dense


def _ways_out(points: Points, is_dense: Mask, label: Places) -> tuple[Places, Places, F32]:
    """Each part's nearest way to another part: from, to, cosine. The largest part may have none: the others find theirs to it."""
    at, to = _first(points, is_dense[points.others] & (label[points.others] != label[:, None]))
    at[~is_dense] = _NONE
    best = np.full(len(label), _NONE, np.float32)
    np.maximum.at(best, label, at)
    is_open = is_dense & (at == _NONE) & _goes_on(points) & (points.cosines[:, -1] > best[label])
    if is_open.any():
        largest = np.bincount(label[is_dense]).argmax()
        if is_open[label == largest].any():
            at[label == largest] = _NONE
            is_open &= label != largest
    for rows in _blocks(np.flatnonzero(is_open), len(label)):
        at[rows], to[rows] = _nearest(points, rows, ~is_dense[None, :] | (label[rows][:, None] == label[None, :]))
    found = np.flatnonzero(at > _NONE)
    order = found[np.lexsort((to[found], found, -at[found], label[found]))]
    chosen = order[np.unique(label[order], return_index=True)[1]]
    return chosen, to[chosen], at[chosen]


def _borders(points: Points, among: Mask, is_dense: Mask) -> tuple[Places, Places, F32]:
    """Points that hang on a dense one, that one, and the cosine."""
    at, to = _first(points, is_dense[points.others])
    at[is_dense | ~among] = _NONE
    for rows in _blocks(np.flatnonzero(among & ~is_dense & (at == _NONE) & _goes_on(points)), len(among)):
        at[rows], to[rows] = _nearest(points, rows, ~is_dense[None, :])
    found = np.flatnonzero(at > _NONE)
    return found, to[found], at[found]


def _first(points: Points, allowed: Mask) -> tuple[F32, Places]:
    """The nearest allowed neighbour in each point's list: its cosine, _NONE where there is none, and its place."""
    allowed &= points.cosines >= points.least
    rows, first = np.arange(len(allowed)), allowed.argmax(axis=1)
    return np.where(allowed[rows, first], points.cosines[rows, first], np.float32(_NONE)), points.others[rows, first]


def _goes_on(points: Points) -> Mask:
    """Whether more are near than the list holds (n,)."""
    more: Mask = points.counts - 1 > points.others.shape[1]
    return more


def _nearest(points: Points, rows: Places, barred: Mask) -> tuple[F32, Places]:
    """Of each row the nearest point that is not barred, by comparing with all: its cosine, _NONE where none is near, and its place."""
    block = points.vectors[rows] @ points.vectors.T
    block[np.broadcast_to(barred, block.shape)] = _NONE
    to = block.argmax(axis=1)
    at = block[np.arange(len(rows)), to]
    return np.where(at >= points.least, at, np.float32(_NONE)), to


def _joined(label: Places, start: Places, to: Places, at: F32) -> tuple[Places, list[tuple[int, int, float]]]:
    """Parts after these links, each named by its first point, and the links that joined two."""
    parent = list(range(len(label)))
    new = []
    for a, b, cosine in zip(start.tolist(), to.tolist(), at.tolist(), strict=True):
        one, other = _root(parent, int(label[a])), _root(parent, int(label[b]))
        if one != other:
            parent[max(one, other)] = min(one, other)
            new.append((a, b, cosine))
    roots = np.array([_root(parent, part) for part in range(len(parent))], np.int64)
    return roots[label], new


def _root(parent: list[int], part: int) -> int:
    while parent[part] != part:
        parent[part] = parent[parent[part]]
        part = parent[part]
    return part


def _blocks(rows: Places, columns: int) -> list[Places]:
    """The rows in turns of at most _CELLS cosines."""
    size = max(1, _CELLS // max(1, columns))
    return [rows[start : start + size] for start in range(0, len(rows), size)]
