"""Who wins: rounds between players of different strength, by role."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch

from agents.arena.statistics import wilson
from agents.observation import OPTIONS
from saboteur_env.core.cards import MINER, SABOTEUR
from saboteur_env.rules import Setup
from saboteur_env.vector import Batch

from .policy import EntityPolicy

# Chooses for n seats: (n, size) int8 codes and (n, actions) int8 masks to (n,) action ids.
Player = Callable[[np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Line:
    """A line of the table: who was miner, who was saboteur, and how the rounds ended."""

    miners: str
    saboteurs: str
    rounds: int
    miners_won: int

    @property
    def share(self) -> float:
        """Share of the rounds that the miners won."""
        return self.miners_won / self.rounds

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the share."""
        return wilson(self.miners_won, self.rounds)


def random_player(seed: int) -> Player:
    """Uniform over the legal actions."""
    chance = np.random.default_rng(seed)

    def choose(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return (masks * (1 - chance.random(masks.shape, np.float32))).argmax(1)

    return choose


def learned_player(policy: EntityPolicy, seed: int) -> Player:
    """Draws from the policy's probabilities; ValueError for observations that are no int8 codes."""
    chance = torch.Generator().manual_seed(seed)

    def choose(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        if observations.dtype != np.int8:
            raise ValueError(f"a learned player takes int8 codes, not {observations.dtype}: Batch(..., dtype='int8')")
        with torch.no_grad():
            actions, _, _ = policy.draw(torch.from_numpy(observations), torch.from_numpy(masks), chance)
        return actions.numpy()

    return choose


def miners_won(setup: Setup, miners: Player, saboteurs: Player, rounds: int, seed: int) -> int:
    """How many of `rounds` games of one round the miners win; the seed fixes the deals, whoever plays."""
    batch = Batch(rounds, setup, OPTIONS, dtype="int8")
    turn = batch.reset(seed)
    by_role = {MINER: miners, SABOTEUR: saboteurs}
    slots, playing, won = np.arange(rounds), np.ones(rounds, np.bool_), 0
    while playing.any():
        roles = batch.games["private"]["role"][slots, turn.seats]
        actions = turn.ids[:, 0].astype(np.int64)
        for player in dict.fromkeys(by_role.values()):
            mine = [role for role, who in by_role.items() if who is player]
            rows = np.flatnonzero(playing & np.isin(roles, mine))
            if len(rows):
                actions[rows] = player(turn.observations[rows], turn.masks[rows])
        turn = batch.step(actions)
        won += int((turn.reached[playing & turn.ended] == 1).sum())
        playing &= ~turn.ended
    return won


def table(policy: EntityPolicy, setup: Setup, rounds: int, seed: int) -> list[Line]:
    """Learned and random players in both roles; every line plays the same deals."""
    pairs = ("learned", "random"), ("random", "learned"), ("learned", "learned"), ("random", "random")
    lines = []
    for miners, saboteurs in pairs:
        players = {"learned": learned_player(policy, seed), "random": random_player(seed)}
        won = miners_won(setup, players[miners], players[saboteurs], rounds, seed)
        lines.append(Line(miners, saboteurs, rounds, won))
    return lines
