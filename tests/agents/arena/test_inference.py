"""Who sees through whom, and the frontier of stealth and success."""

from argparse import Namespace
from math import log

import numpy as np
import pytest
from arena_games import cell, one, play

from agents.arena import frontier, inference
from agents.arena.cells import Cell
from agents.arena.refused import Refused
from agents.arena.scores import scored


def options(**more):
    return Namespace(
        **{
            **{"players": (5,), "deal": ("left-over",), "edition": "amigo-2025", "seed": 0, "laps": 3},
            **{"miners": ("layer",), "saboteurs": ("uniform",), "observers": ("believer",), **more},
        }
    )


def run(command, **more):
    asked = options(**more)
    cells = command.cells(asked)
    played = play(*cells, rounds=20, laps=asked.laps)
    return played, {table.name: table.rows for table in command.results(asked, cells, played)}


# -- the prior ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "deal", "prior"),
    [(3, "left-over", 1 / 3), (5, "left-over", 2 / 5), (10, "left-over", 4 / 10), (5, "guaranteed", 2 / 4), (10, "guaranteed", 4 / 9)],
)
def test_the_prior_is_the_pools_without_the_miner_who_asks(players, deal, prior):
    assert inference.prior_of(Cell(players, deal, "amigo-2025", (("a",), ("b",)))) == pytest.approx(prior)


def test_the_prior_is_how_often_others_are_saboteurs():
    roles = one(cell("uniform", "uniform", players=5), rounds=400).outcomes["roles"][:, 0, :5]
    others = [(np.delete(row, seat) == 1).mean() for row in roles for seat in np.flatnonzero(row == 0)]
    assert np.mean(others) == pytest.approx(0.4, abs=0.03)


# -- the rows -----------------------------------------------------------------------------------------------


def test_a_row_for_every_lap_and_the_end():
    _, tables = run(inference, observers=("believer", "seer"))
    assert [(row["observer"], row["lap"]) for row in tables["rows"]] == [
        (observer, lap) for observer in ("believer", "seer") for lap in (1, 2, 3, "end")
    ]


def test_who_knows_everything_has_perfect_scores():
    _, tables = run(inference, observers=("seer",))
    for row in tables["rows"]:
        assert row["log_loss"] == row["brier"] == row["calibration_error"] == row["goal_log_loss"] == 0
        assert row["auc"] == row["auc_within"] == row["skill"] == row["goal_skill_unseen"] == 1
        assert row["belief_saboteurs"] == 1 and row["belief_miners"] == 0 and row["bound"]


def test_who_knows_the_prior_alone_has_no_skill():
    a_cell = cell("uniform", "uniform", observers=("believer",))
    played = one(a_cell, rounds=400, laps=1)
    views = played.views[played.views["lap"] == 1].copy()
    views["saboteur"], views["treasure"] = 0.4, 1 / 3
    row = scored(views, played, 0.4, 0)
    assert row["skill"] == pytest.approx(0, abs=0.01) and row["brier_skill"] == pytest.approx(0, abs=0.02)
    assert row["auc"] == row["auc_within"] == 0.5 and row["prior_brier"] == pytest.approx(0.24)
    assert row["goal_log_loss"] == pytest.approx(log(3)) and row["goal_brier"] == pytest.approx(2 / 3)
    assert row["goal_skill"] == pytest.approx(0)


def test_one_view_scored_by_hand():
    played = one(cell("uniform", "uniform", deal="guaranteed", observers=("believer",)), rounds=1, laps=1)
    view = played.views[:1].copy()
    seat, roles = view["seat"][0], played.outcomes["roles"][0, 0, :5]
    others = np.delete(np.arange(5), seat)
    view["saboteur"][0, others], view["saboteur"][0, seat] = [0.1, 0.2, 0.3, 0.4], 0.9
    truth = roles[others] == 1
    row = scored(view, played, 0.5, 0)
    given = np.where(truth, [0.1, 0.2, 0.3, 0.4], [0.9, 0.8, 0.7, 0.6])
    assert row["log_loss"] == pytest.approx(-np.log(given).mean()) and row["brier"] == pytest.approx(((1 - given) ** 2).mean())
    assert row["situations"] == row["rounds"] == 1
    assert row["belief_saboteurs"] == pytest.approx(np.array([0.1, 0.2, 0.3, 0.4])[truth].mean())


def test_players_observe_by_themselves_and_are_told_from_onlookers():
    _, tables = run(inference, miners=("believer", "layer"), observers=("seer",))
    sits = {(row["miners"], row["observer"]): row["sits"] for row in tables["rows"]}
    assert sits == {
        ("believer", "believer"): "player",
        ("believer", "seer"): "onlooker",
        ("layer", "seer"): "onlooker",
    }


def test_nobody_observing_is_refused():
    with pytest.raises(Refused, match="nobody observes"):
        inference.cells(options(observers=()))


def test_void_rounds_do_not_count():
    played, tables = run(inference, miners=("raiser",))
    first = next(row for row in tables["rows"] if row["lap"] == 1)
    fair = np.flatnonzero(played[0].outcomes["fair"])
    assert first["rounds"] <= len(fair) < 20 and len(played[0].views) > 0


def test_deception_is_the_auc_by_lap():
    _, tables = run(inference, saboteurs=("uniform", "layer"))
    by_lap = {(row["saboteurs"], row["lap"]): row["auc"] for row in tables["rows"]}
    assert [row["saboteurs"] for row in tables["deception"]] == ["uniform", "layer"]
    for row in tables["deception"]:
        assert [row[f"auc_{lap}"] for lap in (1, 2, 3, "end")] == [by_lap[row["saboteurs"], lap] for lap in (1, 2, 3, "end")]


# -- the frontier -------------------------------------------------------------------------------------------


def test_the_frontier_joins_success_and_auc():
    played, tables = run(frontier, saboteurs=("uniform", "layer"), laps=2)
    _, learned = run(inference, saboteurs=("uniform", "layer"), laps=2)
    for row, games, told in zip(tables["rows"], played, learned["deception"], strict=True):
        assert row["saboteurs_win"] == (games.outcomes["reached"][:, 0] == 0).mean()
        assert row["low"] <= row["saboteurs_win"] <= row["high"]
        assert (row["auc"], row["auc_end"], row["lap"]) == (told["auc_2"], told["auc_end"], 2)


@pytest.mark.parametrize(
    ("win", "area", "beats"), [(0.6, 0.7, True), (0.5, 0.7, True), (0.5, 0.8, False), (0.7, 0.9, False), (None, 0.1, False)]
)
def test_what_beats_a_kind_of_saboteurs(win, area, beats):
    table = {"players": 5, "deal": "left-over", "miners": "m", "observer": "o"}
    one_kind, other = ({**table, "saboteurs_win": w, "auc": a} for w, a in ((0.5, 0.8), (win, area)))
    assert frontier._beats(other, one_kind) == beats
    assert not frontier._beats({**other, "miners": "n"}, one_kind)
