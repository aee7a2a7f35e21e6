"""Shaping: the nearness of the goals, known to all, as a potential."""

import numpy as np

from saboteur_env.vector import Batch

# Beyond so many cards a goal counts as lost: the potential of a blocked mine stays finite.
FARTHEST = 16
# A fresh round starts about this many cards from its goals.
START = 8


class Potential:
    """Its growth is a reward for miners, its fall one for saboteurs.

    With a potential of 0 at the end of a round, and where nothing is discounted, this changes no optimal play (Ng,
    Harada and Russell, 1999; for games Devlin and Kudenko, 2011).

    Args:
        batch: the games.
        weight: what a mine one start's length nearer to its goals is worth; a won round is worth 1.
    """

    def __init__(self, batch: Batch, weight: float) -> None:
        self._batch, self._weight = batch, weight
        self._before = self._now()

    def _now(self) -> np.ndarray:
        return -np.minimum(self._batch.mean_distances(), FARTHEST) * (self._weight / START)

    def growth(self, over: np.ndarray) -> np.ndarray:
        """(n,) float64: since the last call; down to 0 where the round is over, (n,) bool, and another has begun."""
        before, self._before = self._before, self._now()
        return np.where(over, 0, self._before) - before
