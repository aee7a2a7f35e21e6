"""Recorded games, format `saboteur-game/1`: one game per line of JSON, replayed without a random generator."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from .game import Game, IllegalAction
from .rules import Setup, is_whole

FORMAT = "saboteur-game/1"
ENV = "saboteur_v0"
FIELDS = (
    *("format", "env", "edition", "variants", "players", "seed", "agents"),
    *("deals", "turns", "results", "nuggets", "winners"),
)
_TURN_FIELDS = ("round", "seat", "phase", "action", "move")

Record = dict[str, Any]
Chooser = Callable[[Game, np.ndarray], int]


class RecordError(ValueError):
    """A record that is not one, or that the rules contradict. The message says where and how."""


def random_chooser(seed: int) -> Chooser:
    """Choose uniformly among the legal actions."""
    rng = np.random.default_rng(np.random.SeedSequence([seed, 1]))
    return lambda game, ids: int(ids[rng.integers(len(ids))])


def play(game: Game, seed: int | None, choose: Chooser, agents: list[str], legal: bool = False) -> Record:
    """Play a game to its end and record it.

    Args:
        game: is reset with `seed`.
        seed: fixes the deals.
        choose: from the game and its legal action ids to one of them.
        agents: a name per seat.
        legal: whether every turn lists all legal moves.
    """
    game.reset(seed)
    return play_on(game, seed, choose, agents, legal)


def play_on(game: Game, seed: int | None, choose: Chooser, agents: list[str], legal: bool = False) -> Record:
    """As `play`, from a game whose first round was just dealt."""
    deals, turns = [game.deal()], []
    while not game.is_over:
        ids = game.legal()
        action = choose(game, ids)
        turns.append(_turn(game, action, ids if legal else None))
        rounds = game.round_index
        game.step(action)
        if game.round_index > rounds and not game.is_over:
            deals.append(game.deal())
    return {
        "format": FORMAT,
        "env": ENV,
        "edition": game.setup.edition,
        "variants": list(game.setup.variants),
        "players": game.setup.players,
        "seed": seed,
        "agents": agents,
        "deals": deals,
        "turns": turns,
        "results": [game.result(number) for number in range(game.setup.rounds)],
        "nuggets": game.nuggets(),
        "winners": game.winners(),
    }


def _turn(game: Game, action: int, ids: np.ndarray | None) -> Record:
    """The record of a decision about to be carried out."""
    turn = {
        "round": game.round_index,
        "seat": game.seat,
        "phase": game.phase,
        "action": int(action),
        "move": game.move(action),
    }
    if ids is not None:
        turn["legal"] = [game.move(int(i)) for i in ids]
    return turn


def dumps(record: Record) -> str:
    """A record as one line of JSON."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def read(path: str | Path) -> Iterator[tuple[int, Record]]:
    """The records of a file with their line numbers, from 1.

    Raises:
        RecordError: a line that is no JSON object.
        OSError: the file cannot be read.
    """
    with open(path, "rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                record = json.loads(line.decode("utf-8"), object_pairs_hook=_once)
            except UnicodeDecodeError:
                raise RecordError(f"line {number}: this is no UTF-8 text") from None
            except (ValueError, RecursionError) as error:
                cut = "" if line.endswith(b"\n") else "; the file seems to be cut off here"
                raise RecordError(f"line {number}: no JSON ({error}){cut}") from None
            if not isinstance(record, dict):
                raise RecordError(f"line {number}: a record is a JSON object, not {type(record).__name__}")
            yield number, record


def _once(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object whose fields stand once each."""
    names = [name for name, _ in fields]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"the field {name!r} stands twice")
    return dict(fields)


def setup_of(record: Mapping[str, Any]) -> Setup:
    """The setup that a record names.

    Raises:
        RecordError: another format, a field missing, unknown rules.
    """
    if record.get("format") != FORMAT:
        raise RecordError(f"the format is {record.get('format')!r}; this program reads {FORMAT!r}")
    missing = [field for field in FIELDS if field not in record]
    if missing:
        raise RecordError(f"the record has no {', '.join(missing)}")
    if record["env"] != ENV:
        raise RecordError(f"the environment is {record['env']!r}; this program replays {ENV!r}")
    surplus = [field for field in record if field not in FIELDS]
    if surplus:
        raise RecordError(f"the record has the unknown {', '.join(map(str, surplus))}; it has {', '.join(FIELDS)}")
    for field in ("deals", "turns", "results", "agents", "variants", "nuggets", "winners"):
        if not isinstance(record[field], list):
            raise RecordError(f"{field} must be a list, not {record[field]!r}")
    if record["seed"] is not None and not (is_whole(record["seed"]) and record["seed"] >= 0):
        raise RecordError(f"the seed is a whole number from 0 or null, not {record['seed']!r}")
    if not all(isinstance(name, str) for name in record["agents"]):
        raise RecordError(f"agents are names, not {record['agents']!r}")
    try:
        variants, rounds = tuple(record["variants"]), len(record["deals"])
        return Setup(record["players"], record["edition"], variants, rounds, distances=False)
    except (ValueError, TypeError) as error:
        raise RecordError(str(error)) from None


def replay(record: Mapping[str, Any]) -> Iterator[Game]:
    """Play a record again, checking everything in it.

    Yields:
        The game before each turn and once at the end: always the same object, so look before going on.

    Raises:
        RecordError: at the first difference; the message says where it is, what the record says and what
            the rules say.
    """
    game = Game(setup_of(record))
    if len(record["agents"]) != game.setup.players:
        raise RecordError(f"{len(record['agents'])} agents for {game.setup.players} players")
    try:
        game.reset(0, record["deals"])
    except (ValueError, TypeError) as error:
        raise RecordError(str(error)) from None
    for index, turn in enumerate(record["turns"]):
        where = f"turn {index}"
        if game.is_over:
            raise RecordError(f"{where}: the game is over after {index} turns, the record has {len(record['turns'])}")
        yield game
        action = _check_turn(game, turn, where)
        try:
            game.step(action)
        except (ValueError, TypeError) as error:
            raise RecordError(str(error)) from None
    if not game.is_over:
        turns = len(record["turns"])
        raise RecordError(f"the record ends after {turns} turns, but the game goes on: seat {game.seat} decides")
    rounds = game.setup.rounds
    _compare("results", record["results"], [game.result(number) for number in range(rounds)])
    _compare("nuggets", record["nuggets"], game.nuggets())
    _compare("winners", record["winners"], game.winners())
    yield game


def _check_turn(game: Game, turn: Any, where: str) -> int:
    """Compare a recorded turn with the game; returns its action id."""
    if not isinstance(turn, Mapping) or set(turn) - {"legal"} != set(_TURN_FIELDS):
        raise RecordError(f"{where}: a turn has the fields {', '.join(_TURN_FIELDS)}, and maybe legal")
    _compare(f"{where}: round", turn["round"], game.round_index)
    _compare(f"{where}: seat", turn["seat"], game.seat)
    _compare(f"{where}: phase", turn["phase"], game.phase)
    try:
        action = game.action(turn["move"])
    except IllegalAction as error:
        raise RecordError(f"{where}: illegal move: {error}") from None
    except ValueError as error:
        raise RecordError(f"{where}: {error}") from None
    _compare(f"{where}: action", turn["action"], action)
    if "legal" in turn:
        _compare(f"{where}: legal", turn["legal"], game.legal_moves())
    return action


def _compare(where: str, recorded: Any, played: Any) -> None:
    """Raise RecordError at the first difference between what is recorded and what was played."""
    if isinstance(recorded, list) and isinstance(played, list):
        for index, (a, b) in enumerate(zip(recorded, played, strict=False)):
            _compare(f"{where}[{index}]", a, b)
        if len(recorded) != len(played):
            raise RecordError(f"{where}: the record has {len(recorded)} entries, the game {len(played)}")
    elif isinstance(recorded, dict) and isinstance(played, dict) and recorded.keys() == played.keys():
        for key, value in recorded.items():
            _compare(f"{where}.{key}", value, played[key])
    elif type(recorded) is not type(played) or recorded != played:
        raise RecordError(f"{where}: the record says {json.dumps(recorded)}, the game {json.dumps(played)}")
