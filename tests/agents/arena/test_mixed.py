"""Tables of all kinds, and ratings."""

from argparse import Namespace

import numpy as np
import pytest
from arena_games import cell, play

from agents.arena import mixed
from agents.arena.ratings import ratings


def run(**more):
    options = Namespace(
        players=(5,), deal=("guaranteed",), edition="amigo-2025", miners=("layer", "uniform"), saboteurs=("layer", "cheat")
    )
    options.seed = 0
    cells = mixed.cells(options)
    played = play(*cells, **more)
    return cells, played, {table.name: table.rows for table in mixed.results(options, cells, played)}


def test_every_seat_of_a_fair_round_is_counted_once():
    _, (played,), tables = run(rounds=40)
    fair = int(played.outcomes["fair"].sum())
    assert 0 < fair < 40
    seats = {(row["agent"], row["role"]): row["seats"] for row in tables["rows"]}
    assert seats["layer", "miner"] + seats["uniform", "miner"] == 3 * fair
    assert seats["layer", "saboteur"] == 2 * fair and seats["cheat", "saboteur"] == 0


def test_the_rate_is_that_of_the_seats_team():
    _, (played,), tables = run(rounds=40)
    row = next(row for row in tables["rows"] if (row["agent"], row["role"]) == ("layer", "saboteur"))
    fair = played.outcomes[played.outcomes["fair"]]
    assert row["wins"] == (fair["reached"][:, 0] == 0).mean()
    assert row["low"] <= row["wins"] <= row["high"]


def test_who_never_sat_down_fairly_has_no_rate():
    _, _, tables = run()
    row = next(row for row in tables["rows"] if row["agent"] == "cheat")
    assert row["rounds"] == 0 and row["wins"] is None and row["low"] is None


# -- ratings ------------------------------------------------------------------------------------------------


@pytest.fixture
def games():
    cells = [cell(m, s, deal="guaranteed") for m in ("layer", "uniform") for s in ("uniform", "layer")]
    return list(zip(cells, play(*cells, rounds=30), strict=True))


def test_a_rating_for_each_agent_and_role(games):
    rows = ratings(games)
    assert sorted((row["agent"], row["role"]) for row in rows) == [
        (agent, role) for agent in ("layer", "uniform") for role in ("miner", "saboteur")
    ]
    assert all(row["rounds"] == 60 for row in rows)
    assert [row["ordinal"] for row in rows] == sorted((row["mu"] - 3 * row["sigma"] for row in rows), reverse=True)


def test_who_wins_more_rates_higher(games):
    mu = {(row["agent"], row["role"]): row["mu"] for row in ratings(games)}
    assert mu["layer", "miner"] > mu["uniform", "miner"] and mu["uniform", "saboteur"] > mu["layer", "miner"]


def test_a_single_match_rates_as_the_package_does():
    from openskill.models import PlackettLuce

    a_cell = cell(deal="guaranteed")
    (played,) = play(a_cell, rounds=1)
    model = PlackettLuce(tau=0.0)
    miners, saboteurs = model.rate([[model.rating()] * 3, [model.rating()] * 2], ranks=[2, 1])
    found = {row["role"]: (row["mu"], row["sigma"]) for row in ratings([(a_cell, played)])}
    assert played.outcomes["reached"][0, 0] == 0
    assert found == {"miner": (miners[0].mu, miners[0].sigma), "saboteur": (saboteurs[0].mu, saboteurs[0].sigma)}


def test_rounds_without_a_saboteur_are_no_match():
    a_cell = cell(players=3)
    (played,) = play(a_cell, rounds=30)
    without = int((played.outcomes["roles"][:, 0] != 1).all(1).sum())
    assert without > 0 and {row["rounds"] for row in ratings([(a_cell, played)])} == {30 - without}


def test_void_rounds_are_no_match():
    a_cell = cell("cheat", deal="guaranteed")
    assert ratings([(a_cell, *play(a_cell))]) == []


def test_numbers_of_players_are_rated_apart():
    cells = [cell(players=n, deal="guaranteed") for n in (4, 5)]
    rows = ratings(list(zip(cells, play(*cells), strict=True)))
    assert [row["players"] for row in rows] == [4, 4, 5, 5] and np.isfinite([row["mu"] for row in rows]).all()
