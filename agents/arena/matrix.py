"""`matrix`: every kind of miners against every kind of saboteurs, on the same deals."""

from argparse import Namespace
from collections.abc import Sequence

import numpy as np

from .cells import Cell, teams
from .play import Played
from .ratings import RATED, ratings
from .rows import about, differences, mean, share
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
    return [
        Results("rows", "Rounds won by the miners", SHOWN, [row(cell, games, options.seed) for cell, games in games]),
        Results("differences", "Against the first kind, on the same deals", DIFFERENT, compared(games, options.seed)),
        Results("ratings", "OpenSkill ratings, by agent and role", RATED, ratings(games)),
    ]


def row(cell: Cell, played: Played, seed: int) -> Row:
    """The row of a cell."""
    (miners,), (saboteurs,) = cell.pools
    fair = played.outcomes[played.outcomes["fair"]]
    return {
        **about(cell),
        "miners": miners,
        "saboteurs": saboteurs,
        **share("miners_win", fair["reached"][:, 0] == 1, fair["deal"], seed),
        "nuggets_miner": _nuggets(fair, 0),
        "nuggets_saboteur": _nuggets(fair, 1),
        "faults": int((~played.outcomes["fair"]).sum()),
        "faults_miners": sum(fault.role == 0 for fault in played.faults),
        "faults_saboteurs": sum(fault.role == 1 for fault in played.faults),
    }


def _nuggets(fair: np.ndarray, role: int) -> float | None:
    """What a seat of a role earned on average."""
    return mean(fair["nuggets"][fair["roles"][:, 0] == role])


def compared(games: Sequence[tuple[Cell, Played]], seed: int) -> list[Row]:
    """The differences between each kind and the first one of its role, against the same other side."""
    found = []
    for role, word in enumerate(("miners", "saboteurs")):
        firsts: dict[tuple, tuple[Cell, Played]] = {}
        for cell, played in games:
            against = cell.pools[1 - role][0]
            first, before = firsts.setdefault((cell.players, cell.deal, against), (cell, played))
            if first is not cell:
                sides = {"role": word, "against": against, "first": first.pools[role][0], "second": cell.pools[role][0]}
                gain = differences(_won(before, role), _won(played, role), played.outcomes["deal"], seed)
                found.append({**about(cell), **sides, **gain})
    return found


def _won(played: Played, role: int) -> np.ndarray:
    """(n,) float64: whether a side won each round, NaN where a fault made it void."""
    reached = played.outcomes["reached"][:, 0] == 1
    return np.where(played.outcomes["fair"], reached if role == 0 else ~reached, np.nan)
