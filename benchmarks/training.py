"""Decisions per second of processor time that a process of the trainer learns from, playing and opponents included."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from .measure import Figure
from .play import rate

UNIT = "decisions/s"
# The same work for both loops: self-play, no beliefs, a critic that sees what the seat sees.
ALIKE = {"scripted": 0.0, "past": 0.0, "auxiliary": 0.0, "critic": "seat", "shaping_until": 0}
LOOP = "training, the loop of train/"


def measure(updates: int, repeats: int) -> list[Figure]:
    """Our loop as `python -m train` runs it, and beside the loop of stable-baselines3 with the same settings."""
    try:
        whole, ours, theirs = own({}), own(ALIKE), of_sb3()
    except ModuleNotFoundError as error:
        return [Figure(LOOP, UNIT, (), "train.7p", note=f"missing: {error}")]
    found = [tuple(rate(learn, updates) for learn in (whole, ours, theirs)) for _ in range(repeats)]
    as_run, alike, sb3 = zip(*found, strict=True)
    ratios = tuple(mine / other for mine, other in zip(alike, sb3, strict=True))
    return [
        Figure("training as `python -m train --players 7` does, a process", UNIT, as_run, "train.7p"),
        Figure(LOOP, UNIT, alike, "train.alike.7p"),
        Figure("training, the loop of stable-baselines3", UNIT, sb3, "train.sb3.7p", ratios, LOOP),
    ]


def own(settings: dict) -> Callable[[int], int]:
    """Learn in so many updates; returns from how many decisions."""
    import torch

    from train.config import Config
    from train.processes import Processes
    from train.run import Run

    torch.set_num_threads(1)
    with TemporaryDirectory() as folder:
        run = Run(Config(processes=1, **settings), Path(folder), Processes(), None)

    def learn(updates: int) -> int:
        before = run.decisions
        for _ in range(updates):
            run.update()
        return run.decisions - before

    learn(1)
    return learn


def of_sb3() -> Callable[[int], int]:
    """The same by MaskablePPO."""
    from train.config import Config
    from train.sb3.run import build

    config = Config(processes=1, **ALIKE)
    model = build(config)

    def learn(updates: int) -> int:
        before = model.num_timesteps
        model.learn(updates * config.games * config.horizon, reset_num_timesteps=False)
        return model.num_timesteps - before

    learn(1)
    return learn
