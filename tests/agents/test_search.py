"""Agents that search: what they find, and that all their chance comes from one word."""

import time

import numpy as np
import pytest
from scenarios import do, scene
from situations import moment, repeated, together

from agents import make, search
from saboteur_env.game import Game
from saboteur_env.rules import Setup

SEARCHERS = ["ismcts", "flat-mc"]
GOALS = ("stone-a", "treasure", "stone-b")


def at_the_treasure(saboteurs=(2,)):
    """Seat 0 knows that the treasure lies in the middle, and can lay the last card of the way to it."""
    game = scene("S─┼─┼─┼", {0: ["map", "NESW"], 1: ["NE"], 2: ["NW"]}, goals=GOALS, saboteurs=saboteurs, deck=30)
    do(game, "map", goal=1)
    game.step(int(game.legal()[0]))  # silence
    while game.seat != 0:
        game.step(int(game.legal()[-1]))
    return game


def finding(game):
    """The legal actions that lead to the treasure at once."""
    found = []
    for action in game.legal():
        twin = game.clone()
        twin.step(int(action))
        if twin.phase == "pick" or twin.is_over and twin.result(0)["treasure_reached"]:
            found.append(int(action))
    assert found
    return found


@pytest.mark.parametrize("name", SEARCHERS)
@pytest.mark.parametrize("worlds", ["bayes", "uniform"])
def test_a_miner_takes_the_treasure_and_a_saboteur_leaves_it(name, worlds):
    for saboteurs, takes in (((2,), True), ((0,), False)):
        game = at_the_treasure(saboteurs)
        agent = make(f"{name}:iterations=300,worlds={worlds}", 1)
        assert (agent.act(game.information(0)) in finding(game)) is takes


@pytest.mark.parametrize("name", SEARCHERS)
def test_equal_words_of_chance_lead_to_equal_searches(name):
    game, agent = moment(Setup(5), after=20), make(name, iterations=60)
    information, chance = repeated(game, 3), np.array([7, 7, 8], np.uint64)
    visits = agent._visits(information, chance)
    assert (visits[0] == visits[1]).all() and (visits[0] != visits[2]).any()
    assert (make(name, iterations=60)._visits(information, chance) == visits).all()


@pytest.mark.parametrize("name", SEARCHERS)
@pytest.mark.parametrize("iterations", [1, 30])
def test_every_iteration_is_a_visit_and_the_script_is_one_more(name, iterations):
    games = [moment(Setup(players), after=8) for players in (3, 6)]
    visits = make(name, iterations=iterations)._visits(together(games), np.arange(2, dtype=np.uint64))
    assert visits.sum(axis=1) == pytest.approx(iterations + 1)


@pytest.mark.parametrize("name", SEARCHERS)
def test_games_of_a_batch_do_not_touch_each_other(name):
    games = [moment(Setup(players), after=8) for players in (3, 6, 10)]
    chance = np.arange(3, dtype=np.uint64)
    many = make(name, iterations=40)._visits(together(games), chance)
    for j, game in enumerate(games):
        assert (make(name, iterations=40)._visits(together([game]), chance[j : j + 1])[0] == many[j]).all()


def test_the_hidden_truth_makes_no_difference():
    game = moment(Setup(5), after=20)
    worlds = [game, *(game.determinize(game.seat, seed) for seed in range(3))]
    visits = make("ismcts", iterations=40)._visits(together(worlds), np.full(4, 5, np.uint64))
    assert (visits == visits[0]).all()


@pytest.mark.parametrize("phase", ["claim", "pick"])
@pytest.mark.parametrize("name", SEARCHERS)
def test_claims_and_picks_are_decided_too(name, phase):
    game = moment(Setup(5), phase)
    assert make(name, 0, iterations=30).act(game.information(game.seat)) in game.legal()


def test_the_most_nuggets_are_picked():
    game = moment(Setup(5), "pick")
    picked = make("ismcts", 0, iterations=10).act(game.information(game.seat))
    assert picked == game.legal()[-1]


def test_a_full_tree_does_no_harm(monkeypatch):
    """A search by the clock that has no more room goes on with the tree that it has."""
    monkeypatch.setattr(search, "MOST_NODES", 5)
    game = at_the_treasure()
    agent = make("ismcts", 0, seconds=0.2)
    assert agent.act(game.information(0)) in finding(game)
    assert np.isfinite(agent.action_probabilities(game.information(0))).all()


@pytest.mark.parametrize("name", SEARCHERS)
def test_a_search_by_the_clock_ends(name):
    game, agent = moment(Setup(5), after=10), make(name, 0, seconds=0.1)
    agent.act(game.information(game.seat))
    begun = time.perf_counter()
    assert agent.act(game.information(game.seat)) in game.legal()
    assert time.perf_counter() - begun < 10


def test_more_time_is_more_visits():
    game, visits = moment(Setup(5), after=10), []
    for seconds in (0.001, 0.3):
        agent = make("flat-mc", 0, seconds=seconds)
        visits.append(agent._visits(game.information(game.seat), np.zeros(1, np.uint64)).sum())
    assert visits[1] > visits[0] > search.CHUNK


def test_it_plays_whole_games():
    """Every phase of every round, to the last card."""
    for players, edition in ((3, "classic"), (6, "999-games")):
        game, agent = Game(Setup(players, edition, rounds=2)), make("ismcts", 0, iterations=8, laps=1)
        game.reset(2)
        while not game.is_over:
            game.step(agent.act(game.information(game.seat)))


def test_its_beliefs_are_those_of_the_agent_that_infers():
    game = moment(Setup(5), after=20)
    own, other = (make(name).belief(game.information(1)) for name in ("ismcts", "bayes"))
    assert (own.saboteur == other.saboteur).all() and (own.treasure == other.treasure).all()
