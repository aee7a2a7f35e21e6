"""Playing cells: cut into parts, with progress, from and to a store."""

import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from tqdm import tqdm

from .cells import Cell
from .play import Played, Table
from .store import Store
from .suites import Suite
from .watch import Watch


@dataclass(frozen=True)
class Plan:
    """How cells are played.

    Attributes:
        suite: the deals.
        rounds: how many of its deals are played, the first ones.
        repeats: how often each is.
        seed: of all players' chance.
        chunk: how many games are played side by side.
        laps: how many laps observers note.
        overtime: seconds that a decision may take.
        threads: how many chunks are played at the same time.
    """

    suite: Suite
    rounds: int
    repeats: int = 1
    seed: int = 0
    chunk: int = 256
    laps: int = 6
    overtime: float = 60.0
    threads: int = 1

    def parts(self) -> list[slice]:
        """The chunks of a cell, over all deals once, then over all for the second time."""
        total = self.rounds * self.repeats
        return [slice(first, min(first + self.chunk, total)) for first in range(0, total, self.chunk)]


def play_part(plan: Plan, cell: Cell, part: slice) -> Played:
    """Play a chunk of a cell."""
    repeats, deals = np.divmod(np.arange(part.start, part.stop), plan.rounds)
    table = Table(cell, plan.suite.seeds(cell.players)[deals], deals, repeats, plan.seed, plan.overtime)
    watch = Watch(table, cell.observers, plan.laps, plan.seed)
    for rows, actions in table.decisions():
        watch.look(rows, actions)
    return table.played(watch.views())


def play_cells(plan: Plan, cells: Sequence[Cell], store: Store) -> list[Played]:
    """Play all cells, or take what the store has of them."""
    keys = [json.dumps(cell.as_json(), ensure_ascii=False) for cell in cells]
    jobs = [(key, cell, number) for key, cell in zip(keys, cells, strict=True) for number in range(len(plan.parts()))]
    done = {(key, number): store.get(key, number) for key, _, number in jobs}
    missing = [job for job in jobs if done[job[0], job[2]] is None]
    with tqdm(total=len(jobs), initial=len(jobs) - len(missing), unit="chunk", disable=not sys.stderr.isatty()) as bar:
        for (key, cell, number), played in _finished(plan, missing):
            store.put(key, number, played)
            done[key, number] = played
            bar.set_description(f"{cell.players} players, {' v '.join(' + '.join(pool) for pool in cell.pools)}"[:60])
            bar.update()
    return [Played.joined([done[key, number] for number in range(len(plan.parts()))]) for key in keys]


def _finished(plan: Plan, jobs: list[tuple[str, Cell, int]]) -> Iterator[tuple[tuple[str, Cell, int], Played]]:
    """Play jobs, in as many threads as planned; each as soon as it and those before it are done."""
    parts = plan.parts()
    if plan.threads == 1:
        for job in jobs:
            yield job, play_part(plan, job[1], parts[job[2]])
        return
    with ThreadPoolExecutor(plan.threads) as pool:
        futures: list[Future[Played]] = [pool.submit(play_part, plan, cell, parts[number]) for _, cell, number in jobs]
        try:
            for job, future in zip(jobs, futures, strict=True):
                yield job, future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
