"""Decisions per second of one game in Python: the plain AEC loop, beside peers that step one game.

The same uniform random policy drives every environment. A ratio is taken within a repeat.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from saboteur_env import saboteur_v0

from . import peers
from .measure import Figure
from .play import aec_player, rates

UNIT = "agent-steps/s"
# What peers are compared with.
OURS = "aec.raw.5p"


def ours() -> dict[str, tuple[str, Callable[[], Any]]]:
    """The measured ways to set up our environment: names and makers by key."""
    return {
        f"aec.{way}.{players}p{'' if distances else '.lean'}": (
            f"AEC {make.__name__}, {players} players{'' if distances else ', without distances'}",
            partial(make, players=players, distances=distances),
        )
        for players in (5, 7)
        for distances in (True, False)
        for way, make in (("raw", saboteur_v0.raw_env), ("wrapped", saboteur_v0.env))
    }


def measure(steps: int, repeats: int) -> list[Figure]:
    """All figures of the loop."""
    named, beside = ours(), peers.Beside(peers.LOOPS)
    players = {key: aec_player(make) for key, (_, make) in named.items()} | beside.players()
    found = rates(players, 1, steps, repeats)
    figures = [Figure(name, UNIT, found[key], key) for key, (name, _) in named.items()]
    return figures + beside.figures(UNIT, found, OURS, named[OURS][0])
