"""Worlds that agree with what an agent knows; the truth as JSON; the state for centralised critics."""

import json

import numpy as np
import pytest
from playing import WAYS, course
from scenarios import scene
from stopping import PHASES, shown, stopped

from saboteur_env import saboteur_v0


@pytest.mark.parametrize("maker", [saboteur_v0.raw_env, saboteur_v0.env])
@pytest.mark.parametrize("phase", PHASES)
def test_a_determinized_game_looks_the_same_to_its_agent(maker, phase):
    env = stopped(maker, phase)
    before = shown(env)
    for agent in env.agents:
        seen = env.observe(agent)
        for seed in range(3):
            world = env.determinize(agent, seed)
            assert type(world) is type(env)
            there = world.observe(agent)
            assert all(np.array_equal(seen[key], there[key]) for key in seen)
            assert world.agent_selection == env.agent_selection and world.rewards == env.rewards
    assert shown(env) == before


@pytest.mark.parametrize("maker", [saboteur_v0.raw_env, saboteur_v0.env])
@pytest.mark.parametrize("phase", PHASES)
def test_a_determinized_game_is_a_game_to_play(maker, phase):
    """The agent to decide has another hand there, and so other legal actions."""
    env = stopped(maker, phase)
    hands = set()
    for seed, agent in enumerate(env.agents):
        world = env.determinize(agent, seed)
        hands.add(str(world.truth()["seats"]))
        choose = WAYS["random"](seed)
        while not any(world.terminations.values()):
            legal = np.flatnonzero(world.observe(world.agent_selection)["action_mask"])
            assert len(legal) and legal.tolist() == world.unwrapped.game.legal().tolist()
            world.step(choose(world.unwrapped.game, legal))
        assert len(world.truth()["results"]) == 3
    assert len(hands) == 5


@pytest.mark.parametrize("phase", PHASES)
def test_the_mask_of_a_determinized_game_is_that_of_its_own_hand(phase):
    env = stopped(saboteur_v0.env, phase)
    for agent in env.agents:
        world = env.determinize(agent, 1)
        mask = world.observe(world.agent_selection)["action_mask"]
        assert np.flatnonzero(mask).tolist() == world.unwrapped.game.legal().tolist()


def test_the_seed_fixes_the_world():
    env = stopped(saboteur_v0.env, "play")
    worlds = [env.determinize("player_1", seed).get_state() for seed in (1, 1, 2)]
    assert worlds[0] == worlds[1] != worlds[2]


def test_a_world_of_nobody_is_refused():
    env = stopped(saboteur_v0.raw_env, "play")
    with pytest.raises(ValueError, match="player_9"):
        env.determinize("player_9", 1)
    with pytest.raises(ValueError, match="reset"):
        saboteur_v0.raw_env().determinize("player_0", 1)


# -- the truth, and the state for critics ------------------------------------------------------------------


@pytest.mark.parametrize("phase", PHASES)
def test_the_truth_is_json(phase):
    env = stopped(saboteur_v0.env, phase)
    truth = env.truth()
    assert json.loads(json.dumps(truth)) == truth
    assert truth["phase"] == phase and truth["round"] == 1 and len(truth["results"]) == 1
    assert len(truth["seats"]) == truth["players"] == 5


def test_the_truth_of_a_drawn_scene():
    game = scene("S─┼", {0: ["NES", "map"], 1: ["rockfall"]}, broken=[("cart", 2)], saboteurs=[1], players=3)
    truth = game.truth()
    assert truth["mine"] == [{"x": 1, "y": 0, "lies": "EW"}, {"x": 2, "y": 0, "lies": "NESW"}]
    assert [seat["role"] for seat in truth["seats"]] == ["miner", "saboteur", "miner"]
    assert [seat["broken"] for seat in truth["seats"]] == [[], [], ["cart"]]
    assert {"NES", "map"} <= set(truth["seats"][0]["hand"]) and "rockfall" in truth["seats"][1]["hand"]
    assert truth["seat"] == 0 and truth["phase"] == "play" and truth["nuggets"] == [0, 0, 0]


def test_changing_the_truth_changes_nothing():
    env = stopped(saboteur_v0.raw_env, "play")
    before, truth = env.get_state(), env.truth()
    truth["seats"][0]["hand"].clear()
    truth["deal"]["deck"].clear()
    assert env.get_state() == before


def hidden_changes(game):
    """Games that differ from this one in a single hidden fact, by name."""
    twins = {name: game.clone() for name in ("roles", "goals", "hands", "deck", "known", "gold")}
    private, hidden = twins["roles"].games[0].private, twins["roles"].games[0].hidden
    other = next(seat for seat in range(2, game.setup.players) if private[seat].role != private[1].role)
    private[1].role, private[other].role = private[other].role, private[1].role
    hidden.roles[[1, other]] = hidden.roles[[other, 1]]
    goals = twins["goals"].games[0].hidden.goals
    goals[:] = np.roll(goals, 1)
    hands = twins["hands"].games[0].private
    hands[1].hand, hands[2].hand = hands[2].hand.copy(), hands[1].hand.copy()
    deck, hand = twins["deck"].games[0].hidden.deck, twins["deck"].games[0].private[1].hand
    other = int(np.flatnonzero(deck[-20:] != hand[0])[0]) - 20
    hand[0], deck[other] = deck[other], hand[0]
    twins["known"].games[0].private[1].known[0] = game.games[0].hidden.goals[0]
    twins["gold"].games[0].private[1].gold[2] += 1
    return twins


@pytest.mark.parametrize("fact", ["roles", "goals", "hands", "deck", "known", "gold"])
def test_the_state_shows_what_is_hidden(fact):
    env = saboteur_v0.raw_env(players=5)
    env.reset(seed=4)
    twin = env.clone()
    twin.game = hidden_changes(env.game)[fact]
    assert np.array_equal(env.observe("player_0")["observation"], twin.observe("player_0")["observation"])
    assert not np.array_equal(env.state(), twin.state())


@pytest.mark.parametrize("way", WAYS)
def test_the_state_lies_in_its_space_and_is_fresh(way):
    env = saboteur_v0.raw_env(players=6)
    states = [env.state() for _ in course(env, 1, way)]
    low, high = env.state_space.low, env.state_space.high
    assert all(state.dtype == np.float32 and state.shape == low.shape for state in states)
    assert all((low <= state).all() and (state <= high).all() for state in states)
    assert len({id(state) for state in states}) == len(states)


def test_after_an_illegal_action_worlds_are_over_too():
    env = saboteur_v0.env(players=3)
    env.reset(seed=0)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    env.step(None)
    world = env.determinize(env.agents[-1], 1)
    assert world.agents == env.agents and world.agent_selection == env.agent_selection
    assert world.last()[1:] == env.last()[1:]


def test_there_is_no_state_before_the_first_deal():
    with pytest.raises(ValueError, match="no round is dealt yet"):
        saboteur_v0.raw_env().state()
