"""Playing a chunk of a cell's games side by side, and what is kept of them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from agents import registry
from agents.protocol import Agent, Truth
from saboteur_env.core.actions import ACTIONS, NO_ACTION
from saboteur_env.core.batch import act_some, illegal_some
from saboteur_env.core.cards import PICKING
from saboteur_env.core.layout import ROUNDS, SEATS
from saboteur_env.game import Game, IllegalAction
from saboteur_env.information import Information, information_of

from .cells import Cell, seated
from .chance import DECISIONS, decision_words, words_for
from .faults import Fault, Stopwatch, ask
from .suites import dealt

# How a game ended. Rounds that were not played hold -1; so do seats where nobody sat.
OUTCOME = np.dtype(
    [
        ("deal", "<i4"),
        ("repeat", "<i4"),
        ("fair", "?"),  # nobody committed a fault
        ("reached", "i1", (ROUNDS,)),  # 1 if the miners reached the treasure
        ("roles", "i1", (ROUNDS, SEATS)),
        ("nuggets", "<i2", (SEATS,)),
        ("places", "i1", (SEATS,)),  # where in the line-up each seat's agent stands
    ]
)
# An action, in the order of play; the game is an index into the outcomes.
ACT = np.dtype([("game", "<i4"), ("action", "<i2")])
# What an observer held for likely, sitting as a miner. Lap 0 is the end of the round.
VIEW = np.dtype(
    [
        ("observer", "i1"),
        ("game", "<i4"),
        ("lap", "i1"),
        ("seat", "i1"),
        ("unseen", "?"),  # all goals lie face down, and the seat has looked at none
        ("saboteur", "<f8", (SEATS,)),
        ("treasure", "<f8", (3,)),
    ]
)
_NOTHING = np.array(NO_ACTION)


@dataclass(frozen=True)
class Played:
    """What is kept of games.

    Attributes:
        outcomes: (n,) OUTCOME.
        acts: (k,) ACT.
        views: (v,) VIEW.
        goals: (n, 3) int8: the goals' faces in the first round.
        faults: in the order of the games.
    """

    outcomes: np.ndarray
    acts: np.ndarray
    views: np.ndarray
    goals: np.ndarray
    faults: list[Fault]

    def arrays(self) -> dict[str, np.ndarray]:
        """All of it as arrays that numpy can store."""
        told = json.dumps(self.faults, ensure_ascii=False).encode()
        return {**vars(self), "faults": np.frombuffer(told, np.uint8)}

    @classmethod
    def of_arrays(cls, arrays: dict[str, np.ndarray]) -> "Played":
        """The inverse of `arrays`."""
        faults = [Fault(*fields) for fields in json.loads(arrays["faults"].tobytes())]
        return cls(**{**arrays, "faults": faults})

    @classmethod
    def joined(cls, parts: list["Played"]) -> "Played":
        """The games of several parts, one after the other."""
        first = np.cumsum([0, *(len(part.outcomes) for part in parts)])
        acts, views = (
            np.concatenate([_shifted(getattr(part, name), by) for part, by in zip(parts, first, strict=False)])
            for name in ("acts", "views")
        )
        outcomes, goals = (np.concatenate([getattr(part, name) for part in parts]) for name in ("outcomes", "goals"))
        return cls(outcomes, acts, views, goals, [fault for part in parts for fault in part.faults])


def _shifted(array: np.ndarray, by: int) -> np.ndarray:
    """The same about games that stand so much further behind."""
    array = array.copy()
    array["game"] += by
    return array


class Table:
    """A chunk of games with their players.

    Rows stay where they are until all games are over, so that players know a game again by its row.

    Args:
        cell: who plays what.
        seeds: (n,) uint64: the chance of each deal.
        deals: (n,) int64: the number of each deal.
        repeats: (n,) int64: for which time it is played.
        seed: of the players' chance.
        overtime: seconds that a decision may take.

    Attributes:
        games: (n,) GAME.
        rules: (1,) RULES.
        which: (n,) int64, zeros: the rules of each game.
        roles: (n, SEATS) int8: as dealt in the first round.
    """

    def __init__(
        self, cell: Cell, seeds: np.ndarray, deals: np.ndarray, repeats: np.ndarray, seed: int, overtime: float
    ) -> None:
        self.cell, self.deals, self.repeats = cell, deals, repeats
        self.games, self.rules = dealt(cell.setup, seeds), cell.setup.rules()
        self.which = np.zeros(len(deals), np.int64)
        self.roles = self.games["private"]["role"].copy()
        self.places = seated(cell, self.roles, deals, repeats, seed)
        self._words = words_for(DECISIONS, seed, cell.players, deals, repeats)
        self._seed, self._overtime = seed, overtime
        self._players: dict[tuple[int, int], Agent] = {}
        self._void = np.zeros(len(deals), np.bool_)
        self._acts: list[np.ndarray] = []
        self.faults: list[Fault] = []

    def decisions(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Play all games to their end.

        Yields:
            Before each step (k,) int64 rows of the games that go on, and (k,) int64 the actions about to be carried
            out in them.
        """
        while len(rows := self._going()):
            actions = self._chosen(rows)
            fair = actions != NO_ACTION
            rows, actions = rows[fair], actions[fair]
            if len(rows):
                yield rows, actions
                self._carry_out(rows, actions)

    def _going(self) -> np.ndarray:
        return np.flatnonzero((self.games["public"]["phase"] <= PICKING) & ~self._void)

    def _carry_out(self, rows: np.ndarray, actions: np.ndarray) -> None:
        acts = np.empty(len(rows), ACT)
        acts["game"], acts["action"] = rows, actions
        self._acts.append(acts)
        act_some(self.rules, self.games, self.which, rows, actions)

    def _chosen(self, rows: np.ndarray) -> np.ndarray:
        """(k,) int64: what the seats to decide choose; NO_ACTION, and the game is void, where that is a fault."""
        public = self.games["public"]
        seats = public["seat"][rows].astype(np.int64)
        words = decision_words(self._words[rows], public["round_index"][rows], public["logged"][rows], seats)
        who = 2 * self.places[rows, seats] + self.games["private"]["role"][rows, seats]
        actions = np.empty(len(rows), np.int64)
        for player in np.flatnonzero(np.bincount(who)):
            mine = np.flatnonzero(who == player)
            actions[mine] = self._ask(divmod(int(player), 2), rows[mine], seats[mine], words[mine])
        return actions

    def _ask(self, player: tuple[int, int], rows: np.ndarray, seats: np.ndarray, words: np.ndarray) -> np.ndarray:
        """(k,) int64: the answers of one player, NO_ACTION for faults."""
        agent = self._player(*player)
        information = self.known(agent, rows, seats)
        watch = Stopwatch(agent.name)
        actions, failed = ask(lambda k: _whole(agent.act_all(information[k], words[k]), len(k)), len(rows), _NOTHING)
        wrong = {
            **self._illegal(rows, actions),
            **self._late(watch.per(len(rows)), len(rows)),
            **{index: ("exception", message) for index, message in failed.items()},
        }
        for index in sorted(wrong):
            self._accuse(player, int(rows[index]), *wrong[index])
        actions[list(wrong)] = NO_ACTION
        return actions

    def _late(self, seconds: float, count: int) -> dict[int, tuple[str, str]]:
        """All decisions of a call that took so many seconds for each, if that is too long."""
        if seconds <= self._overtime:
            return {}
        told = f"{seconds:.3g} s for a decision, {self._overtime:g} s are allowed"
        return dict.fromkeys(range(count), ("overtime", told))

    def _player(self, place: int, role: int) -> Agent:
        """The agent at a place of the line-up in a role, always the same one."""
        if (place, role) not in self._players:
            self._players[place, role] = registry.make(self.cell.lineup[place], seed=self._seed)
        return self._players[place, role]

    def known(self, agent: Agent, rows: np.ndarray, seats: np.ndarray) -> Information:
        """What an agent gets to see in these seats; oracles see everything."""
        information = information_of(self.games, self.rules, self.which, rows, seats)
        if not agent.is_oracle:
            return information
        return Truth(*information.arrays(), self.games[rows])

    def _illegal(self, rows: np.ndarray, actions: np.ndarray) -> dict[int, tuple[str, str]]:
        """The illegal ones among actions, with the reason."""
        illegal = np.empty(len(rows), np.bool_)
        illegal_some(self.rules, self.games, self.which, rows, actions, illegal)
        found = np.flatnonzero(illegal)
        return {int(index): ("illegal", self._reason(rows[index], int(actions[index]))) for index in found}

    def _reason(self, row: int, action: int) -> str:
        try:
            Game.of_bytes(self.cell.setup, self.games[row].tobytes()).check(action)
        except IllegalAction as error:
            return str(error)
        return f"action {action} is not offered"

    def _accuse(self, player: tuple[int, int], row: int, kind: str, message: str) -> None:
        place, role = player
        self._void[row] = True
        deal, repeat = int(self.deals[row]), int(self.repeats[row])
        self.faults.append(Fault(deal, repeat, self.cell.lineup[place], role, kind, message))

    def outcomes(self) -> np.ndarray:
        """(n,) OUTCOME."""
        past, rounds = self.games["public"]["past"], self.cell.rounds
        out = np.full(len(self.games), -1, OUTCOME)
        out["deal"], out["repeat"], out["fair"] = self.deals, self.repeats, ~self._void
        out["reached"][:, :rounds] = past["reached"][:, :rounds]
        out["roles"][:, :rounds] = past["roles"][:, :rounds]
        out["roles"][:, 0] = self.roles
        out["nuggets"] = self.games["private"]["gold"] @ np.arange(1, 4)
        out["places"] = self.places
        return out

    def played(self, views: np.ndarray) -> Played:
        """What is kept once all games are over, beside (v,) VIEW of those who looked on."""
        acts = np.concatenate([np.empty(0, ACT), *self._acts])
        faults = sorted(self.faults, key=lambda fault: (fault.repeat, fault.deal))
        return Played(self.outcomes(), acts, views, self.games["hidden"]["goals"].copy(), faults)


def _whole(actions: np.ndarray, count: int) -> np.ndarray:
    """(count,) int64: the actions, if they are so many whole numbers.

    Raises:
        TypeError: they are not.
    """
    actions = np.asarray(actions)
    if actions.shape != (count,) or actions.dtype.kind not in "iu":
        raise TypeError(f"act_all gave {actions.shape} {actions.dtype}, not ({count},) whole numbers")
    return np.clip(actions, -1, ACTIONS).astype(np.int64)
