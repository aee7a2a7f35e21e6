"""Moments of games, as agents play them: random play hardly ever comes near the treasure."""

from collections.abc import Iterator

import numba
import numpy as np

from agents import make, names
from saboteur_env.core.actions import ACTIONS
from saboteur_env.game import Game
from saboteur_env.information import Information, information_of
from saboteur_env.rules import EDITIONS, Setup

# Who needs nothing but its information.
AGENTS = [name for name in names() if name != "policy" and not name.startswith("oracle")]
EVERYWHERE = [Setup(players, edition) for edition in EDITIONS for players in range(3, 11)]
# As plain Python, only one in so many of the moments that are looked at.
SPARSE = 20 if numba.config.DISABLE_JIT else 1
PHASES = ("play", "claim", "pick")


def moments(setup: Setup, seed: int = 0, by: str = "greedy") -> Iterator[Game]:
    """A game before each of its decisions, one and the same object."""
    game, agent = Game(setup), make(by, seed)
    game.reset(seed)
    while not game.is_over:
        yield game
        game.step(agent.act(game.information(game.seat)))


def moment(setup: Setup, phase: str = "play", after: int = 0, seeds: range = range(50), by: str = "greedy") -> Game:
    """A game at the first decision of a phase after so many events of the round."""
    for seed in seeds:
        for game in moments(setup, seed, by):
            if game.phase == phase and game.public.logged >= after:
                return game
    raise AssertionError(f"no decision to {phase}")


def together(games: list[Game]) -> Information:
    """What the seats to decide know, as one batch."""
    rules = np.concatenate([game.rules for game in games])
    states, rows = np.concatenate([game.games for game in games]), np.arange(len(games))
    return information_of(states, rules, rows, rows, np.array([game.seat for game in games]))


def repeated(game: Game, n: int) -> Information:
    """What the seat to decide knows, so many times."""
    rows = np.zeros(n, np.int64)
    return information_of(game.games, game.rules, rows[:1], rows, np.full(n, game.seat))


def in_world(game: Game, worlds: np.ndarray, seat: int) -> Information:
    """What a seat knows in each of some worlds of a game."""
    n = len(worlds)
    return information_of(worlds, game.rules, np.zeros(n, np.int64), np.arange(n), np.full(n, seat))


def masks(games: list[Game]) -> np.ndarray:
    """(n, actions) bool: what is legal."""
    out = np.zeros((len(games), ACTIONS), bool)
    for mask, game in zip(out, games, strict=True):
        mask[game.legal()] = True
    return out
