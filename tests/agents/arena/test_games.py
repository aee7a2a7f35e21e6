"""Whole games by gold."""

from argparse import Namespace

import numpy as np
import pytest
from arena_games import play

from agents.arena import games


@pytest.fixture
def run():
    options = Namespace(players=(4,), deal=("left-over",), edition="amigo-2025", agents=("layer", "uniform", "cheat"), seed=0)
    cells = games.cells(options)
    (played,) = play(*cells, rounds=40)
    (table,) = games.results(options, cells, [played])
    return played, {row["agent"]: row for row in table.rows}


def test_three_rounds_are_played(run):
    played, _ = run
    assert (played.outcomes["reached"][played.outcomes["fair"]] >= 0).all()


def test_gold_is_counted_by_seat(run):
    played, rows = run
    fair = played.outcomes[played.outcomes["fair"]]
    mine = fair["places"][:, :4] == 0
    assert rows["layer"]["nuggets"] == fair["nuggets"][:, :4][mine].mean() and rows["layer"]["seats"] == mine.sum()
    assert rows["layer"]["seats"] + rows["uniform"]["seats"] == 4 * len(fair)


def test_games_are_won_once(run):
    played, rows = run
    shares = sum(rows[name]["won"] * rows[name]["seats"] for name in ("layer", "uniform"))
    assert shares == pytest.approx(played.outcomes["fair"].sum())
    assert rows["layer"]["even"] == 0.25


def test_void_games_count_for_nobody(run):
    played, rows = run
    assert 0 < played.outcomes["fair"].sum() < 40
    assert rows["cheat"]["games"] == 0 and rows["cheat"]["nuggets"] is None


def test_winners_share_a_win():
    shares = games.shares_of_win(np.array([[3, 1, 3], [0, 0, 0], [1, 2, 0]]))
    assert shares.tolist() == [[0.5, 0, 0.5], [1 / 3] * 3, [0, 1, 0]]


def test_no_games_have_no_winners():
    assert games.shares_of_win(np.empty((0, 4))).shape == (0, 4)
