"""The command line of the trainer: the settings of a run, and where they begin and end."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

import tyro

from agents.policy import checkpoint as policy

from . import state
from .config import PRESETS, Config

SETTINGS = "config.json"
Preset = Literal[tuple(PRESETS)]


@dataclass(frozen=True)
class Arguments:
    """Learn to play Saboteur by self-play, among scripted players and earlier states of the learner."""

    config: Annotated[Config, tyro.conf.arg(name="")]
    preset: Preset = "quick"
    """What settings begin with: smoke (under a minute), quick (10 minutes), standard (an hour), full (overnight)."""
    settings: Path | None = None
    """A file of settings to begin with instead, such as the config.json of a run."""
    resume: Path | None = None
    """The folder of a run to go on with; of all settings only --decisions may be another."""
    out: Path | None = None
    """Folder for the results, new or empty; by default one under runs/, named by players and time."""


@dataclass(frozen=True)
class Task:
    """What is to be done: a run, its folder, and whether it goes on from the checkpoint there."""

    config: Config
    folder: Path
    resume: bool


def parse(arguments: Sequence[str] | None) -> Task:
    """The task on the command line; exits with status 2 and says why where it is wrong.

    Raises:
        ValueError: what is asked for is impossible.
        OSError: a file or folder cannot be read or made.
    """
    first = ArgumentParser(add_help=False, allow_abbrev=False)
    for name in ("--preset", "--settings", "--resume"):
        first.add_argument(name)
    begin = first.parse_known_args(arguments)[0]
    if sum(value is not None for value in vars(begin).values()) > 1:
        raise ValueError("a run begins with one of --preset, --settings and --resume")
    if begin.resume:
        base = Config.of(state.load(Path(begin.resume))["config"])
    else:
        base = read(Path(begin.settings)) if begin.settings else PRESETS.get(begin.preset, PRESETS["quick"])
    look = (tyro.conf.FlagConversionOff,)
    chosen = tyro.cli(Arguments, args=arguments, default=Arguments(base), prog="python -m train", config=look)
    if chosen.resume:
        return Task(going_on(base, chosen), chosen.resume, True)
    name = f"{chosen.config.players.replace(',', '-')}-players"
    config = with_networks(chosen.config)
    return Task(config, state.new_folder(chosen.out, name), False)


def with_networks(config: Config) -> Config:
    """The settings with the whole paths of the networks that they name.

    Raises:
        OSError, ValueError: one of these cannot be loaded, or is not of the design that is to begin with it.
    """
    paths = {name: Path(getattr(config, name)).resolve() for name in ("start", "against") if getattr(config, name)}
    networks = {name: policy.load(path) for name, path in paths.items()}
    if "start" in networks:
        config.check_beginning(networks["start"].design)
    return replace(config, **{name: str(path) for name, path in paths.items()})


def read(path: Path) -> Config:
    """The settings in a file.

    Raises:
        OSError, ValueError: it cannot be read, or holds no settings.
    """
    try:
        return Config.of(json.loads(path.read_text(encoding="utf-8")))
    except ValueError as error:
        raise ValueError(f"{path} holds no settings of a run: {error}") from None


def going_on(base: Config, chosen: Arguments) -> Config:
    """The settings of a run that goes on.

    Raises:
        ValueError: another setting than the number of decisions is asked for, or another folder.
    """
    if chosen.out:
        raise ValueError("--resume goes on in the folder of its run; leave --out out")
    config = replace(base, decisions=chosen.config.decisions)
    if config != chosen.config:
        names = [name for name, value in vars(base).items() if getattr(chosen.config, name) != value]
        changed = ", ".join(f"--{name.replace('_', '-')}" for name in names if name != "decisions")
        raise ValueError(f"a run goes on with its own settings, all but --decisions; leave {changed} out")
    return config
