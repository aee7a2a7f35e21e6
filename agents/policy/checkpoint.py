"""A network on disk: its weights beside what it was made for."""

import io
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from saboteur_env.core.actions import ACTIONS
from saboteur_env.spaces import observation_size

from ..observation import OPTIONS
from .network import Network
from .parts import Design

FILE = "policy.pt"
# What a network must share with the program that loads it.
MADE_FOR = {"format": "saboteur-policy/3", "observation": observation_size(OPTIONS), "actions": ACTIONS}


def packed(network: Network) -> bytes:
    """A network as the file that holds it."""
    body = io.BytesIO()
    torch.save({"made_for": MADE_FOR, "design": asdict(network.design), "weights": network.state_dict()}, body)
    return body.getvalue()


def load(path: str | Path) -> Network:
    """The network in a file, or the one that a run left in its folder.

    Raises:
        FileNotFoundError: there is none.
        ValueError: the file is damaged, no network, or another version's.
    """
    path = Path(path)
    if path.is_dir():
        path /= FILE
    if not path.is_file():
        raise FileNotFoundError(f"there is no {path}: name a network's file, or the folder of a run of python -m train")
    saved = _read(path)
    made_for = saved.get("made_for") if isinstance(saved, dict) else None
    if made_for != MADE_FOR:
        raise ValueError(f"{path} was made for {made_for}, this version loads {MADE_FOR}")
    network = _network(saved.get("design"), path)
    _check(saved.get("weights"), network.state_dict(), path)
    network.load_state_dict(saved["weights"])
    return network


def _read(path: Path) -> Any:
    """What torch finds in a file."""
    whole = io.BytesIO(path.read_bytes())
    try:
        return torch.load(whole, map_location="cpu", weights_only=True)
    except Exception as error:  # of many kinds: it depends on what the file is, and where it breaks off
        raise ValueError(f"{path} is damaged, or no file of torch's: `python -m train` writes it anew") from error


def _network(fields: Any, path: Path) -> Network:
    """A network of a design; ValueError unless these are the fields of one."""
    try:
        return Network(OPTIONS, Design(**fields))
    except (TypeError, KeyError, RuntimeError):
        raise ValueError(f"{path} does not say what network it holds; train it anew") from None


def _check(weights: Any, expected: dict[str, Tensor], path: Path) -> None:
    """ValueError unless the weights are those of this network, all of them finite."""
    if not isinstance(weights, dict) or _shapes(weights) != _shapes(expected):
        raise ValueError(f"the weights in {path} are not those of this version's network; train it anew")
    broken = [name for name, values in weights.items() if not values.isfinite().all()]
    if broken:
        raise ValueError(f"weights in {path} are not finite numbers: {', '.join(broken)}; train it anew")


def _shapes(weights: dict[str, Any]) -> dict[str, Any]:
    """The shape of each tensor, None for what is none."""
    return {name: values.shape if isinstance(values, Tensor) else None for name, values in weights.items()}
