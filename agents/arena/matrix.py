"""`matrix`: every kind of miners against every kind of saboteurs, on the same deals."""

from argparse import Namespace
from collections.abc import Sequence

import numpy as np

from saboteur_env.core.cards import SABOTEUR

from .cells import Cell, teams
from .play import Played
from .ratings import RATED, ratings
from .rows import about, differences, mean, share, won
from .tables import Results, Row

SHOWN = ("players", "deal", "miners", "saboteurs", "rounds", "miners_win", "low", "high", "faults")
DIFFERENT = (
    *("players", "deal", "role", "against", "first", "second", "rounds"),
    *("difference", "low", "high", "variance_reduction"),
)


def cells(options: Namespace) -> list[Cell]:
    """A cell for every pair."""
    return teams(options.players, options.deal, options.edition, options.miners, options.saboteurs)


def results(options: Namespace, cells: Sequence[Cell], played: Sequence[Played]) -> list[Results]:
    """How often the miners win, what sets kinds apart, and ratings."""
    games = list(zip(cells, played, strict=True))
    rows = [row(cell, theirs, options.seed) for cell, theirs in games]
    return [
        Results("rows", "Rounds won by the miners", SHOWN, rows, void_notes(rows)),
        Results("differences", "Against the first kind, on the same deals", DIFFERENT, compared(games, options.seed)),
        Results("ratings", "OpenSkill ratings, by agent and role", RATED, ratings(games)),
    ]


def void_notes(rows: Sequence[Row]) -> list[str]:
    """What is to be said of cells without any fair round."""
    return [
        f"No share for {row['miners']} v {row['saboteurs']}, {row['players']} players, {row['deal']}: "
        f"all {row['faults']} rounds are void through faults."
        for row in rows
        if not row["rounds"]
    ]


def row(cell: Cell, played: Played, seed: int) -> Row:
    """The row of a cell."""
    fair = played.outcomes[played.outcomes["fair"]]
    return {
        **about(cell),
        "miners": cell.team(0),
        "saboteurs": cell.team(1),
        **share("miners_win", fair["reached"][:, 0] == 1, fair["deal"], seed),
        "nuggets_miner": _nuggets(fair, 0),
        "nuggets_saboteur": _nuggets(fair, 1),
        "miners_win_charged": charged(played),
        "faults": int((~played.outcomes["fair"]).sum()),
        "faults_miners": sum(fault.role == 0 for fault in played.faults),
        "faults_saboteurs": sum(fault.role == 1 for fault in played.faults),
    }


def charged(played: Played) -> float | None:
    """The share of all rounds that the miners won, a void one being lost for the side whose fault it was."""
    outcomes = played.outcomes
    reached = outcomes["reached"][:, 0] == 1
    guilty = {(fault.deal, fault.repeat): fault.role for fault in reversed(played.faults) if fault.kind != "belief"}
    for row in np.flatnonzero(~outcomes["fair"]):
        reached[row] = guilty[int(outcomes["deal"][row]), int(outcomes["repeat"][row])] == SABOTEUR
    return mean(reached)


def _nuggets(fair: np.ndarray, role: int) -> float | None:
    """What a seat of a role earned on average."""
    return mean(fair["nuggets"][fair["roles"][:, 0] == role])


def compared(games: Sequence[tuple[Cell, Played]], seed: int) -> list[Row]:
    """The differences between each kind and the first one of its role, against the same other side."""
    found = []
    for role, word in enumerate(("miners", "saboteurs")):
        firsts: dict[tuple, tuple[Cell, Played]] = {}
        for cell, played in games:
            against = cell.team(1 - role)
            first, before = firsts.setdefault((cell.players, cell.deal, against), (cell, played))
            if first is not cell:
                sides = {"role": word, "against": against, "first": first.team(role), "second": cell.team(role)}
                shares = (won(games.outcomes, role) for games in (before, played))
                gain = differences(*shares, played.outcomes["deal"], seed)
                found.append({**about(cell, *first.lineup), **sides, **gain})
    return found
