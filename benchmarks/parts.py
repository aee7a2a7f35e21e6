"""`python -m benchmarks.parts`: what the parts of a decision cost, each by itself on positions of random play."""

import numba
import numpy as np

from saboteur_env.core.actions import ACTIONS
from saboteur_env.core.distance import measure as measure_distances
from saboteur_env.core.legal import legal, write_mask
from saboteur_env.core.mine import find_frontier
from saboteur_env.core.observe import write_observation
from saboteur_env.core.pieces import OBSERVATION
from saboteur_env.core.tunnels import open_ends
from saboteur_env.rules import Setup

from .core import LOADS, Play
from .measure import Figure, seconds, table

UNIT = "ns"


@numba.njit
def legal_actions(games, rules, ids, codes, records):
    """The ids of the seat to decide."""
    for i in range(len(games)):
        legal(games[i].public, games[i].private[games[i].public.seat], rules[0], ids)


@numba.njit
def mask(games, rules, ids, codes, records):
    """The mask of twenty ids."""
    for i in range(len(games)):
        write_mask(ids, 20, codes[i, :ACTIONS])


@numba.njit
def lean_observation(games, rules, ids, codes, records):
    """The observation without distances."""
    for i in range(len(games)):
        private = games[i].private[games[i].public.seat]
        write_observation(games[i].public, private, rules[0], False, codes, i, records[i])


@numba.njit
def observation(games, rules, ids, codes, records):
    """The observation with distances."""
    for i in range(len(games)):
        private = games[i].private[games[i].public.seat]
        write_observation(games[i].public, private, rules[0], True, codes, i, records[i])


@numba.njit
def frontier(games, rules, ids, codes, records):
    """Finding the frontier, when the mine has changed."""
    for i in range(len(games)):
        find_frontier(games[i].public.mine)


@numba.njit
def distances(games, rules, ids, codes, records):
    """Measuring the distances, when the mine has changed."""
    for i in range(len(games)):
        measure_distances(games[i].public)


@numba.njit
def cut_off(games):
    """How many games have tunnels that are cut off."""
    found = 0
    for i in range(len(games)):
        found += len(open_ends(games[i].public.mine)) > 0
    return found


PARTS = {
    "legal actions": legal_actions,
    "mask": mask,
    "observation without distances": lean_observation,
    "observation with distances": observation,
    "frontier, when the mine has changed": frontier,
}


def positions(players: int, games: int = 64, moments: int = 12) -> np.ndarray:
    """(games * moments,) GAME: random play, every eighth decision of its first round."""
    play, found = Play(LOADS[0], players, games), []
    for _ in range(moments):
        play.on(8)
        found.append(play.batch.games.copy())
    return np.concatenate(found)


def measure(repeats: int, players: int = 5) -> list[Figure]:
    """All parts; distances apart for mines with cut-off tunnels and without."""
    games = positions(players)
    tunnels = np.array([cut_off(games[i : i + 1]) > 0 for i in range(len(games))])
    figures = [_figure(name, part, games, players, repeats) for name, part in PARTS.items()]
    for words, chosen in (("no tunnels cut off", ~tunnels), ("tunnels cut off", tunnels)):
        name = f"distances, when the mine has changed; {words} ({chosen.mean():.0%})"
        figures.append(_figure(name, distances, games[chosen], players, repeats))
    return figures


def _figure(name: str, part: numba.core.dispatcher.Dispatcher, games: np.ndarray, players: int, repeats: int) -> Figure:
    codes, ids = np.zeros((len(games), OBSERVATION.itemsize), np.int8), np.arange(ACTIONS)
    arguments = games, Setup(players).rules(), ids, codes, codes.view(OBSERVATION)[:, 0]
    part(*arguments)
    found = tuple(seconds(lambda: part(*arguments)) / len(games) * 1e9 for _ in range(repeats))
    return Figure(name, UNIT, found, name)


if __name__ == "__main__":
    print(table(measure(repeats=200)))
