"""`mixed`: tables whose seats are drawn from all kinds, deal by deal."""

from argparse import Namespace
from collections.abc import Sequence

import numpy as np

from saboteur_env.core.cards import ROLES

from .cells import MIXED, Cell
from .play import Played
from .ratings import RATED, ratings
from .rows import about, clustered, mean, won
from .tables import Results, Row

SHOWN = ("players", "deal", "agent", "role", "rounds", "seats", "wins", "low", "high")


def cells(options: Namespace) -> list[Cell]:
    """One cell for each number of players and way to deal."""
    pools = tuple(tuple(dict.fromkeys(MIXED.join(teams).split(MIXED))) for teams in (options.miners, options.saboteurs))
    return [Cell(players, deal, options.edition, pools) for deal in options.deal for players in options.players]


def results(options: Namespace, cells: Sequence[Cell], played: Sequence[Played]) -> list[Results]:
    """How often the team of each agent wins, by role, and ratings."""
    games = list(zip(cells, played, strict=True))
    rows = [_row(*game, place, options.seed) for game in games for place in range(len(game[0].lineup))]
    return [
        Results("rows", "Rounds won by the team of a seat, by who sits there", SHOWN, rows),
        Results("ratings", "OpenSkill ratings, by agent and role", RATED, ratings(games)),
    ]


def _row(cell: Cell, played: Played, place: int, seed: int) -> Row:
    """How an agent fared; seats of one deal are resampled together."""
    role = int(place >= len(cell.pools[0]))
    fair = played.outcomes[played.outcomes["fair"]]
    rounds, _ = np.nonzero((fair["places"] == place) & (fair["roles"][:, 0] == role))
    wins, deals = won(fair, role)[rounds], fair["deal"][rounds]
    who = {"agent": cell.lineup[place], "role": ROLES[role]}
    shares = {"rounds": len(np.unique(rounds)), "seats": len(rounds), "wins": mean(wins)}
    return {**about(cell), **who, **shares, **clustered("", wins, deals, seed)}
