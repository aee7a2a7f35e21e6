"""What a run is told: one dataclass that is the command line, its help and the file beside the checkpoint."""

import argparse
from collections.abc import Sequence
from dataclasses import Field, dataclass, field, fields
from math import inf
from typing import Any, NoReturn

from saboteur_env.rules import EDITIONS, VARIANTS, Setup


def option(default: Any, meaning: str, kind: type | None = None) -> Any:
    """A field with its line of help; `kind` is the type of one value where the default does not show it."""
    return field(default=default, metadata={"help": meaning, "kind": kind or type(default)})


@dataclass(frozen=True)
class Config:
    """A training run; the defaults end within five minutes on two cores.

    Raises:
        ValueError: an unknown edition or variant, or a number out of range.
    """

    players: int = option(7, "players at the table, 3 to 10")
    edition: str = option("amigo-2025", f"rules: {', '.join(EDITIONS)}")
    variants: tuple[str, ...] = option((), f"house variants, parted by commas or spaces: {', '.join(VARIANTS)}", str)
    steps: int = option(1_000_000, "decisions to learn from, rounded up to whole updates (games × horizon)")
    seed: int = option(0, "fixes all chance: two runs with the same settings learn the same")
    out: str | None = option(
        None, "folder for the results, new or empty; none: one under runs/, named by the time", str
    )
    games: int = option(256, "games played side by side")
    horizon: int = option(32, "decisions taken in each game between two updates")
    minibatch: int = option(1024, "decisions per gradient step")
    epochs: int = option(2, "how often an update goes through its decisions")
    learning_rate: float = option(2.5e-3, "of Adam")
    clip: float = option(0.2, "how far an update may move the probability of an action, as a ratio")
    gae_lambda: float = option(0.95, "weight of long estimates of the advantage, 0 to 1")
    entropy: float = option(0.02, "reward for entropy")
    shaping: float = option(0.5, "what a mine one start's length nearer to the goals is worth; a won round is worth 1")
    rounds: int = option(2000, "rounds for each line of the final table")

    def __post_init__(self) -> None:
        for name in ("steps", "games", "horizon", "minibatch", "epochs", "rounds"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is a number from 1, not {getattr(self, name)}")
        for name, most in (("learning_rate", 1), ("clip", 1), ("gae_lambda", 1)):
            if not 0 < getattr(self, name) <= most:
                raise ValueError(f"{name} lies above 0 and not above {most}, not at {getattr(self, name)}")
        for name in ("seed", "entropy", "shaping"):
            if not 0 <= getattr(self, name) < inf:
                raise ValueError(f"{name} is a number from 0, not {getattr(self, name)}")
        if self.seed >= 2**32:
            raise ValueError(f"seed must be below {2**32}, but is {self.seed}")
        self.setup()

    def setup(self) -> Setup:
        """The games to learn: a round each."""
        return Setup(self.players, self.edition, self.variants, rounds=1)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"train: {message} (--help lists the options)\n")


def parse(arguments: Sequence[str] | None = None) -> Config:
    """The settings on the command line; with exit status 2 and one line on stderr where they are wrong."""
    parser = _Parser(
        prog="python -m train",
        description="Learn to play all seats of Saboteur by masked PPO, then play against random players.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    for setting in fields(Config):
        parser.add_argument(f"--{setting.name.replace('_', '-')}", **_argument(setting))
    chosen = vars(parser.parse_args(arguments))
    variants = tuple(name for word in chosen.pop("variants") or () for name in word.split(",") if name)
    try:
        return Config(**chosen, variants=variants)
    except ValueError as error:
        parser.error(str(error))


def _argument(setting: Field) -> dict[str, Any]:
    """What argparse is told of a field."""
    kind = setting.metadata["kind"]
    many = {"nargs": "+", "action": "extend"} if isinstance(setting.default, tuple) else {}
    letter = {str: "NAME", int: "N", float: "X"}[kind]
    default = None if many else setting.default
    return {"default": default, "help": setting.metadata["help"], "metavar": letter, "type": kind, **many}
