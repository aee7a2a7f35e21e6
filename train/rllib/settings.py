"""What a run is told: one dataclass that is the command line and its help."""

from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from saboteur_env.rules import Setup

from ..config import check_numbers
from ..opponents import Shares

MANY = 10**9


def option(default: Any, low: float, high: float, meaning: str) -> Any:
    """A number from `low` to `high`."""
    return field(default=default, metadata={"range": (low, high), "help": meaning})


def word(default: str, meaning: str) -> Any:
    """A name."""
    return field(default=default, metadata={"help": meaning})


@dataclass(frozen=True)
class Settings:
    """A run of training with RLlib.

    Raises:
        ValueError: an unknown name, or a number out of range.
    """

    players: int = option(7, 3, 10, "at the table")
    edition: str = word("amigo-2025", "rules of the game")
    reward: str = word("team", "what is learned for: team, rounds won; or gold, nuggets")
    iterations: int = option(100, 1, MANY, "each samples a batch and learns from it")
    seed: int = option(0, 0, 2**31 - 1, "fixes deals, line-ups and first weights")
    out: str = word("", "folder for the results, new or empty; by default one under runs/")
    restore: str = word("", "go on from a checkpoint of RLlib: the folder `checkpoint` of a run")

    address: str = word("", "of a running cluster of ray, or auto; without it ray starts here")
    runners: int = option(2, 0, 10_000, "remote processes that play; with 0 the main one does")
    learners: int = option(0, 0, 1000, "remote processes that learn; with 0 the main one does")
    gpus: float = option(0.0, 0, 8, "for each learner")
    games: int = option(32, 1, 10_000, "played side by side by each runner")

    batch: int = option(4096, 1, MANY, "decisions for each learner in an iteration")
    minibatch: int = option(1024, 1, MANY, "decisions for a gradient step of each learner")
    epochs: int = option(2, 1, 1000, "how often an iteration goes through its batch")
    learning_rate: float = option(1e-3, 1e-9, 1, "of Adam")
    clip: float = option(0.2, 1e-9, 1, "how far an iteration may move the probability of an action, as a ratio")
    gae_lambda: float = option(0.95, 0, 1, "weight of long estimates of the advantage")
    entropy: float = option(0.01, 0, 1e6, "weight of the policy's entropy, which is rewarded")
    critic_weight: float = option(0.5, 0, 1e6, "weight of the critic's error")
    longest_gradient: float = option(0.5, 1e-9, 1e9, "longer ones are shortened to this norm")
    shaping: float = option(0.5, 0, 1e6, "what a mine one start's length nearer to its goals is worth")

    scripted: float = option(0.35, 0, 1, "share of tables at which scripted players have one of the sides")
    past: float = option(0.1, 0, 1, "share of tables at which an earlier state of the learner has one")
    guests: float = option(0.2, 0, 1, "share of the tables with scripted players at which some help the learner, too")
    noise: float = option(0.02, 0, 1, "how often scripted players act at random")
    snapshots: int = option(4, 1, 100, "earlier states that are kept, the oldest replaced")
    snapshot_every: int = option(25, 1, MANY, "iterations from one earlier state to the next")

    def __post_init__(self) -> None:
        check_numbers(self, {each.name: each.metadata["range"] for each in fields(self) if "range" in each.metadata})
        if self.reward not in ("team", "gold"):
            raise ValueError(f"reward is team or gold, not {self.reward!r}")
        if self.minibatch > self.batch:
            raise ValueError(f"a minibatch of {self.minibatch} is no part of a batch of {self.batch}")
        self.setup()

    def setup(self) -> Setup:
        """Of each game: one round."""
        return Setup(self.players, self.edition, rounds=1)

    def shares(self) -> Shares:
        """How tables are filled."""
        return Shares(self.scripted, self.past, self.guests, self.noise)


def parse(arguments: Sequence[str] | None = None) -> Settings:
    """The settings on the command line; exits with status 2 and says why where it is wrong."""
    parser = ArgumentParser("python -m train.rllib", allow_abbrev=False, formatter_class=ArgumentDefaultsHelpFormatter)
    for each in fields(Settings):
        name = f"--{each.name.replace('_', '-')}"
        parser.add_argument(name, type=type(each.default), default=each.default, help=each.metadata["help"])
    try:
        return Settings(**vars(parser.parse_args(arguments)))
    except ValueError as error:
        parser.error(str(error))
