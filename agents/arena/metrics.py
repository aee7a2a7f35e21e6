"""How good probabilities are, against what came true."""

import numpy as np

from .statistics import TAILS

RESAMPLES = 200  # an area takes longer than a mean
SMALLEST = 1e-12  # the only probability that is ever raised: a logarithm needs one
BINS = 10


def log_loss(p: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """(n,) nats: minus the logarithm of what was given to the truth, for (n,) probabilities and (n,) truths 0 or 1."""
    return -np.log(np.maximum(np.where(truth, p, 1 - p), SMALLEST))


def brier(p: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """(n,): squared error of (n,) probabilities against (n,) truths 0 or 1 (Brier, 1950)."""
    return (p - truth) ** 2


def auc(p: np.ndarray, truth: np.ndarray) -> float | None:
    """How likely a random true case got more than a random false one, ties half; None without both.

    The area under the ROC curve, by the ranks of Mann and Whitney (1947).
    """
    truth = np.asarray(truth, np.bool_)
    positives, negatives = int(truth.sum()), int((~truth).sum())
    if positives == 0 or negatives == 0:
        return None
    _, inverse, counts = np.unique(p, return_inverse=True, return_counts=True)
    ranks = np.cumsum(counts) - (counts - 1) / 2
    above = ranks[inverse][truth].sum() - positives * (positives + 1) / 2
    return float(above / (positives * negatives))


def auc_interval(p: np.ndarray, truth: np.ndarray, clusters: np.ndarray, seed: int) -> tuple[float, float] | None:
    """95 % percentile interval of the same, by resampling whole clusters; None without both.

    Args:
        p: (n,) probabilities.
        truth: (n,) 0 or 1.
        clusters: (n,) whole numbers: what belongs together, such as the deal.
        seed: fixes the resampling; a resample without both is left out.
    """
    if auc(p, truth) is None:
        return None
    _, places = np.unique(p, return_inverse=True)
    _, clusters = np.unique(clusters, return_inverse=True)
    rng, sizes = np.random.default_rng(seed), int(clusters.max()) + 1
    areas = []
    for _ in range(RESAMPLES):
        weights = np.bincount(rng.integers(sizes, size=sizes), minlength=sizes)[clusters]
        positive, negative = np.bincount(places, weights * truth), np.bincount(places, weights * (1 - truth))
        pairs = positive.sum() * negative.sum()
        if pairs:
            areas.append(positive @ (np.cumsum(negative) - negative / 2) / pairs)
    low, high = np.percentile(areas, TAILS)
    return float(low), float(high)


def auc_within(p: np.ndarray, truth: np.ndarray, counted: np.ndarray) -> float | None:
    """The same over pairs that stand in one row: (n, k) probabilities, truths and whether an entry counts at all."""
    true, false = counted & (truth == 1), counted & (truth == 0)
    pairs = true[:, :, None] & false[:, None, :]
    more, equal = p[:, :, None] > p[:, None, :], p[:, :, None] == p[:, None, :]
    total = int(pairs.sum())
    return float(((pairs & more).sum() + (pairs & equal).sum() / 2) / total) if total else None


def calibration_error(p: np.ndarray, truth: np.ndarray, equal_mass: bool = False) -> float:
    """Mean distance of what was said from what came true, over bins weighed by their cases.

    Args:
        p: (n,) probabilities, n > 0.
        truth: (n,) 0 or 1.
        equal_mass: bins of equally many cases (equal values stay together) instead of equal width.
    """
    bins = _mass_bins(p) if equal_mass else np.minimum((p * BINS).astype(np.int64), BINS - 1)
    said, came = np.bincount(bins, p), np.bincount(bins, truth)
    return float(abs(said - came).sum() / len(p))


def _mass_bins(p: np.ndarray) -> np.ndarray:
    """(n,) int64: bins of about equally many cases."""
    _, inverse, counts = np.unique(p, return_inverse=True, return_counts=True)
    middles = np.cumsum(counts) - counts / 2
    return (middles * BINS / len(p)).astype(np.int64)[inverse]


def entropy(q: float) -> float:
    """Nats: the expected log-loss of a probability that is right."""
    return float(-sum(x * np.log(x) for x in (q, 1 - q) if x > 0))
