"""Agents that follow a script: what they do with treasures, tools, maps and words."""

import numpy as np
import pytest
from scenarios import do, scene
from situations import EVERYWHERE, PHASES, in_world, moment, together

from agents import make
from agents.core.style import STYLE, WEIGHTS
from agents.manners import Play
from agents.scripted import ScriptedAgent
from saboteur_env.core.actions import FIRST
from saboteur_env.core.cards import CLAIM, LAY, PICK_GOLD
from saboteur_env.core.layout import HAND
from saboteur_env.rules import Setup

AT_THE_TREASURE = {"drawing": "S─┼─┼─┼", "goals": ("stone-a", "treasure", "stone-b")}


def chances(name, game):
    return make(name).action_probabilities(game.information(game.seat))


def knowing(saboteurs):
    """Seat 0 has looked at the treasure in the middle, is silent, and decides with the card that reaches it."""
    game = scene(**AT_THE_TREASURE, hands={0: ["map", "NESW"]}, saboteurs=saboteurs, deck=30)
    do(game, "map", goal=1)
    game.step(int(game.legal()[0]))
    while game.seat != 0:
        game.step(int(game.legal()[-1]))
    return game


def reaching(game):
    return [game.action({"verb": "lay", "card": "NESW", "x": 7, "y": 0, "turned": False})]


def test_a_miner_lays_the_last_card_to_a_treasure_it_has_seen_and_a_saboteur_does_not():
    assert chances("greedy", knowing((2,)))[reaching(knowing((2,)))].sum() > 0.5
    assert chances("greedy", knowing((0,)))[reaching(knowing((0,)))].sum() < 0.1


@pytest.mark.parametrize(("name", "like"), [("miner", (2,)), ("saboteur", (0,))])
def test_the_miner_and_the_saboteur_play_so_whatever_they_are_dealt(name, like):
    expected = chances("greedy", knowing(like))
    for saboteurs in ((0,), (2,)):
        assert chances(name, knowing(saboteurs)) == pytest.approx(expected)


@pytest.mark.parametrize("name", ["stealth", "sleeper"])
def test_who_hides_strikes_when_it_is_time(name):
    """Close to the treasure, or with a short deck, as an overt saboteur."""
    assert chances(name, knowing((0,))) == pytest.approx(chances("saboteur", knowing((0,))))
    game = scene("S", {0: ["NESW", "N"]}, saboteurs=(0,), deck=4)
    assert chances(name, game) == pytest.approx(chances("saboteur", game))


@pytest.mark.parametrize(("name", "like"), [("sleeper", "miner"), ("stealth:λ=0", "saboteur")])
def test_before_that_it_plays_like_another(name, like):
    game = scene("S", {0: ["NESW", "N"]}, saboteurs=(0,), deck=40)
    assert chances(name, game) == pytest.approx(chances(like, game))


