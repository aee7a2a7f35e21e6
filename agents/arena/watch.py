"""Looking on: what observers hold for likely after each lap and at the end, sitting as each true miner."""

from collections.abc import Sequence

import numpy as np

from agents import registry
from agents.protocol import Agent
from saboteur_env.core.batch import last_some
from saboteur_env.core.cards import GOALS, HIDDEN, MINER, PICKING, PLAY
from saboteur_env.core.layout import SEATS
from saboteur_env.information import Information

from .faults import Fault, ask
from .play import VIEW, Table

END = 0  # the lap that stands for the last decision before the roles are shown
TOLERANCE = 1e-6


class Watch:
    """Notes the beliefs of observers at a table of one-round games.

    A lap is over when as many cards were used as there are players; the end is the last decision before the roles
    are shown, not yet carried out.

    Args:
        table: where they look on.
        observers: agents that have beliefs, by name.
        laps: how many laps are noted.
        seed: of the arena.
    """

    def __init__(self, table: Table, observers: Sequence[str], laps: int, seed: int) -> None:
        self._table, self._laps = table, laps
        # Agents of their own, also for the miners' kind: to be asked may change what an agent that follows games does.
        self._observers = [registry.make(name, seed=seed) for name in observers]
        self._used = np.zeros(len(table.games), np.int64)
        self._views: list[np.ndarray] = []

    def look(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """Note what is due before these actions are carried out in the games of these rows."""
        if not self._observers:
            return
        phase, players = self._table.games["public"]["phase"][rows], self._table.cell.players
        card, used = phase == PLAY, self._used[rows]
        for lap in np.unique(used[card & (used > 0) & (used % players == 0)] // players):
            if lap <= self._laps:
                self._note(rows[card & (used == lap * players)], int(lap))
        self._used[rows] += card
        hidden = phase < PICKING
        self._note(self._last(rows[hidden], actions[hidden]), END)

    def _last(self, rows: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """The rows in which the action will show the roles."""
        table, last = self._table, np.empty(len(rows), np.bool_)
        last_some(table.rules, table.games, table.which, rows, actions, last)
        return rows[last]

    def _note(self, rows: np.ndarray, lap: int) -> None:
        """Ask all observers, seat by seat: a player that follows games meets each of them once in a call."""
        for number in range(len(self._observers)):
            for seat in range(self._table.cell.players):
                miners = rows[self._table.roles[rows, seat] == MINER]
                if len(miners):
                    self._ask(number, miners, seat, lap)

    def _ask(self, number: int, rows: np.ndarray, seat: int, lap: int) -> None:
        observer, seats = self._observers[number], np.full(len(rows), seat)
        information = self._table.known(observer, rows, seats)
        blank = np.full(SEATS + GOALS, np.nan)
        held, failed = ask(lambda part: _held(observer, information[part]), len(rows), blank)
        for index in sorted(failed):
            self._accuse(observer, int(rows[index]), failed[index])
        views = np.empty(len(rows), VIEW)
        views["observer"], views["game"], views["lap"], views["seat"] = number, rows, lap, seat
        views["unseen"] = self._unseen(rows, seat)
        views["saboteur"], views["treasure"] = held[:, :SEATS], held[:, SEATS:]
        self._views.append(views[~np.isnan(held[:, 0])])

    def _unseen(self, rows: np.ndarray, seat: int) -> np.ndarray:
        """(k,) bool: whether all goals lie face down and the seat has looked at none."""
        games = self._table.games
        faces = games["public"]["mine"]["goals"]["face"][rows], games["private"]["known"][rows, seat]
        return (faces[0] == HIDDEN).all(1) & (faces[1] == HIDDEN).all(1)

    def _accuse(self, observer: Agent, row: int, message: str) -> None:
        table = self._table
        deal, repeat = int(table.deals[row]), int(table.repeats[row])
        table.faults.append(Fault(deal, repeat, observer.name, MINER, "belief", message))

    def views(self) -> np.ndarray:
        """(v,) VIEW: all that was noted, by observer, game, lap and seat."""
        views = np.concatenate([np.empty(0, VIEW), *self._views])
        return views[np.lexsort([views[name] for name in ("seat", "lap", "game", "observer")])]


def _held(observer: Agent, information: Information) -> np.ndarray:
    """(k, 13) float64: an observer's beliefs, of seats and then of goals.

    Raises:
        ValueError: they are no probabilities, or not one for each seat and goal.
    """
    saboteur, treasure = observer.belief_all(information)
    shapes, expected = (np.shape(saboteur), np.shape(treasure)), ((len(information), SEATS), (len(information), GOALS))
    if shapes != expected:
        raise ValueError(f"beliefs of seats and goals are of shapes {shapes}, not {expected}: 0 where nobody sits")
    held = np.concatenate([saboteur, treasure], axis=1, dtype=np.float64)
    if not ((held >= -TOLERANCE) & (held <= 1 + TOLERANCE)).all():
        raise ValueError("beliefs outside of 0 to 1")
    if (abs(held[:, SEATS:].sum(1) - 1) > TOLERANCE).any():
        raise ValueError("the beliefs about the treasure do not sum to 1")
    return held.clip(0, 1)
