"""`python -m train.study`: runs that belong together, one after the other, and a table of what they reach.

A run that has ended is not run again, and one that was interrupted goes on, so a study can be stopped and begun anew.
"""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any, Literal, NamedTuple

import tyro

from agents.arena.tables import Results, Row, show, write_csv

from . import __main__ as train
from . import evaluate, final, state
from .cli import SETTINGS, Task, read
from .config import PRESETS, Config
from .evaluate import UNSEEN, YARDSTICKS
from .exits import status

Settings = Mapping[str, Any]


class Study(NamedTuple):
    """Runs by their names: what each settles otherwise than the preset."""

    preset: str
    runs: Mapping[str, Settings]


SMALL: Settings = {"players": "5", "decisions": 1_600_000, "measure_every": 400_000}
SEEDS = (0, 1, 2)
SEVEN = "standard/7-players/policy.pt"  # of another study in the same folder
FILES = ("against", "start")  # settings that name such a file
BEGINNINGS: dict[str, Settings] = {
    "from nothing": {},
    "from imitated scripted players": {"clone": 200_000},
    "from the network itself": {"start": SEVEN},
}
STUDIES = {
    "quick": Study(
        "quick",
        {f"{n} players, seed {seed}": {"players": n, "seed": seed} for n in ("5", "7") for seed in SEEDS},
    ),
    "standard": Study(
        "standard",
        {
            "7 players": {"players": "7"},
            "3 to 10 players": {"players": "3-10"},
            "5 players": {"players": "5"},
            "10 players": {"players": "10"},
        },
    ),
    # The first run is the one to compare with.
    "ablations": Study(
        "quick",
        {
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
    ),
    "responses": Study(
        "quick",
        {
            f"{role} {name}": {"players": "7", "against": SEVEN, "role": role, **beginning}
            for role in ("miners", "saboteurs")
            for name, beginning in BEGINNINGS.items()
        },
    ),
    "hiding": Study(
        "quick",
        {f"weight {weight}": {"players": "7", "stealth_coef": weight} for weight in (0.02, 0.05, 0.1, 0.2)},
    ),
}
UNSHOWN = tuple("-".join(pair) for pair in (*YARDSTICKS, *UNSEEN))


@dataclass(frozen=True)
class Arguments:
    """Make all runs of a study, one after the other, and show what they reach."""

    study: Annotated[Literal[tuple(STUDIES)], tyro.conf.Positional]
    """Which one."""
    folder: Path = Path("runs/studies")
    """Where its runs are kept, each in a folder of its own."""
    csv: Path | None = None
    """A file for the table."""


def reached(config: Config, folder: Path) -> Row:
    """Make a run, or what is left of it: the share of rounds that miners win in it, by who plays."""
    check_same(config, folder)
    if not (folder / final.FILE).is_file():
        folder.mkdir(parents=True, exist_ok=True)
        if train.run(Task(config, folder, (folder / state.FILE).is_file())):
            raise KeyboardInterrupt
    found = json.loads((folder / final.FILE).read_text(encoding="utf-8"))
    counts, pairs = config.counts(), evaluate.final(config)
    shares = {
        "-".join(pair) + (f"-{row['players']}" if len(counts) > 1 else ""): row["miners_win"]
        for pair, row in zip(pairs * len(counts), found["rows"], strict=True)
    }
    return {**shares, "minutes": found["header"]["minutes"]}


def check_same(config: Config, folder: Path) -> None:
    """ValueError where a run in this folder has other settings."""
    if (folder / SETTINGS).is_file():
        kept = vars(read(folder / SETTINGS))
        others = [name for name, value in vars(config).items() if kept[name] != value]
        if others:
            raise ValueError(f"the run in {folder} has another {', '.join(others)}; name another --folder or remove it")


def settled(study: Study, settings: Settings, folder: Path) -> Config:
    """All settings of a run."""
    files = {name: str(folder / settings[name]) for name in FILES if name in settings}
    return replace(PRESETS[study.preset], **{**settings, **files})


def over_seeds(rows: Sequence[Row]) -> list[Row]:
    """Mean and range of the runs whose names differ by their seed alone."""
    alike: dict[str, list[Row]] = {}
    for row in rows:
        name, _, seed = row["run"].partition(", seed ")
        alike.setdefault(name if seed else "", []).append(row)
    return [
        {"run": f"{name}, {what}", **{column: find([row[column] for row in group]) for column in list(group[0])[1:]}}
        for name, group in alike.items()
        if name
        for what, find in (("mean", fmean), ("least", min), ("most", max))
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    asked = tyro.cli(Arguments, args=arguments, prog="python -m train.study")
    return status("train.study", f"interrupted; the same command goes on in {asked.folder}", lambda: run_all(asked))


def run_all(asked: Arguments) -> int:
    """Make all runs, and show what they reach; returns the exit status."""
    study, rows = STUDIES[asked.study], []
    for name, settings in study.runs.items():
        folder = asked.folder / asked.study / re.sub("[^a-z0-9]+", "-", name)
        rows.append({"run": name, **reached(settled(study, settings, asked.folder.resolve()), folder)})
    rows += over_seeds(rows)
    if asked.csv:
        write_csv(asked.csv, rows)
    shown = [column for column in dict.fromkeys(name for row in rows for name in row) if not column.startswith(UNSHOWN)]
    show(Results("rows", f"Rounds won by the miners: {asked.study}", shown, rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
