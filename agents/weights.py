"""The numbers behind the agents, as tables that programs have found.

`weights.json` holds the styles of the scripted agents (`python -m agents.tune`), `fit.json` how roll-outs are judged
and how far the agent that infers trusts its likelihoods (`python -m agents.fit`).
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from .core.judge import FEATURES
from .core.style import STYLE, WEIGHTS

FILE = Path(__file__).with_name("weights.json")
FIT = Path(__file__).with_name("fit.json")
SHARPEST = 1000.0  # a factor of scores above which they would no longer be told apart


@cache
def table() -> dict[str, dict[str, float]]:
    """The weights of each style, by name."""
    return json.loads(FILE.read_text(encoding="utf-8"))


@cache
def fit() -> dict[str, dict[str, float]]:
    """What was fitted: `judge` and `inference`, each by name."""
    return json.loads(FIT.read_text(encoding="utf-8"))


def style(weights: Mapping[str, float]) -> np.ndarray:
    """(1,) STYLE of weights by name; those that are not named are 0.

    Raises:
        ValueError: there is no weight of some name.
    """
    unknown = [name for name in weights if name not in WEIGHTS]
    if unknown:
        raise ValueError(f"there is no weight {unknown[0]!r}; weights: {', '.join(WEIGHTS)}")
    return np.array([weights.get(name, 0.0) for name in WEIGHTS]).view(STYLE)


def named(name: str, sharp: float = 1.0, zeal: float = 1.0) -> np.ndarray:
    """(1,) STYLE: a row of the table.

    Args:
        name: of the row.
        sharp: by what all scores are multiplied: the higher, the surer its choices.
        zeal: by what the scores of suspicion are multiplied beside that: how strongly it acts on it.

    Raises:
        ValueError: `sharp` or `zeal` is not above 0, or is too large.
    """
    for what, factor in (("sharp", sharp), ("zeal", zeal)):
        if not 0 < factor <= SHARPEST:
            raise ValueError(f"{what} is above 0 and at most {SHARPEST:g}, not {factor!r}")
    return style({key: value * _factor(key, sharp, zeal) for key, value in table()[name].items()})


def _factor(key: str, sharp: float, zeal: float) -> float:
    """By what a weight is multiplied."""
    return (sharp if is_scored(key) else 1.0) * (zeal if key.endswith("_suspect") else 1.0)


def is_scored(name: str) -> bool:
    """Whether a weight is part of the scores of acts; the others say whom to trust, or are shares."""
    return name != "noise" and not name.startswith("trust")


def judge() -> np.ndarray:
    """(features,) float64: the weights by which roll-outs are judged."""
    return np.array([fit()["judge"][name] for name in FEATURES])
