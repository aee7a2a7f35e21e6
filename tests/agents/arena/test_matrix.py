"""The matrix of teams."""

from argparse import Namespace

import numpy as np
import pytest
from arena_games import play

from agents.arena import matrix
from agents.arena.statistics import wilson

ISSUED = ("edition", "players", "deal", "miners", "saboteurs", "rounds", "miners_win", "low", "high")


def run(miners, saboteurs, players=(5,), deal=("left-over",), **more):
    options = Namespace(players=players, deal=deal, edition="amigo-2025", miners=miners, saboteurs=saboteurs, seed=0)
    cells = matrix.cells(options)
    played = play(*cells, **more)
    return played, {table.name: table for table in matrix.results(options, cells, played)}


@pytest.fixture(scope="module")
def games():
    from contestants import enter

    from agents import registry

    with pytest.MonkeyPatch.context() as patch:
        enter(registry, patch.setattr)
        yield run(("layer", "uniform", "raiser"), ("layer", "uniform"), rounds=40)


def test_a_row_for_every_cell_with_the_names_agreed_on(games):
    _, tables = games
    assert len(tables["rows"].rows) == 6
    assert all(set(ISSUED) <= set(row) for row in tables["rows"].rows)


def test_a_void_round_is_charged_to_the_side_whose_fault_it_was(games):
    for played, row in zip(games[0], games[1]["rows"].rows, strict=True):
        reached = played.outcomes["reached"][:, 0] == 1
        blamed = row["faults_miners"] if row["miners"] == "raiser" else 0
        assert row["miners_win_charged"] == pytest.approx(reached[played.outcomes["fair"]].sum() / 40)
        assert blamed == row["faults"]


def test_each_seat_of_a_mixed_team_draws_its_agent(games):
    (played,), tables = run(("layer",), ("uniform+layer",), rounds=40)
    (row,) = tables["rows"].rows
    saboteurs = played.outcomes["roles"][:, 0] == 1
    assert row["saboteurs"] == "uniform+layer"
    assert set(played.outcomes["places"][saboteurs].tolist()) == {1, 2}


def test_the_share_is_that_of_the_fair_rounds_with_wilsons_interval(games):
    for played, row in zip(games[0], games[1]["rows"].rows, strict=True):
        fair = played.outcomes[played.outcomes["fair"]]
        won = int((fair["reached"][:, 0] == 1).sum())
        assert row["rounds"] == len(fair) == 40 - row["faults"]
        assert row["miners_win"] == won / len(fair)
        assert (row["low"], row["high"]) == wilson(won, len(fair))


def test_faults_are_no_merit_of_the_others(games):
    raiser = [row for row in games[1]["rows"].rows if row["miners"] == "raiser"]
    assert all(row["rounds"] < 40 and row["faults_miners"] == row["faults"] > 0 for row in raiser)
    assert all(row["faults_saboteurs"] == 0 for row in games[1]["rows"].rows)


def test_nuggets_by_role(games):
    played, row = games[0][3], games[1]["rows"].rows[3]
    roles, nuggets = played.outcomes["roles"][:, 0], played.outcomes["nuggets"]
    assert row["nuggets_saboteur"] == nuggets[roles == 1].mean() and row["nuggets_miner"] == nuggets[roles == 0].mean()


def test_kinds_are_compared_with_the_first_on_the_same_deals(games):
    rows = {(r["role"], r["against"], r["second"]): r for r in games[1]["differences"].rows}
    assert len(rows) == 2 * 2 + 3
    shares = {(r["miners"], r["saboteurs"]): r["miners_win"] for r in games[1]["rows"].rows}
    row = rows["miners", "layer", "uniform"]
    assert row["first"] == "layer" and row["difference"] == pytest.approx(shares["uniform", "layer"] - shares["layer", "layer"])
    row = rows["saboteurs", "layer", "uniform"]
    assert row["difference"] == pytest.approx(shares["layer", "layer"] - shares["layer", "uniform"])


def test_only_rounds_fair_in_both_cells_are_compared(games):
    row = next(r for r in games[1]["differences"].rows if r["second"] == "raiser" and r["against"] == "layer")
    first, second = (games[0][k].outcomes["fair"] for k in (0, 4))
    assert row["rounds"] == (first & second).sum() < 40


def test_a_cell_without_a_fair_round_says_so():
    _, tables = run(("layer",), ("cheat",), deal=("guaranteed",))
    (row,) = tables["rows"].rows
    assert row["rounds"] == 0 and row["faults"] == 12
    assert all(row[name] is None for name in ("miners_win", "low", "high", "deal_low", "deal_high"))
    (note,) = tables["rows"].notes
    assert note == "No share for layer v cheat, 5 players, guaranteed: all 12 rounds are void through faults."


def test_oracles_are_marked_as_bounds():
    _, tables = run(("layer", "seer"), ("uniform",), rounds=2)
    assert [row["bound"] for row in tables["rows"].rows] == [False, True]


def test_repeats_of_a_deal_widen_its_interval():
    _, once = run(("layer",), ("layer",), rounds=30)
    _, again = run(("layer",), ("layer",), rounds=30, repeats=4)
    one, four = once["rows"].rows[0], again["rows"].rows[0]
    assert four["rounds"] == 120
    # Everything about these games is fixed by the deal, so that repeats tell nothing new.
    assert four["deal_high"] - four["deal_low"] == pytest.approx(one["deal_high"] - one["deal_low"], rel=0.2)
    assert four["high"] - four["low"] < 0.7 * (one["high"] - one["low"])


def test_cells_are_in_the_order_of_the_options():
    options = Namespace(players=(7, 3), deal=("guaranteed", "left-over"), edition="classic", miners=("a",), saboteurs=("b",))
    assert [(cell.deal, cell.players) for cell in matrix.cells(options)] == [
        ("guaranteed", 7),
        ("guaranteed", 3),
        ("left-over", 7),
        ("left-over", 3),
    ]


def test_shares_are_plain_numbers(games):
    assert not any(isinstance(value, np.generic) for row in games[1]["rows"].rows for value in row.values())
