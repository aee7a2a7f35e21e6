"""Who is credited with what: generalised advantage estimation along chains of decisions.

With the reward of a team the decisions of a whole table are one chain: what they are worth is one number, the miners'
prospect, and a saboteur's advantage is that of the miners with the other sign. With rewards of their own every seat has
a chain; a decision then earns all that the seat gets until its next one, across the turns of the others.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from saboteur_env.core.cards import MINER, ROLES


class Step(NamedTuple):
    """One step of n games, and the k decisions of the learner in it.

    Attributes:
        games: (k,) int64: the games in which the learner decided.
        chains: (k,) int64: the chain of each decision: 0, or the seat.
        values: (k,) float32: what the critic held the decision's chain to be worth before it.
        rewards: (n, chains) float32: what the step brought to each chain of each game.
        ended: (n,) bool: whether the step ended the game.
    """

    games: np.ndarray
    chains: np.ndarray
    values: np.ndarray
    rewards: np.ndarray
    ended: np.ndarray


def advantages(steps: Sequence[Step], open_values: np.ndarray, gamma: float, gae_lambda: float) -> list[np.ndarray]:
    """Advantages by generalised advantage estimation (Schulman et al., 2016).

    Args:
        steps: in the order of play.
        open_values: (n, chains) float32: what each chain is worth after the last step.
        gamma: discount from one decision of a chain to its next.
        gae_lambda: weight of longer estimates.

    Returns:
        (k,) float32 for each step.
    """
    following, trace = open_values.copy(), np.zeros_like(open_values)
    owed, out = np.zeros_like(open_values), []
    for step in reversed(steps):
        for chain in (following, trace, owed):
            chain[step.ended] = 0
        owed += step.rewards
        at = step.games, step.chains
        surprise = owed[at] + gamma * following[at] - step.values
        trace[at] = surprise + gamma * gae_lambda * trace[at]
        following[at], owed[at] = step.values, 0
        out.append(trace[at])
    return out[::-1]


def sign(roles: np.ndarray) -> np.ndarray:
    """1 for miners, -1 for saboteurs, as float32."""
    return np.where(roles == MINER, 1, -1).astype(np.float32)


def shaped(rewards: np.ndarray, roles: np.ndarray, growth: np.ndarray) -> np.ndarray:
    """(n, seats) float32: rewards of seats with these roles, and the growth of a potential, (n,), for miners."""
    return rewards + sign(roles) * growth[:, None].astype(np.float32)


def normalised(values: np.ndarray, roles: np.ndarray) -> np.ndarray:
    """(n,) values with mean 0 and deviation 1 within each role."""
    out = np.empty_like(values)
    for role in range(len(ROLES)):
        members = roles == role
        if members.any():
            out[members] = (values[members] - values[members].mean()) / (values[members].std() + 1e-8)
    return out
