"""The games as stable-baselines3 sees them: one slot per game, each step the decision of whoever decides there."""

from typing import Any, NamedTuple

import numpy as np

from agents.observation import OPTIONS
from saboteur_env.rules import Setup
from saboteur_env.sb3_vec_env import SaboteurVecEnv

from ..credit import shaped
from ..potential import Potential


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
    """Games in which every seat learns.

    The observation, the mask and the reward of a slot are those of the seat that acts; `acted` holds what all seats
    got, for the credit along each seat's own decisions. A game that ends is followed by a new one in the same step, so
    there is no observation behind its end.

    Args:
        setups: of each game.
        reward: "team", "gold" or "win".
        shaping: the weight of the potential.

    Attributes:
        acted: what the last step was.
        shaping: may be set to 0 when it has done its work.
    """

    acted: Acted

    def __init__(self, setups: list[Setup], reward: str = "team", shaping: float = 0.0) -> None:
        super().__init__(len(setups), setups, OPTIONS, reward, dtype="int8")
        self.shaping = shaping

    def reset(self) -> np.ndarray:
        observations = super().reset()
        self._potential = Potential(self.batch, 1.0)
        return observations

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        slots, seats = np.arange(len(self.batch)), self.now.seats
        roles = self.roles().copy()
        self.now = now = self.batch.step(self._actions, check=False)
        growth = self._potential.growth(now.reached >= 0) * self.shaping
        rewards = shaped(now.rewards, roles, growth)
        self.acted = Acted(seats, roles[slots, seats], rewards, now.ended)
        return now.observations, rewards[slots, seats], now.ended, [{} for _ in slots]

    def roles(self) -> np.ndarray:
        """(n, 10) int8: the roles of all seats now."""
        return self.batch.games["private"]["role"]
