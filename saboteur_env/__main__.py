"""The command line: `saboteur`, also `python -m saboteur_env`.

| command | what it does | exit status |
|---|---|---|
| `record` | plays games by chance among the legal moves, claims and picks included, and records them | 0, 2 refused |
| `replay` | plays recorded games again and verifies everything in them | 0, 1 a difference, 2 refused |
| `replay --show` | draws one turn of a recorded game, everything open | 0, 1 a difference before it, 2 refused |

Records have the format `saboteur-game/1`, one game per line.
"""

import argparse
import io
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn, TextIO

from .game import Game
from .record import RecordError, dumps, play, random_chooser, read, replay
from .render import render
from .rules import EDITIONS, VARIANTS, Setup

_RECORD_EXAMPLES = """examples:
  saboteur record --players 7 --games 100 --out games.jsonl
  saboteur record --edition classic --variants private-maps,clockwise-gold --legal
"""
_REPLAY_EXAMPLES = """examples:
  saboteur replay games.jsonl
  saboteur replay --show 12 --game 3 games.jsonl
"""
_FAULTS = (RecordError, OSError, RecursionError)  # of a file of records; the last one if it is nested too deeply
_NO_GAME = "there is no game in it"
_LONGEST = 400  # characters of a message: a record may hold anything


class _Refused(Exception):
    """What is asked for is not possible."""


class _Parser(argparse.ArgumentParser):
    """Refuses in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {_short(message)}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: without the program's name; by default those of the process.

    Returns:
        The exit status. Words that are no command exit at once, with status 2.
    """
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):  # wherever it goes, it takes box drawings and odd file names
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # stopped or interrupted, it cleans up
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # who reads the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except _Refused as error:
        print(f"{options.program}: {_short(str(error))}", file=sys.stderr)
        return 2
    return status


