"""A turn of many games at once: what a step led to, and what is to be decided next."""

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True, eq=False)
class Turn:
    """What a step led to, and what is to be decided next; every array has a row for each of the n games.

    Attributes:
        seats: (n,) int64: the seats to decide.
        observations: (n, size) float32 or int8: what they observe; int8 ones are a part of `codes`, so without
            distances there is room between their rows.
        masks: (n, actions) int8: 1 for each action that is legal for them, else 0.
        ids: (n, 294) int16: the ids of these actions, ascending, and -1 behind them.
        counts: (n,) int64: how many they are.
        rewards: (n, 10) float32: what each seat got for the step.
        ended: (n,) bool: whether the step ended the game; a new one has begun.
        reached: (n,) int8: whether the treasure was reached in the round that the step ended, else -1.
        roles: (n, 10) int8: the roles of that round, 0 miner, 1 saboteur; -1 where no round ended or nobody sits.
        nuggets: (n, 10) int16: the nuggets of each seat in the game that the step ended, else 0.
        codes: (n, width) int8: the observations as whole numbers, and room behind them.
    """

    seats: np.ndarray
    observations: np.ndarray
    masks: np.ndarray
    ids: np.ndarray
    counts: np.ndarray
    rewards: np.ndarray
    ended: np.ndarray
    reached: np.ndarray
    roles: np.ndarray
    nuggets: np.ndarray
    codes: np.ndarray = field(repr=False)

    @property
    def winners(self) -> np.ndarray:
        """(n, 10) bool: the seats with the most nuggets in the game that the step ended."""
        seated = self.ended[:, None] & (self.roles >= 0)
        return seated & (self.nuggets == self.nuggets.max(1, keepdims=True))

    def pick(self, chance: np.ndarray) -> np.ndarray:
        """(n,) int64: a legal action for each game, uniform if `chance`, (n,), is uniform in [0, 1)."""
        return self.ids[np.arange(len(self.ids)), (chance * self.counts).astype(np.int64)].astype(np.int64)

    def forget(self) -> None:
        """Write that no step has been taken."""
        self.rewards[:] = self.nuggets[:] = 0
        self.ended[:] = False
        self.reached[:] = self.roles[:] = -1

    def told(self) -> tuple[np.ndarray, ...]:
        """What the core writes of a step."""
        return self.rewards, self.ended, self.reached, self.roles, self.nuggets

    def seen(self) -> tuple[np.ndarray, ...]:
        """What the core writes of the next decision, but for the seats' observations."""
        return self.seats, self.counts, self.ids, self.masks
