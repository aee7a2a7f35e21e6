"""A cell: who plays under which rules, and who sits where."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from saboteur_env.core.layout import SEATS
from saboteur_env.rules import Setup

from .chance import SEATING, VISIT, words_for
from .suites import VARIANTS

MIXED = "+"  # between the names of agents of whom each seat of a team draws one
ANY_SEAT = -1  # the visitor's seat is drawn by the deal


@dataclass(frozen=True)
class Cell:
    """What is played on every deal.

    Attributes:
        players: 3 to 10.
        deal: "left-over" or "guaranteed".
        edition: of the rules.
        rounds: of a game.
        pools: agents by name: those from whom the miners are drawn and those for the saboteurs; or one pool for all.
        visitor: an agent who replaces one other, or None.
        seat: the visitor's, or ANY_SEAT.
        observers: agents who look on.
    """

    players: int
    deal: str
    edition: str
    pools: tuple[tuple[str, ...], ...]
    rounds: int = 1
    visitor: str | None = None
    seat: int = ANY_SEAT
    observers: tuple[str, ...] = ()

    @property
    def lineup(self) -> tuple[str, ...]:
        """Everyone who may sit down, the pools one after the other and the visitor last."""
        return (*(name for pool in self.pools for name in pool), *filter(None, [self.visitor]))

    def team(self, role: int) -> str:
        """The kind of players of a role: an agent's name, or names with +."""
        return MIXED.join(self.pools[role])

    @property
    def setup(self) -> Setup:
        """What the environment needs to know."""
        return Setup(self.players, self.edition, VARIANTS[self.deal], self.rounds)

    def as_json(self) -> dict[str, Any]:
        """The cell as plain values."""
        return asdict(self)


def teams(
    players: Sequence[int], deals: Sequence[str], edition: str, miners: Sequence[str], saboteurs: Sequence[str]
) -> list[Cell]:
    """Every pair of a kind of miners and a kind of saboteurs, for every number of players and way to deal.

    In a mixed team, `"overt+sleeper"`, each seat draws its agent by the deal.
    """
    return [
        Cell(number, deal, edition, (tuple(miner.split(MIXED)), tuple(saboteur.split(MIXED))))
        for deal in deals
        for number in players
        for miner in miners
        for saboteur in saboteurs
    ]


def seated(cell: Cell, roles: np.ndarray, deals: np.ndarray, repeats: np.ndarray, seed: int) -> np.ndarray:
    """(n, SEATS) int64: where in the line-up each seat's agent stands; nobody's seats too.

    Args:
        cell: the cell.
        roles: (n, SEATS) as dealt in the first round; -1 where nobody sits.
        deals: (n,) the deals.
        repeats: (n,) for which time each is played.
        seed: of the arena.
    """
    words = words_for(SEATING, seed, cell.players, deals[:, None], repeats[:, None], np.arange(SEATS))
    sizes = np.array([len(pool) for pool in cell.pools])
    pool = np.clip(roles, 0, len(sizes) - 1)
    places = (np.cumsum(sizes) - sizes)[pool] + (words % sizes[pool].astype(np.uint64)).astype(np.int64)
    if cell.visitor is not None:
        places[np.arange(len(deals)), visited(cell, deals, repeats, seed)] = len(cell.lineup) - 1
    return places


def visited(cell: Cell, deals: np.ndarray, repeats: np.ndarray, seed: int) -> np.ndarray:
    """(n,) int64: the visitor's seat."""
    if cell.seat != ANY_SEAT:
        return np.full(len(deals), cell.seat)
    words = words_for(VISIT, seed, cell.players, deals, repeats)
    return (words % np.uint64(cell.players)).astype(np.int64)
