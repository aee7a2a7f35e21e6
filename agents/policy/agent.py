"""The agent that plays as a network would."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import torch

from saboteur_env.core.cards import SABOTEUR
from saboteur_env.core.layout import SEATS
from saboteur_env.information import Information
from saboteur_env.rules import check_switch

from ..observation import observe
from ..protocol import Agent, Belief, check_deciding
from .checkpoint import load

# Probabilities that differ in later digits are alike: the order of a sum may have made the difference.
DIGITS = 9


class PolicyAgent(Agent):
    """A network that `python -m train` has learned, in any seat, role and number of players.

    Equal words of chance lead to equal choices, whoever else is asked for at the same time: the network is evaluated in
    float64. What is left is the order in which sums are taken, which follows the shape of a batch and moves a
    probability by some 1e-15; a choice that hangs on so little may still differ.

    Args:
        name: what the registry knows it by.
        path: the folder of the run, or the file of its network.
        best: take the likeliest action, the first of equally likely ones, instead of drawing.
        seed: fixes the choices of `act`; None takes one from the system.

    Raises:
        FileNotFoundError: there is no network.
        ValueError: the network is damaged or another version's, or `best` is neither True nor False.
    """

    def __init__(self, name: str, path: str | Path, best: bool = False, seed: int | None = None) -> None:
        check_switch("best", best)
        super().__init__(name, seed)
        self._network, self._best = load(path).double(), best
        self.believes = self._network.design.believes

    def probabilities_all(self, information: Information) -> np.ndarray:
        """As of every agent.

        Raises:
            ValueError: a seat is not to decide, or the distances to the goals are not measured in its game.
        """
        check_deciding(information)
        codes, masks = map(torch.from_numpy, observe(information))
        out = torch.zeros(masks.shape, dtype=torch.float64)
        with torch.no_grad(), one_thread():
            if len(information):
                choices, _ = self._network(codes, masks.bool())
                out.scatter_add_(1, choices.ids, choices.logits.softmax(1))
        return likeliest(out.numpy()) if self._best else out.numpy()

    def belief_all(self, information: Information) -> Belief:
        """As of every agent; the own role is known, and so are roles and goals that have been shown."""
        if not self.believes:
            return super().belief_all(information)
        codes = torch.from_numpy(observe(information)[0])
        with torch.no_grad(), one_thread():
            beliefs = self._network.believe(codes, self._network.encoder(codes))
            others, treasure = beliefs.marginals().numpy(), beliefs.treasure.exp().numpy()
        seats, rows = information.seats, np.arange(len(information))
        saboteur = np.zeros((len(information), SEATS))
        saboteur[rows, seats] = information.private["role"] == SABOTEUR
        for place in range(others.shape[1]):
            there = place + 1 < information.players
            saboteur[rows[there], ((seats + place + 1) % information.players)[there]] = others[there, place]
        return Belief(saboteur, treasure)


@contextmanager
def one_thread() -> Iterator[None]:
    """Keep torch to one thread: for matrices as small as these, more cost several times what they bring."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def likeliest(probabilities: np.ndarray) -> np.ndarray:
    """(n, actions) float64: 1 for the likeliest of (n, actions), the first of those that are alike, else 0."""
    out = np.zeros(probabilities.shape)
    out[np.arange(len(out)), probabilities.round(DIGITS).argmax(1)] = 1
    return out
