"""One game in Python's hands: resets, steps, copies, results."""

import copy
import pickle
from types import MappingProxyType

import numpy as np
import pytest
from playing import WAYS, decisions
from scenarios import discard, do, lay, scene

from saboteur_env.core.actions import ACTIONS
from saboteur_env.game import Game, IllegalAction
from saboteur_env.rules import Setup

IN_THE_MIDDLE = ("stone-a", "treasure", "stone-b")


def played(seed, decisions_made=20, **options):
    """A game after some decisions."""
    game = Game(Setup(**options))
    for step, _ in enumerate(decisions(game, seed, WAYS["random"](seed))):
        if step == decisions_made:
            break
    return game


def won(**options):
    """A game in which seat 0 has just reached the treasure; the pile is 3, 1, 2 for seats 0, 3, 2 of four."""
    game = scene("S─┼─┼─┼", {0: ["NESW"]}, goals=IN_THE_MIDDLE, players=4, saboteurs=(1,), gold=(3, 1, 2), **options)
    lay(game, "NESW", 7, 0)
    return game


# -- the course of a game ----------------------------------------------------------------------------------------


def test_a_game_that_was_never_reset_is_over_and_has_no_legal_action():
    game = Game(Setup())
    assert game.is_over and not len(game.legal())
    with pytest.raises(IllegalAction, match="reset"):
        game.step(0)


def test_a_reset_without_a_seed_goes_on_from_the_chance_of_the_last_game():
    games = [Game(Setup()), Game(Setup())]
    for game in games:
        game.reset(3)
        game.reset()
    assert games[0].deal() == games[1].deal()
    again = Game(Setup())
    again.reset(3)
    assert again.deal() != games[0].deal()


def test_a_game_without_any_seed_is_another_each_time():
    games = [Game(Setup()), Game(Setup())]
    for game in games:
        game.reset()
    assert games[0].deal() != games[1].deal()


def test_a_step_tells_whether_it_ended_a_round():
    game, ended = Game(Setup(3, rounds=2)), []
    game.reset(1)
    while not game.is_over:
        before = game.round_index
        assert game.step(int(game.legal()[-1])) == (game.round_index != before)
        ended.append(game.round_index)
    assert set(ended) == {0, 1, 2}


def test_an_illegal_step_changes_nothing():
    game = played(1)
    before = game.get_state()
    with pytest.raises(IllegalAction, match="action 464 is illegal for seat"):
        game.step(464)
    assert game.get_state() == before


@pytest.mark.parametrize("action", [-1, ACTIONS, 1.0, "1", None, True])
def test_what_is_no_action_is_refused(action):
    with pytest.raises(IllegalAction, match=f"whole number from 0 to {ACTIONS - 1}"):
        played(1).step(action)


def test_legal_actions_are_fresh_and_the_mask_says_the_same():
    game = played(1)
    ids, mask = game.legal(), game.mask()
    assert np.flatnonzero(mask).tolist() == ids.tolist()
    ids[:], mask[:] = -1, 0
    assert game.legal().tolist() != ids.tolist() and game.mask().any()


def test_planned_deals_are_dealt_round_by_round_and_then_chance():
    deals = [played(seed, 0, players=3).deal() for seed in (1, 2)]
    game = Game(Setup(3))
    game.reset(0, [deals[0]])
    assert game.deal() == deals[0]
    with pytest.raises(ValueError, match="4 deals for a game of 3 rounds"):
        game.reset(0, [deals[0]] * 4)
    assert game.deal() == deals[0]


# -- results -----------------------------------------------------------------------------------------------------


def test_the_result_of_a_round_the_miners_won():
    game = won()
    for worth in (3, 1, 2):
        do(game, "pick", nuggets=worth)
    assert game.result(0) == {
        "round": 0,
        "treasure_reached": True,
        "finisher": 0,
        "nuggets": [3, 0, 2, 1],
        "roles_at_end": ["miner", "saboteur", "miner", "miner"],
        "revealed": [{"goal": 1, "lies": "NESW"}],
    }


def test_the_result_of_a_round_the_saboteurs_won():
    game = scene("S", {0: ["map"], 1: [], 2: []}, deck=0, saboteurs=(1,))
    discard(game)
    assert game.result(0) == {
        "round": 0,
        "treasure_reached": False,
        "finisher": None,
        "nuggets": [0, 4, 0],
        "roles_at_end": ["miner", "saboteur", "miner"],
        "revealed": [],
    }


