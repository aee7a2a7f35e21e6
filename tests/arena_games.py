"""Cells played for tests of the arena."""

import numpy as np

from agents.arena import suites
from agents.arena.cells import Cell
from agents.arena.play import Played
from agents.arena.run import Plan, play_cells, play_part
from agents.arena.store import Store

SUITE = suites.load("sab-dev")


def cell(miners="layer", saboteurs="uniform", players=5, **more):
    """A cell of two teams."""
    return Cell(players, more.pop("deal", "left-over"), "amigo-2025", ((miners,), (saboteurs,)), **more)


def plan(rounds=12, **more):
    """A short plan on deals of sab-dev."""
    return Plan(SUITE, rounds, **more)


def play(*cells, **more):
    """The games of cells, one after the other."""
    return play_cells(plan(**more), cells, Store(None, {}, False))


def one(the_cell, **more) -> Played:
    """A cell played in one piece."""
    made = plan(**more)
    return play_part(made, the_cell, slice(0, made.rounds * made.repeats))


def same(first: Played, second: Played) -> bool:
    """Whether all that is kept is the same, byte for byte."""
    names = "outcomes", "views", "goals"
    equal = all(getattr(first, name).tobytes() == getattr(second, name).tobytes() for name in names)
    return equal and first.faults == second.faults and _by_game(first.acts) == _by_game(second.acts)


def _by_game(acts):
    return acts[np.argsort(acts["game"], kind="stable")].tobytes()
