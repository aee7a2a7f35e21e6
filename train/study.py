"""`python -m train.study`: runs that belong together, one after the other, and a table of what they reach.

A run that has ended is not run again, and one that was interrupted goes on, so a study can be stopped and begun anew.
"""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import tyro

from agents.arena.tables import Results, Row, show, write_csv

from . import __main__ as train
from . import final, state
from .cli import Task
from .config import PRESETS
from .evaluate import FINAL, WATCHED

Settings = Mapping[str, Any]
SMALL: Settings = {"players": "5", "decisions": 1_600_000, "measure_every": 400_000}
SEEDS = (0, 1, 2)
# What each study is about, the first run being the one to compare with: names and settings.
STUDIES: dict[str, dict[str, Settings]] = {
    "quick": {f"{n} players, seed {seed}": {"players": n, "seed": seed} for n in ("5", "7") for seed in SEEDS},
    "ablations": {
        "as it is": SMALL,
        "critic sees what the seat sees": {**SMALL, "critic": "seat"},
        "no shaping": {**SMALL, "shaping": 0.0},
        "one head for both roles": {**SMALL, "heads_by_role": False},
        "no beliefs": {**SMALL, "auxiliary": 0.0},
        "self-play alone": {**SMALL, "scripted": 0.0, "past": 0.0},
        "no reward for entropy": {**SMALL, "entropy": 0.0},
        "no distances": {**SMALL, "distances": False},
        "no entities": {**SMALL, "entities": False},
        "mirror descent": {**SMALL, "algo": "mmd"},
        "two epochs": {**SMALL, "epochs": 2},
        "imitation first": {**SMALL, "clone": 200_000},
    },
}
COLUMNS = ("run", *("-".join(pair) for pair in WATCHED), "minutes")


@dataclass(frozen=True)
class Arguments:
    """Make all runs of a study, one after the other, and show what they reach."""

    study: Annotated[Literal[tuple(STUDIES)], tyro.conf.Positional]
    """Which one."""
    folder: Path = Path("runs/studies")
    """Where its runs are kept, each in a folder of its own."""
    csv: Path | None = None
    """A file for the table."""


def reached(settings: Settings, folder: Path) -> Row:
    """Make a run, or what is left of it: the share of rounds that miners win in it, by who plays."""
    config = replace(PRESETS["quick"], **settings)
    if not (folder / final.FILE).is_file():
        folder.mkdir(parents=True, exist_ok=True)
        if train.run(Task(config, folder, (folder / state.FILE).is_file())):
            raise KeyboardInterrupt
    found = json.loads((folder / final.FILE).read_text(encoding="utf-8"))
    shares = zip(FINAL * len(config.counts()), found["rows"], strict=True)
    return {**{"-".join(pair): row["miners_win"] for pair, row in shares}, "minutes": found["header"]["minutes"]}


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    asked = tyro.cli(Arguments, args=arguments, prog="python -m train.study")
    rows = []
    try:
        for name, settings in STUDIES[asked.study].items():
            folder = asked.folder / asked.study / re.sub("[^a-z0-9]+", "-", name)
            rows.append({"run": name, **reached(settings, folder)})
    except KeyboardInterrupt:
        print(f"train: interrupted; the same command goes on in {asked.folder}", file=sys.stderr)
        return 130
    show(Results("rows", f"Rounds won by the miners: {asked.study}", COLUMNS, rows))
    if asked.csv:
        write_csv(asked.csv, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
