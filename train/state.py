"""The checkpoint of a run: one file with all that it needs to go on as if nothing had happened."""

import io
import os
from pathlib import Path
from typing import Any

import torch

from agents.policy import checkpoint as policy

FILE = "checkpoint.pt"
# What a checkpoint must share with the program that goes on from it.
MADE_FOR = {**policy.MADE_FOR, "format": "saboteur-run/2"}


def write(path: Path, body: bytes) -> None:
    """Write a file in full or not at all."""
    part = path.with_name(f"part-{path.name}")
    try:
        with part.open("wb") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


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
    return state
