"""Batches as stable-baselines3's vector environments: one slot per game, each step a decision of whoever decides."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from .rules import Setup
from .spaces import Options, action_space, observation_size, observation_space
from .turns import Turn
from .vector import Batch


class SaboteurVecEnv(VecEnv):
    """`num_envs` games of several players, for policies that all seats share. Needs stable-baselines3.

    The observation of a slot is that of the seat to decide; the reward of a step is what the seat that acted got in it.
    Consecutive decisions of a slot belong to different seats, and a step rewards them all: an algorithm that knows
    nothing of seats learns from a fraction of the rewards, credited to the wrong decisions. `train/credit.py` of the
    checkout shows how to credit each seat with what it got between its decisions.
    A game that ends is followed by a new one in the same step. `env_method("action_masks")` gives the legal actions, as
    MaskablePPO of sb3-contrib asks for them. Arrays are fresh.

    Args:
        num_envs, setup, options, reward, threads, dtype: as of `Batch`. Policies of stable-baselines3 do not scale
            int8 observations: use them with one of your own.

    Raises:
        ValueError: one of these is impossible.

    The info of a slot holds what its step was:
        acted: the seat that acted.
        rewards: (10,) float32: what each seat got.
        terminal_observation: what the seat that acted observes of a game that has ended; only then.

    Attributes:
        batch: the games.
        now: the turn that the last step led to: seats, masks, ends, roles, nuggets.
    """

    now: Turn

    def __init__(
        self,
        num_envs: int,
        setup: Setup | Sequence[Setup],
        options: Options = Options(),
        reward: str = "team",
        threads: int = 1,
        dtype: str = "float32",
    ) -> None:
        self.batch = Batch(num_envs, setup, options, reward, threads, dtype)
        floats = observation_space(options)["observation"]
        self._actions = np.empty(0, np.int64)
        codes = gymnasium.spaces.Box(-127, 127, (observation_size(options),), np.int8)
        super().__init__(num_envs, codes if dtype == "int8" else floats, action_space())

    def reset(self) -> np.ndarray:
        """Begin all games, by the seed that `seed` was given; (n, size) what the seats to decide observe."""
        self.now = self.batch.reset(self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        return self.now.observations

    def step_async(self, actions: np.ndarray) -> None:
        """Take (n,) actions."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Carry them out; (n, size) observations, (n,) rewards, (n,) ends, and the infos.

        Raises:
            IllegalAction: an action is not legal; the message says in which game and why. Nothing has changed.
        """
        actions, self._actions = self._actions, np.empty(0, np.int64)
        self.now, acted, seen = self.batch.step_and_see_ends(actions)
        infos: list[dict[str, Any]] = [
            {"acted": seat, "rewards": rewards} for seat, rewards in zip(acted.tolist(), self.now.rewards, strict=True)
        ]
        if seen is not None:
            for slot in self.now.ended.nonzero()[0].tolist():
                infos[slot]["terminal_observation"] = seen[slot]
        return self.now.observations, self.now.rewards[np.arange(self.num_envs), acted], self.now.ended, infos

    def action_masks(self) -> np.ndarray:
        """(n, actions) int8: the legal actions of the seats to decide."""
        self.batch.check_begun()
        return self.now.masks

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """What a method that gives a row for each game gives, by slot."""
        return list(getattr(self, method_name)(*args, **kwargs)[self._get_indices(indices)])

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, which all games share."""
        value = None if attr_name == "render_mode" else getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Not possible."""
        raise NotImplementedError("the games share their settings; make a new environment")

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """No game has a wrapper of its own."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing is held open."""
