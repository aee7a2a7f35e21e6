"""A finished run on disk: the model of stable-baselines3 beside the settings that made it."""

import os
from collections.abc import Callable
from pathlib import Path

from .config import Config
from .credit import SeatPPO

MODEL, CONFIG = "model.zip", "config.json"


def write(path: Path, save: Callable[[Path], object]) -> None:
    """Let `save` write a file; it appears whole or not at all."""
    part = path.with_name(f"part-{path.name}")
    save(part)
    os.replace(part, path)


def save(model: SeatPPO, config: Config, folder: Path) -> None:
    """Write model and settings."""
    write(folder / CONFIG, lambda path: path.write_text(config.dumps()))
    write(folder / MODEL, lambda path: model.save(path, exclude=["_last_obs", "_last_episode_starts"]))


def load(folder: Path) -> tuple[SeatPPO, Config]:
    """Model and settings of a run; the model has no environment.

    Raises:
        FileNotFoundError: the folder holds no finished run.
    """
    return SeatPPO.load(folder / MODEL, device="cpu"), Config.load(folder / CONFIG)
