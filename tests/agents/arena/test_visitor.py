"""One seat of a table of equals taken by somebody else."""

from argparse import Namespace

import numpy as np
import pytest
from arena_games import play

from agents.arena import visitor


def run(host, visitors, seat="each", players=(5,), **more):
    options = Namespace(
        players=players, deal=("left-over",), edition="amigo-2025", host=host, visitors=visitors, seat=seat, seed=0
    )
    cells = visitor.cells(options)
    played = play(*cells, **more)
    (table,) = visitor.results(options, cells, played)
    return played, table.rows


def test_a_visitor_who_plays_like_the_hosts_changes_nothing():
    _, rows = run("digger:width=288", ("digger:width=300",))
    assert [row["difference"] for row in rows] == [0, 0]
    assert [row["visitor_wins"] for row in rows] == [row["host_wins"] for row in rows]


def test_each_seat_in_turn_makes_a_round_for_every_seat():
    played, rows = run("layer", ("uniform",))
    roles = played[0].outcomes["roles"][:, 0, :5]
    assert {row["role"]: row["rounds"] for row in rows} == {"miner": (roles == 0).sum(), "saboteur": (roles == 1).sum()}


def test_a_drawn_seat_makes_one_round_for_every_deal():
    _, rows = run("layer", ("uniform",), seat="drawn")
    assert sum(row["rounds"] for row in rows) == 12


def test_the_difference_is_that_of_the_visitors_team_by_role():
    played, rows = run("layer", ("uniform",), rounds=30)
    before, visits = played[0].outcomes, [games.outcomes for games in played[1:]]
    for role, row in enumerate(rows):
        gains = [
            (seat_won(after, role) - seat_won(before, role))[before["roles"][:, 0, seat] == role]
            for seat, after in enumerate(visits)
        ]
        assert row["difference"] == pytest.approx(np.concatenate(gains).mean())
        assert row["difference"] == pytest.approx(row["visitor_wins"] - row["host_wins"])
        assert row["low"] <= row["difference"] <= row["high"] and row["variance_reduction"] > 0


def seat_won(outcomes, role):
    return ((outcomes["reached"][:, 0] == 1) == (role == 0)).astype(float)


def test_a_visitors_faults_are_counted_and_not_compared():
    _, rows = run("layer", ("cheat", "uniform"))
    assert [row["visitor"] for row in rows] == ["cheat", "cheat", "uniform", "uniform"]
    assert rows[0]["rounds"] == 0 and rows[0]["difference"] is None and rows[0]["faults"] > 0
    assert rows[2]["rounds"] > 0 and rows[2]["faults"] == 0


def test_numbers_of_players_are_compared_apart():
    _, rows = run("layer", ("uniform",), seat="drawn", players=(4, 6))
    assert [row["players"] for row in rows] == [4, 4, 6, 6]
    assert [sum(row["rounds"] for row in rows[k : k + 2]) for k in (0, 2)] == [12, 12]
