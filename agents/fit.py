"""`python -m agents.fit`: fit how roll-outs are judged, or how far likelihoods are trusted, on deals for tuning.

`judge` is a logistic regression of who won, on positions of rounds between scripted agents (Newton's method).
`inference` searches the trust of the agent that infers for the least log-loss about roles, the mean over kinds of
saboteurs, tables and laps, by CMA-ES (Hansen, 2016; the package cma); to be worse than the prior in any of them, as
one who trusts too much is when nothing has shown yet, costs extra.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, fields

import numpy as np
from tqdm import tqdm

from saboteur_env.core.cards import MINER, SABOTEUR
from saboteur_env.information import information_of
from saboteur_env.rules import Setup

from . import manners, weights
from .arena import suites
from .arena.metrics import entropy, log_loss
from .bayes import BayesAgent, Trust
from .core.judge import FEATURES, describe_all
from .core.rollout import UNDECIDED, roll_out_all
from .manners import Play, compile_plays
from .tune import check_effort

DEV = "sab-dev"
KINDS: dict[str, Callable[[], Play]] = {
    "saboteur": manners.overt,
    "stealth": lambda: manners.stealth(0.5, 3.0, 1.5, lie=0.5, truth=0.0),
    "sleeper": lambda: manners.sleeper(2.0, 1.5, lie=0.5, truth=0.5),
    "random": manners.at_random,
}
TABLES = (5, 7, 10)
# Where the search for trust begins.
START = Trust(power=0.6, doubt=0.01, random_miners=0.01, random=0.1, overt=0.1, stealth=0.1, sleeper=0.7)
RIDGE = 1e-3
WORSE, ALLOWED = 10.0, 0.01  # what a log-loss costs, times what it is above the prior's and what is allowed


def laps(kind: str, players: int, rounds: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Rounds of greedy miners against a kind of saboteurs, stopped after every lap.

    Yields:
        (rounds,) GAME, the same array each time, and (rounds,) int64: who has won, UNDECIDED while it goes on.
    """
    setup, which = Setup(players, rounds=1), np.zeros(rounds, np.int64)
    games, reached = suites.dealt(setup, suites.load(DEV).seeds(players)[:rounds]), np.full(rounds, UNDECIDED)
    styles = compile_plays([manners.greedy(), KINDS[kind]()])
    while (reached == UNDECIDED).any():
        rows = np.flatnonzero(reached == UNDECIDED)
        part, found = games[rows], np.empty(len(rows), np.int64)
        roll_out_all(part, setup.rules(), which[rows], *styles, players, found)
        games[rows], reached[rows] = part, found
        yield games, reached


def positions(kind: str, players: int, rounds: int) -> tuple[np.ndarray, np.ndarray]:
    """(n, features) float64 and (n,) int64: positions after each lap, and who won in the end."""
    described, rows, rules = [], [], Setup(players, rounds=1).rules()
    for games, reached in laps(kind, players, rounds):
        going_on = np.flatnonzero(reached == UNDECIDED)
        out = np.empty((len(going_on), len(FEATURES)))
        describe_all(games[going_on], rules, np.zeros(len(going_on), np.int64), out)
        described.append(out)
        rows.append(going_on)
    return np.concatenate(described), reached[np.concatenate(rows)]


def fit_judge(rounds: int, _: int) -> dict[str, float]:
    """The weights of a logistic regression of who wins."""
    cells = [positions(kind, players, rounds) for kind in ("saboteur", "stealth") for players in range(3, 11)]
    x, y = np.concatenate([cell[0] for cell in cells]), np.concatenate([cell[1] for cell in cells])
    found = np.zeros(x.shape[1])
    for _ in range(20):
        p = 1 / (1 + np.exp(-x @ found))
        slope = x.T @ (y - p) - RIDGE * found
        found += np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + RIDGE * np.eye(len(found)), slope)
    return {name: round(float(value), 4) for name, value in zip(FEATURES, found, strict=True)}


def losses(trust: Trust, kind: str, players: int, rounds: int) -> np.ndarray:
    """(laps,) float64: the mean log-loss of the beliefs of all miners about all others, after each lap."""
    agent, found = BayesAgent("bayes", manners.greedy(), manners.overt(), 0, trust), []
    rules, which = Setup(players, rounds=1).rules(), np.zeros(rounds, np.int64)
    for games, reached in laps(kind, players, rounds):
        rows = np.flatnonzero(reached == UNDECIDED)
        roles = games["private"]["role"][:, :players]
        told = []
        for seat in range(players):
            mine = rows[roles[rows, seat] == MINER]
            others = np.arange(players) != seat
            known = information_of(games, rules, which, mine, np.full(len(mine), seat))
            p = agent.belief_all(known).saboteur[:, :players][:, others]
            told.append(log_loss(p, roles[mine][:, others] == SABOTEUR).ravel())
        found += [np.concatenate(told).mean()] if len(rows) else []
    return np.array(found)


def trust_of(values: np.ndarray) -> Trust:
    """Trust from free numbers: logistic ones, and shares of saboteurs that add up to 1."""
    shares = np.exp(values[3:] - values[3:].max())
    known = 1 / (1 + np.exp(-values[:3]))
    return Trust(*known, *(shares / shares.sum()))


def values_of(trust: Trust) -> np.ndarray:
    """The inverse of `trust_of`."""
    table = np.array([getattr(trust, field.name) for field in fields(Trust)])
    return np.concatenate([np.log(table[:3] / (1 - table[:3])), np.log(table[3:])])


def fit_inference(rounds: int, generations: int) -> dict[str, float]:
    """The trust with the least log-loss."""
    from cma import CMAEvolutionStrategy

    strategy = CMAEvolutionStrategy(values_of(START), 0.5, {"popsize": 8, "seed": 1, "verbose": -9})
    for _ in tqdm(range(generations), desc="fitting", disable=None):
        found = strategy.ask()
        strategy.tell(found, [cost(trust_of(values), rounds) for values in found])
    return {name: round(float(value), 4) for name, value in asdict(trust_of(strategy.result.xfavorite)).items()}


def cost(trust: Trust, rounds: int) -> float:
    """The mean loss over all kinds of saboteurs and tables, and what is worse than the prior in any lap, many times."""
    total = 0.0
    for players in TABLES:
        pool = Setup(players).rules()[0]["pool"]
        prior = entropy(float(pool[SABOTEUR] / (pool.sum() - 1)))
        for kind in KINDS:
            found = losses(trust, kind, players, rounds)
            total += found.mean() + WORSE * np.maximum(found - prior - ALLOWED, 0).sum()
    return total / (len(TABLES) * len(KINDS))


FITS = {"judge": fit_judge, "inference": fit_inference}


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, and write the result into `fit.json`."""
    parser = argparse.ArgumentParser("python -m agents.fit", description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=sorted(FITS), help="what is fitted")
    parser.add_argument("--rounds", type=int, default=60, metavar="N", help="deals for each table and kind")
    parser.add_argument("--generations", type=int, default=10, metavar="N", help="of the search for trust")
    options = parser.parse_args(arguments)
    check_effort(parser, options)
    found = FITS[options.what](options.rounds, options.generations)
    weights.FIT.write_text(json.dumps({**weights.fit(), options.what: found}, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(found))


if __name__ == "__main__":
    sys.exit(main())
