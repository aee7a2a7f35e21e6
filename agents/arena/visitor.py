"""`visitor`: what changes when somebody else takes one seat of a table of equals, on the same deals."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from saboteur_env.core.cards import ROLES

from .cells import ANY_SEAT, Cell, visited
from .play import Played
from .rows import about, differences, mean, won
from .tables import Results, Row

SHOWN = (
    *("players", "deal", "host", "visitor", "role", "rounds", "host_wins", "visitor_wins"),
    *("difference", "low", "high", "variance_reduction", "faults"),
)


def cells(options: Namespace) -> list[Cell]:
    """For each number of players and way to deal the table of hosts, then its visits."""
    hosts = [Cell(n, deal, options.edition, ((options.host,),)) for deal in options.deal for n in options.players]
    return [cell for host in hosts for cell in (host, *_visits(host, options))]


def _visits(host: Cell, options: Namespace) -> list[Cell]:
    seats = range(host.players) if options.seat == "each" else (ANY_SEAT,)
    return [replace(host, visitor=visitor, seat=seat) for visitor in options.visitors for seat in seats]


def results(options: Namespace, cells: Sequence[Cell], played: Sequence[Played]) -> list[Results]:
    """How much more often the team of a seat wins with the visitor in it."""
    visits: dict[tuple[Cell, str], list[tuple[Cell, Played]]] = {}
    hosts = {cell: games for cell, games in zip(cells, played, strict=True) if cell.visitor is None}
    for cell, games in zip(cells, played, strict=True):
        if cell.visitor is not None:
            host = replace(cell, visitor=None, seat=ANY_SEAT)
            visits.setdefault((host, cell.visitor), []).append((cell, games))
    roles = range(len(ROLES))
    rows = [_row(hosts[host], theirs, role, options.seed) for (host, _), theirs in visits.items() for role in roles]
    return [Results("rows", "Rounds won by the team of a seat, with the host and with the visitor in it", SHOWN, rows)]


def _row(before: Played, visits: Sequence[tuple[Cell, Played]], role: int, seed: int) -> Row:
    """What a visitor changes in a role."""
    series = [_pairs(before, cell, after, role, seed) for cell, after in visits]
    first, second, deals = (np.concatenate(parts) for parts in zip(*series, strict=True))
    both, cell = ~np.isnan(first + second), visits[0][0]
    gain = differences(first, second, deals, seed)
    return {
        **about(cell),
        "host": cell.pools[0][0],
        "visitor": cell.visitor,
        "role": ROLES[role],
        "rounds": gain.pop("rounds"),
        "host_wins": mean(first[both]),
        "visitor_wins": mean(second[both]),
        **gain,
        "faults": int(np.isnan(second).sum()),
    }


def _pairs(before: Played, cell: Cell, after: Played, role: int, seed: int) -> tuple[np.ndarray, ...]:
    """Whether the team of the visitor's seat won without and with the visitor, where it has this role; the deals."""
    outcomes = after.outcomes
    seats = visited(cell, outcomes["deal"], outcomes["repeat"], seed)
    mine = outcomes["roles"][np.arange(len(outcomes)), 0, seats] == role
    return won(before.outcomes[mine], role), won(outcomes[mine], role), outcomes["deal"][mine]
