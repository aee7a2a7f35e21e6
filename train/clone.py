"""Behaviour cloning: a start from what scripted players do, before anything is learned from rewards."""

import numpy as np
import torch

import agents
from agents.observation import OPTIONS
from saboteur_env.vector import Batch

from .learner import Learner

TEACHER = "greedy"  # plays either role as it is dealt


def clone(learner: Learner, decisions: int, chance: np.random.Generator) -> float:
    """Let the learner imitate the teacher in all seats, in so many decisions of this process.

    Returns:
        The last mean of minus the logarithm of the probability of what the teacher did.
    """
    config, teacher, loss = learner.config, agents.make(TEACHER), float("nan")
    batch = Batch(config.games, config.setups(), OPTIONS, dtype="int8")
    turn = batch.reset(int(chance.integers(2**63)))
    for _ in range(-(-decisions // (config.games * config.horizon))):
        parts = []
        for _ in range(config.horizon):
            words = chance.integers(2**64, size=config.games, dtype=np.uint64)
            actions = teacher.act_all(batch.information(turn.seats), words)
            parts.append(tuple(map(torch.from_numpy, (turn.observations, turn.masks, actions))))
            turn = batch.step(actions, check=False)
        loss = learner.imitate(*map(torch.cat, zip(*parts, strict=True)))
    learner.move_magnet(1.0)
    return loss
