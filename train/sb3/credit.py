"""Who is credited with what: advantages along each seat's own decisions.

The decisions of a game are taken by different seats in turn. A seat's reward is everything it gets between
its action and its next decision, across the turns of the others.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from saboteur_env.core.cards import ROLES

from .seats import Seats


def advantages(
    seats: np.ndarray,
    rewards: np.ndarray,
    ended: np.ndarray,
    values: np.ndarray,
    open_values: np.ndarray,
    gamma: float,
    gae_lambda: float,
) -> np.ndarray:
    """Generalised advantage estimation (Schulman et al., 2016) along the chain of decisions of each seat.

    Args:
        seats: (t, n) who acted.
        rewards: (t, n, s) what each seat got for each step.
        ended: (t, n) whether the step ended the game.
        values: (t, n) the critic's value of the seat that acts, before it does.
        open_values: (n, s) the critic's values of all seats after the last step.
        gamma: discount from one decision of a seat to its next.
        gae_lambda: weight of longer estimates.

    Returns:
        (t, n) float32.
    """
    out = np.empty_like(values)
    games = np.arange(seats.shape[1])
    next_value, trace, owed = open_values.copy(), np.zeros_like(open_values), np.zeros_like(open_values)
    for t in reversed(range(len(seats))):
        for chain in (next_value, trace, owed):
            chain[ended[t]] = 0
        owed += rewards[t]
        actor = games, seats[t]
        surprise = owed[actor] + gamma * next_value[actor] - values[t]
        out[t] = trace[actor] = surprise + gamma * gae_lambda * trace[actor]
        next_value[actor] = values[t]
        owed[actor] = 0
    return out


def normalised(values: np.ndarray, groups: np.ndarray, count: int) -> np.ndarray:
    """Values with mean 0 and deviation 1 within each group."""
    out = np.empty_like(values)
    for group in range(count):
        members = groups == group
        if members.any():
            out[members] = (values[members] - values[members].mean()) / (values[members].std() + 1e-8)
    return out


class SeatBuffer(MaskableRolloutBuffer):
    """A rollout buffer that knows which seat acted, and what all seats got.

    `watch` must be called before the first rollout.
    """

    def watch(self, env: Seats, predict_values: Callable[[torch.Tensor], torch.Tensor]) -> None:
        """Take turns from `env`, and values for the open ends of the chains from the critic."""
        self._env, self._predict_values = env, predict_values

    def reset(self) -> None:
        super().reset()
        shape = self.buffer_size, self.n_envs
        self.seats, self.roles = np.zeros(shape, np.int64), np.zeros(shape, np.int8)
        self.ended = np.zeros(shape, np.bool_)
        self.seat_rewards: list[np.ndarray] = []

    def add(self, *args: Any, **kwargs: Any) -> None:
        turn = self._env.turn
        self.seats[self.pos], self.roles[self.pos], self.ended[self.pos] = turn.seats, turn.roles, turn.ended
        self.seat_rewards.append(turn.rewards)
        super().add(*args, **kwargs)

    def compute_returns_and_advantage(self, last_values: torch.Tensor, dones: np.ndarray) -> None:
        """Advantages along the seats, normalised within each role; returns for the critic.

        Both arguments are stable-baselines3's and not needed: the chains end where `turn` says so.
        """
        self.advantages = advantages(
            self.seats,
            np.array(self.seat_rewards),
            self.ended,
            self.values,
            self._open_values(),
            self.gamma,
            self.gae_lambda,
        )
        self.returns = self.advantages + self.values
        self.advantages = normalised(self.advantages, self.roles, len(ROLES))

    def _open_values(self) -> np.ndarray:
        """(n, seats) float32: the critic's value of what every seat observes now."""
        batch = self._env.batch
        out = np.zeros((len(batch), self.seat_rewards[0].shape[1]), np.float32)
        for seat in range(batch.players.max()):
            observed = batch.observe(np.minimum(seat, batch.players - 1))
            with torch.no_grad():
                out[:, seat] = self._predict_values(torch.from_numpy(observed)).numpy().ravel()
        return out


class SeatPPO(MaskablePPO):
    """MaskablePPO whose rollouts are credited along each seat's own decisions.

    Advantages are normalised per role over the whole rollout, not again per minibatch.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, rollout_buffer_class=SeatBuffer, normalize_advantage=False, **kwargs)

    def _setup_model(self) -> None:
        super()._setup_model()
        if self.env is not None:
            self.rollout_buffer.watch(self.env, self.policy.predict_values)
