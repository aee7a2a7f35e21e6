"""The player of all comparisons: uniform over what the mask allows, in any environment."""

import random

import numpy as np


class UniformPlayer:
    """Chooses uniformly among the legal actions.

    Args:
        seed: fixes all choices; None takes one from the system.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def act(self, mask: np.ndarray) -> int:
        """Choose an action.

        Args:
            mask: (actions,) int8, 1 for each legal action.

        Raises:
            ValueError: no action is legal, so it is not this player's turn.
        """
        legal = mask.view(np.bool_).nonzero()[0]  # numpy finds booleans faster than small integers
        if not legal.size:
            raise ValueError("no action is legal: the mask is for an agent that does not decide now")
        return legal.item(int(self._random.random() * legal.size))
