"""The options of all commands, in one table."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn

from agents import registry
from saboteur_env.rules import EDITIONS

from .cells import MIXED
from .suites import PLAYERS, VARIANTS


@dataclass(frozen=True)
class Option:
    """An option of the command line.

    Attributes:
        help: what it means.
        parse: from its text to its value; raises ValueError in words.
        default: its value where it is not given; ... if it must be.
        metavar: what stands for the text in the help; None for a switch.
        decides: whether the results depend on it.
    """

    help: str
    parse: Callable[[str], Any] = str
    default: Any = ...
    metavar: str | None = "X"
    decides: bool = True


def whole(least: int) -> Callable[[str], int]:
    """Reads a whole number from `least`."""

    def parse(text: str) -> int:
        if not text.isascii() or not text.isdigit() or int(text) < least:
            raise ValueError(f"{text!r} is no whole number from {least}")
        return int(text)

    return parse


def seconds(text: str) -> float:
    """Reads a positive number."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not (isfinite(number) and number > 0):
        raise ValueError(f"{text!r} is no number above 0")
    return number


def some_of(parse: Callable[[str], Any]) -> Callable[[str], tuple[Any, ...]]:
    """Reads a list with commas, each entry once."""

    def parse_all(text: str) -> tuple[Any, ...]:
        return _once([parse(entry) for entry in text.split(",")])

    return parse_all


def one_of(what: str, table: Sequence[Any]) -> Callable[[str], Any]:
    """Reads an entry of a table."""
    entries = {str(entry): entry for entry in table}

    def parse(text: str) -> Any:
        if text not in entries:
            raise ValueError(f"there is no {what} {text!r}; there are {', '.join(entries)}")
        return entries[text]

    return parse


def agent(text: str) -> str:
    """Reads an agent; its name, with parameters, in the spelling that the registry gives it."""
    return registry.make(text).name


def agent_list(text: str) -> tuple[str, ...]:
    """Reads agents with commas."""
    return _once([agent(part) for part in parts_of(text)])


def team_list(text: str) -> tuple[str, ...]:
    """Reads teams with commas: agents, or several of them with +."""
    return _once([MIXED.join(agent(one) for one in part.split(MIXED)) for part in parts_of(text)])


def parts_of(text: str) -> list[str]:
    """The parts between commas; one with = but without : goes on with the parameters of the agent before it."""
    parts: list[str] = []
    for part in text.split(","):
        if parts and "=" in part and ":" not in part.partition("=")[0]:
            parts[-1] += f",{part}"
        else:
            parts.append(part)
    return parts


def believers(text: str) -> tuple[str, ...]:
    """Reads agents that have beliefs."""
    names = agent_list(text)
    for name in names:
        if not registry.make(name).believes:
            raise ValueError(f"{name} has no beliefs, so it cannot observe")
    return names


def _once(values: list[Any]) -> tuple[Any, ...]:
    for value in values:
        if values.count(value) > 1:
            raise ValueError(f"{value} is named twice")
    return tuple(values)


_ALL_DEALS = "left-over: one role card is left over unseen; guaranteed: all saboteurs of the box are dealt"

OPTIONS = {
    "miners": Option("kinds of miners, with commas: bayes,miner:truth=0.5", team_list, metavar="TEAMS"),
    "saboteurs": Option("kinds of saboteurs, with commas; a+b: each seat draws one", team_list, metavar="TEAMS"),
    "agents": Option("agents who sit down in either role, with commas", agent_list, metavar="AGENTS"),
    "host": Option("the agent in all other seats, in both roles", agent, metavar="AGENT"),
    "visitors": Option("agents who replace one host, with commas", agent_list, metavar="AGENTS"),
    "seat": Option(
        "which seat the visitor takes: each in turn, or one drawn by the deal",
        one_of("way to seat a visitor", ("each", "drawn")),
        "each",
        "each|drawn",
    ),
    "observers": Option("agents with beliefs who look on, with commas", believers, (), "AGENTS"),
    "laps": Option("after how many laps beliefs are noted, beside the end", whole(1), 6, "N"),
    "players": Option("numbers of players, with commas", some_of(one_of("number of players", PLAYERS)), (5,), "N,…"),
    "deal": Option(_ALL_DEALS, some_of(one_of("way to deal", tuple(VARIANTS))), ("left-over",), "DEAL,…"),
    "edition": Option("of the rules", one_of("edition", tuple(EDITIONS)), "amigo-2025", "EDITION"),
    "suite": Option("of deals: a name, or the path of a file", str, "sab-test", "NAME"),
    "rounds": Option("how many deals of the suite are played, the first ones", whole(1), 2000, "N"),
    "repeats": Option("how often each deal is played, with other chance for the players", whole(1), 1, "N"),
    "seed": Option("of all chance: the players', or a new suite's", whole(0), 0, "N"),
    "chunk": Option("games played side by side; changes nothing but time and memory", whole(1), 256, "N"),
    "overtime": Option("what a decision may take; one that takes longer is a fault", seconds, 60.0, "SECONDS"),
    "threads": Option("chunks played at the same time", whole(1), 1, "N", decides=False),
    "json": Option("write everything to FILE", Path, None, "FILE", decides=False),
    "csv": Option("write the first table to FILE", Path, None, "FILE", decides=False),
    "plot": Option("draw pictures into FOLDER", Path, None, "FOLDER", decides=False),
    "record": Option("write the games to FILE, for `saboteur replay`", Path, None, "FILE", decides=False),
    "recorded": Option("record at most so many games of each cell", whole(1), None, "N", decides=False),
    "check": Option("deal them anew and compare all hashes", default=False, metavar=None),
    "new": Option("write a new suite, named as FILE, made from --seed", Path, None, "FILE"),
    "resume": Option("go on with the interrupted run of the same --json", default=False, metavar=None, decides=False),
}
# What every command that plays understands.
PLAYING = (
    *("players", "deal", "edition", "suite", "rounds", "repeats", "seed", "chunk", "overtime", "threads"),
    *("json", "csv", "plot", "record", "recorded", "resume"),
)
SUITES = ("check", "new", "seed")


class Parser(argparse.ArgumentParser):
    """Refuses in one line, with exit status 2."""

    def error(self, message: str) -> NoReturn:
        """Say what was wrong."""
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")


def add(parser: argparse.ArgumentParser, names: Sequence[str]) -> None:
    """Let a parser understand some of the options."""
    for name in names:
        option = OPTIONS[name]
        if option.metavar is None:
            parser.add_argument(f"--{name}", action="store_true", help=option.help)
        else:
            required, default = option.default is ..., None if option.default is ... else option.default
            about = f"{option.help}{_default_words(default)}"
            parse = _refusing(option.parse)
            parser.add_argument(
                f"--{name}", type=parse, required=required, default=default, metavar=option.metavar, help=about
            )


def _default_words(default: Any) -> str:
    if default in (None, ()):
        return ""
    return f" (default: {','.join(map(str, default)) if isinstance(default, tuple) else default})"


def _refusing(parse: Callable[[str], Any]) -> Callable[[str], Any]:
    """The same, refusing in argparse's way, which then names the option."""

    def refuse(text: str) -> Any:
        try:
            return parse(text)
        except (ValueError, TypeError, OSError) as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return refuse


def settings(values: argparse.Namespace) -> dict[str, Any]:
    """The values that decide the results."""
    return {name: value for name, value in vars(values).items() if name in OPTIONS and OPTIONS[name].decides}
