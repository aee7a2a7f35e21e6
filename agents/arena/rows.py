"""The parts that rows of different tables have in common."""

import numpy as np

from saboteur_env.core.cards import MINER

from .bounds import is_bound
from .cells import Cell
from .statistics import bootstrap, paired, wilson
from .tables import Row


def about(cell: Cell, *onlookers: str) -> Row:
    """What a row says of the rules, and whether someone in it is a bound and no competitor."""
    bound = any(map(is_bound, (*cell.lineup, *onlookers)))
    return {"edition": cell.edition, "players": cell.players, "deal": cell.deal, "bound": bound}


def won(outcomes: np.ndarray, role: int) -> np.ndarray:
    """(n,) float64: whether the side of a role won the first round of each game, NaN where a fault made it void."""
    reached = outcomes["reached"][:, 0] == 1
    return np.where(outcomes["fair"], reached == (role == MINER), np.nan)


def mean(values: np.ndarray) -> float | None:
    """A mean, None of nothing."""
    return float(values.mean()) if len(values) else None


def share(name: str, won: np.ndarray, deals: np.ndarray, seed: int) -> Row:
    """How many rounds, which share of them was won, and its intervals: Wilson's, and that by resampling deals.

    Args:
        name: of the share.
        won: (n,) bool, of fair rounds.
        deals: (n,) the deal of each.
        seed: fixes the resampling.
    """
    low, high = wilson(int(won.sum()), len(won)) if len(won) else (None, None)
    return {"rounds": len(won), name: mean(won), "low": low, "high": high, **clustered("deal_", won, deals, seed)}


def clustered(prefix: str, values: np.ndarray, deals: np.ndarray, seed: int) -> Row:
    """The ends of the interval of a mean by resampling deals, as `low` and `high` behind a prefix."""
    low, high = bootstrap(values, deals, seed) if len(values) else (None, None)
    return {f"{prefix}low": low, f"{prefix}high": high}


def differences(first: np.ndarray, second: np.ndarray, deals: np.ndarray, seed: int) -> Row:
    """How much higher a second mean is, over pairs that both have a number: (n,) each, NaN for none."""
    both = ~np.isnan(first) & ~np.isnan(second)
    gain = paired(first[both], second[both], deals[both], seed)
    if gain is None:
        return {"rounds": 0, "difference": None, "low": None, "high": None, "variance_reduction": None}
    value, low, high, reduction, pairs = gain
    return {"rounds": pairs, "difference": value, "low": low, "high": high, "variance_reduction": reduction}
