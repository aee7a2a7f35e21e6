"""The commands that play, in one table."""

from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from . import frontier, games, inference, matrix, mixed, visitor
from .cells import Cell
from .play import Played
from .tables import Results


class Command(NamedTuple):
    """A command that plays.

    Attributes:
        module: says in its first line what the command does; `cells` makes of the options what is played, `results` of
            that tables, the most important first.
        options: its own, beside those of all commands.
        example: of its options.
        picture: the function in `pictures` that draws its first table, by name; None for none.
        defaults: of options, where they are not those of all commands.
    """

    module: ModuleType
    options: Sequence[str]
    example: str
    picture: str | None = None
    defaults: Mapping[str, Any] = {}

    @property
    def help(self) -> str:
        """What it does, in a sentence."""
        words = str(self.module.__doc__).partition(": ")[2].partition("\n")[0]
        return words[0].upper() + words[1:]

    @property
    def cells(self) -> Callable[[Namespace], list[Cell]]:
        """From the options to what is played."""
        return self.module.cells

    @property
    def results(self) -> Callable[[Namespace, Sequence[Cell], Sequence[Played]], list[Results]]:
        """From the options, the cells and their games to tables."""
        return self.module.results


_TEAMS = ("miners", "saboteurs")
_WATCHED = (*_TEAMS, "observers", "laps")
COMMANDS = {
    "matrix": Command(
        matrix, _TEAMS, "--miners greedy,random --saboteurs greedy,sleeper --players 5,7 --plot pictures", "matrix"
    ),
    "visitor": Command(visitor, ("host", "visitors", "seat"), "--host greedy --visitors random,bayes --players 5"),
    "mixed": Command(mixed, _TEAMS, "--miners greedy,bayes --saboteurs greedy,stealth:λ=0.6 --deal guaranteed"),
    "games": Command(games, ("agents",), "--agents greedy,bayes,random --rounds 500"),
    "inference": Command(
        inference, _WATCHED, "--miners greedy --saboteurs greedy,stealth:λ=0.6 --observers bayes", "beliefs"
    ),
    "frontier": Command(
        frontier,
        _WATCHED,
        "--miners greedy --saboteurs greedy,stealth:λ=0.3,stealth:λ=0.6,sleeper --observers bayes",
        "frontier",
        {"laps": 2},
    ),
}
