"""The games as stable-baselines3 sees them: one slot per game, each step the decision of whoever decides there."""

import time
from typing import Any, NamedTuple

import numpy as np

from agents.observation import OPTIONS
from saboteur_env.core.cards import MINER
from saboteur_env.rules import Setup
from saboteur_env.sb3_vec_env import SaboteurVecEnv

# Beyond so many cards a goal counts as lost: the potential of a blocked mine stays finite.
FARTHEST = 16
# A fresh round starts about this many cards from its goals.
START = 8


class Acted(NamedTuple):
    """What one step of every game was.

    Attributes:
        seats: (n,) who acted.
        roles: (n,) their roles, 0 miner, 1 saboteur.
        rewards: (n, 10) float32: what each seat got, shaping included.
        ended: (n,) bool: whether the game was over.
    """

    seats: np.ndarray
    roles: np.ndarray
    rewards: np.ndarray
    ended: np.ndarray


class Seats(SaboteurVecEnv):
    """`size` games in which every seat learns.

    The observation, the mask and the reward of a slot are those of the seat that acts; `turn` holds what all
    seats got, for the credit along each seat's own decisions. A game that ends is followed by a new one in
    the same step, so there is no observation behind its end.

    Args:
        size: how many games.
        setup: players, edition, variants, rounds.
        shaping: what a mine one start's length nearer to its goals is worth: see `potential`.

    Attributes:
        turn: what the last step was.
        seconds: how long all steps took.
    """

    def __init__(self, size: int, setup: Setup, shaping: float = 0.0) -> None:
        super().__init__(size, setup, OPTIONS, "team", dtype="int8")
        self.shaping = shaping
        self.turn: Acted | None = None
        self.seconds = 0.0

    def reset(self) -> np.ndarray:
        observations = super().reset()
        self._potential = self.potential()
        return observations

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        began = time.perf_counter()
        slots, seats = np.arange(len(self.batch)), self.now.seats
        roles = self.roles()[slots, seats]
        self.now = now = self.batch.step(self._actions, check=False)
        rewards = now.rewards + self._shape()
        self.turn = Acted(seats, roles, rewards, now.ended)
        self.seconds += time.perf_counter() - began
        return now.observations, rewards[slots, seats], now.ended, [{} for _ in slots]

    def roles(self) -> np.ndarray:
        """(n, 10): the roles of all seats now."""
        return self.batch.games["private"]["role"]

    def potential(self) -> np.ndarray:
        """(n, 10) float32: `shaping` times the nearness of the goals, for saboteurs of the opposite sign.

        It is made of public knowledge and roles alone. Rewarding its growth, with a potential of 0 at the end of the
        round, changes no optimal play (Ng, Harada and Russell, 1999; for games Devlin and Kudenko, 2011).
        """
        nearness = -np.minimum(self.batch.mean_distances(), FARTHEST) * (self.shaping / START)
        return np.where(self.roles() == MINER, nearness[:, None], -nearness[:, None]).astype(np.float32)

    def _shape(self) -> np.ndarray:
        """(n, 10) float32: the growth of the potential since the last call."""
        before, self._potential = self._potential, self.potential()
        over = self.now.reached >= 0
        return np.where(over[:, None], 0, self._potential) - before
