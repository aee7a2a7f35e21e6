"""Agents that search: trees over worlds drawn from the posterior of the agent that infers."""

import time

import numpy as np

from saboteur_env.core.actions import ACTIONS
from saboteur_env.core.layout import GAME
from saboteur_env.information import Information
from saboteur_env.rules import is_whole

from . import manners
from .bayes import BayesAgent
from .core.search import DEEPEST, NODE, SETTINGS, search_all
from .protocol import Agent, Belief, check_deciding, is_number
from .weights import judge

WORLDS = ("bayes", "uniform")
CHUNK = 50  # iterations between two looks at the clock
MOST = 1_000_000  # iterations, laps
MOST_NODES = 20_000  # of a tree that grows by the clock


class SearchAgent(Agent):
    """Plays what a tree search over worlds tries most often; equal words of chance lead to equal searches.

    The worlds are drawn from the posterior of a `BayesAgent`, whose script also guides the search; roll-outs are played
    by the greedy miner and the overt saboteur, and judged where they stop.

    Args:
        name: what the registry knows it by.
        seed: fixes the choices of `act`.
        iterations: worlds that are tried for a decision.
        seconds: search so long instead; then the machine decides how far it gets.
        laps: a roll-out stops after so many decisions of each seat.
        depth: decisions that are played in the tree at most.
        explore: weight of the upper bounds.
        lean: how far these lean on the script, from 0 to 1.
        worlds: "bayes", or "uniform": as if nobody had done anything yet.

    Raises:
        ValueError: one of these is impossible.
    """

    believes = True

    def __init__(
        self,
        name: str,
        seed: int | None,
        iterations: int = 400,
        seconds: float | None = None,
        laps: int = 2,
        depth: int = 8,
        explore: float = 0.5,
        lean: float = 0.9,
        worlds: str = "bayes",
    ) -> None:
        super().__init__(name, seed)
        for what, number in (("iterations", iterations), ("laps", laps), ("depth", depth)):
            if not is_whole(number) or not 1 <= number <= MOST:
                raise ValueError(f"{what} is a whole number from 1 to {MOST}, not {number!r}")
        if depth > DEEPEST:
            raise ValueError(f"a tree is at most {DEEPEST} decisions deep, not {depth}")
        if seconds is not None and not (is_number(seconds) and seconds > 0):
            raise ValueError(f"seconds are more than 0, not {seconds!r}")
        if worlds not in WORLDS:
            raise ValueError(f"worlds are {' or '.join(WORLDS)}, not {worlds!r}")
        if not (0 <= lean <= 1 and explore > 0):
            raise ValueError(f"lean lies from 0 to 1 and explore above 0, not at {lean!r} and {explore!r}")
        self._bayes = BayesAgent(name, manners.greedy(), manners.overt())
        self._settings = np.array([(0, iterations, depth, laps, explore, lean)], SETTINGS)
        self._seconds, self._worlds = seconds, worlds

    def act_all(self, information: Information, chance: np.ndarray) -> np.ndarray:
        return self._visits(information, chance).argmax(1)

    def probabilities_all(self, information: Information) -> np.ndarray:
        """(n, actions) float64: shares of the actions in a search; `act_all` takes the largest of its own search."""
        visits = self._visits(information, np.zeros(len(information), np.uint64))
        return visits / visits.sum(1, keepdims=True)

    def belief_all(self, information: Information) -> Belief:
        return self._bayes.belief_all(information)

    def _visits(self, information: Information, chance: np.ndarray) -> np.ndarray:
        """(n, actions) float64: how often each action was tried."""
        check_deciding(information)
        beliefs, out = self._beliefs(information), np.empty((len(information), ACTIONS))
        if self._seconds is None:
            nodes = np.empty(int(self._settings["iterations"][0]) + 1, NODE)
            self._search(information, beliefs, self._settings, chance, nodes, out)
        else:
            for j in range(len(information)):
                part = slice(j, j + 1)
                own = tuple(belief[part] for belief in beliefs)
                self._search_by_clock(information[part], own, chance[part], out[part])
        return out

    def _beliefs(self, information: Information) -> tuple[np.ndarray, ...]:
        """What the core is told of the hidden part: (n,) POSTERIOR, (n,) POSTERIOR of the worlds, no GAME."""
        posteriors = self._bayes.posteriors(information)
        worlds = posteriors if self._worlds == "bayes" else self._bayes.presumptions(information)
        return posteriors, worlds, np.empty(0, GAME)

    def _search_by_clock(
        self, information: Information, beliefs: tuple[np.ndarray, ...], chance: np.ndarray, out: np.ndarray
    ) -> None:
        """Search one game until time is up."""
        end, nodes, settings = time.perf_counter() + self._seconds, np.empty(MOST_NODES, NODE), self._settings.copy()
        settings["iterations"] = CHUNK
        while True:
            self._search(information, beliefs, settings, chance, nodes, out)
            settings["begin"] += CHUNK
            if time.perf_counter() > end:
                return

    def _search(
        self,
        information: Information,
        beliefs: tuple[np.ndarray, ...],
        settings: np.ndarray,
        chance: np.ndarray,
        nodes: np.ndarray,
        out: np.ndarray,
    ) -> None:
        """Search every game."""
        script = self._bayes.styles, self._bayes.manners
        search_all(*information.arrays(), *script, *beliefs, judge(), settings, chance, nodes, out)


def flat_mc(
    name: str,
    seed: int | None,
    iterations: int = 400,
    seconds: float | None = None,
    laps: int = 2,
    explore: float = 0.5,
    worlds: str = "bayes",
) -> Agent:
    """Flat Monte Carlo: only the decision itself is searched, and no script is leant on."""
    return SearchAgent(name, seed, iterations, seconds, laps, 1, explore, 0.0, worlds)
