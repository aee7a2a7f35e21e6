"""Chunks of games, and what players do wrong in them."""

import numpy as np
import pytest
from arena_games import cell, one, plan, play, same
from contestants import Uniform

from agents import registry
from agents.arena.cells import Cell
from agents.arena.play import Played
from agents.arena.run import play_part
from agents.protocol import Truth
from saboteur_env.core.layout import SEATS


def kinds(played):
    return {fault.kind for fault in played.faults}


class Spy(Uniform):
    """Notes what it is asked."""

    asked: list = []

    def act_all(self, information, chance):
        deciding = information.public["seat"][information.rows]
        self.asked.append((self, information.rows.copy(), information.seats, deciding.copy(), chance, information))
        return super().act_all(information, chance)


@pytest.fixture
def spy(monkeypatch):
    monkeypatch.setattr(Spy, "asked", [])
    monkeypatch.setitem(registry.MAKERS, "spy", lambda name, seed: Spy(name, seed))
    return Spy.asked


# -- the course of the games --------------------------------------------------------------------------------


def test_every_fair_round_ends_and_says_how():
    played = one(cell(players=4))
    outcomes = played.outcomes
    assert outcomes["fair"].all() and set(outcomes["reached"][:, 0]) <= {0, 1}
    assert (outcomes["reached"][:, 1:] == -1).all()
    assert (outcomes["roles"][:, 0, :4] >= 0).all() and (outcomes["roles"][:, 0, 4:] == -1).all()
    assert outcomes["deal"].tolist() == list(range(12))


def test_saboteurs_are_paid_where_the_treasure_is_not_reached():
    outcomes = one(cell("uniform", "uniform", deal="guaranteed")).outcomes
    assert (outcomes["reached"][:, 0] == 0).all()
    assert (outcomes["nuggets"] == np.where(outcomes["roles"][:, 0] == 1, 3, 0)).all()


def test_some_rounds_are_won():
    assert 0 < one(cell("layer", "layer"), rounds=60).outcomes["reached"][:, 0].sum() < 60


def test_a_game_of_three_rounds():
    played = one(Cell(4, "left-over", "amigo-2025", (("layer", "uniform"),), rounds=3))
    assert (played.outcomes["reached"] >= 0).all() and played.outcomes["fair"].all()


def test_only_seats_to_decide_are_asked_each_in_its_role(spy):
    one(cell("spy", "spy"))
    for _, _, seats, deciding, _, information in spy:
        assert (seats == deciding).all()
        assert len(set(information.private["role"])) == 1
    assert len({id(agent) for agent, *_ in spy}) == 2


def test_no_row_is_asked_twice_in_a_call(spy):
    one(cell("spy", "spy"))
    assert all(len(set(rows)) == len(rows) for _, rows, *_ in spy)


def test_rows_stay_with_their_games(spy):
    one(cell("spy", "uniform"))
    hands = {}
    for _, rows, seats, _, _, information in spy:
        assert len(information.public) == 12
        for row, seat, private in zip(rows, seats, information.private, strict=True):
            before = hands.setdefault((row, seat), private["discards"].copy())
            assert (private["discards"][before >= 0] == before[before >= 0]).all()


def test_every_decision_has_its_own_word(spy):
    one(cell("spy", "spy"))
    words = np.concatenate([chance for *_, chance, _ in spy])
    assert len(np.unique(words)) == len(words)


def test_players_know_nothing_of_roles_and_goals(spy):
    one(cell("spy", "spy"))
    assert not any(isinstance(information, Truth) for *_, information in spy)


def test_an_oracle_is_told_the_truth(spy, monkeypatch):
    monkeypatch.setattr(Spy, "is_oracle", True)
    played = one(cell("spy", "uniform"))
    for _, rows, *_, information in spy:
        assert (information.games["private"]["role"] == played.outcomes["roles"][rows, 0]).all()
        assert (information.games["hidden"]["goals"] == played.goals[rows]).all()


# -- the same whatever --------------------------------------------------------------------------------------

FAULTY = cell("raiser", "layer", observers=("believer", "seer"))


@pytest.mark.parametrize("chunk", [1, 5, 7, 100])
def test_chunks_change_nothing(chunk):
    whole = one(FAULTY, laps=3)
    (cut,) = play(FAULTY, chunk=chunk, laps=3)
    for number in range(2):
        views = [games.views[games.views["observer"] == number].tobytes() for games in (whole, cut)]
        assert views[0] == views[1]
    assert whole.outcomes.tobytes() == cut.outcomes.tobytes()
    assert whole.faults == cut.faults and whole.faults


