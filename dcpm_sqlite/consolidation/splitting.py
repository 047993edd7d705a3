"""What is over-sized, taken apart by hdbscan: its own selection from the tree of all tighter passes (DCPM D-27's second stage)."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dcpm_sqlite.encoder.port import F32

Places = NDArray[np.int64]
_LEAST_DISTANCE = 1e-3  # of what says the same: hdbscan divides by distances, and a zero in a sparse matrix is no link at all


@dataclass(frozen=True, slots=True)
class Parts:
    """Places, rising: stable clusters that fit, and what is too large yet parted by no pass (much the same is said in it)."""

    fitting: list[Places]
    inseparable: list[Places]


def parts(count: int, left: Places, right: Places, cosines: F32, *, least_size: int, most_size: int) -> Parts:
    """Take apart `count` points that these links (count - 1,) join, into clusters of `least_size` to `most_size`.

    Those are chosen that stay together over the longest stretch of tighter and tighter passes (excess of mass).
    """
    distances = np.maximum(np.sqrt(np.maximum(2.0 - 2.0 * cosines.astype(np.float64), 0.0)), _LEAST_DISTANCE)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # hdbscan's own, about scikit-learn and the syntax of its text
        import hdbscan
        from scipy.sparse import csr_array

        both = np.concatenate((distances, distances)), (np.concatenate((left, right)), np.concatenate((right, left)))
        chooser = hdbscan.HDBSCAN(
            metric="precomputed", min_samples=1, min_cluster_size=least_size, max_cluster_size=most_size, cluster_selection_method="eom"
        )
        labels = chooser.fit(csr_array(both, shape=(count, count))).labels_
        tree = chooser.condensed_tree_.to_numpy()
    fitting = [np.flatnonzero(labels == label) for label in range(labels.max() + 1)]
    branches = tree[tree["child_size"] > 1]
    ends = (
        np.setdiff1d(branches["child"][branches["child_size"] > most_size], branches["parent"]) if len(branches) else [tree["parent"].min()]
    )
    return Parts(fitting, [np.sort(tree["child"][tree["parent"] == end]).astype(np.int64) for end in ends])
