"""The table of faults: by agent, role and kind, never to the opponents' credit."""

from collections.abc import Sequence

from saboteur_env.core.cards import ROLES

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
            row = rows.setdefault(key, {**blank, "count": 0, "message": f"deal {fault.deal}: {fault.message}"})
            row["count"] += 1
    return list(rows.values())
