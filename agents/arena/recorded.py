"""The games of cells as recorded games, which `saboteur replay` checks."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from saboteur_env.game import Game
from saboteur_env.record import Chooser, Record, dumps, play_on

from .cells import Cell
from .play import Played
from .suites import Suite, dealt


def write(path: Path, suite: Suite, cells: Sequence[Cell], played: Sequence[Played], most: int | None) -> None:
    """Write the fair games of all cells, at most so many of each."""
    with open(path, "w", encoding="utf-8") as lines:
        for cell, games in zip(cells, played, strict=True):
            for record in records(suite, cell, games, most):
                lines.write(dumps(record) + "\n")


def records(suite: Suite, cell: Cell, played: Played, most: int | None) -> Iterator[Record]:
    """Play fair games again by the actions that are kept of them."""
    acts = played.acts[np.argsort(played.acts["game"], kind="stable")]
    ends = np.searchsorted(acts["game"], np.arange(len(played.outcomes) + 1))
    seeds = suite.seeds(cell.players)
    for index in np.flatnonzero(played.outcomes["fair"])[:most]:
        outcome, actions = played.outcomes[index], iter(acts["action"][ends[index] : ends[index + 1]].tolist())
        deal = outcome["deal"]
        begun = dealt(cell.setup, seeds[deal : deal + 1])[0].tobytes()
        names = [cell.lineup[place] for place in outcome["places"][: cell.players]]
        yield play_on(Game.of_bytes(cell.setup, begun), None, _by(actions), names)


def _by(actions: Iterator[int]) -> Chooser:
    """Chooses actions in the order given."""
    return lambda game, ids: next(actions)
