"""Intervals of means by bootstrap; those of shares are `labelled.score.Share`'s."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 2_000


def bootstrap(values: NDArray[np.float64], seed: int = 1) -> tuple[float, float]:
    """95 % interval of the mean of `values` (n,); of differences per question it is a paired one. Nothing has no interval: nan."""
    if not len(values):
        return float("nan"), float("nan")
    chance = np.random.default_rng(seed)
    means = values[chance.integers(0, len(values), (RESAMPLES, len(values)))].mean(axis=1)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))
