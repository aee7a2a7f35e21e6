"""Decisions per second of one game in Python: the plain AEC loop, beside peers that step one game.

The same uniform random policy drives every environment, and the repeats are interleaved: what disturbs one disturbs
all. A ratio is taken within a repeat.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from saboteur_env import saboteur_v0

from . import peers
from .measure import Figure
from .play import aec_player, rate

UNIT = "agent-steps/s"
# What peers are compared with.
OURS = "aec.raw.5p"


def ours() -> dict[str, tuple[str, Callable[[], Any]]]:
    """The measured ways to set up our environment: names and makers by key."""
    return {
        f"aec.{way}.{players}p{'' if distances else '.lean'}": (
            f"{make.__name__}, {players} players{'' if distances else ', without distances'}",
            partial(make, players=players, distances=distances),
        )
        for players in (5, 7)
        for distances in (True, False)
        for way, make in (("raw", saboteur_v0.raw_env), ("wrapped", saboteur_v0.env))
    }


def measure(steps: int, repeats: int) -> list[Figure]:
    """All figures of the loop."""
    named = ours()
    beside = {peer: peer.begin() for peer in peers.LOOPS}
    players = {key: aec_player(make) for key, (_, make) in named.items()}
    players |= {peer.key: play for peer, (play, _) in beside.items() if play}
    for play in players.values():
        play(1)
    rates: dict[str, list[float]] = {key: [] for key in players}
    for _ in range(repeats):
        for key, play in players.items():
            rates[key].append(rate(play, steps))
    figures = [Figure(name, UNIT, tuple(rates[key]), key) for key, (name, _) in named.items()]
    return figures + [
        peers.figure(peer, UNIT, rates.get(peer.key, ()), rates[OURS], named[OURS][0], missing)
        for peer, (_, missing) in beside.items()
    ]
