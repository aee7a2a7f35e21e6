"""The one list of agents: by name, with their parameters."""

from ast import literal_eval
from collections.abc import Callable
from inspect import signature
from typing import Any

from . import manners
from .bayes import bayes
from .oracle import oracle
from .policy import policy
from .protocol import Agent, is_number
from .scripted import ScriptedAgent
from .search import SearchAgent, flat_mc

# How a name on a command line spells a parameter that is hard to type.
SPELLINGS = {"lambda": "λ"}
# Parameters that are words, whatever they look like.
WORDS = ("path",)


def random(name: str, seed: int | None) -> Agent:
    """Uniform over what is legal."""
    return ScriptedAgent(name, manners.at_random(), manners.at_random(), seed, looks=False)


def random_layer(name: str, seed: int | None) -> Agent:
    """Lays any path card that it can, as a rule; claims the truth, the opposite or nothing, each as often."""
    play = manners.random_layer()
    return ScriptedAgent(name, play, play, seed, looks=False)


def miner(name: str, seed: int | None, truth: float = 1.0, sharp: float = 1.0) -> Agent:
    """Greedy, as a miner; also when it is dealt a saboteur.

    `truth` is the probability of claiming what it saw; with `sharp` above 1 it is surer of its choices.
    """
    play = manners.greedy(truth, sharp)
    return ScriptedAgent(name, play, play, seed)


def saboteur(name: str, seed: int | None, lie: float = 1.0, sharp: float = 1.0) -> Agent:
    """Overt, as a saboteur; also when it is dealt a miner.

    `lie` is the probability of claiming the opposite of what it saw; with `sharp` above 1 it is surer of its choices.
    """
    play = manners.overt(lie, sharp)
    return ScriptedAgent(name, play, play, seed)


def greedy(name: str, seed: int | None, truth: float = 1.0, lie: float = 1.0, sharp: float = 1.0) -> Agent:
    """The miner and the saboteur, as it is dealt."""
    return ScriptedAgent(name, manners.greedy(truth, sharp), manners.overt(lie, sharp), seed)


def stealth(
    name: str,
    seed: int | None,
    λ: float = 0.5,
    close: float = 3.0,
    short: float = 1.5,
    lie: float = 0.5,
    truth: float = 0.0,
) -> Agent:
    """As a saboteur it weighs harm against suspicion, λ from 0 (overt) to 1 (as a miner would), until it is time.

    That is when the treasure is at most `close` cards away, or the deck goes around the table at most `short` times.
    As a miner it is greedy.
    """
    return ScriptedAgent(name, manners.greedy(), manners.stealth(λ, close, short, lie, truth), seed)


def sleeper(
    name: str, seed: int | None, close: float = 2.0, short: float = 1.5, lie: float = 0.5, truth: float = 0.5
) -> Agent:
    """As a saboteur it plays like a miner until it is time, as `stealth`, and then like an overt one; else greedy."""
    return ScriptedAgent(name, manners.greedy(), manners.sleeper(close, short, lie, truth), seed)


MAKERS: dict[str, Callable[..., Agent]] = {
    "random": random,
    "random-layer": random_layer,
    "miner": miner,
    "saboteur": saboteur,
    "greedy": greedy,
    "stealth": stealth,
    "sleeper": sleeper,
    "bayes": bayes,
    "ismcts": SearchAgent,
    "flat-mc": flat_mc,
    "policy": policy,
    "oracle-miner": oracle,
    "oracle-saboteur": oracle,
}


def names() -> tuple[str, ...]:
    """The agents that `make` knows."""
    return tuple(MAKERS)


def make(name: str, seed: int | None = None, **parameters: Any) -> Agent:
    """An agent by its name.

    Args:
        name: one of `names()`, also with parameters written behind it, such as "stealth:λ=0.2,lie=0.5" (on a keyboard
            without λ: "stealth:lambda=0.2").
        seed: fixes the choices of its `act`; None takes one from the system.
        parameters: of this agent, see `help(agents.registry.MAKERS[name])`.

    Raises:
        ValueError: there is no such agent or parameter, or a value is impossible; the message lists what exists.
    """
    if not isinstance(name, str):
        raise ValueError(f"an agent is named by a word, not by {name!r}; agents: {', '.join(MAKERS)}")
    name, _, written = name.partition(":")
    if name not in MAKERS:
        raise ValueError(f"there is no agent {name!r}; agents: {', '.join(MAKERS)}")
    written_out = {SPELLINGS.get(key, key): value for key, value in parameters.items()}
    chosen = {**read_parameters(written), **written_out}
    known = {key: parameter.default for key, parameter in list(signature(MAKERS[name]).parameters.items())[2:]}
    unknown = [key for key in chosen if key not in known]
    if unknown:
        raise ValueError(f"the agent {name} has no parameter {unknown[0]!r}; parameters: {', '.join(known) or 'none'}")
    for key, value in chosen.items():
        if is_number(known[key]) and not is_number(value):
            raise ValueError(f"{key} of the agent {name} is a finite number, not {value!r}")
    return MAKERS[name](label(name, chosen, known), seed, **chosen)


def label(name: str, chosen: dict[str, Any], known: dict[str, Any]) -> str:
    """The name with all parameters that are not as usual: agents that play alike are called alike."""
    unusual = [f"{key}={spelled(chosen[key])}" for key in known if key in chosen and chosen[key] != known[key]]
    return name + (":" + ",".join(unusual) if unusual else "")


def spelled(value: Any) -> str:
    """A value as it stands in a name: equal numbers are spelled alike, others never."""
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)


def read_parameters(written: str) -> dict[str, Any]:
    """Parameters as they are written behind a name: "λ=0.2,lie=0.5"; what is no number and no switch is a word.

    Raises:
        ValueError: something is no pair of a name and a value.
    """
    found: dict[str, Any] = {}
    for name, equals, word in (pair.strip().partition("=") for pair in written.split(",") if pair):
        if not (name and equals and word):
            raise ValueError(f"parameters are written as name=value, parted by commas, not {name + equals + word!r}")
        name = SPELLINGS.get(name, name)
        if name in found:
            raise ValueError(f"the parameter {name!r} is given twice")
        found[name] = word if name in WORDS else _value(word)
    return found


def _value(word: str) -> Any:
    """A number, a switch, or else the word itself."""
    try:
        return literal_eval(word)
    except (SyntaxError, ValueError):
        return word
