"""Playing: a stretch of decisions in all games, and what there is to learn from them."""

from typing import NamedTuple

import numpy as np
import torch

from saboteur_env.core.cards import MINER, ROLES, SABOTEUR, TREASURE
from saboteur_env.core.layout import SEATS

from .core.sight import seen
from .credit import Step, advantages, normalised, shaped, sign
from .learner import Decisions, Learner, Seats
from .opponents import MIXED
from .potential import Potential
from .tables import Ended, Tables


class Tally(NamedTuple):
    """Rounds that ended.

    Attributes:
        rounds, won: (kinds + 1, kinds + 1): by the kinds of players of both sides, and those that the miners won; the
            last kind is MIXED.
        member_rounds, member_won: (members, roles): of earlier states of the learner, and those that they won.
    """

    rounds: np.ndarray
    won: np.ndarray
    member_rounds: np.ndarray
    member_won: np.ndarray

    @classmethod
    def blank(cls, members: int) -> "Tally":
        """Nothing yet."""
        return cls(*np.zeros((2, MIXED + 1, MIXED + 1)), *np.zeros((2, members, len(ROLES))))

    def add(self, ended: Ended) -> None:
        """Count rounds."""
        np.add.at(self.rounds, tuple(ended.kinds.T), 1)
        np.add.at(self.won, tuple(ended.kinds.T), ended.reached)
        rows, roles = np.nonzero(ended.members >= 0)
        which = ended.members[rows, roles], roles
        np.add.at(self.member_rounds, which, 1)
        np.add.at(self.member_won, which, ended.reached[rows] == (roles == MINER))


def collect(tables: Tables, learner: Learner, horizon: int, shaping: float) -> tuple[Decisions, Tally]:
    """Play `horizon` decisions in every game."""
    tally, potential = Tally.blank(len(tables.population)), Potential(tables.batch, shaping)
    steps, parts = [], []
    for _ in range(horizon):
        rows = tables.learners()
        seats, (saboteurs, treasure), roles = seats_of(tables, rows), truth(tables, rows), tables.roles().copy()
        chains = chains_of(tables, rows, learner)
        actions, logs, values = learner.act(seats)
        turn, ended = tables.step(rows, actions.numpy())
        rewards = rewards_of(tables, roles, potential.growth(turn.reached >= 0), learner.by_team)
        if learner.by_role:
            rewards = np.repeat(rewards, len(ROLES), 1)
            miners = (roles[rows] == MINER).sum(1)
            rewards[rows, SABOTEUR] += learner.config.stealth_coef * learner.suspicion(seats, saboteurs) / miners
        steps.append(Step(rows, chains, values.numpy(), rewards, turn.ended))
        parts.append((*seats, actions, logs, saboteurs, treasure))
        tally.add(ended)
    return credited(parts, steps, open_values(tables, learner), learner), tally


def chains_of(tables: Tables, rows: np.ndarray, learner: Learner) -> np.ndarray:
    """(k,) int64: the chain of each decision: that of the table, of the role or of the seat."""
    seats = tables.turn.seats[rows]
    if learner.by_role:
        return tables.roles()[rows, seats].astype(np.int64)
    return seats * (not learner.by_team)


def seats_of(tables: Tables, rows: np.ndarray) -> Seats:
    """The decisions that are due in some games."""
    turn = tables.turn
    sights = seen(tables.batch.games, tables.batch.players, turn.seats)[rows]
    roles = tables.roles()[rows, turn.seats[rows]].astype(np.int64)
    return Seats(*map(torch.from_numpy, (turn.observations[rows], turn.masks[rows], sights, roles)))


def truth(tables: Tables, rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    """Who among the others, clockwise from the seat to decide, is a saboteur, (k, others) bool; (k,) the treasure."""
    games, players = tables.batch.games, tables.batch.players[rows, None]
    places = np.arange(1, SEATS)
    seats = (tables.turn.seats[rows, None] + places) % players
    saboteurs = (np.take_along_axis(tables.roles()[rows], seats, 1) == SABOTEUR) & (places < players)
    return torch.from_numpy(saboteurs), torch.from_numpy((games["hidden"]["goals"][rows] == TREASURE).argmax(1))


def rewards_of(tables: Tables, roles: np.ndarray, growth: np.ndarray, by_team: bool) -> np.ndarray:
    """(n, chains) float32: what the last step brought to the miners, or to every seat."""
    turn = tables.turn
    if by_team:
        won = np.where(turn.reached >= 0, np.where(turn.reached > 0, 1, -1), 0)
        return (won + growth).astype(np.float32)[:, None]
    return shaped(turn.rewards, roles, growth)


def open_values(tables: Tables, learner: Learner) -> np.ndarray:
    """(n, chains) float32: what is still to come in every game."""
    batch, turn = tables.batch, tables.turn
    everyone = [turn.seats] if learner.by_team else [np.minimum(seat, batch.players - 1) for seat in range(SEATS)]
    out = []
    for seats in everyone:
        own = tables.roles()[np.arange(len(tables)), seats].astype(np.int64)
        codes, sights = batch.observe(seats), seen(batch.games, batch.players, seats)
        judged = [np.full_like(own, role) for role in range(len(ROLES))] if learner.by_role else [own]
        out += [learner.values(*map(torch.from_numpy, (codes, sights, roles))).numpy() for roles in judged]
    return np.stack(out, 1)


def credited(parts: list, steps: list[Step], open_values: np.ndarray, learner: Learner) -> Decisions:
    """All decisions, with their advantages."""
    config = learner.config
    codes, masks, sights, roles, actions, logs, saboteurs, treasure = map(torch.cat, zip(*parts, strict=True))
    found = np.concatenate(advantages(steps, open_values, config.gamma, config.gae_lambda))
    returns = found + np.concatenate([step.values for step in steps])
    signed = found * sign(roles.numpy()) if learner.by_team else found
    gains = torch.from_numpy(normalised(signed, roles.numpy()))
    seats = Seats(codes, masks, sights, roles)
    return Decisions(seats, actions, logs, saboteurs, treasure, gains, torch.from_numpy(returns))
