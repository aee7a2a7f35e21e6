"""One game in Python's hands: checks at the border, trust inside.

`Game` knows no framework. It holds an array of one GAME record and passes it to the core; whoever plays many
games at once uses the core's functions on longer arrays.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from .core.actions import ACTIONS, BLOCKS, FIRST, NO_ACTION, decode, encode
from .core.cards import CARDS, CLAIMING, DEAL, GOAL_FACES, HIDDEN, LAY, NAMES, NONE, OVER, PHASES, PICKING, PLAY, ROLES, TOOLS
from .core.determinize import determinize
from .core.jit import announce, entry
from .core.layout import DECK, EVENT, GAME, ROUNDS
from .core.tiles import TILE, TURNS
from .core.turn import begin, deal_round, shuffle_round, status, step
from .notation import Move, event_of, misfits, move_of, revealed_of, tiles_of, words_of
from .rules import rules_record

Deal = Mapping[str, Any]
STATE_FORMAT = "saboteur-state/1"
LAYOUT = hashlib.sha256(repr(GAME).encode()).hexdigest()[:12]
_DEAL_FIELDS = ("roles", "left_over", "goals", "hands", "deck", "gold", "starter")


class IllegalAction(ValueError):
    """An action that the rules do not allow now. The message names it and says why."""


@dataclass(frozen=True)
class Setup:
    """What is agreed before the first deal; the same parameters as those of the environment.

    Raises:
        ValueError: an unknown edition or variant, or a number out of range.
    """

    players: int = 5
    edition: str = "amigo-2025"
    variants: tuple[str, ...] = ()
    rounds: int = ROUNDS
    distances: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.variants, str):
            object.__setattr__(self, "variants", tuple(self.variants))
        self.rules()

    def rules(self) -> np.ndarray:
        """An array of one RULES record, read-only."""
        return rules_record(self.players, self.edition, self.variants, self.rounds, self.distances)


@entry
def _decode(games, i, rules, seat, action, events):
    decode(games[i].public, games[i].private[seat], rules[0], action, events[0])


@entry
def _encode(games, i, rules, seat, events):
    return encode(games[i].public, games[i].private[seat], rules[0], events[0])


class Game:
    """A game of Saboteur.

    Args:
        setup: players, edition, variants, rounds.

    Attributes:
        games: array of one GAME record: the whole state.
        rules: array of one RULES record.
        planned: deals still to come, instead of chance.
    """

    __slots__ = ("_bytes", "_ids", "_status", "games", "planned", "rules", "setup")

    def __init__(self, setup: Setup) -> None:
        announce()
        self.setup = setup
        self.rules = setup.rules()
        self._ids = np.empty(ACTIONS, np.int64)
        self._bytes = np.zeros(GAME.itemsize, np.uint8)
        self.games = self._bytes.view(GAME)
        self._status = OVER, 0, 0, 0
        self.planned: list[Deal] = []

    def _hold(self, state: np.ndarray) -> None:
        """Take on a state, given as bytes. (numpy copies plain bytes some fifty times faster than records.)"""
        self._bytes = state
        self.games = state.view(GAME)
        self._status = status(self.games, 0, self.rules, self._ids)

    # -- the course of the game -------------------------------------------------------------------------

    def reset(self, seed: int | None = None, deals: Sequence[Deal] = ()) -> None:
        """Begin a new game.

        Args:
            seed: fixes all chance; None goes on from the last game's chance, or from the system's.
            deals: deals for the first rounds, in the format of the recorded game; later ones are chance.

        Raises:
            ValueError: a deal that these rules do not allow. The game that was there stays.
        """
        before = self._bytes.copy(), self.planned
        begin(self.games, 0, self.rules, _chance(seed, self.games[0].hidden.random))
        self.planned = list(deals)
        try:
            if len(self.planned) > self.setup.rounds:
                raise ValueError(f"{len(self.planned)} deals for a game of {self.setup.rounds} rounds")
            self._deal()
        except (ValueError, TypeError, KeyError):
            self._hold(before[0])
            self.planned = before[1]
            raise

    def _deal(self) -> None:
        """Deal the next round, as planned or by chance."""
        shuffle_round(self.games, 0, self.rules)
        if self.planned:
            _arrange_deal(self.games[0], self.setup, self.planned[0])
            self.planned = self.planned[1:]
        deal_round(self.games, 0, self.rules)
        self._status = status(self.games, 0, self.rules, self._ids)

    def step(self, action: int) -> None:
        """Carry out an action of the seat to decide, which must be legal; deals the next round if one ends."""
        self._status = step(self.games, 0, self.rules, action, self._ids)
        if self._status[0] == DEAL:
            self._deal()

    def play(self, action: int) -> None:
        """Carry out an action after checking it.

        Raises:
            IllegalAction: the action is not legal now. Nothing has changed.
        """
        self.check(action)
        self.step(int(action))

    # -- looking at it ----------------------------------------------------------------------------------

    @property
    def public(self) -> Any:
        """The PUBLIC record (a view)."""
        return self.games[0].public

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
        mask = np.zeros(ACTIONS, np.int8)
        mask[self._ids[: self._status[3]]] = 1
        return mask

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
        _decode(self.games, 0, self.rules, self.seat, action, events)
        return move_of(events[0])

    def action(self, move: Mapping[str, Any]) -> int:
        """The action id of a legal move of the seat to decide.

        Raises:
            ValueError: this is no move.
            IllegalAction: the move is not legal now.
        """
        events = event_of(move, self.seat)
        target = int(events[0].target)
        if target >= self.setup.players:
            raise IllegalAction(f"there is no seat {target} among {self.setup.players} players")
        action = int(_encode(self.games, 0, self.rules, self.seat, events))
        if action == NO_ACTION or action not in self.legal():
            raise IllegalAction(f"seat {self.seat} cannot {words_of(dict(move))}: {self._why_not(dict(move))}")
        return action

    def check(self, action: int) -> None:
        """Raise IllegalAction, with the reason in words, unless the action is legal now."""
        if isinstance(action, (bool, np.bool_)) or not isinstance(action, (int, np.integer)):
            raise IllegalAction(f"an action is a whole number from 0 to {ACTIONS - 1}, not {action!r}")
        if not 0 <= action < ACTIONS:
            raise IllegalAction(f"an action is a whole number from 0 to {ACTIONS - 1}, not {action}")
        if self.is_over:
            raise IllegalAction("the game is over; reset it to play another")
        if action not in self.legal():
            raise IllegalAction(f"action {action} is illegal for seat {self.seat}: {self._why_not_action(int(action))}")

    def _why_not_action(self, action: int) -> str:
        """Why an action id is not legal: an empty slot, or a move that is not allowed."""
        block = next(i for i in range(len(BLOCKS)) if action < FIRST[i + 1])
        name, slot = list(BLOCKS)[block], action - FIRST[block]
        mine, private = self.public.mine, self.games[0].private[self.seat]
        seats = len(self.public.players)
        if name == "lay" and slot // (2 * len(private.hand)) >= mine.spaces:
            return f"the frontier has {mine.spaces} cells, not {slot // (2 * len(private.hand)) + 1}"
        hand_slot = slot // 2 % len(private.hand) if name == "lay" else slot
        if name in ("lay", "pass") and private.hand[hand_slot] == NONE:
            return f"hand slot {hand_slot} is empty"
        if name in ("lay", "pass") and hand_slot > 0 and private.hand[hand_slot - 1] == private.hand[hand_slot]:
            return f"hand slot {hand_slot} holds an equal card to slot {hand_slot - 1}; only the first is offered"
        if name == "lay" and CARDS[private.hand[hand_slot]].verb != LAY:
            return f"hand slot {hand_slot} holds {NAMES[private.hand[hand_slot]]}, which is no path card"
        if name == "rockfall" and slot >= mine.cards:
            return f"{mine.cards} path cards are laid, there is none in slot {slot}"
        if name in ("break", "repair") and slot % seats >= self.setup.players:
            return f"relative seat {slot % seats} is not taken among {self.setup.players} players"
        move = self._move(action)
        return f"it cannot {words_of(move)}: {self._why_not(move)}"

    def _why_not(self, move: Move) -> str:
        """Why a move of the seat to decide is not allowed."""
        verb, private = move["verb"], self.games[0].private[self.seat]
        phase = PLAY if verb not in ("claim", "pick") else CLAIMING if verb == "claim" else PICKING
        if self._status[0] != phase:
            return f"the decision is to {self.phase}"
        held = [NAMES[kind] for kind in private.hand if kind != NONE]
        needed = {"lay": move.get("card"), "rockfall": "rockfall", "repair": move.get("card"), "map": "map"}.get(verb)
        if verb == "break":
            needed = f"broken-{move['tool']}"
        for card in move.get("cards", [needed] if needed else []):
            if card not in held:
                return f"it holds no {card} (it holds {', '.join(held)})"
        return getattr(self, f"_why_not_{verb}")(move)

    def _why_not_lay(self, move: Move) -> str:
        mine, private = self.public.mine, self.games[0].private[self.seat]
        broken = _tools(self.public.players[self.seat].broken)
        if broken:
            return f"its {' and '.join(broken)} {'is' if len(broken) == 1 else 'are'} broken"
        kind = NAMES.index(move["card"])
        if move["turned"] >= TURNS[kind]:
            return f"a turn leaves {move['card']} as it is; lay it unturned"
        for slot in range(mine.spaces):
            if (mine.frontier[slot].x, mine.frontier[slot].y) == (move["x"], move["y"]):
                reasons = misfits(int(TILE[kind, int(move["turned"])]), int(mine.frontier[slot].fit))
                return ", and ".join(reasons) or f"seat {private.seat} may"
        return "no tunnel from the start leads to that cell, or it is taken"

    def _why_not_rockfall(self, move: Move) -> str:
        return "no laid path card lies there; the start and the goals stay"

    def _why_not_break(self, move: Move) -> str:
        if move["seat"] == self.seat:
            return "these rules allow no broken tool in front of oneself"
        return f"the {move['tool']} of seat {move['seat']} is broken already"

    def _why_not_repair(self, move: Move) -> str:
        return f"the {move['tool']} of seat {move['seat']} is not broken"

    def _why_not_map(self, move: Move) -> str:
        return f"goal {move['goal']} is face up"

    def _why_not_claim(self, move: Move) -> str:
        return f"goal {move.get('goal')} is face up, or the claim has no face"

    def _why_not_pass(self, move: Move) -> str:
        return "a pass discards one card that one holds"

    def _why_not_pick(self, move: Move) -> str:
        return f"the pile holds no gold card of {move['nuggets']} nuggets"

    # -- the whole truth --------------------------------------------------------------------------------

    def deal(self) -> dict[str, Any]:
        """The deal of the round, in the format of the recorded game."""
        hidden, players, hand = self.games[0].hidden, self.setup.players, int(self.rules[0].hand)
        pool = int(sum(self.rules[0].pool))
        dealt = players * hand
        return {
            "roles": [ROLES[role] for role in hidden.roles[:players]],
            "left_over": [ROLES[role] for role in hidden.roles[players:pool]],
            "goals": [GOAL_FACES[face] for face in hidden.goals],
            "hands": [[NAMES[k] for k in sorted(hidden.deck[s * hand : (s + 1) * hand])] for s in range(players)],
            "deck": [NAMES[kind] for kind in hidden.deck[dealt:]],
            "gold": [int(worth) for worth in hidden.gold[: hidden.stock]],
            "starter": int(self.public.starter),
        }

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
        """Everything, hidden things included, as JSON: never to be shown to an agent."""
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
            "broken": _tools(player.broken),
            "known": [GOAL_FACES[face] if face != HIDDEN else None for face in private.known],
            "discarded": [NAMES[kind] for kind in private.discards[: player.passes]],
            "gold": [int(n) for n in private.gold],
        }

    # -- copies -----------------------------------------------------------------------------------------

    def clone(self) -> "Game":
        """An independent copy, chance included."""
        twin = object.__new__(Game)
        twin.setup, twin.rules, twin.planned, twin._status = self.setup, self.rules, self.planned, self._status
        twin._bytes, twin._ids = self._bytes.copy(), self._ids.copy()
        twin.games = twin._bytes.view(GAME)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.setup, self._bytes.tobytes(), self.planned)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.clone()

    __copy__ = clone

    def determinize(self, seat: int, seed: int) -> "Game":
        """A game that agrees with all that a seat knows; hidden things are drawn anew (see core/determinize).

        Raises:
            ValueError: there is no such seat, or no game has begun.
        """
        if seat not in range(self.setup.players):
            raise ValueError(f"there is no seat {seat} among {self.setup.players} players")
        if self.games[0].private[seat].role == NONE or not self.public.mine.occupied.any():
            raise ValueError("no round is dealt yet; reset the game first")
        world = self.clone()
        world.planned = []
        determinize(self.games, 0, self.rules, seat, _chance(seed, np.uint64(0)), world.games, 0)
        world._status = status(world.games, 0, self.rules, world._ids)
        return world

    def get_state(self) -> bytes:
        """The whole game as bytes, for `set_state` of a game with the same setup."""
        return json.dumps([*self._header(), self.planned]).encode() + b"\0" + self._bytes.tobytes()

    def set_state(self, state: bytes) -> None:
        """Take on a state.

        Raises:
            ValueError: bytes that are no state, or one of another setup or version. Nothing has changed.
        """
        head, _, body = state.partition(b"\0")
        try:
            *header, planned = json.loads(head)
        except (ValueError, TypeError):
            raise ValueError("these bytes are no state of a game") from None
        expected = json.loads(json.dumps(self._header()))
        for name, here, there in zip(("format", "layout", "setup"), expected, header, strict=False):
            if here != there:
                raise ValueError(f"the state has the {name} {there!r}, this game has {here!r}")
        if len(header) != len(expected) or len(body) != GAME.itemsize:
            raise ValueError(f"the state is truncated: {len(body)} bytes instead of {GAME.itemsize}")
        self._hold(np.frombuffer(body, np.uint8).copy())
        self.planned = planned

    def _header(self) -> list[Any]:
        return [STATE_FORMAT, LAYOUT, asdict(self.setup)]


def _restore(setup: Setup, body: bytes, planned: list[Deal]) -> Game:
    game = Game(setup)
    game._hold(np.frombuffer(body, np.uint8).copy())
    game.planned = planned
    return game


def _chance(seed: int | None, current: Any) -> np.uint64:
    """A state for the core's random numbers, well mixed from a seed."""
    if seed is None and current != 0:
        return np.uint64(current)
    return np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]


