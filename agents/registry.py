"""The one list of agents: by name, with their parameters."""

from ast import literal_eval
from collections.abc import Callable
from typing import Any

from .policy import policy
from .protocol import Agent

# How a name on a command line spells a parameter that is hard to type.
SPELLINGS = {"lambda": "λ"}

MAKERS: dict[str, Callable[..., Agent]] = {"policy": policy}


def names() -> tuple[str, ...]:
    """The agents that `make` knows."""
    return tuple(MAKERS)


def make(name: str, seed: int | None = None, **parameters: Any) -> Agent:
    """An agent by its name.

    Args:
        name: one of `names()`, also with parameters written behind it, such as "stealth:λ=2,lie=0.5" (on a keyboard
            without λ: "stealth:lambda=2").
        seed: fixes its choices; None takes one from the system.
        parameters: of this agent; see `help(agents.make(name))`.

    Raises:
        ValueError: there is no such agent or parameter, or a value is impossible; the message lists what exists.
    """
    name, _, written = name.partition(":")
    if name not in MAKERS:
        raise ValueError(f"there is no agent {name!r}; agents: {', '.join(MAKERS)}")
    return MAKERS[name](seed=seed, **{**read_parameters(written), **parameters})


def read_parameters(written: str) -> dict[str, Any]:
    """Parameters as they are written behind a name: "λ=2,lie=0.5"; what is no number and no switch is a word."""
    pairs = (pair.partition("=") for pair in written.split(",") if pair)
    return {SPELLINGS.get(name, name): _value(word) for name, _, word in pairs}


def _value(word: str) -> Any:
    try:
        return literal_eval(word)
    except (SyntaxError, ValueError):
        return word
