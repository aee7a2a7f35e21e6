"""MaskablePPO whose rollouts are credited along each seat's own decisions."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from ..credit import Step, advantages, normalised
from .seats import Seats


class SeatBuffer(MaskableRolloutBuffer):
    """A rollout buffer that knows which seat acted, and what all seats got.

    `watch` must be called before the first rollout.
    """

    def watch(self, env: Seats, predict_values: Callable[[torch.Tensor], torch.Tensor]) -> None:
        """Take what was done from `env`, and values for the open ends of the chains from the critic."""
        self._env, self._predict_values = env, predict_values

    def reset(self) -> None:
        super().reset()
        self.steps: list[Step] = []
        self.roles = np.zeros((self.buffer_size, self.n_envs), np.int64)

    def add(self, *args: Any, **kwargs: Any) -> None:
        acted, values = self._env.acted, args[4].numpy().ravel()
        self.roles[self.pos] = acted.roles
        self.steps.append(Step(np.arange(self.n_envs), acted.seats, values, acted.rewards, acted.ended))
        super().add(*args, **kwargs)

    def compute_returns_and_advantage(self, last_values: torch.Tensor, dones: np.ndarray) -> None:
        """Advantages along the seats, normalised within each role; returns for the critic.

        Both arguments are stable-baselines3's and not needed: the chains end where the steps say so.
        """
        self.advantages = np.array(advantages(self.steps, self._open_values(), self.gamma, self.gae_lambda))
        self.returns = self.advantages + self.values
        self.advantages = normalised(self.advantages, self.roles)

    def _open_values(self) -> np.ndarray:
        """(n, seats) float32: the critic's value of what every seat observes now."""
        batch = self._env.batch
        out = np.zeros((len(batch), self.steps[0].rewards.shape[1]), np.float32)
        for seat in range(batch.players.max()):
            observed = batch.observe(np.minimum(seat, batch.players - 1))
            with torch.no_grad():
                out[:, seat] = self._predict_values(torch.from_numpy(observed)).numpy().ravel()
        return out


class SeatPPO(MaskablePPO):
    """MaskablePPO on `Seats`.

    Advantages are normalised per role over the whole rollout, not again per minibatch.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, rollout_buffer_class=SeatBuffer, normalize_advantage=False, **kwargs)

    def _setup_model(self) -> None:
        super()._setup_model()
        if self.env is not None:
            self.rollout_buffer.watch(self.env, self.policy.predict_values)
