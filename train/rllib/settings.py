"""What a run is told: one dataclass that is the command line and its help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Literal

import tyro

from saboteur_env.rules import Setup

from .. import config
from ..config import Config, check_settings, choices_of
from ..opponents import Shares


@dataclass(frozen=True)
class Settings:
    """Learn with RLlib, here or on a cluster of ray.

    Raises:
        ValueError: an unknown name, or a number out of range.
    """

    players: int = 7
    """At the table, 3 to 10."""
    edition: str = Config.edition
    """Rules of the game: amigo-2025, classic or 999-games."""
    reward: Literal["team", "gold"] = "team"
    """What is learned for: rounds won by the team, or nuggets of the seat."""
    iterations: int = 100
    """Each samples a batch and learns from it."""
    seed: int = 0
    """Fixes deals, line-ups and first weights."""
    out: str = ""
    """Folder for the results, new or empty; by default one under runs/."""
    restore: str = ""
    """Go on from a checkpoint of RLlib: the folder `checkpoint` of a run."""

    address: str = ""
    """Of a running cluster of ray, or auto; without it ray starts here."""
    runners: int = 2
    """Remote processes that play; with 0 the main one does."""
    learners: int = 0
    """Remote processes that learn; with 0 the main one does."""
    gpus: float = 0.0
    """For each learner."""
    games: int = 32
    """Played side by side by each runner."""

    batch: int = 4096
    """Decisions for each learner in an iteration."""
    minibatch: int = Config.minibatch
    """Decisions for a gradient step of each learner."""
    epochs: int = 2
    """How often an iteration goes through its batch."""
    learning_rate: float = 1e-3
    """Of Adam."""
    clip: float = Config.clip
    """How far an iteration may move the probability of an action, as a ratio."""
    gae_lambda: float = Config.gae_lambda
    """Weight of long estimates of the advantage, 0 to 1."""
    entropy: float = Config.entropy
    """Weight of the policy's entropy, which is rewarded."""
    critic_weight: float = Config.critic_weight
    """Weight of the critic's error."""
    longest_gradient: float = Config.longest_gradient
    """Longer ones are shortened to this norm."""
    shaping: float = Config.shaping
    """What a mine one start's length nearer to its goals is worth, all along; a won round is worth 1."""

    scripted: float = Config.scripted
    """Share of tables at which scripted players have one of the sides."""
    scripted_miners: float = Config.scripted_miners
    """Share of these sides that are the miners'."""
    past: float = Config.past
    """Share of tables at which an earlier state of the learner has one of the sides."""
    guests: float = Config.guests
    """Share of the tables with scripted players at which some sit on the learner's side, too."""
    noise: float = Config.noise
    """How often scripted players act at random."""
    snapshots: int = 4
    """Earlier states that are kept, the oldest replaced."""
    snapshot_every: int = 25
    """Iterations from one earlier state to the next."""

    def __post_init__(self) -> None:
        check_settings(self, RANGES, CHOICES)
        if self.minibatch > self.batch:
            raise ValueError(f"a minibatch of {self.minibatch} is no part of a batch of {self.batch}")
        self.setup()

    def setup(self) -> Setup:
        """Of each game: one round."""
        return Setup(self.players, self.edition, rounds=1)

    def shares(self) -> Shares:
        """How tables are filled."""
        return Shares(self.scripted, self.past, self.guests, self.noise, self.scripted_miners)


NAMES = [each.name for each in fields(Settings)]
CHOICES = choices_of(Settings)
RANGES = {
    **{name: config.RANGES[name] for name in NAMES if name in config.RANGES},
    **dict.fromkeys(("batch", "iterations", "snapshot_every"), (1, 10**9)),
    **dict.fromkeys(("runners", "learners"), (0, 10_000)),
    "snapshots": (1, 100),
    "gpus": (0, 8),
    "seed": (0, 2**31 - 1),
}


def parse(arguments: Sequence[str] | None = None) -> Settings:
    """The settings on the command line; exits with status 2 and says why where it is wrong."""
    return tyro.cli(Settings, args=arguments, prog="python -m train.rllib")
