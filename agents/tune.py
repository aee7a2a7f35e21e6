"""`python -m agents.tune`: search the weights of one style against the others, on deals for tuning.

The search is CMA-ES (Hansen, 2016; the package cma). What is searched is how an act's features weigh against each
other, not how sure a player is of itself: the weights of the softmax are kept at one length. Those by which players are
trusted are free. What a run gained is measured on deals that it has not seen, and added to the record `tuning.json`.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from saboteur_env.rules import Setup

from . import manners, weights
from .arena import suites
from .core.rollout import roll_out_all
from .core.style import WEIGHTS
from .manners import Play, compile_plays

RECORD = Path(__file__).with_name("tuning.json")
DEV, TEST = "sab-dev", "sab-test"
POPULATION = 20
FIXED = ("noise", "pick")
FREE = tuple(name for name in WEIGHTS if name not in FIXED)
SCALED = np.array([weights.is_scored(name) for name in FREE])


@dataclass(frozen=True)
class Goal:
    """What a style is tuned for.

    Attributes:
        length: of its weights, those of trust aside: the longer, the surer its choices.
        players: the tables that count, each as often as it is named.
        against: the styles on the other side, each as often.
        sign: 1 to win with the miners, -1 with the saboteurs.
    """

    length: float
    players: tuple[int, ...]
    against: tuple[str, ...]
    sign: int


GOALS = {
    "miner": Goal(11.0, (4, 5, 7, 10), ("random", "saboteur"), 1),
    "saboteur": Goal(40.0, (5, 7, 7, 10), ("miner",), -1),
}


def vector(table: dict[str, float], length: float) -> np.ndarray:
    """(free,) float64: weights at their length."""
    return fitted(np.array([table[name] for name in FREE]), length)


def fitted(values: np.ndarray, length: float) -> np.ndarray:
    """The same with the scaled ones at a length."""
    out = values.copy()
    out[SCALED] *= length / np.linalg.norm(out[SCALED])
    return out


def named(values: np.ndarray, table: dict[str, float]) -> dict[str, float]:
    """A table with other values, rounded as they are kept."""
    return {**table, **{name: round(float(value), 3) for name, value in zip(FREE, values, strict=True)}}


def plays(style: str, table: dict[str, float], other: str) -> list[Play]:
    """The miners' and the saboteurs' play when a style with these weights meets another style."""
    shown = {style: weights.style(table), "random": weights.style(manners.RANDOM)}
    by_role = {1: (style, other), -1: (other, style)}[GOALS[style].sign]
    early = [shown[name] if name in shown else weights.named(name) for name in by_role]
    return [Play(early[0], truth=1.0), Play(early[1], lie=1.0)]


def miners_win(style: str, table: dict[str, float], other: str, players: int, seeds: np.ndarray) -> np.ndarray:
    """(n,) int64: whether the miners win on each deal."""
    setup, reached = Setup(players, rounds=1), np.empty(len(seeds), np.int64)
    games, which = suites.dealt(setup, seeds), np.zeros(len(seeds), np.int64)
    roll_out_all(games, setup.rules(), which, *compile_plays(plays(style, table, other)), sys.maxsize, reached)
    return reached


def score(style: str, table: dict[str, float], seeds: dict[int, np.ndarray]) -> float:
    """The mean share of rounds that a style wins, over all tables and opponents."""
    goal = GOALS[style]
    shares = [miners_win(style, table, other, n, seeds[n]).mean() for n in goal.players for other in goal.against]
    return float(np.mean(shares)) if goal.sign > 0 else 1 - float(np.mean(shares))


def search(style: str, generations: int, rounds: int, seed: int) -> dict[str, float]:
    """The weights that a search finds, beginning with those in the table.

    Args:
        style: a name in `GOALS`.
        generations: of a population of 20.
        rounds: deals for each table and opponent, others in each generation.
        seed: of the search.
    """
    from cma import CMAEvolutionStrategy

    goal, table, suite = GOALS[style], weights.table()[style], suites.load(DEV)
    start = vector(table, goal.length)
    options = {"popsize": POPULATION, "seed": seed, "CMA_stds": 0.5 + 0.15 * abs(start), "verbose": -9}
    strategy = CMAEvolutionStrategy(start, 0.6, options)
    rng = np.random.default_rng(seed)
    for _ in tqdm(range(generations), desc=f"tuning {style}", disable=None):
        deals = {n: rng.choice(suite.seeds(n), rounds, replace=False) for n in set(goal.players)}
        found = [fitted(values, goal.length) for values in strategy.ask()]
        strategy.tell(found, [-score(style, named(values, table), deals) for values in found])
    return named(fitted(strategy.result.xfavorite, goal.length), table)


def gain(style: str, before: dict[str, float], after: dict[str, float]) -> dict[str, Any]:
    """What a search has gained on the deals for tests: mean over tables and opponents, and its 95 % interval."""
    goal, suite = GOALS[style], suites.load(TEST)
    cells = [(n, other) for n in goal.players for other in goal.against]
    shares = [
        goal.sign * np.array([miners_win(style, table, other, n, suite.seeds(n)) for n, other in cells])
        for table in (before, after)
    ]
    first, second = (values.mean() + (goal.sign < 0) for values in shares)
    difference = shares[1] - shares[0]
    spread = 1.96 * float(np.sqrt((difference.var(1) / difference.shape[1]).sum())) / len(cells)
    told = {"before": first, "after": second, "gain": difference.mean(), "plus_minus": spread}
    return {name: round(float(value), 4) for name, value in told.items()}


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser("python -m agents.tune", description=__doc__.splitlines()[0])
    parser.add_argument("style", choices=sorted(GOALS), help="whose weights are searched")
    parser.add_argument("--generations", type=int, default=40, metavar="N", help=f"of a population of {POPULATION}")
    parser.add_argument("--rounds", type=int, default=600, metavar="N", help="deals for each table and opponent")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the search")
    options = parser.parse_args(arguments)
    check_effort(parser, options)
    return options


def check_effort(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """End with a message unless there are deals for so many rounds, and something to search."""
    if not 1 <= options.rounds <= suites.DEALS:
        parser.error(f"--rounds lies between 1 and {suites.DEALS}, the deals of a suite, not at {options.rounds}")
    if options.generations < 1:
        parser.error(f"--generations are 1 or more, not {options.generations}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Search, measure, and write both into the files beside this one."""
    options = parse(arguments)
    table = weights.table()
    found = search(options.style, options.generations, options.rounds, options.seed)
    told = {**vars(options), "length": GOALS[options.style].length, **gain(options.style, table[options.style], found)}
    weights.FILE.write_text(json.dumps({**table, options.style: found}, indent=1) + "\n", encoding="utf-8")
    runs = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else []
    RECORD.write_text(json.dumps([*runs, told], indent=1) + "\n", encoding="utf-8")
    print(" ".join(f"{name} {value}" for name, value in told.items()))


if __name__ == "__main__":
    main()
