"""What a run is told: one dataclass that is the command line, its help and the file in the run's folder."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Annotated, Any, Literal

import tyro

from agents.policy.network import Design
from saboteur_env.rules import EDITIONS, VARIANTS, Setup

from .opponents import Shares


@dataclass(frozen=True)
class Config:
    """Learn to play Saboteur by self-play among scripted players and earlier states.

    Raises:
        ValueError: an unknown name, or a number out of range.
    """

    preset: str = "quick"
    """smoke (under a minute), quick (10 minutes), standard (75 minutes), full (overnight): they set what is not named."""
    players: str = "7"
    """At the table: 3 to 10, or several counts that take turns: 3-10, or 5,7,10."""
    edition: str = "amigo-2025"
    """Rules."""
    variants: tuple[str, ...] = ()
    """House variants."""
    reward: Literal["team", "gold", "win"] = "team"
    """What is learned for: rounds won by the own team, nuggets of the own seat in a round, or whole games won."""
    decisions: int = 8_000_000
    """How many decisions of its own the learner learns from, rounded up to whole updates."""
    seed: int = 0
    """Fixes all chance: equal settings and seeds learn the same, bit for bit."""
    processes: int = 2
    """That play and learn side by side, a thread each; another number of them learns something else."""
    games: int = 256
    """Played side by side in each process."""
    horizon: int = 32
    """Decisions taken in each game between two updates."""

    algo: Literal["ppo", "mmd", "maskable-ppo"] = "ppo"
    """ppo; mmd, mirror descent with a magnet; or maskable-ppo, that of sb3-contrib, in self-play alone."""
    epochs: int = 2
    """How often an update goes through its decisions."""
    minibatch: int = 1024
    """Decisions per gradient step and process."""
    learning_rate: float = 1e-3
    """Of Adam."""
    final_rate: float = 0.3
    """What the learning rate falls to in the last half of the run, as a share."""
    clip: float = 0.2
    """How far an update may move the probability of an action, as a ratio."""
    gamma: float = 1.0
    """Discount."""
    gae_lambda: float = 0.95
    """Weight of long estimates of the advantage."""
    entropy: float = 0.02
    """Reward for entropy."""
    critic_weight: float = 0.5
    """Of the critic's loss."""
    most_gradient: float = 0.5
    """Longer gradients are shortened to this."""
    magnet: float = 0.05
    """mmd: weight of the divergence from the magnet."""
    magnet_speed: float = 0.02
    """mmd: how far the magnet moves to the network in each update, as a share."""

    critic: Literal["all-seeing", "seat"] = "all-seeing"
    """What the critic sees: everything, or what the seat sees."""
    shaping: float = 0.5
    """What a mine one start's length nearer to the goals is worth; a won round is worth 1."""
    shaping_until: int = 600_000
    """Decisions after which only rounds count."""
    auxiliary: float = 0.1
    """Weight of saying who is a saboteur and where the treasure lies; 0 for a network without beliefs."""
    heads_by_role: bool = True
    """Whether each role has last layers of its own."""
    distances: bool = True
    """Whether the network reads the distances to the goals."""

    scripted: float = 0.25
    """Share of the tables at which scripted players have one of the sides."""
    past: float = 0.1
    """Share of the tables at which an earlier state of the learner has one of the sides."""
    guests: float = 0.2
    """Share of the scripted tables where each seat of the other side may be scripted, too."""
    noise: float = 0.02
    """How often anybody but the learner acts at random."""
    snapshots: int = 40
    """How many earlier states are kept over the run, at equal intervals."""

    def design(self) -> Design:
        """What network is trained."""
        return Design(heads_by_role=self.heads_by_role, distances=self.distances, believes=self.auxiliary > 0)

    def shares(self) -> Shares:
        return Shares(self.scripted, self.past, self.guests, self.noise)

    def counts(self) -> list[int]:
        out = []
        for part in self.players.split(","):
            first, dash, last = part.partition("-")
            out += range(int(first), int(last if dash else first) + 1)
        return out

    def setups(self) -> list[Setup]:
        counts = self.counts()
        rounds = 3 if self.reward == "win" else 1
        return [Setup(counts[i % len(counts)], self.edition, self.variants, rounds) for i in range(self.games)]
