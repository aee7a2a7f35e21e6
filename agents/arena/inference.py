"""`inference`: who sees through whom: what observers hold for likely of each kind of saboteurs, lap by lap."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from agents import registry
from saboteur_env.core.cards import MINER, SABOTEUR

from .cells import MIXED, Cell, teams
from .play import Played
from .refused import Refused
from .rows import about
from .scores import scored
from .tables import Results, Row
from .watch import END

SHOWN = (
    *("players", "deal", "miners", "saboteurs", "observer", "sits", "lap", "situations", "log_loss", "skill", "brier"),
    *("auc", "calibration_error", "goal_log_loss", "goal_skill", "goal_skill_unseen"),
)
LAPS = (1, 2, 3)
DECEPTION = (
    *("players", "deal", "miners", "saboteurs", "observer"),
    *(f"auc_{lap}" for lap in LAPS),
    "auc_end",
)


def cells(options: Namespace) -> list[Cell]:
    """A cell for every pair, with the observers; miners that have beliefs observe too.

    Raises:
        Refused: nobody observes.
    """
    found = teams(options.players, options.deal, options.edition, options.miners, options.saboteurs)
    believers = {name for name in options.miners if MIXED not in name and registry.make(name).believes}
    if not options.observers and not believers:
        raise Refused("nobody observes: none of the miners has beliefs, and --observers names nobody")
    return [replace(cell, observers=_observers(cell, options.observers, believers)) for cell in found]


def _observers(cell: Cell, onlookers: Sequence[str], believers: set[str]) -> tuple[str, ...]:
    miners = cell.team(0)
    return tuple(dict.fromkeys([*([miners] if miners in believers else []), *onlookers]))


def results(options: Namespace, cells: Sequence[Cell], played: Sequence[Played]) -> list[Results]:
    """How good all beliefs are, lap by lap; and what observers learn of each kind of saboteurs."""
    rows = [row for cell, games in zip(cells, played, strict=True) for row in rows_of(cell, games, options.seed)]
    return [
        Results("rows", "What miners' seats hold for likely, by lap", SHOWN, rows),
        Results("deception", "What is learned of each kind of saboteurs: AUC by lap", DECEPTION, deception(rows)),
    ]


def rows_of(cell: Cell, played: Played, seed: int) -> list[Row]:
    """A row for each observer and lap of a cell."""
    views = played.views[played.outcomes["fair"][played.views["game"]]]
    rows = []
    for number, observer in enumerate(cell.observers):
        theirs = views[views["observer"] == number]
        who = {"miners": cell.team(0), "saboteurs": cell.team(1), "observer": observer}
        sits = "player" if observer == cell.team(0) else "onlooker"
        laps = [lap for lap in np.unique(theirs["lap"]).tolist() if lap != END]
        for lap in [*laps, *([END] if len(theirs) else [])]:
            told = scored(theirs[theirs["lap"] == lap], played, prior_of(cell), seed)
            rows.append({**about(cell, observer), **who, "sits": sits, "lap": lap if lap != END else "end", **told})
    return rows


def prior_of(cell: Cell) -> float:
    """How likely another seat is a saboteur, for a miner who knows nothing yet."""
    pool = cell.setup.rules()[0]["pool"]
    return float(pool[SABOTEUR] / (pool[SABOTEUR] + pool[MINER] - 1))


def deception(rows: Sequence[Row]) -> list[Row]:
    """A row for each kind of saboteurs and observer, with the AUC after some laps and at the end."""
    found: dict[tuple, Row] = {}
    names = "edition", "players", "deal", "bound", "miners", "saboteurs", "observer"
    for row in rows:
        blank = {**{name: row[name] for name in names}, **{name: None for name in DECEPTION if name.startswith("auc")}}
        kept = found.setdefault(tuple(row[name] for name in names), blank)
        if f"auc_{row['lap']}" in kept:
            kept[f"auc_{row['lap']}"] = row["auc"]
    return list(found.values())
