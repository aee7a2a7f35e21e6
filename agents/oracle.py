"""Oracles: they see everything. What they reach is a bound for those who must infer it, and no competition."""

import numpy as np

from saboteur_env.core.cards import SABOTEUR, TREASURE
from saboteur_env.information import Information

from .core.posterior import POSTERIOR
from .protocol import Agent, Belief, Truth
from .search import SearchAgent


class OracleAgent(SearchAgent):
    """Searches the true game: roles, goals, hands and the order of the deck. It must be given a `Truth`."""

    is_oracle = True

    def belief_all(self, information: Information) -> Belief:
        known = self._posteriors(information)
        return Belief(known["saboteur"], known["goals"])

    def _beliefs(self, information: Information) -> tuple[np.ndarray, ...]:
        known = self._posteriors(information)
        return known, known, information.games

    def _posteriors(self, information: Information) -> np.ndarray:
        """(n,) POSTERIOR: the truth.

        Raises:
            TypeError: this is no `Truth`.
        """
        if not isinstance(information, Truth):
            raise TypeError(f"{self.name} is an oracle: it plays by a Truth, not by the information of a seat")
        out = np.zeros(len(information), POSTERIOR)
        out["saboteur"] = information.games["private"]["role"] == SABOTEUR
        out["goals"] = information.games["hidden"]["goals"] == TREASURE
        return out


def oracle(name: str, seed: int | None, iterations: int = 100, laps: int = 2) -> Agent:
    """Sees everything and searches the true game; a bound, no competitor."""
    return OracleAgent(name, seed, iterations, None, laps)
