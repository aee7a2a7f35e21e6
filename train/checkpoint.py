"""A finished run on disk: the model of stable-baselines3, its network for the agent, the settings that made it."""

import json
import os
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agents.policy import checkpoint as policy

from .config import Config
from .credit import SeatPPO

MODEL, CONFIG = "model.zip", "config.json"
# What a model must share with the program that loads it.
MADE_FOR = {**policy.MADE_FOR, "format": "saboteur-run/1"}


def write(path: Path, save: Callable[[Path], object]) -> None:
    """Let `save` write a file; it appears whole or not at all."""
    part = path.with_name(f"part-{path.name}")
    try:
        save(part)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def save(model: SeatPPO, config: Config, folder: Path) -> None:
    """Write settings, the network alone, and the model."""
    settings = json.dumps({"made_for": MADE_FOR, **asdict(config)}, indent=2) + "\n"
    write(folder / CONFIG, lambda path: path.write_text(settings, encoding="utf-8"))
    write(folder / policy.FILE, lambda path: policy.save(model.policy.network, path))
    write(folder / MODEL, lambda path: model.save(path, exclude=["_last_obs", "_last_episode_starts"]))


def load(folder: str | Path) -> tuple[SeatPPO, Config]:
    """Model and settings of a run; the model has no environment.

    Raises:
        FileNotFoundError: the folder holds no finished run.
        ValueError: the run is another version's.
    """
    folder = Path(folder)
    missing = [name for name in (CONFIG, MODEL) if not (folder / name).is_file()]
    if missing:
        raise FileNotFoundError(f"{folder} holds no finished run: {' and '.join(missing)} missing")
    settings: dict[str, Any] = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    made_for = settings.pop("made_for", None)
    if made_for != MADE_FOR:
        raise ValueError(f"the checkpoint in {folder} was made for {made_for}, this version loads {MADE_FOR}")
    config = Config(**{**settings, "variants": tuple(settings["variants"])})
    return SeatPPO.load(folder / MODEL, device="cpu"), config
