"""A run: play, learn, and now and then measure and save."""

import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from agents.files import write
from agents.policy import checkpoint as policy

from . import evaluate, state
from .clone import clone
from .config import Config
from .learner import Learner
from .opponents import KINDS, LEARNER
from .population import Population
from .processes import Processes
from .rollout import Tally, collect
from .tables import Tables

SUITE = "sab-dev"  # while it learns; the final table is played on sab-test


class Run:
    """The part of one process in a run.

    Args:
        config: what is asked for.
        folder: of the run.
        processes: that learn together.
        kept: the checkpoint to go on from, or None.

    Attributes:
        decisions: how many were learned from, in all processes together.
        updates: how often.
        rows: of the log, one for each update; what was lost and believed is that of the own process.
    """

    def __init__(self, config: Config, folder: Path, processes: Processes, kept: dict[str, Any] | None) -> None:
        self.config, self.folder, self.processes = config, folder, processes
        self.learner, self.population = Learner(config, processes), Population()
        chance = np.random.default_rng(np.random.SeedSequence(config.seed, spawn_key=(processes.rank,)))
        self.tables = Tables(config.setups(), config.reward, config.shares(), self.population, chance)
        self.decisions = self.updates = self._before = 0
        self.rows: list[dict[str, float]] = []
        if kept:
            self._restore(kept)
        else:
            self._prepare(chance)

    def _prepare(self, chance: np.random.Generator) -> None:
        """What comes before the first decision."""
        if self.config.start:
            self.learner.begin_with(policy.load(self.config.start))
        if self.config.clone:
            clone(self.learner, self.config.clone, chance)
        if self.config.against:
            self.population.add(policy.load(self.config.against), 0)
            self.tables.call()
            self.tables.seat_all()

    @property
    def is_over(self) -> bool:
        """Whether all is learned that was asked for."""
        return self.decisions >= self.config.decisions

    @property
    def is_due(self) -> bool:
        """Whether it is time to measure."""
        return self.is_over or self._passed(self.config.measure_every)

    def _passed(self, every: float) -> bool:
        """Whether the last update went past a multiple of so many decisions."""
        return self.decisions // every > self._before // every

    def update(self) -> dict[str, float]:
        """Play a stretch of all games and learn from it; a row for the log."""
        began = time.perf_counter()
        shaping = self.config.shaping if self.decisions < self.config.shaping_until else 0.0
        decisions, tally = collect(self.tables, self.learner, self.config.horizon, shaping)
        played = time.perf_counter()
        figures = self.learner.update(decisions, self.config.pace_at(self.decisions))
        count, tally = int(self.processes.total(len(decisions.actions))), self._total(tally)
        self._go_on(count, tally)
        seconds = time.perf_counter() - began
        row = {
            "decisions": self.decisions,
            "time/decisions_per_second": count / seconds,
            "time/playing": (played - began) / seconds,
            **figures,
            **shares_won(tally),
        }
        self.rows.append({name: float(value) for name, value in row.items()})
        return self.rows[-1]

    def _total(self, tally: Tally) -> Tally:
        """The rounds of all processes."""
        return Tally(*map(self.processes.total, tally))

    def _go_on(self, count: int, tally: Tally) -> None:
        """Count what was learned from; keep earlier states, and call others, when it is time."""
        self._before, self.decisions, self.updates = self.decisions, self.decisions + count, self.updates + 1
        self.population.count(tally.member_rounds, tally.member_won)
        if not self.config.against and self._passed(self.config.decisions / self.config.snapshots):
            self.population.add(self.learner.network, self.decisions)
        if self.updates % self.config.calls == 0:
            self.tables.call()

    # -- measuring and saving ---------------------------------------------------------------------------

    @property
    def network(self) -> Path:
        """Where the network is."""
        return self.folder / policy.FILE

    def measure(self) -> dict[str, float]:
        """Play rounds against fixed players, shared among the processes; the figures, in the first process."""
        self.save_network()
        cells = evaluate.cells(self.config, self.config.measured(), evaluate.watched(self.config), self.network)
        found: dict[str, float] = {}
        for pair, cell in cells[self.processes.rank :: self.processes.size]:
            found |= evaluate.figures(pair, evaluate.measure(cell, SUITE, self.config.measured_rounds))
        return {name: value for part in self.processes.gather(found) for name, value in sorted(part.items())}

    def save_network(self) -> None:
        """Write the network, for all processes to read."""
        if self.processes.rank == 0:
            write(self.network, policy.packed(self.learner.network))
        self.processes.wait()

    def save(self) -> None:
        """Write a checkpoint; all processes take part."""
        shares = self.processes.gather({"tables": self.tables.state(), "chance": self.learner.chance.get_state()})
        if self.processes.rank == 0:
            own = {
                "config": asdict(self.config),
                "decisions": self.decisions,
                "updates": self.updates,
                "rows": self.rows,
                "learner": self.learner.state(),
                "population": self.population.state(),
                "processes": shares,
            }
            state.save(own, self.folder)
        self.processes.wait()

    def _restore(self, kept: dict[str, Any]) -> None:
        self.decisions, self.updates, self.rows = kept["decisions"], kept["updates"], kept["rows"]
        self.learner.restore(kept["learner"])
        self.population.restore(kept["population"])
        own = kept["processes"][self.processes.rank]
        self.tables.restore(own["tables"])
        self.learner.chance.set_state(own["chance"])


def shares_won(tally: Tally) -> dict[str, float]:
    """The share of rounds that the miners won, by who played, the learner on one side: `tables/learner-stealth`."""
    return {
        f"tables/{KINDS[miners]}-{KINDS[saboteurs]}": tally.won[miners, saboteurs] / tally.rounds[miners, saboteurs]
        for miners in range(len(KINDS))
        for saboteurs in range(len(KINDS))
        if LEARNER in (miners, saboteurs) and tally.rounds[miners, saboteurs]
    }
