"""The table of faults: by agent, role and kind, never to the opponents' credit."""

from collections.abc import Sequence

from saboteur_env.core.cards import ROLES

from .bounds import is_bound
from .cells import Cell
from .play import Played
from .tables import Row

FAULTS = ("players", "deal", "agent", "role", "kind", "count", "message")


def told(cells: Sequence[Cell], played: Sequence[Played]) -> list[Row]:
    """A row for each agent, role and kind of fault, with how many there were and what was said of the first one."""
    rows: dict[tuple, Row] = {}
    for cell, games in zip(cells, played, strict=True):
        for fault in games.faults:
            key = cell.edition, cell.players, cell.deal, fault.agent, ROLES[fault.role], fault.kind
            blank = dict(zip(("edition", "players", "deal", "agent", "role", "kind"), key, strict=True))
            first = {"bound": is_bound(fault.agent), "count": 0, "message": f"deal {fault.deal}: {fault.message}"}
            row = rows.setdefault(key, {**blank, **first})
            row["count"] += 1
    return list(rows.values())