def test_wholly_stealthy_a_card_is_played_as_a_miner_would_play_it():
    """What hides is a price for each card; cells and faces are weighed as by a miner."""
    game = scene("S─┼", {0: ["NESW", "NEW", "N"]}, saboteurs=(0,), deck=40)
    lays, n = game.legal()[game.legal() < FIRST[LAY + 1]], len(game.legal())
    ratios = (chances("stealth:λ=1", game) - 0.02 / n)[lays] / (chances("miner", game) - 0.02 / n)[lays]
    for slot in set(lays // 2 % HAND):
        same = ratios[lays // 2 % HAND == slot]
        assert same == pytest.approx(same[0], rel=1e-3)


@pytest.mark.parametrize(
    ("name", "saboteur", "truth", "lie"),
    [
        *(
            ("greedy", False, 1, 0),
            ("greedy", True, 0, 1),
            ("greedy:truth=0.25", False, 0.25, 0),
            ("greedy:lie=0", True, 0, 0),
        ),
        *(
            ("stealth", True, 0, 0.5),
            ("stealth", False, 1, 0),
            ("sleeper", True, 0.5, 0.5),
            ("sleeper:lie=0.25", True, 0.5, 0.25),
        ),
        *(("miner", True, 1, 0), ("saboteur", False, 0, 1), ("bayes", False, 1, 0), ("bayes:lie=0.5", True, 0, 0.5)),
    ],
)
@pytest.mark.parametrize("goal", [0, 1])
def test_claims_are_true_false_or_left_out_as_often_as_is_said(name, saboteur, truth, lie, goal):
    game = scene("S", {0: ["map"]}, saboteurs=(0,) if saboteur else (1,), goals=("treasure", "stone-a", "stone-b"))
    do(game, "map", goal=goal)
    claims = chances(name, game)[FIRST[CLAIM] : FIRST[CLAIM + 1]]
    expected = np.full(7, 0.02 / 7)
    expected[0] += 0.98 * (1 - truth - lie)
    expected[1 + 2 * goal + goal] += 0.98 * truth  # goal 0 is the treasure, goal 1 a stone
    expected[1 + 2 * goal + 1 - goal] += 0.98 * lie
    assert claims == pytest.approx(expected)


def test_who_looks_at_nothing_says_anything():
    claims = chances("random", moment(Setup(5), "claim"))
    legal = claims[FIRST[CLAIM] : FIRST[CLAIM + 1]]
    assert legal[legal > 0] == pytest.approx(1 / len(moment(Setup(5), "claim").legal()))


def test_random_is_uniform():
    for game in [moment(Setup(5), phase) for phase in PHASES] + [moment(Setup(5), after=30)]:
        probabilities = chances("random", game)
        assert probabilities[game.legal()] == pytest.approx(1 / len(game.legal()))


def test_the_random_layer_prefers_path_cards_by_a_factor():
    game = moment(Setup(5), after=3)
    probabilities, lays = chances("random-layer", game)[game.legal()], game.legal() < FIRST[LAY + 1]
    beyond_chance = probabilities - 0.02 / len(probabilities)
    assert beyond_chance[lays] == pytest.approx(np.exp(3.0) * beyond_chance[~lays][0])


@pytest.mark.parametrize("name", ["greedy", "bayes", "stealth"])
def test_the_most_nuggets_are_likeliest_to_be_picked(name):
    for seed in range(20):
        game = moment(Setup(5), "pick", seeds=range(seed, 60))
        if len(game.legal()) > 1:
            break
    probabilities = chances(name, game)[FIRST[PICK_GOLD] : FIRST[PICK_GOLD + 1]]
    assert probabilities.argmax() == np.flatnonzero(probabilities).max()


def test_nothing_but_the_information_counts():
    game = moment(Setup(5), after=20)
    worlds = game.worlds(game.seat, 5, 1)
    for name in ("greedy", "stealth", "sleeper"):
        rows = make(name).probabilities_all(in_world(game, worlds, game.seat))
        assert (rows == chances(name, game)).all()


# -- extremes ------------------------------------------------------------------------------------------------


def extreme(seed, size=50.0):
    weights = np.random.default_rng(seed).choice([-size, size], len(WEIGHTS))
    weights[list(WEIGHTS).index("noise")] = 0.02
    return weights.view(STYLE)


@pytest.mark.parametrize("hide", [0.0, 1.0])
@pytest.mark.parametrize("seed", range(3))
def test_extreme_styles_give_finite_numbers(seed, hide):
    play = Play(extreme(seed), extreme(seed + 10), close=4.0, short=2.0, hide=hide)
    agent = ScriptedAgent("extreme", play, play)
    information = together([moment(setup, after=20, by="random") for setup in EVERYWHERE[::4]])
    probabilities, belief = agent.probabilities_all(information), agent.belief_all(information)
    assert probabilities.sum(axis=1) == pytest.approx(1) and (probabilities >= 0).all()
    for part in belief:
        assert np.isfinite(part).all() and ((part >= 0) & (part <= 1)).all()


TWO_STONES = {"drawing": "┌┴┼┴┼┴┼┼\nS......└┐", "goals": ("treasure", "stone-a", "stone-b")}
LATE = {
    "one card": lambda: scene("S─┼", {0: ["N|S"], 1: ["NESW"], 2: ["map"]}, deck=0),
    "all tools broken": lambda: scene(
        "S─┼",
        {0: ["NESW", "repair-pick-cart"]},
        broken=[(tool, seat) for seat in range(3) for tool in ("pick", "lantern", "cart")],
    ),
    "one goal left": lambda: scene(**TWO_STONES),
    "no way": lambda: scene(".╷.\n═S.\n.║.", {0: ["E"], 1: ["rockfall"]}),
}


@pytest.mark.parametrize("name", ["greedy", "saboteur", "stealth", "sleeper", "bayes", "ismcts:iterations=20"])
@pytest.mark.parametrize("edition", ["amigo-2025", "classic"])
@pytest.mark.parametrize("late", LATE)
def test_the_last_things_of_a_round_are_no_trouble(late, edition, name):
    game, agent = LATE[late](), make(name, 0)
    for seat in range(3):
        for part in agent.belief(game.information(seat)):
            assert np.isfinite(part).all() and ((part >= 0) & (part <= 1)).all()
    while not game.is_over:
        probabilities = agent.action_probabilities(game.information(game.seat))
        assert probabilities.sum() == pytest.approx(1) and (probabilities[game.legal()] >= 0).all()
        game.step(agent.act(game.information(game.seat)))