def _tools(bits: int) -> list[str]:
    return [tool for index, tool in enumerate(TOOLS) if bits >> index & 1]


def _indices(names: Any, table: Sequence[str], what: str) -> list[int]:
    """Names of a deal as numbers."""
    if not isinstance(names, (list, tuple)):
        raise ValueError(f"the {what} of a deal are a list, not {names!r}")
    for name in names:
        if name not in table:
            raise ValueError(f"{name!r} in the {what} of the deal is unknown; there are {', '.join(table)}")
    return [table.index(name) for name in names]


def _same_cards(found: Sequence[Any], expected: Sequence[Any], what: str) -> None:
    """Raise ValueError unless both hold the same cards."""
    for card in sorted({*found, *expected}, key=str):
        if found.count(card) != expected.count(card):
            raise ValueError(f"the deal has {found.count(card)} {card} in its {what}, the rules ask for {expected.count(card)}")


def _arrange_deal(game: Any, setup: Setup, deal: Deal) -> None:
    """Write a deal into a game whose next round is arranged by chance, after checking it against the rules.

    What chance arranged has the right cards; a deal must hold the same ones.
    """
    if not isinstance(deal, Mapping):
        raise ValueError(f"a deal is a mapping with the fields {', '.join(_DEAL_FIELDS)}, not {deal!r}")
    missing = [name for name in _DEAL_FIELDS if name not in deal]
    unknown = [name for name in deal if name not in (*_DEAL_FIELDS, "set_aside")]
    if missing or unknown or deal.get("set_aside"):
        raise ValueError(f"a deal has the fields {', '.join(_DEAL_FIELDS)}; missing: {missing}, unknown: {unknown}")
    hidden, public, players = game.hidden, game.public, setup.players
    rules = setup.rules()[0]
    pool = int(sum(rules.pool))
    roles = _indices(deal["roles"], ROLES, "roles")
    left_over = _indices(deal["left_over"], ROLES, "left-over roles")
    if len(roles) != players:
        raise ValueError(f"the deal has {len(roles)} roles for {players} players")
    _same_cards([ROLES[r] for r in (*roles, *left_over)], [ROLES[r] for r in hidden.roles[:pool]], "roles")
    goals = _indices(deal["goals"], GOAL_FACES[1:], "goals")
    _same_cards([GOAL_FACES[g + 1] for g in goals], GOAL_FACES[1:], "goals")
    if not isinstance(deal["hands"], (list, tuple)) or len(deal["hands"]) != players:
        raise ValueError(f"the deal needs {players} hands")
    hands = [_indices(hand, NAMES, "hands") for hand in deal["hands"]]
    if any(len(hand) != rules.hand for hand in hands):
        raise ValueError(f"every hand of the deal needs {rules.hand} cards, they have {[len(hand) for hand in hands]}")
    deck = [kind for hand in hands for kind in hand] + _indices(deal["deck"], NAMES, "deck")
    _same_cards([NAMES[k] for k in deck], [NAMES[k] for k in hidden.deck], "hands and deck")
    _same_cards(list(deal["gold"]), [int(worth) for worth in hidden.gold[: hidden.stock]], "gold")
    starter = deal["starter"]
    if isinstance(starter, bool) or starter not in range(players):
        raise ValueError(f"the starter of a deal is a seat from 0 to {players - 1}, not {starter!r}")
    if public.round_index > 0 and starter != public.starter:
        raise ValueError(f"seat {public.starter} starts this round, not seat {starter}")
    hidden.roles[:pool] = roles + left_over
    hidden.goals[:] = [face + 1 for face in goals]
    hidden.deck[:DECK] = deck
    hidden.gold[: hidden.stock] = deal["gold"]
    public.starter = starter
