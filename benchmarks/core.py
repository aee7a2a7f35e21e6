"""Decisions per second inside the core: uniform random legal play of a batch, with and without observation."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from saboteur_env.core.actions import ACTIONS
from saboteur_env.core.pieces import OBSERVATION
from saboteur_env.core.playout import play_all
from saboteur_env.rules import Setup
from saboteur_env.vector import Batch

from .measure import Figure
from .play import rate

UNIT = "decisions/s"
GAMES = 256
LARGEST = 16_384


@dataclass(frozen=True)
class Load:
    """What is done at every decision."""

    key: str
    meaning: str
    observed: bool
    distances: bool


LOADS = (
    Load("observed", "mask and observation with distances", True, True),
    Load("lean", "mask and observation without distances", True, False),
    Load("bare", "step alone", False, False),
)


class Play:
    """A batch at random play, its first rounds behind it."""

    def __init__(self, load: Load, players: int, games: int = GAMES) -> None:
        self.load, self.batch = load, Batch(games, Setup(players))
        self.batch.reset(0)
        self.rules = Setup(players, distances=load.distances).rules()
        self.which = np.zeros(games, np.int64)
        self.codes = np.zeros((games, OBSERVATION.itemsize), np.int8)
        self.masks = np.zeros((games, ACTIONS if load.observed else 0), np.int8)
        self.on(60)

    def on(self, steps: int, part: slice = slice(None)) -> int:
        """Play on, in all games or some; returns how many decisions were taken."""
        records = self.codes.view(OBSERVATION)[:, 0]
        arrays = (array[part] for array in (self.batch.games, self.which, self.codes, records, self.masks))
        play_all(self.rules, self.load.distances, steps, *arrays)
        return len(self.which[part]) * steps


def rates(play: Play, steps: int, repeats: int) -> tuple[float, ...]:
    """Decisions per second of processor time."""
    return tuple(rate(play.on, steps) for _ in range(repeats))


def threads_ratio(play: Play, steps: int, repeats: int) -> tuple[float, ...]:
    """How many times faster two threads are than one, on the wall's clock."""
    half = len(play.batch) // 2
    parts = slice(0, half), slice(half, None)
    found = []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(repeats):
            start = time.perf_counter()
            play.on(steps)
            middle = time.perf_counter()
            list(pool.map(play.on, (steps, steps), parts))
            found.append((middle - start) / (time.perf_counter() - middle))
    return tuple(found)


def block_rates(play: Play, block: int, steps: int, repeats: int) -> tuple[float, ...]:
    """As `rates`, but so many games at a time: what they touch stays near the processor."""
    blocks = [slice(first, first + block) for first in range(0, len(play.batch), block)]
    return tuple(rate(lambda steps: sum(play.on(steps, part) for part in blocks), steps) for _ in range(repeats))


def measure_sizes(steps: int, repeats: int) -> list[Figure]:
    """The same with other numbers of games: what a large batch costs more, it pays for memory."""
    load, most, figures = LOADS[0], LARGEST, []
    for games in (64, 1024, most):
        play = Play(load, 5, games)
        found = rates(play, max(1, steps * GAMES // games), repeats)
        figures.append(
            Figure(f"core, 5 players, {games:,} games, {load.meaning}", UNIT, found, f"core.observed.5p.n{games}")
        )
    found = block_rates(play, 64, 32, repeats)
    name = f"core, 5 players, {most:,} games, 64 at a time, {load.meaning}"
    return [*figures, Figure(name, UNIT, found, f"core.observed.5p.n{most}.blocks")]


def measure(steps: int, repeats: int) -> list[Figure]:
    """All figures of the core."""
    figures = [
        Figure(
            f"core, {players} players, {load.meaning}",
            UNIT,
            rates(Play(load, players), steps, repeats),
            f"core.{load.key}.{players}p",
        )
        for load in LOADS
        for players in (3, 5, 7, 10)
    ]
    ratio = threads_ratio(Play(LOADS[0], 5), steps, repeats)
    threads = Figure("core, two threads against one (on an idle machine)", "ratio", ratio, "core.two_threads_ratio")
    return [*figures, threads, *measure_sizes(steps, repeats)]
