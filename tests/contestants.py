"""Small agents for tests of the arena; none of them is worth playing against."""

import time

import numpy as np

from agents.protocol import Agent, Belief
from saboteur_env.core.actions import ACTIONS, FIRST
from saboteur_env.core.cards import LAY, TREASURE
from saboteur_env.core.layout import SEATS
from saboteur_env.core.legal import legal

AFTER_LAYS = FIRST[LAY + 1]


def legal_ids(information, k):
    """The legal action ids of one of the seats."""
    row, ids = information.rows[k], np.empty(ACTIONS, np.int64)
    rules = information.rules[information.which[row]]
    return ids[: legal(information.public[row], information.private[k], rules, ids)]


class Uniform(Agent):
    """Uniform over the legal actions, or over those that `_offered` leaves."""

    def act_all(self, information, chance):
        offers = [self._offered(legal_ids(information, k)) for k in range(len(information))]
        return np.array([ids[int(word % np.uint64(len(ids)))] for ids, word in zip(offers, chance, strict=True)])

    def _offered(self, ids):
        return ids

    def probabilities_all(self, information):
        raise NotImplementedError


class Layer(Uniform):
    """Lays the card that goes nearest to a goal, if it can lay any."""

    def _offered(self, ids):
        return ids[:1] if ids[0] < AFTER_LAYS else ids


class Raiser(Uniform):
    """Raises now and then, in one game or in another."""

    def act_all(self, information, chance):
        if (chance % np.uint64(16) == 0).any():
            raise RuntimeError("no idea\nat all")
        return super().act_all(information, chance)


class Cheat(Uniform):
    """Always chooses an action that nobody offers."""

    def act_all(self, information, chance):
        return np.full(len(information), ACTIONS - 1)


class Sleeper(Uniform):
    """Takes its time."""

    def act_all(self, information, chance):
        time.sleep(0.01 * len(information))
        return super().act_all(information, chance)


class Believer(Uniform):
    """Suspects the next seat, and of the others whoever lays few paths."""

    believes = True

    def belief_all(self, information):
        n, players = len(information), information.players
        lays = information.public["players"]["lays"][information.rows]
        saboteur = np.where(np.arange(SEATS) < players[:, None], 0.5 / (1 + lays), 0.0)
        saboteur[np.arange(n), (information.seats + 1) % players] = 0.75
        saboteur[np.arange(n), information.seats] = 0
        return Belief(saboteur, np.full((n, 3), 1 / 3))


class Seer(Believer):
    """Knows everything."""

    is_oracle = True

    def belief_all(self, information):
        return Belief((information.games["private"]["role"] == 1).astype(float), (information.games["hidden"]["goals"] == TREASURE).astype(float))


class Fool(Believer):
    """Believes nonsense."""

    def belief_all(self, information):
        return Belief(np.full((len(information), SEATS), 2.0), np.full((len(information), 3), 1 / 3))


class Digger(Layer):
    """Lays a random one of its first `width` placements."""

    def __init__(self, name, seed, width=1):
        super().__init__(name, seed)
        self._width = width

    def _offered(self, ids):
        lays = ids[ids < AFTER_LAYS]
        return lays[: self._width] if len(lays) else ids


def digger(name, seed, width=1, lie=0):
    return Digger(name, seed, width)


CONTESTANTS = {
    "uniform": lambda name, seed: Uniform(name, seed),
    "layer": lambda name, seed: Layer(name, seed),
    "raiser": lambda name, seed: Raiser(name, seed),
    "cheat": lambda name, seed: Cheat(name, seed),
    "sleeper": lambda name, seed: Sleeper(name, seed),
    "believer": lambda name, seed: Believer(name, seed),
    "seer": lambda name, seed: Seer(name, seed),
    "fool": lambda name, seed: Fool(name, seed),
    "digger": digger,
}


def enter(registry, patch=setattr):
    """Let the registry know the contestants and nobody else."""
    patch(registry, "MAKERS", CONTESTANTS | {})
