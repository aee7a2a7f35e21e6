"""One game in Python's hands: checks at the border, trust inside.

`Game` knows no framework. It holds an array of one GAME record and passes it to the core; whoever plays many
games at once uses the core's functions on longer arrays.
"""

import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

import numpy as np

from .core.actions import ACTIONS, NO_ACTION, action_of_event, event_of_action
from .core.cards import DEAL, GOAL_FACES, HIDDEN, NAMES, NONE, OVER, PHASES, ROLES
from .core.layout import EVENT, GAME
from .core.turn import ILLEGAL, begin, deal_round, shuffle_round, status, step
from .deals import Deal, arrange_deal, deal_of, plain, read_deal
from .explain import broken_tools, empty_slot, why_not
from .information import Information, snapshot
from .notation import Move, event_of, move_of, revealed_of, tiles_of, words_of
from .rules import Setup, check_seed, is_whole
from .worlds import Weigh, draw_worlds

STATE_FORMAT = "saboteur-state/1"
LAYOUT = hashlib.sha256(repr(GAME).encode()).hexdigest()[:12]


class IllegalAction(ValueError):
    """An action that the rules do not allow now. The message names it and says why."""


class MalformedAction(IllegalAction):
    """What is no action id at all."""


class Game:
    """A game of Saboteur.

    Args:
        setup: players, edition, variants, rounds.

    Attributes:
        games: array of one GAME record: the whole state.
        rules: array of one RULES record.
        planned: deals still to come, instead of chance.
    """

    __slots__ = ("_bytes", "_ids", "_mask", "_status", "games", "planned", "rules", "setup")

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.rules = setup.rules()
        self._ids, self._mask = np.empty(ACTIONS, np.int64), np.zeros(ACTIONS, np.int8)
        self._bytes = np.zeros(GAME.itemsize, np.uint8)
        self.games = self._bytes.view(GAME)
        self.games[0].public.phase = OVER
        self._status = OVER, 0, 0, 0
        self.planned: list[Deal] = []

    @classmethod
    def of_bytes(cls, setup: Setup, record: bytes) -> "Game":
        """A game that goes on from the bytes of a GAME record."""
        game = cls(setup)
        game._hold(np.frombuffer(record, np.uint8).copy())
        return game

    def _hold(self, state: np.ndarray) -> None:
        """Take on a state, given as bytes: numpy copies them far faster than records."""
        self._bytes = state
        self.games = state.view(GAME)
        self._status = status(self.games, 0, self.rules, self._ids, self._mask)

    # -- the course of the game -------------------------------------------------------------------------

    def reset(self, seed: int | None = None, deals: Sequence[Deal] = ()) -> None:
        """Begin a new game.

        Args:
            seed: fixes all chance; None goes on from the last game's chance, or from the system's.
            deals: deals for the first rounds, in the format of the recorded game; later ones are chance.

        Raises:
            ValueError: a deal that these rules do not allow. The game that was there stays.
        """
        if len(deals) > self.setup.rounds:
            raise ValueError(f"{len(deals)} deals for a game of {self.setup.rounds} rounds")
        for number, deal in enumerate(deals):
            with _naming_deal(number):
                read_deal(self.rules[0], deal)
        with self._unless_refused():
            begin(self.games, 0, self.rules, _chance(seed, self.games[0].hidden.random))
            self.planned = [plain(deal) for deal in deals]
            self._deal()

    def _deal(self) -> None:
        """Deal the next round, as planned or by chance."""
        shuffle_round(self.games, 0, self.rules)
        if self.planned:
            with _naming_deal(int(self.public.round_index)):
                arrange_deal(self.games[0], self.rules[0], self.planned[0])
            self.planned = self.planned[1:]
        deal_round(self.games, 0, self.rules)
        self._status = status(self.games, 0, self.rules, self._ids, self._mask)

    def step(self, action: int) -> bool:
        """Carry out an action of the seat to decide; deals the next round if one ends.

        Returns:
            Whether the action ended a round.

        Raises:
            IllegalAction: the action is not legal now; the message says why. Nothing has changed.
            ValueError: the next round's planned deal contradicts this game. Nothing has changed.
        """
        if type(action) is not int or not 0 <= action < ACTIONS:
            self.check(action)
        if self.planned:
            with self._unless_refused():
                return self._step(int(action))
        return self._step(int(action))

    def _step(self, action: int) -> bool:
        status = step(self.games, 0, self.rules, action, self._ids, self._status[3], self._mask)
        if status[3] == ILLEGAL:
            self.check(action)
        before, self._status = self._status, status
        if status[0] == DEAL:
            self._deal()
        return status[2] != before[2]

    @contextmanager
    def _unless_refused(self) -> Iterator[None]:
        """Take everything back where a deal is refused."""
        before, planned = self._bytes.copy(), self.planned
        try:
            yield
        except ValueError:
            self._hold(before)
            self.planned = planned
            raise

    # -- looking at it ----------------------------------------------------------------------------------

    @property
    def public(self) -> Any:
        """The PUBLIC record (a view)."""
        return self.games[0].public

    @property
    def _deciding(self) -> Any:
        """The PRIVATE record of the seat to decide (a view)."""
        return self.games[0].private[self.seat]

    @property
    def seat(self) -> int:
        """The seat to decide."""
        return self._status[1]

    @property
    def phase(self) -> str:
        """What is to be decided: play, claim, pick; or over."""
        return PHASES[self._status[0]]

    @property
    def round_index(self) -> int:
        """How many rounds are played: the index of the round in play."""
        return self._status[2]

    @property
    def is_over(self) -> bool:
        """Whether the last round is played and paid."""
        return self._status[0] == OVER

    def legal(self) -> np.ndarray:
        """The legal action ids of the seat to decide, ascending; int64, fresh."""
        return self._ids[: self._status[3]].copy()

    def mask(self) -> np.ndarray:
        """(actions,) int8, fresh: 1 for each legal action of the seat to decide."""
        return self._mask.copy()

    def legal_moves(self) -> list[Move]:
        """The legal moves of the seat to decide, in the order of their action ids."""
        return [self.move(action) for action in self.legal()]

    def move(self, action: int) -> Move:
        """The move of a legal action of the seat to decide.

        Raises:
            IllegalAction: the action is not legal now.
        """
        self.check(action)
        return self._move(int(action))

    def _move(self, action: int) -> Move:
        events = np.zeros(1, EVENT)
        event_of_action(self.games, 0, self.rules, self.seat, action, events)
        return move_of(events[0])

    def action(self, move: Mapping[str, Any]) -> int:
        """The action id of a legal move of the seat to decide.

        Raises:
            ValueError: this is no move.
            IllegalAction: the move is not legal now.
        """
        self._check_going_on()
        events = event_of(move, self.seat)
        target = int(events[0].target)
        if target >= self.setup.players:
            raise IllegalAction(f"there is no seat {target} among {self.setup.players} players")
        action = int(action_of_event(self.games, 0, self.rules, self.seat, events))
        if action == NO_ACTION or action not in self.legal():
            reason = why_not(self.public, self._deciding, dict(move))
            raise IllegalAction(f"seat {self.seat} cannot {words_of(dict(move))}: {reason}")
        return action

    def check(self, action: int) -> None:
        """Raise IllegalAction, with the reason in words, unless the action is legal now."""
        if not is_whole(action) or not 0 <= action < ACTIONS:
            raise MalformedAction(f"an action is a whole number from 0 to {ACTIONS - 1}, not {action!r}")
        self._check_going_on()
        if action not in self.legal():
            raise IllegalAction(f"action {action} is illegal for seat {self.seat}: {self._why_not(int(action))}")

    def _check_going_on(self) -> None:
        if self.is_over:
            raise IllegalAction("the game is over; reset it to play another")

    def _why_not(self, action: int) -> str:
        private = self._deciding
        empty = empty_slot(self.public, private, self.setup.players, action)
        if empty:
            return empty
        move = self._move(action)
        return f"it cannot {words_of(move)}: {why_not(self.public, private, move)}"

    # -- the whole truth --------------------------------------------------------------------------------

    def check_begun(self) -> None:
        """Raise ValueError unless a round is dealt."""
        if self.is_over and self.round_index == 0:
            raise ValueError("no round is dealt yet; reset the game first")

    def deal(self) -> dict[str, Any]:
        """The deal of the round, in the format of the recorded game.

        Its gold is what is still to be drawn: once gold has been handed out this round, the rest.

        Raises:
            ValueError: no round is dealt yet.
        """
        self.check_begun()
        return deal_of(self.games[0], self.rules[0])

    def result(self, number: int) -> dict[str, Any]:
        """The result of a finished round, in the format of the recorded game."""
        past, players = self.public.past[number], self.setup.players
        return {
            "round": number,
            "treasure_reached": bool(past.reached),
            "finisher": int(past.finisher) if past.finisher != NONE else None,
            "nuggets": [int(n) for n in self.games[0].hidden.gains[number, :players]],
            "roles_at_end": [ROLES[role] for role in past.roles[:players]],
            "revealed": [{"goal": goal, "lies": face} for goal, face in revealed_of(past)],
        }

    def nuggets(self) -> list[int]:
        """The nuggets of each seat."""
        return [int(private.gold @ (1, 2, 3)) for private in self.games[0].private[: self.setup.players]]

    def winners(self) -> list[int]:
        """The seats with the most nuggets."""
        nuggets = self.nuggets()
        return [seat for seat, total in enumerate(nuggets) if total == max(nuggets)]

    def truth(self) -> dict[str, Any]:
        """Everything, hidden things included, as JSON: never to be shown to an agent.

        Raises:
            ValueError: no round is dealt yet.
        """
        self.check_begun()
        public, players = self.public, self.setup.players
        return {
            **asdict(self.setup),
            "variants": list(self.setup.variants),
            "round": int(public.round_index),
            "phase": self.phase,
            "seat": self.seat,
            "deal": self.deal(),
            "deck_left": int(public.deck),
            "mine": [{"x": x, "y": y, "lies": face} for x, y, face in tiles_of(public.mine)],
            "revealed": [{"goal": goal, "lies": face} for goal, face in revealed_of(public.mine)],
            "seats": [self._truth_of(seat) for seat in range(players)],
            "pile": [int(n) for n in self.games[0].hidden.pile],
            "results": [self.result(number) for number in range(public.round_index)],
            "nuggets": self.nuggets(),
        }

    def _truth_of(self, seat: int) -> dict[str, Any]:
        private, player = self.games[0].private[seat], self.public.players[seat]
        return {
            "role": ROLES[private.role] if private.role != NONE else None,
            "hand": [NAMES[kind] for kind in private.hand if kind != NONE],
            "broken": broken_tools(player.broken),
            "known": [GOAL_FACES[face] if face != HIDDEN else None for face in private.known],
            "discarded": [NAMES[kind] for kind in private.discards[: player.passes]],
            "gold": [int(n) for n in private.gold],
        }

    # -- copies -----------------------------------------------------------------------------------------

    def clone(self) -> "Game":
        """An independent copy, chance included."""
        twin = object.__new__(Game)
        twin.setup, twin.rules, twin.planned, twin._status = self.setup, self.rules, self.planned, self._status
        twin._bytes, twin._ids, twin._mask = self._bytes.copy(), self._ids.copy(), self._mask.copy()
        twin.games = twin._bytes.view(GAME)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.setup, self._bytes.tobytes(), self.planned)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.clone()

    __copy__ = clone

    def determinize(self, seat: int, seed: int | None) -> "Game":
        """A game that agrees with all that a seat knows; hidden things are drawn anew (see core/determinize).

        Raises:
            ValueError: there is no such seat, no round is dealt yet, or the game is over.
        """
        self._check_imagines(seat)
        world = self.clone()
        world.planned = []
        draw_worlds(self.games, self.rules, seat, seed, None, world.games)
        world._status = status(world.games, 0, self.rules, world._ids, world._mask)
        return world

    def worlds(self, seat: int, count: int, seed: int | None, weigh: Weigh | None = None) -> np.ndarray:
        """(count,) GAME: so many games that agree with all that a seat knows, each drawn by itself.

        The seed fixes them, the first ones whatever their count; a world itself must be asked for worlds at the same
        moment with other seeds, or it would give itself away. Without `weigh` all that is possible is equally likely;
        `Batch.resume` plays them on.

        Args:
            weigh: what a way to deal the roles is worth, beyond how likely the shuffle makes it: a function of
                (k, players) int8, the roles of all seats in their order at the table, 0 miner, 1 saboteur, to (k,)
                numbers from 0.

        Raises:
            ValueError: as `determinize`; the count or the weights are impossible.
        """
        self._check_imagines(seat)
        if not is_whole(count) or count < 1:
            raise ValueError(f"the count of worlds is a whole number from 1, not {count!r}")
        out = np.empty(count, GAME)
        draw_worlds(self.games, self.rules, seat, seed, weigh, out)
        return out

    def information(self, seat: int) -> Information:
        """What a seat knows now, a copy: all that a player in this seat may look at.

        Raises:
            ValueError: there is no such seat, or no round is dealt yet.
        """
        self.check_begun()
        self._check_seat(seat)
        return snapshot(self.games, self.rules, seat)

    def _check_imagines(self, seat: int) -> None:
        """ValueError where a seat has no worlds."""
        self.check_begun()
        if self.is_over:
            raise ValueError("the game is over: there is no world to play on in")
        self._check_seat(seat)

    def _check_seat(self, seat: int) -> None:
        """ValueError where nobody sits."""
        if not is_whole(seat) or seat not in range(self.setup.players):
            raise ValueError(f"there is no seat {seat!r} among {self.setup.players} players")

    def get_state(self) -> bytes:
        """The whole game as bytes with a checksum, for `set_state` of a game with the same setup."""
        body = self._bytes.tobytes()
        return json.dumps([*self._header(), self.planned, zlib.crc32(body)]).encode() + b"\0" + body

    def set_state(self, state: bytes) -> None:
        """Take on a state.

        Raises:
            ValueError: bytes that are no state, or one of another setup or version. Nothing has changed.
        """
        if not isinstance(state, bytes):
            raise ValueError(f"a state is bytes, not {type(state).__name__}")
        head, _, body = state.partition(b"\0")
        try:
            *header, planned, checksum = json.loads(head)
        except (ValueError, TypeError):
            raise ValueError("these bytes are no state of a game") from None
        expected = json.loads(json.dumps(self._header()))
        for name, here, there in zip(("format", "layout", "setup"), expected, header, strict=False):
            if here != there:
                raise ValueError(f"the state has the {name} {there!r}, this game has {here!r}")
        if len(header) != len(expected) or len(body) != GAME.itemsize:
            raise ValueError(f"the state is truncated or too long: {len(body)} bytes instead of {GAME.itemsize}")
        if zlib.crc32(body) != checksum:
            raise ValueError("the state was changed: its checksum is another")
        self._hold(np.frombuffer(body, np.uint8).copy())
        self.planned = planned

    def _header(self) -> list[Any]:
        return [STATE_FORMAT, LAYOUT, asdict(self.setup)]


def _restore(setup: Setup, body: bytes, planned: list[Deal]) -> Game:
    game = Game.of_bytes(setup, body)
    game.planned = planned
    return game


@contextmanager
def _naming_deal(number: int) -> Iterator[None]:
    """Say which deal is refused."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"deal {number}: {error}") from None


def _chance(seed: int | None, current: Any) -> np.uint64:
    """A state for the core's random numbers, well mixed from a seed."""
    check_seed(seed)
    if seed is None and current != 0:
        return np.uint64(current)
    return np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]
