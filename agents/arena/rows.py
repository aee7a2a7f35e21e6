"""The parts that rows of different tables have in common."""

import numpy as np

from agents import registry

from .cells import Cell
from .statistics import bootstrap, paired, wilson
from .tables import Row


def about(cell: Cell) -> Row:
    """What a row says of the rules and whether someone in it is a bound and no competitor."""
    bound = any(registry.make(name).is_oracle for name in cell.lineup)
    return {"edition": cell.edition, "players": cell.players, "deal": cell.deal, "bound": bound}


def mean(values: np.ndarray) -> float | None:
    """A mean, None of nothing."""
    return float(values.mean()) if len(values) else None


def share(name: str, won: np.ndarray, deals: np.ndarray, seed: int) -> Row:
    """How many rounds, which share of them was won, and its intervals.

    Args:
        name: of the share.
        won: (n,) bool, of fair rounds.
        deals: (n,) the deal of each.
        seed: fixes the resampling.
    """
    n = len(won)
    low, high = wilson(int(won.sum()), n) if n else (None, None)
    deal_low, deal_high = bootstrap(won, deals, seed) if n else (None, None)
    ends = {"low": low, "high": high, "deal_low": deal_low, "deal_high": deal_high}
    return {"rounds": n, name: mean(won), **ends}


def differences(first: np.ndarray, second: np.ndarray, deals: np.ndarray, seed: int) -> Row:
    """How much higher a second mean is, over pairs that both have a number: (n,) each, NaN for none."""
    both = ~np.isnan(first) & ~np.isnan(second)
    gain = paired(first[both], second[both], deals[both], seed)
    if gain is None:
        return {"rounds": 0, "difference": None, "low": None, "high": None, "variance_reduction": None}
    value, low, high, reduction, pairs = gain
    return {"rounds": pairs, "difference": value, "low": low, "high": high, "variance_reduction": reduction}
