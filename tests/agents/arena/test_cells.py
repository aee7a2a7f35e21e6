"""Who sits where."""

from dataclasses import replace

import numpy as np
import pytest
from arena_games import SUITE, cell

from agents.arena.cells import ANY_SEAT, Cell, seated, teams, visited
from agents.arena.suites import dealt

DEALS = np.arange(400)
MANY = Cell(6, "left-over", "amigo-2025", (("a", "b", "c"), ("d", "e")))


def roles_of(a_cell):
    return dealt(a_cell.setup, SUITE.seeds(a_cell.players)[: len(DEALS)])["private"]["role"]


def places(a_cell, repeats=0 * DEALS, seed=0):
    return seated(a_cell, roles_of(a_cell), DEALS, repeats, seed)[:, : a_cell.players]


def test_teams_sit_by_role():
    a_cell = cell("m", "s")
    assert (places(a_cell) == roles_of(a_cell)[:, :5]).all()


def test_a_pool_for_each_role():
    drawn, roles = places(MANY), roles_of(MANY)[:, :6]
    assert set(drawn[roles == 0]) == {0, 1, 2} and set(drawn[roles == 1]) == {3, 4}


def test_seats_are_drawn_evenly_and_each_by_itself():
    one_pool = replace(MANY, pools=(("a", "b"),))
    drawn = places(one_pool)
    assert np.bincount(drawn.ravel()) / drawn.size == pytest.approx([0.5, 0.5], abs=0.03)
    assert abs(np.corrcoef(drawn.T) - np.eye(6)).max() < 0.2


def test_repeats_and_seeds_are_drawn_anew():
    first = places(MANY)
    assert (places(MANY, 0 * DEALS + 1) != first).any() and (places(MANY, seed=1) != first).any()
    assert (places(MANY) == first).all()


def test_a_visitor_takes_one_seat_of_a_table_of_hosts():
    host = replace(MANY, pools=(("a",),))
    drawn = places(replace(host, visitor="v", seat=2))
    assert (drawn == [0, 0, 1, 0, 0, 0]).all()


def test_a_visitors_seat_can_be_drawn_by_the_deal():
    host = replace(MANY, pools=(("a",),), visitor="v", seat=ANY_SEAT)
    seats = visited(host, DEALS, 0 * DEALS, 0)
    assert set(seats) == set(range(6))
    assert (places(host)[DEALS, seats] == 1).all() and places(host).sum() == len(DEALS)


def test_teams_make_a_cell_for_every_combination():
    found = teams((5, 7), ("left-over", "guaranteed"), "classic", ("a", "b"), ("c",))
    assert len(found) == len(set(found)) == 8
    assert found[0].setup.variants == () and found[-1].setup.variants == ("guaranteed-saboteurs",)
    assert found[-1].lineup == ("b", "c")