def test_most_nuggets_win():
    game = won()
    for worth in (3, 1, 2):
        do(game, "pick", nuggets=worth)
    assert (game.nuggets(), game.winners()) == ([3, 0, 2, 1], [0])


def test_ties_share_the_win():
    game = scene("S─┼─┼─┼", {0: ["NESW"]}, goals=IN_THE_MIDDLE, gold=(2, 2), saboteurs=(1,))
    lay(game, "NESW", 7, 0)
    for _ in range(2):
        do(game, "pick", nuggets=2)
    assert (game.nuggets(), game.winners()) == ([2, 0, 2], [0, 2])


def test_where_nobody_was_paid_all_share_the_win():
    game = scene("S", {0: ["map"], 1: [], 2: []}, deck=0, saboteurs=())
    discard(game)
    assert game.winners() == [0, 1, 2]


def test_nuggets_add_up_over_the_rounds():
    game = Game(Setup(5))
    for _ in decisions(game, 3, WAYS["digging"](3)):
        pass
    gains = [game.result(number)["nuggets"] for number in range(3)]
    assert [sum(seat) for seat in zip(*gains, strict=True)] == game.nuggets()


# -- copies and states -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "copied", [Game.clone, copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]
)
def test_a_copy_is_the_same_game_and_lives_on_its_own(copied):
    game = played(4, players=6)
    twin = copied(game)
    assert (twin.truth(), twin.legal().tolist(), twin.setup) == (game.truth(), game.legal().tolist(), game.setup)
    before = game.get_state()
    twin.step(int(twin.legal()[-1]))
    assert game.get_state() == before != twin.get_state()


def test_a_copy_keeps_chance():
    game = played(4, rounds=2)
    twin = game.clone()
    while not game.is_over:
        action = int(game.legal()[-1])
        game.step(action)
        twin.step(action)
    assert game.truth() == twin.truth()


def test_a_state_goes_there_and_back():
    game, other = played(4), Game(Setup())
    other.set_state(game.get_state())
    assert (other.truth(), other.legal().tolist()) == (game.truth(), game.legal().tolist())


def test_a_state_of_another_setup_is_refused_and_nothing_changes():
    game = played(4, players=4)
    before = game.get_state()
    with pytest.raises(ValueError, match="setup"):
        game.set_state(played(4, players=5).get_state())
    assert game.get_state() == before


@pytest.mark.parametrize("seat", [-1, 5, None])
def test_there_is_no_world_of_a_seat_that_nobody_has(seat):
    with pytest.raises(ValueError, match="no seat"):
        played(1).determinize(seat, 0)


def test_before_the_first_deal_there_is_no_world():
    with pytest.raises(ValueError, match="reset"):
        Game(Setup()).determinize(0, 0)


def test_the_whole_truth_waits_for_the_first_deal():
    game = Game(Setup())
    for ask in (game.truth, game.deal):
        with pytest.raises(ValueError, match="no round is dealt yet"):
            ask()


def test_when_the_game_is_over_no_move_is_an_action():
    game = played(4, 10_000)
    assert game.is_over
    with pytest.raises(IllegalAction, match="the game is over"):
        game.action({"verb": "map", "goal": 0})


@pytest.mark.parametrize("seed", [-1, 1.5, "a", True])
def test_what_is_no_seed_is_refused(seed):
    game = played(4)
    before = game.get_state()
    with pytest.raises(ValueError, match="a seed is a whole number from 0"):
        game.reset(seed)
    assert game.get_state() == before


def test_deals_to_come_are_the_games_own():
    """They may be any mapping, and a later change of it changes nothing."""
    first, second = played(0, 0).deal(), played(1, 0).deal()
    game = Game(Setup())
    game.reset(1, [first, MappingProxyType(second)])
    second["roles"].clear()
    assert game.planned[0]["roles"] and game.get_state() == pickle.loads(pickle.dumps(game)).get_state()


def test_who_started_the_last_round_is_known_after_it():
    game = Game(Setup(rounds=1))
    game.reset(3)
    starter = game.deal()["starter"]
    while not game.is_over:
        game.step(int(game.legal()[0]))
    assert game.deal()["starter"] == starter
