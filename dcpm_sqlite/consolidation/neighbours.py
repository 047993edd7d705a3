"""Two ways to the same density-based partition: hdbscan's tree cut at a distance, and neighbour lists made block by block.

Measured on beliefs' vectors of width 384, 2 cores: hdbscan's tree takes 0.5 s for 1,000 and 36 s for 8,000, growing with the square (its
space trees are no help at that width); the lists take a fraction of it and 50,000 fit the bounds (`bench/clustering.py`). Both give the
partition of a plain DBSCAN. hdbscan's own selection (excess of mass, leaves) agrees little with it: its clusters have no distance in
common, so that what is a cluster tonight may be noise tomorrow.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
Labels = NDArray[np.int64]
BLOCK = 1_024  # rows at once: 50,000 of them are 200 MB of cosines


class Density(Protocol):
    """Beliefs as points, of which dense ones hang together."""

    def dense(self, cosine: float) -> Labels:
        """(n,) the component of each dense point at this nearness, -1 for what is not dense."""
        ...


@dataclass(frozen=True, slots=True)
class Tree:
    """The single-linkage tree of mutual reachability, by hdbscan; directions (n, width) of length one."""

    directions: F32
    min_samples: int
    tree: Any

    def dense(self, cosine: float) -> Labels:
        """One cut of the tree; a point is dense when `min_samples`, itself included, are at least that near."""
        near = (self.directions @ self.directions.T >= cosine).sum(axis=1)
        labels: Labels = self.tree.get_clusters(_distance(cosine), min_cluster_size=1).astype(np.int64)
        return np.where(near >= self.min_samples, labels, -1)


def tree(directions: F32, min_samples: int) -> Tree:
    """Grow the tree. hdbscan loads here: it takes a second."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its own, about scikit-learn and invalid escapes
        import hdbscan

        # it leaves the point itself out where DBSCAN counts it
        grown = hdbscan.HDBSCAN(min_samples=max(1, min_samples - 1), min_cluster_size=2, approx_min_span_tree=False, core_dist_n_jobs=1)
        grown.fit(directions.astype(np.float64))
        return Tree(directions, min_samples, grown.single_linkage_tree_)


def _distance(cosine: float) -> float:
    return float(np.sqrt(max(0.0, 2.0 - 2.0 * cosine)))


@dataclass(frozen=True, slots=True)
class Lists:
    """All pairs that are at least `floor` near: rows and columns (m,) with row < column, and their cosines."""

    count: int
    min_samples: int
    floor: float
    rows: NDArray[np.int32]
    columns: NDArray[np.int32]
    cosines: NDArray[np.float16]

    def dense(self, cosine: float) -> Labels:
        """Components of the pairs that are near enough, both ends of which are dense."""
        from scipy.sparse import coo_matrix
        from scipy.sparse.csgraph import connected_components

        near = self.cosines >= cosine
        rows, columns = self.rows[near], self.columns[near]
        count = 1 + np.bincount(rows, minlength=self.count) + np.bincount(columns, minlength=self.count)
        is_dense = count >= self.min_samples
        kept = is_dense[rows] & is_dense[columns]
        edges = coo_matrix((np.ones(int(kept.sum()), bool), (rows[kept], columns[kept])), shape=(self.count, self.count))
        _, labels = connected_components(edges, directed=False)
        return np.where(is_dense, labels.astype(np.int64), -1)


def lists(directions: F32, min_samples: int, floor: float, *, most_pairs: int) -> Lists:
    """Compare all with all, block by block. More than `most_pairs` near pairs raise the floor: where everything is near to everything,
    what hangs together at the floor would be parted by tighter passes anyway.
    """
    found: list[tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float16]]] = []
    total, n = 0, len(directions)
    for start in range(0, n, BLOCK):
        block = directions[start : start + BLOCK] @ directions[start:].T
        near_rows, near_columns = np.nonzero(block >= floor)
        later = near_columns > near_rows  # both count from `start`
        near_rows, near_columns = near_rows[later], near_columns[later]
        found.append(
            (
                (near_rows + start).astype(np.int32),
                (near_columns + start).astype(np.int32),
                block[near_rows, near_columns].astype(np.float16),
            )
        )
        total += len(near_rows)
        while total > most_pairs:
            floor += 0.02
            found = [(r[c >= floor], s[c >= floor], c[c >= floor]) for r, s, c in found]
            total = sum(len(r) for r, _, _ in found)
    joined = [np.concatenate([part[i] for part in found]) if found else np.empty(0) for i in range(3)]
    return Lists(n, min_samples, floor, joined[0].astype(np.int32), joined[1].astype(np.int32), joined[2].astype(np.float16))
