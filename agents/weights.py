"""The weights of the scripted agents: the table `weights.json`, found by `python -m agents.tune`."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from .core.style import STYLE, WEIGHTS

FILE = Path(__file__).with_name("weights.json")

# How the agent that infers judges: powers of likelihoods, a share of chance in every act, and how likely a saboteur
# plays in each manner, found by `python -m agents.fit`.
FIT = {
    "power": 0.7,
    "doubt": 0.02,
    "random_miners": 0.03,
    "random": 0.15,
    "overt": 0.35,
    "stealth": 0.3,
    "sleeper": 0.2,
}

# How a roll-out is judged where it stops: weights of `core.judge.FEATURES`, found by `python -m agents.fit`.
JUDGE = np.array([2.0, -1.0, 1.0, -1.0, -0.5, -0.5, 0.3])


@cache
def table() -> dict[str, dict[str, float]]:
    """The weights of each style, by name."""
    return json.loads(FILE.read_text(encoding="utf-8"))


def style(weights: Mapping[str, float]) -> np.ndarray:
    """(1,) STYLE of weights by name; those that are not named are 0.

    Raises:
        ValueError: there is no weight of some name.
    """
    unknown = [name for name in weights if name not in WEIGHTS]
    if unknown:
        raise ValueError(f"there is no weight {unknown[0]!r}; weights: {', '.join(WEIGHTS)}")
    return np.array([weights.get(name, 0.0) for name in WEIGHTS]).view(STYLE)


def named(name: str) -> np.ndarray:
    """(1,) STYLE: a row of the table."""
    return style(table()[name])
