"""`games`: whole games of three rounds, by gold; seats drawn from all agents, who keep theirs for the game."""

from argparse import Namespace
from collections.abc import Sequence

import numpy as np

from saboteur_env.core.layout import ROUNDS

from .cells import Cell
from .play import Played
from .rows import about, clustered, mean
from .tables import Results, Row

SHOWN = (
    *("players", "deal", "agent", "games", "seats", "nuggets", "nuggets_low", "nuggets_high"),
    *("won", "won_low", "won_high", "even"),
)


def cells(options: Namespace) -> list[Cell]:
    """One cell for each number of players and way to deal."""
    pools = (options.agents,)
    return [Cell(n, deal, options.edition, pools, rounds=ROUNDS) for deal in options.deal for n in options.players]


def results(options: Namespace, cells: Sequence[Cell], played: Sequence[Played]) -> list[Results]:
    """What each agent earns in a game, and which share of the games it wins."""
    games = zip(cells, played, strict=True)
    rows = [_row(cell, g, place, options.seed) for cell, g in games for place in range(len(cell.lineup))]
    return [Results("rows", "Games of three rounds: nuggets and games won by a seat, by who sits there", SHOWN, rows)]


def _row(cell: Cell, played: Played, place: int, seed: int) -> Row:
    """How an agent fared; a game won together counts in parts, and `even` is what equals would win."""
    fair = played.outcomes[played.outcomes["fair"]]
    games, seats = np.nonzero(fair["places"][:, : cell.players] == place)
    nuggets, deals = fair["nuggets"][games, seats], fair["deal"][games]
    wins = shares_of_win(fair["nuggets"][:, : cell.players])[games, seats]
    return {
        **about(cell),
        "agent": cell.lineup[place],
        "games": len(np.unique(games)),
        "seats": len(games),
        "nuggets": mean(nuggets),
        **clustered("nuggets_", nuggets, deals, seed),
        "won": mean(wins),
        **clustered("won_", wins, deals, seed),
        "even": 1 / cell.players,
    }


def shares_of_win(nuggets: np.ndarray) -> np.ndarray:
    """(n, players) float64: 1 shared by the seats with the most of (n, players) nuggets."""
    winners = nuggets == nuggets.max(1, keepdims=True, initial=0)
    return winners / winners.sum(1, keepdims=True)
