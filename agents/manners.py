"""Who plays how: the manners of the scripted agents, made of styles."""

from dataclasses import dataclass

import numpy as np

from .core.style import MANNER, STYLE, blend
from .weights import named, style

# Uniform over what is legal; and so, but for a liking to lay cards.
RANDOM = {"noise": 1.0}
RANDOM_LAYER = {"lays": 3.0, "noise": 0.02}


@dataclass(frozen=True, eq=False)
class Play:
    """How a role is played: the styles, and when each of them.

    Attributes:
        early: (1,) STYLE.
        late: (1,) STYLE: the style when it is time to strike.
        close: it is when the treasure is at most so many cards away,
        short: or when the deck goes around the table at most so many times.
        hide: λ, what the log-likelihood ratio of an act, saboteur against miner, costs while it is early.
        truth: probability of claiming what the map has shown.
        lie: probability of claiming the opposite; else nothing is claimed.

    Raises:
        ValueError: a number is out of range.
    """

    early: np.ndarray
    late: np.ndarray | None = None
    close: float = -1.0
    short: float = -1.0
    hide: float = 0.0
    truth: float = 0.0
    lie: float = 0.0

    def __post_init__(self) -> None:
        for name in ("truth", "lie"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} is a probability from 0 to 1, not {getattr(self, name)!r}")
        if self.truth + self.lie > 1:
            raise ValueError(f"truth and lie together are at most 1, not {self.truth + self.lie!r}")
        if not 0 <= self.hide <= 1:
            raise ValueError(f"λ lies from 0 (open) to 1 (as a miner), not at {self.hide!r}")


def greedy(truth: float = 1.0, sharp: float = 1.0, zeal: float = 1.0) -> Play:
    """A miner who lays what brings the treasure nearer, and tells the truth."""
    return Play(named("miner", sharp, zeal), truth=truth)


def overt(lie: float = 1.0, sharp: float = 1.0) -> Play:
    """A saboteur who does all the harm that he can."""
    return Play(named("saboteur", sharp), lie=lie)


def stealth(hide: float, close: float, short: float, lie: float, truth: float) -> Play:
    """A saboteur whose harm must be worth the suspicion, until it is time to strike."""
    blended = blend(named("saboteur"), named("miner"), hide)
    return Play(blended, named("saboteur"), close, short, hide, truth, lie)


def sleeper(close: float, short: float, lie: float, truth: float) -> Play:
    """A saboteur who plays as a miner until it is time to strike."""
    return Play(named("miner"), named("saboteur"), close, short, 0.0, truth, lie)


def at_random() -> Play:
    """Anybody who looks at nothing."""
    return Play(style(RANDOM))


def random_layer() -> Play:
    """Anybody who lays what there is to lay."""
    return Play(style(RANDOM_LAYER), truth=1 / 3, lie=1 / 3)


def compile_plays(plays: list[Play]) -> tuple[np.ndarray, np.ndarray]:
    """(s,) STYLE and (n,) MANNER: the same for the core.

    The ratio of a play that hides compares an open saboteur with a greedy miner.
    """
    styles = [named("saboteur"), named("miner")]
    manners = np.zeros(len(plays), MANNER)
    for manner, play in zip(manners, plays, strict=True):
        manner.early, manner.saboteur, manner.miner = len(styles), 0, 1
        styles.append(play.early)
        manner.late = manner.early if play.late is None else len(styles)
        styles += [] if play.late is None else [play.late]
        manner.close, manner.short, manner.hide = play.close, play.short, play.hide
        manner.truth, manner.lie = play.truth, play.lie
    return np.concatenate(styles).astype(STYLE), manners