def _parser() -> argparse.ArgumentParser:
    parser = _Parser("saboteur", description="Record games of Saboteur, replay and verify them.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="record | replay")
    _add_record(commands.add_parser(
        "record",
        help="play random legal games and record them",
        description="Play games by chance among the legal moves, claims and gold picks included, and record them.",
        epilog=_RECORD_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    ))  # fmt: skip
    _add_replay(commands.add_parser(
        "replay",
        help="replay recorded games and verify everything in them",
        description="Replay recorded games and verify everything in them; the exit status is 1 if anything differs.",
        epilog=_REPLAY_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    ))  # fmt: skip
    return parser


def _add_record(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--players", type=_whole, default=5, metavar="N", help="number of players, 3 to 10 (default: 5)")
    add("--edition", default="amigo-2025", metavar="E", help=f"{', '.join(EDITIONS)} (default: amigo-2025)")
    add("--variants", nargs="+", action="extend", default=[], metavar="V",
        help=f"house variants, parted by commas or spaces: {', '.join(VARIANTS)}")  # fmt: skip
    add("--games", type=_whole, default=1, metavar="G", help="number of games (default: 1)")
    add("--seed", type=_whole, default=0, metavar="S", help="game k is played with the seed S + k (default: 0)")
    add("--legal", action="store_true", help="list every legal move at every turn")
    add("--out", default="-", metavar="FILE", help="where to write; - is the standard output (default: -)")
    parser.set_defaults(run=_record, program=parser.prog)


def _add_replay(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("files", nargs="+", metavar="FILE", help="recorded games, one per line")
    add("--show", type=_whole, metavar="K", help="only draw the game before its turn K, counted from 0")
    add("--game", type=_whole, metavar="G", help="with --show: which game of the file, counted from 0 (default: 0)")
    parser.set_defaults(run=_replay, program=parser.prog)


def _whole(text: str) -> int:
    """A whole number that is not negative."""
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, not {text!r}") from None
    if number < 0:
        raise argparse.ArgumentTypeError(f"must not be negative, as is {text}")
    return number


def _short(message: str) -> str:
    return message if len(message) <= _LONGEST else f"{message[:_LONGEST]} ..."


# -- record ---------------------------------------------------------------------------------------------


def _record(options: argparse.Namespace) -> int:
    """Play games and write them, each with its own seed so that it can be made alone."""
    variants = tuple(name for word in options.variants for name in word.split(",") if name)
    try:
        setup = Setup(options.players, options.edition, variants, distances=False)
    except ValueError as error:
        raise _Refused(str(error)) from None
    if options.games == 0:
        raise _Refused("argument --games: there is no game to record in 0 games")
    try:
        with _writing(options.out) as out:
            for seed in range(options.seed, options.seed + options.games):
                record = play(Game(setup), seed, random_chooser(seed), ["random"] * setup.players, options.legal)
                out.write(dumps(record) + "\n")
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _Refused(f"cannot write {options.out}: {error.strerror}") from None
    return 0


@contextmanager
def _writing(path: str) -> Iterator[TextIO]:
    """What to write to: the standard output, or a file that takes its name once it is complete."""
    target = Path(os.path.realpath(path))  # a link to a file stays a link
    if path == "-":
        yield sys.stdout
    elif target.exists() and not target.is_file():  # a device or a pipe keeps its name
        with open(target, "w", encoding="utf-8") as out:
            yield out
    else:
        part = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            with open(part, "w", encoding="utf-8") as out:
                yield out
            os.replace(part, target)
        finally:
            part.unlink(missing_ok=True)


# -- replay ---------------------------------------------------------------------------------------------


def _replay(options: argparse.Namespace) -> int:
    if options.show is None:
        if options.game is not None:
            raise _Refused("argument --game: goes with --show")
        verdicts = [_verify(path) for path in options.files]
        return int(not all(verdicts))
    if len(options.files) != 1:
        raise _Refused("argument --show: takes one file")
    return _show(options)


def _verify(path: str) -> bool:
    """Replay all games of a file and say what was found; returns whether they are right."""
    games = 0
    try:
        for number, record in read(path):
            for _ in _replayed(number, record):
                pass
            games += 1
        if games == 0:
            raise RecordError(_NO_GAME)
    except _FAULTS as error:
        _complain(path, error, f" ({_games(games)} before it replayed without a difference)" if games else "")
        return False
    print(f"{path}: {_games(games)} replayed without a difference")
    return True


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"


def _replayed(number: int, record: dict) -> Iterator[Game]:
    """`replay` of the record in a line, which its errors name."""
    try:
        yield from replay(record)
    except RecordError as error:
        raise RecordError(f"line {number}: {error}") from None


def _complain(path: str, error: Exception, more: str = "") -> None:
    """Say on the standard error what is wrong with a file."""
    reason = error.strerror if isinstance(error, OSError) else str(error)
    print(f"{path}: {_short(reason or str(error))}{more}", file=sys.stderr)


def _show(options: argparse.Namespace) -> int:
    """Draw one turn of one game."""
    try:
        drawing = _drawing(options)
    except _FAULTS as error:
        _complain(options.files[0], error)
        return 1
    print(drawing)
    return 0


def _drawing(options: argparse.Namespace) -> str:
    """The turn that is asked for, everything open; refuses if there is no such game or turn."""
    path, wanted, games = options.files[0], options.game or 0, 0
    for games, (number, record) in enumerate(read(path), 1):
        if games > wanted:
            return _drawn_turn(options, wanted, _replayed(number, record))
    if games == 0:
        raise RecordError(_NO_GAME)
    raise _Refused(f"argument --game: {path} has {_games(games)}, counted from 0")


def _drawn_turn(options: argparse.Namespace, wanted: int, states: Iterator[Game]) -> str:
    turn = 0
    for turn, game in enumerate(states):
        if turn == options.show:
            return str(render(game, "ansi", "all"))
    raise _Refused(f"argument --show: game {wanted} has the turns 0 to {turn - 1}, and {turn} is its end")


if __name__ == "__main__":
    sys.exit(main())
