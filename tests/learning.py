"""Tiny runs of the trainer, and what goes through one of its stretches of play."""

import ast
import inspect
from hashlib import sha256
from typing import NamedTuple
from unittest.mock import patch

import numpy as np
import torch

from train import config, rollout
from train.config import Config
from train.learner import Learner
from train.population import Population
from train.processes import Processes
from train.run import Run
from train.tables import Tables

TINY = {
    **{"players": "4", "decisions": 256, "processes": 1, "games": 8, "horizon": 8, "minibatch": 64},
    **{"measured_rounds": 4, "rounds": 4, "snapshots": 4, "calls": 2, "measure_every": 10**6},
}
WORDS = [word for name, value in TINY.items() for word in (f"--{name.replace('_', '-')}", str(value))]


def tiny(**settings):
    return Config(**{**TINY, **settings})


def opinionated(*modules, seed=0):
    """Give modules random weights, the last layers among them."""
    chance = torch.Generator().manual_seed(seed)
    for module in modules:
        for values in module.parameters():
            torch.nn.init.normal_(values, std=0.1, generator=chance)


def learner_of(config, opinions=True):
    torch.set_num_threads(1)
    learner = Learner(config, Processes())
    if opinions:
        opinionated(learner.network, learner.critic)
    return learner


def tables_of(config, seed=0, population=None):
    population = Population() if population is None else population
    return Tables(config.setups(), config.reward, config.shares(), population, np.random.default_rng(seed))


def docstrings():
    """The string below each setting, by its name."""
    body = next(node for node in ast.parse(inspect.getsource(config)).body if getattr(node, "name", "") == "Config").body
    return {
        one.target.id: two.value.value
        for one, two in zip(body, body[1:], strict=False)
        if isinstance(one, ast.AnnAssign) and isinstance(two, ast.Expr) and isinstance(two.value, ast.Constant)
    }


class Stretch(NamedTuple):
    """What `collect` gave, and what went through it: games before each step and after the last, and the turns."""

    decisions: object
    tally: object
    steps: list
    open_values: np.ndarray
    games: list
    who: list
    turns: list
    ended: list


def stretch(tables, learner, horizon, shaping=0.0):
    """Collect, and note everything."""
    games, who, turns, ended, credits = [tables.batch.games.copy()], [tables.who.copy()], [], [], []
    step, credited = tables.step, rollout.credited

    def noted(rows, actions):
        turn, over = step(rows, actions)
        games.append(tables.batch.games.copy())
        who.append(tables.who.copy())
        turns.append(turn)
        ended.append(over)
        return turn, over

    def kept(parts, steps, open_values, learner):
        credits.append((steps, open_values))
        return credited(parts, steps, open_values, learner)

    with patch.object(tables, "step", noted), patch.object(rollout, "credited", kept):
        decisions, tally = rollout.collect(tables, learner, horizon, shaping)
    return Stretch(decisions, tally, *credits[0], games, who, turns, ended)


def played(config, horizon=150, shaping=0.0, opinions=True, seed=0):
    """A stretch of fresh tables."""
    return stretch(tables_of(config, seed), learner_of(config, opinions), horizon, shaping)


def digest(module):
    """Of all weights, bit for bit."""
    return sha256(b"".join(values.numpy().tobytes() for values in module.state_dict().values())).hexdigest()


def learn_and_tell(processes, config, folder, updates):
    """A run's digests of the weights in all processes, and the sizes of their games."""
    torch.set_num_threads(1)
    run = Run(config, folder, processes, None)
    for _ in range(updates):
        run.update()
    return processes.gather((digest(run.learner.network), digest(run.learner.critic), run.decisions))



def sums_of_two(processes):
    """What processes make of numbers that depend on their rank."""
    gradients = [torch.tensor([[1.0, 2.0], [3.0, 4.0]]) * (processes.rank + 1), torch.tensor([10.0 * processes.rank])]
    processes.average(gradients)
    total = processes.total(np.array([[1, processes.rank], [2, 5]]))
    found = [values.tolist() for values in gradients], total.tolist(), processes.highest(7 - 3 * processes.rank)
    return found, processes.gather((processes.rank, found))


def fail_in(processes):
    """Work that breaks off in the first process."""
    raise ValueError(f"process {processes.rank} has had enough")
