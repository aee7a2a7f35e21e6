"""What a run is told: one dataclass that is the command line, its help and a file in the run's folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import isfinite
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from agents.policy.parts import Design
from saboteur_env.core.cards import MINER, SABOTEUR
from saboteur_env.rules import Setup

from .opponents import Shares


class Pace(NamedTuple):
    """How to learn at some time of a run: the learning rate, and the weight of entropy."""

    learning_rate: float
    entropy: float


@dataclass(frozen=True)
class Config:
    """A run of training.

    Raises:
        ValueError: an unknown name, or a number out of range.
    """

    players: str = "7"
    """At the table, 3 to 10; for one network that plays with several counts a list or a range: 5,7,10 or 3-10."""
    edition: str = "amigo-2025"
    """Rules of the game: amigo-2025, classic or 999-games."""
    variants: tuple[str, ...] = ()
    """House variants, such as guaranteed-saboteurs."""
    reward: Literal["team", "gold", "win"] = "team"
    """What is learned for: rounds won by the team, nuggets of the seat in a round, or whole games won by the seat."""
    decisions: int = 9_000_000
    """To learn from, of the learner's seats in all processes; rounded up to whole updates."""
    seed: int = 0
    """Fixes all chance: the same settings learn the same, bit for bit."""
    processes: int = 2
    """That play and learn together, with a thread each. What is learned follows from their number, too."""
    games: int = 512
    """Played side by side in each process."""
    horizon: int = 32
    """Decisions taken in each game between two updates."""

    algo: Literal["ppo", "mmd", "maskable-ppo"] = "ppo"
    """How to learn: ppo; mmd, mirror descent with a magnet; maskable-ppo, that of sb3-contrib, in self-play alone."""
    epochs: int = 1
    """How often an update goes through its decisions."""
    minibatch: int = 1024
    """Decisions for a gradient step in each process."""
    learning_rate: float = 1.5e-3
    """Of Adam."""
    final_rate: float = 0.2
    """Share of the learning rate that is left in the end; it falls in the second half of the run."""
    clip: float = 0.2
    """How far an update may move the probability of an action, as a ratio."""
    gamma: float = 1.0
    """Discount from one decision to the next."""
    gae_lambda: float = 0.95
    """Weight of long estimates of the advantage, 0 to 1."""
    entropy: float = 0.01
    """Weight of the policy's entropy, which is rewarded."""
    final_entropy: float = 0.1
    """Share of this weight that is left in the end; it falls as the learning rate does."""
    critic_weight: float = 0.5
    """Weight of the critic's error."""
    longest_gradient: float = 0.5
    """Longer ones are shortened to this norm."""
    magnet: float = 0.05
    """For mmd: weight of the divergence from the magnet, which takes the place of entropy."""
    magnet_speed: float = 0.02
    """For mmd: by which share of the way the magnet follows the network in each update."""

    critic: Literal["all-seeing", "seat"] = "all-seeing"
    """What the critic is shown while it learns: everything, or what the seat knows."""
    shaping: float = 0.5
    """What a mine one start's length nearer to its goals is worth; a won round is worth 1."""
    shaping_until: int = 600_000
    """After so many decisions nothing but the reward counts."""
    auxiliary: float = 0.2
    """Weight of telling who is a saboteur and where the treasure lies; with 0 the network has no beliefs."""
    entities: bool = True
    """Whether the network reads observations as entities; else as one row of numbers."""
    heads_by_role: bool = True
    """Whether each role has last layers of its own."""
    distances: bool = True
    """Whether the network reads the distances to the goals."""

    scripted: float = 0.45
    """Share of tables at which scripted players have one of the sides."""
    scripted_miners: float = 0.65
    """Share of these sides that are the miners'."""
    past: float = 0.1
    """Share of tables at which an earlier state of the learner has one of the sides."""
    guests: float = 0.2
    """Share of the tables with scripted players at which some sit on the learner's side, too."""
    noise: float = 0.02
    """How often anybody but the learner acts at random."""
    snapshots: int = 40
    """Earlier states that are kept in the course of a run."""
    calls: int = 8
    """After so many updates others of them are called to the tables."""

    start: str = ""
    """Begin with this network: its file, or the folder of its run."""
    clone: int = 0
    """Before that imitate scripted players in so many decisions of each process, rounded up to whole updates."""
    against: str = ""
    """Learn the best response: at every table this network has one of the sides, never changes and never errs."""
    role: Literal["both", "miners", "saboteurs"] = "both"
    """Which side the learner has where others have the other one."""
    stealth_coef: float = 0.0
    """What saboteurs lose for each lap in which the learned miners are sure of them."""

    measure_every: int = 1_000_000
    """After so many decisions rounds are played against fixed players, and a checkpoint is written."""
    measured_rounds: int = 200
    """For each pair of kinds of players."""
    rounds: int = 2000
    """For each line of the final table."""

    def __post_init__(self) -> None:
        check_settings(self, RANGES, CHOICES)
        if self.stealth_coef and not (self.auxiliary and self.reward == "team"):
            raise ValueError("stealth_coef needs the miners' beliefs (auxiliary above 0) and the reward team")
        if self.algo == "maskable-ppo":
            self._settle_maskable_ppo()
        if self.role != "both" and not (self.against or self.scripted or self.past):
            raise ValueError("role is for tables at which others have a side: it needs scripted, past or against")
        if self.games < len(self.counts()):
            raise ValueError(f"{self.games} games cannot have tables of {len(self.counts())} counts of players")
        self.setups()

    def _settle_maskable_ppo(self) -> None:
        """Say what sb3-contrib's loop does; ValueError where it is asked for something else."""
        usual = {name: (value, getattr(Config, name)) for name, value in MASKABLE_PPO.items()}
        asked = [name for name in usual if getattr(self, name) not in usual[name]]
        if asked:
            settled = ", ".join(f"{name} {MASKABLE_PPO[name]!r}" for name in asked)
            raise ValueError(f"maskable-ppo learns with {settled}; leave {', '.join(asked)} out")
        for name, value in MASKABLE_PPO.items():
            object.__setattr__(self, name, value)

    def counts(self) -> list[int]:
        """The counts of players, ascending."""
        try:
            spans = [part.partition("-") for part in self.players.replace(" ", "").split(",")]
            ends = [(int(first), int(last if dash else first)) for first, dash, last in spans]
        except ValueError:
            ends = []
        possible = all(1 <= end <= 99 for span in ends for end in span)  # or a range could fill the memory
        found = sorted({players for first, last in ends for players in range(first, last + 1)}) if possible else []
        if not found:
            raise ValueError(f"players are a number, a list such as 5,7 or a range such as 3-10, not {self.players!r}")
        return found

    def setups(self) -> list[Setup]:
        """Of each game of a process; counts of players take turns."""
        counts, rounds = self.counts(), 3 if self.reward == "win" else 1
        kinds = [Setup(players, self.edition, self.variants, rounds) for players in counts]
        return [kinds[game % len(kinds)] for game in range(self.games)]

    def measured(self) -> list[int]:
        """The counts of players that are watched: at most three of them."""
        counts = self.counts()
        return sorted({counts[0], counts[len(counts) // 2], counts[-1]})

    def design(self) -> Design:
        """The network that learns."""
        return Design(
            self.entities, heads_by_role=self.heads_by_role, distances=self.distances, believes=self.auxiliary > 0
        )

    def check_beginning(self, design: Design) -> None:
        """ValueError unless the run can begin with a network of this design."""
        if design != self.design():
            raise ValueError(f"the run learns {self.design()}, but is to begin with {design}")

    def shares(self) -> Shares:
        """How tables are filled."""
        shares = (0.0, 1.0) if self.against else (self.scripted, self.past)
        others = {"both": None, "miners": SABOTEUR, "saboteurs": MINER}[self.role]
        noise = 0.0 if self.against else self.noise
        return Shares(*shares, self.guests, noise, self.scripted_miners, others)

    def pace_at(self, decisions: int) -> Pace:
        """How to learn after so many decisions: as at first in the first half of the run, then ever more carefully."""
        fallen = min(max(0.0, 2 * decisions / self.decisions - 1), 1.0)
        rate, entropy = (1 - (1 - left) * fallen for left in (self.final_rate, self.final_entropy))
        return Pace(rate * self.learning_rate, entropy * self.entropy)

    def dumps(self) -> str:
        """The settings as the text of a file."""
        return json.dumps({field.name: getattr(self, field.name) for field in fields(self)}, indent=2) + "\n"

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Config:
        """The inverse, from what is in the file.

        Raises:
            ValueError: a setting that there is not, or one that is impossible.
        """
        names = {field.name for field in fields(cls)}
        if not isinstance(settings, Mapping) or not settings.keys() <= names:
            unknown = ", ".join(sorted(settings.keys() - names)) if isinstance(settings, Mapping) else settings
            raise ValueError(f"there is no setting {unknown}; settings: {', '.join(sorted(names))}")
        for field in fields(cls):
            if field.name in settings and not _fits(settings[field.name], field.default):
                raise ValueError(f"{field.name} cannot be {settings[field.name]!r}")
        return cls(**{**settings, "variants": tuple(settings.get("variants", ()))})


def choices_of(kind: type) -> dict[str, tuple[str, ...]]:
    """The names that settings of a dataclass may have, as their types say."""
    hints = get_type_hints(kind).items()
    return {name: get_args(hint) for name, hint in hints if get_origin(hint) is Literal}


def check_settings(
    settings: Any, ranges: Mapping[str, tuple[float, float]], choices: Mapping[str, tuple[str, ...]]
) -> None:
    """ValueError unless numbers lie in their ranges, names are among their choices, and shares are of one whole."""
    for name, (low, high) in ranges.items():
        value = getattr(settings, name)
        if not (isfinite(value) and low <= value <= high):
            raise ValueError(f"{name} lies between {low} and {high}, not at {value}")
    both = settings.scripted + settings.past
    if both > 1:
        raise ValueError(f"scripted and past are shares of all tables, but sum to {both}")
    for name, allowed in choices.items():
        if getattr(settings, name) not in allowed:
            raise ValueError(f"{name} is one of {', '.join(allowed)}, not {getattr(settings, name)!r}")


def _fits(value: Any, default: Any) -> bool:
    """Whether a value is of its default's kind: JSON has no tuples, and may write 1.0 as 1; a switch is no number."""
    if isinstance(default, tuple):
        return isinstance(value, (list, tuple)) and all(isinstance(entry, str) for entry in value)
    if isinstance(value, bool) or isinstance(default, bool):
        return isinstance(value, bool) and isinstance(default, bool)
    if isinstance(default, float):
        return isinstance(value, (float, int)) and abs(value) <= MANY
    return isinstance(value, type(default))


CHOICES = choices_of(Config)
# What sb3-contrib's loop has a place for: self-play alone, from nothing, in one process.
MASKABLE_PPO = {
    **{"processes": 1, "critic": "seat", "auxiliary": 0.0, "stealth_coef": 0.0},
    **{"scripted": 0.0, "past": 0.0, "guests": 0.0, "noise": 0.0},
    **{"start": "", "clone": 0, "against": "", "role": "both"},
}
MANY = 10**12
RANGES = {
    **dict.fromkeys(("decisions", "measure_every"), (1, MANY)),
    **dict.fromkeys(("games", "horizon", "epochs", "minibatch", "snapshots", "calls"), (1, 10**6)),
    **dict.fromkeys(("rounds", "measured_rounds"), (1, 2000)),
    "processes": (1, 1024),
    "seed": (0, 2**32 - 1),
    **dict.fromkeys(("shaping_until", "clone"), (0, MANY)),
    **dict.fromkeys(("learning_rate", "clip"), (1e-9, 1.0)),
    **dict.fromkeys(("final_rate", "final_entropy", "gamma", "gae_lambda", "magnet_speed"), (0.0, 1.0)),
    **dict.fromkeys(("scripted", "past", "guests", "noise", "scripted_miners"), (0.0, 1.0)),
    **dict.fromkeys(("entropy", "critic_weight", "magnet", "shaping", "auxiliary", "stealth_coef"), (0.0, 1e6)),
    "longest_gradient": (1e-9, 1e9),
}
_SMALL = {"games": 32, "minibatch": 256, "measured_rounds": 20, "rounds": 50, "snapshots": 4, "calls": 2}
PRESETS = {
    "smoke": Config(decisions=40_000, measure_every=20_000, **_SMALL),
    "quick": Config(),
    "standard": Config(decisions=60_000_000, measure_every=4_000_000, measured_rounds=400),
    "full": Config(decisions=400_000_000, measure_every=20_000_000, measured_rounds=400),
}