def test_threads_change_nothing():
    cells = cell("layer", observers=("believer",)), cell("uniform", "layer")
    for alone, beside in zip(play(*cells, chunk=4), play(*cells, chunk=4, threads=2), strict=True):
        assert same(alone, beside)


def test_the_same_deals_for_every_cell():
    first, second = play(cell(), cell("uniform", "layer"))
    assert (first.outcomes["roles"] == second.outcomes["roles"]).all() and (first.goals == second.goals).all()


def test_a_cell_that_differs_in_no_decision_plays_the_same():
    # Wide enough, the digger chooses like anyone who is uniform over all lays.
    first, second = play(cell("digger:width=288", "uniform"), cell("digger:width=300", "uniform"))
    assert (first.acts == second.acts).all()


def test_repeats_play_the_same_deals_otherwise():
    played = one(cell("uniform"), rounds=6, repeats=2)
    outcomes = played.outcomes
    assert outcomes["deal"].tolist() == [*range(6)] * 2 and outcomes["repeat"].tolist() == [0] * 6 + [1] * 6
    assert (outcomes["roles"][:6] == outcomes["roles"][6:]).all()
    acts = [played.acts["action"][played.acts["game"] == game].tolist() for game in (0, 6)]
    assert acts[0] != acts[1]


def test_another_seed_plays_otherwise():
    assert one(cell("uniform"), seed=1).acts.tobytes() != one(cell("uniform"), seed=2).acts.tobytes()


# -- faults -------------------------------------------------------------------------------------------------


def test_an_illegal_action_voids_the_round_and_says_why():
    played = one(cell("cheat", deal="guaranteed"))
    assert not played.outcomes["fair"].any() and kinds(played) == {"illegal"}
    assert len(played.faults) == 12 and {fault.agent for fault in played.faults} == {"cheat"}
    assert "action 466 is illegal for seat" in played.faults[0].message


@pytest.mark.parametrize("action", [-1, 467, 10**6, -(10**6)])
def test_a_number_that_is_no_action_is_illegal(action, monkeypatch):
    monkeypatch.setitem(registry.MAKERS, "off", lambda name, seed: Off(name, seed))
    monkeypatch.setattr(Off, "action", action, raising=False)
    played = one(cell("off"))
    assert kinds(played) == {"illegal"} and "a whole number from 0 to 466" in played.faults[0].message


class Off(Uniform):
    def act_all(self, information, chance):
        return np.full(len(information), self.action)


@pytest.mark.parametrize("answer", [np.zeros(10**4, int), np.zeros(3), None, [0.5], "no"])
def test_an_answer_of_another_shape_is_an_exception(answer, monkeypatch):
    monkeypatch.setitem(registry.MAKERS, "off", lambda name, seed: Off(name, seed))
    monkeypatch.setattr(Off, "act_all", lambda self, information, chance: answer)
    played = one(cell("off"), rounds=4)
    assert kinds(played) == {"exception"} and len(played.faults) == 4


def test_an_exception_voids_the_round_it_arose_in_and_no_other():
    played = one(cell("raiser"), rounds=40)
    fair = played.outcomes["fair"]
    assert 0 < fair.sum() < 40
    assert sorted({fault.deal for fault in played.faults}) == np.flatnonzero(~fair).tolist()
    assert kinds(played) == {"exception"} and played.faults[0].message == "RuntimeError: no idea at all"


def test_overtime_is_a_fault():
    assert kinds(one(cell("sleeper"), overtime=0.005, rounds=3)) == {"overtime"}
    assert not one(cell("sleeper", players=3), rounds=1).faults


def test_faults_are_told_by_role():
    assert {fault.role for fault in one(cell("layer", "cheat")).faults} == {1}
    assert {fault.role for fault in one(cell("cheat", "layer")).faults} == {0}


def test_a_round_is_void_at_its_first_fault():
    played = one(cell("cheat", "cheat"))
    assert len(played.faults) == 12 and not len(played.acts)


# -- keeping it ---------------------------------------------------------------------------------------------


def test_what_is_kept_comes_back_from_arrays():
    played = one(FAULTY, laps=2)
    assert same(Played.of_arrays(played.arrays()), played)


def test_parts_are_joined_under_their_new_numbers():
    made, a_cell = plan(chunk=5), cell(observers=("believer",))
    parts = [play_part(made, a_cell, part) for part in made.parts()]
    joined = Played.joined(parts)
    assert [len(part.outcomes) for part in parts] == [5, 5, 2]
    assert set(joined.acts["game"]) == set(range(12)) and set(joined.views["game"]) == set(range(12))
    assert joined.acts["game"].max() == 11 and joined.outcomes["places"].shape == (12, SEATS)
