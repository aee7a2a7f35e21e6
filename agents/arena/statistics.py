"""Shares, differences and their intervals. What shares a deal is resampled together: deals are independent."""

from math import sqrt
from typing import NamedTuple

import numpy as np

Z95 = 1.959964  # the normal distribution's quantile for a two-sided 95 % interval
RESAMPLES = 1000
TAILS = (2.5, 97.5)  # percentiles


class Difference(NamedTuple):
    """How much higher a second mean is than a first one, over pairs.

    Attributes:
        value: mean of second - first.
        low: of its 95 % interval, by resampling clusters.
        high: of the same.
        reduction: (var(first) + var(second)) / var(second - first): how many times as many unpaired rounds the same
            interval would take; None where the difference does not vary.
        pairs: how many there are.
    """

    value: float
    low: float
    high: float
    reduction: float | None
    pairs: int


def wilson(successes: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """The score interval of a share (Wilson, 1927); it holds for shares near 0 and 1 too."""
    share, spread = successes / trials, z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(share * (1 - share) / trials + spread / (4 * trials))
    return max(middle - half, 0.0), min(middle + half, 1.0)


def bootstrap(values: np.ndarray, clusters: np.ndarray, seed: int) -> tuple[float, float]:
    """95 % percentile interval of a mean, by resampling whole clusters (Efron, 1979).

    Args:
        values: (n,) numbers, n > 0.
        clusters: (n,) whole numbers: what belongs together, such as the deal.
        seed: fixes the resampling.
    """
    _, inverse = np.unique(clusters, return_inverse=True)
    sums, counts = np.bincount(inverse, values), np.bincount(inverse)
    drawn = np.random.default_rng(seed).integers(len(sums), size=(RESAMPLES, len(sums)))
    low, high = np.percentile(sums[drawn].sum(1) / counts[drawn].sum(1), TAILS)
    return float(low), float(high)


def paired(first: np.ndarray, second: np.ndarray, clusters: np.ndarray, seed: int) -> Difference | None:
    """The difference between two series that belong together pair by pair; None without pairs.

    Args:
        first: (n,) numbers.
        second: (n,) numbers.
        clusters: (n,) whole numbers: pairs that belong together, such as those of a deal.
        seed: fixes the resampling.
    """
    if not len(first):
        return None
    gain = np.subtract(second, first, dtype=np.float64)
    apart, together = np.var(first) + np.var(second), np.var(gain)
    reduction = float(apart / together) if together > 0 else None
    return Difference(float(gain.mean()), *bootstrap(gain, clusters, seed), reduction, len(gain))
