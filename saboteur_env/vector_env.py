"""Batches as gymnasium's vector environments: one slot per game, each step a decision of whoever is to decide there."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from .rules import Setup
from .spaces import Options, action_space, observation_space
from .turns import Turn
from .vector import Batch


class SaboteurVectorEnv(gymnasium.vector.VectorEnv):
    """`num_envs` games of several players, autoreset mode "same step".

    The observation of a slot is that of the seat to decide; the reward of a step is what the seat that acted got in
    it. Since the others are rewarded in the same step, learn from `info["rewards"]`. Arrays are fresh, observations
    float32.

    Args:
        num_envs, setup, options, reward, threads: as of `Batch`.

    Raises:
        ValueError: one of these is impossible.

    `info` of `reset` and `step` holds, each with a row for each game:
        action_mask: (n, actions) int8: the legal actions of the seats to decide.
        seat: (n,) int64: the seats to decide.
    that of `step` also:
        acted: (n,) int64: the seats that acted.
        rewards: (n, 10) float32: what each seat got.
        reached, roles, nuggets: as of `Turn`.
        final_obs, _final_obs: (n, size) float32, (n,) bool: where a game has ended, what the seat that acted last
            observes of it; present if any has.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        num_envs: int,
        setup: Setup | Sequence[Setup],
        options: Options = Options(),
        reward: str = "team",
        threads: int = 1,
    ) -> None:
        self.batch = Batch(num_envs, setup, options, reward, threads)
        self.num_envs = num_envs
        self.single_observation_space = observation_space(options)["observation"]
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin all games.

        Args:
            seed: one whole number, which fixes each of them; None goes on from the chance of the last games.
            options: none are known.

        Raises:
            ValueError: what is no seed, or an option.
        """
        if options:
            raise ValueError(f"vector environments know no options for a reset, not {', '.join(options)}")
        return _looked(self.batch.reset(seed))

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Carry out an action in every game.

        Raises:
            IllegalAction: one is not legal; the message says in which game and why. Nothing has changed.
        """
        turn, acted, seen = self.batch.step_and_see_ends(actions)
        observations, info = _looked(turn)
        info |= {"acted": acted, "rewards": turn.rewards}
        info |= {"reached": turn.reached, "roles": turn.roles, "nuggets": turn.nuggets}
        if seen is not None:
            info |= {"final_obs": seen, "_final_obs": turn.ended.copy()}
        rewards = turn.rewards[np.arange(self.num_envs), acted]
        return observations, rewards, turn.ended, np.zeros_like(turn.ended), info


def _looked(turn: Turn) -> tuple[np.ndarray, dict[str, Any]]:
    """What the seats to decide observe, and what they may do."""
    return turn.observations, {"action_mask": turn.masks, "seat": turn.seats}
