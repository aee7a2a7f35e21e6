"""Decisions per second of `Batch`, fresh arrays and random choice included, beside peers that step many games."""

from typing import Any

import numpy as np

from saboteur_env.rules import Setup
from saboteur_env.vector import Batch

from . import peers
from .measure import Figure
from .play import Play, rates

UNIT = "decisions/s"
GAMES = 256
MIXED = [Setup(3 + game % 8) for game in range(GAMES)]
# Key, meaning, setup, dtype; the first is what peers are compared with.
BATCHES: tuple[tuple[str, str, Any, str], ...] = (
    ("vector.5p", "Batch, 5 players, float32", Setup(5), "float32"),
    ("vector.7p", "Batch, 7 players, float32", Setup(7), "float32"),
    ("vector.mixed", "Batch, 3 to 10 players, float32", MIXED, "float32"),
    ("vector.codes.5p", "Batch, 5 players, int8", Setup(5), "int8"),
)


def player(setup: Any, dtype: str) -> Play:
    """A function that plays so many steps at random and returns how many decisions they were."""
    batch, rng = Batch(GAMES, setup, dtype=dtype), np.random.default_rng(0)
    turn = batch.reset(0)

    def play(steps: int) -> int:
        nonlocal turn
        for _ in range(steps):
            turn = batch.step(turn.pick(rng.random(GAMES)), check=False)
        return steps * GAMES

    return play


def measure(steps: int, repeats: int) -> list[Figure]:
    """All figures of batches."""
    beside, (ours, name, _, _) = peers.Beside(peers.BATCHES), BATCHES[0]
    players = {key: player(setup, dtype) for key, _, setup, dtype in BATCHES} | beside.players()
    found = rates(players, 60, steps, repeats)
    figures = [Figure(name, UNIT, found[key], key) for key, name, _, _ in BATCHES]
    return figures + beside.figures(UNIT, found, ours, name)
