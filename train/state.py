"""A run on disk: its folder, and the checkpoint with all that it needs to go on as if nothing had happened."""

import io
import time
from pathlib import Path
from typing import Any

import torch

from agents.files import write
from agents.policy import checkpoint as policy

FILE = "checkpoint.pt"
# What a checkpoint must share with the program that goes on from it.
MADE_FOR = {**policy.MADE_FOR, "format": "saboteur-run/2"}
PARTS = {"config", "decisions", "updates", "rows", "learner", "population", "processes"}


def new_folder(asked: Path | str | None, name: str) -> Path:
    """Make the folder of a run: the one asked for, or one under runs/ that is named by the time.

    Raises:
        FileExistsError: it is there already, and not empty.
        ValueError: its path holds a comma.
    """
    folder = Path(asked or f"runs/{name}-{time.strftime('%Y%m%d-%H%M%S')}")
    if "," in str(folder.resolve()):
        raise ValueError(f"a comma in {folder.resolve()} would part it where agents are named; choose a folder without")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(f"{folder} is there already and not empty; name another folder with --out")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def save(state: dict[str, Any], folder: Path) -> None:
    """Write a checkpoint: tensors, numbers, words, and lists and dictionaries of them."""
    body = io.BytesIO()
    torch.save({"made_for": MADE_FOR, **state}, body)
    write(folder / FILE, body.getvalue())


def load(folder: Path) -> dict[str, Any]:
    """Read the checkpoint of a run; no code in it is run.

    Raises:
        FileNotFoundError: the folder holds none.
        ValueError: it is damaged, or another version's.
    """
    path = folder / FILE
    if not path.is_file():
        raise FileNotFoundError(f"{folder} holds no {FILE}: there is no run to go on with")
    body = io.BytesIO(path.read_bytes())
    try:
        state = torch.load(body, weights_only=True)
    except Exception as error:  # of many kinds: it depends on where the file breaks off
        raise ValueError(f"{path} is damaged; the run cannot go on from it") from error
    made_for = state.get("made_for") if isinstance(state, dict) else None
    if made_for != MADE_FOR:
        raise ValueError(f"{path} was made for {made_for}, this version goes on from {MADE_FOR}")
    if not state.keys() >= PARTS:
        raise ValueError(f"{path} lacks {', '.join(sorted(PARTS - state.keys()))}; the run cannot go on from it")
    return state
