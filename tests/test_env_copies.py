"""Copies keep the game and live on their own; states as bytes; worlds that agree with a seat; the truth."""

import copy
import json
import pickle

import numpy as np
import pytest
from playing import WAYS, course
from scenarios import scene

from saboteur_env import saboteur_v0

EVERY_GROUP = {"history": 86, "changes": True, "picture": True}


def by_state(env):
    """Through bytes, into an environment that has played something else."""
    raw = env.unwrapped
    setup = raw.game.setup
    maker = saboteur_v0.raw_env if raw is env else saboteur_v0.env
    twin = maker(setup.players, setup.edition, setup.variants, setup.rounds, raw.reward, **EVERY_GROUP)
    twin.reset(seed=1234)
    twin.set_state(env.get_state())
    return twin


def by_cloudpickle(env):
    return pickle.loads(pytest.importorskip("cloudpickle").dumps(env))


COPIERS = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "oldest pickle": lambda env: pickle.loads(pickle.dumps(env, protocol=2)),
    "cloudpickle": by_cloudpickle,
    "clone": lambda env: env.clone(),
    "state": by_state,
}
PHASES = ("play", "claim", "pick")


def stopped(maker, phase, **setup):
    """An environment in the middle of a game, at a decision of this phase in the second round."""
    env = maker(players=5, **EVERY_GROUP, **setup)
    for seed in range(100):
        for index, _ in enumerate(course(env, seed, "digging")):
            game = env.unwrapped.game
            if game.round_index == 1 and game.phase == phase and index % 3 == 0:
                return env
    raise AssertionError(f"no decision to {phase}")


def shown(env):
    """Everything that an environment gives out."""
    raw = env.unwrapped
    named = [dict(values) for values in (env.rewards, env.terminations, env.truncations, env.infos)]
    observations = [array.tobytes() for agent in env.possible_agents for array in env.observe(agent).values()]
    observations.append(env.state().tobytes())
    return [env.agent_selection, list(env.agents), named, observations, env.get_state(), dict(raw._cumulative_rewards)]


def on(env, choose):
    """Play on to the end of the game; yields what is shown after each step."""
    while not any(env.terminations.values()):
        game = env.unwrapped.game
        env.step(choose(game, game.legal()))
        yield shown(env)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("maker", [saboteur_v0.raw_env, saboteur_v0.env])
@pytest.mark.parametrize("copier", COPIERS)
def test_a_copy_keeps_the_game_and_lives_on_its_own(copier, maker, phase):
    env = stopped(maker, phase)
    twin, before = COPIERS[copier](env), shown(env)
    assert type(twin) is type(env) and twin.unwrapped is not env.unwrapped
    if copier == "state":
        assert (twin.truth(), twin.agent_selection) == (env.truth(), env.agent_selection)
    else:
        assert shown(twin) == before
    course_of_twin = [parts[2:5] for parts in on(twin, WAYS["digging"](7))]
    assert shown(env) == before
    assert [parts[2:5] for parts in on(env, WAYS["digging"](7))] == course_of_twin


@pytest.mark.parametrize("copier", set(COPIERS) - {"state"})
def test_an_ended_game_is_copied_too(copier):
    env = saboteur_v0.env(players=3, rounds=1)
    for _ in course(env, 0):
        pass
    env.step(None)
    twin = COPIERS[copier](env)
    assert twin.agents == env.agents and twin.terminations == env.terminations
    while twin.agents:
        twin.step(None)
    assert len(env.agents) == 2


@pytest.mark.parametrize("copier", set(COPIERS) - {"state"})
@pytest.mark.parametrize("maker", [saboteur_v0.raw_env, saboteur_v0.env])
def test_a_copy_before_reset_is_not_reset_either(copier, maker):
    twin = COPIERS[copier](maker(players=3))
    assert twin.possible_agents == ["player_0", "player_1", "player_2"]
    with pytest.raises((AssertionError, AttributeError)):
        twin.step(0)
    twin.reset(seed=1)
    assert twin.agents == twin.possible_agents


@pytest.mark.parametrize("copier", set(COPIERS) - {"state"})
def test_a_copy_shares_nothing_that_changes(copier):
    env = stopped(saboteur_v0.raw_env, "play")
    twin = COPIERS[copier](env)
    twin.infos["player_0"]["note"] = 1
    twin.rewards["player_0"] = 5.0
    twin.agents.remove("player_1")
    assert env.infos["player_0"] == {} and env.rewards["player_0"] == 0.0 and "player_1" in env.agents


@pytest.mark.parametrize("copier", COPIERS)
def test_planned_deals_are_copied(copier):
    deals = []
    for seed in (1, 2):
        env = saboteur_v0.raw_env(players=5, rounds=2, **EVERY_GROUP)
        env.reset(seed=seed)
        deals.append(env.truth()["deal"])
    while env.game.round_index == 0:
        env.step(int(env.game.legal()[-1]))
    second = {**deals[1], "starter": env.truth()["deal"]["starter"], "gold": env.truth()["deal"]["gold"]}
    env.reset(seed=9, options={"deal": [deals[1], second]})
    twin = COPIERS[copier](env)
    while twin.game.round_index == 0:
        twin.step(int(twin.game.legal()[-1]))
    assert twin.truth()["deal"] == second


# -- states as bytes ---------------------------------------------------------------------------------------


def test_a_state_goes_into_a_new_environment():
    """The way to another process: nothing but the setup and the bytes."""
    env = stopped(saboteur_v0.env, "play")
    twin = saboteur_v0.env(players=5, **EVERY_GROUP)
    twin.set_state(env.get_state())
    assert twin.agent_selection == env.agent_selection and twin.truth() == env.truth()
    twin.step(int(twin.game.legal()[0]))


def test_a_state_is_bytes_that_do_not_change():
    env = stopped(saboteur_v0.raw_env, "play")
    state = env.get_state()
    kept = bytes(bytearray(state))
    env.step(int(env.game.legal()[0]))
    assert isinstance(state, bytes) and state == kept != env.get_state()


def test_an_ended_state_ends_the_game_it_is_set_in():
    env = saboteur_v0.env(players=3, rounds=1)
    for _ in course(env, 0):
        pass
    twin = saboteur_v0.env(players=3, rounds=1)
    twin.reset(seed=1)
    twin.set_state(env.get_state())
    assert all(twin.terminations.values())
    assert not any(twin.observe(agent)["action_mask"].any() for agent in twin.agents)


def flipped(state, at):
    """The state with one bit changed."""
    return state[:at] + bytes([state[at] ^ 1]) + state[at + 1 :]


def other_state(**setup):
    """A state of another setup."""
    env = saboteur_v0.raw_env(**setup)
    env.reset(seed=0)
    return env.get_state()


BAD_STATES = {
    "nothing": (lambda state: b"", "no state"),
    "noise": (lambda state: bytes(range(256)) * 40, "no state"),
    "a number": (lambda state: b"5", "no state"),
    "a list": (lambda state: b"[]\0", "no state"),
    "a short list": (lambda state: b"[1]\0", "state"),
    "text": (lambda state: state.decode("latin-1"), "bytes"),
    "none": (lambda state: None, "bytes"),
    "head only": (lambda state: state[: state.index(b"\0")], "truncated"),
    "half": (lambda state: state[: len(state) // 2], "truncated"),
    "a byte too few": (lambda state: state[:-1], "truncated"),
    "a byte too many": (lambda state: state + b"\0", "bytes"),
    "another format": (lambda state: state.replace(b"saboteur-state/1", b"saboteur-state/0"), "'saboteur-state/0'"),
    "a changed bit": (lambda state: flipped(state, len(state) - 100), "state"),
    "a changed seat": (lambda state: flipped(state, len(state) // 2), "state"),
    "other players": (lambda state: other_state(players=6), "setup.*6"),
    "another edition": (lambda state: other_state(edition="classic"), "classic"),
    "another variant": (lambda state: other_state(variants=("self-break",)), "self-break"),
    "other rounds": (lambda state: other_state(rounds=1), "rounds"),
    "without distances": (lambda state: other_state(distances=False), "distances"),
}


@pytest.mark.parametrize("maker", [saboteur_v0.raw_env, saboteur_v0.env])
@pytest.mark.parametrize("name", BAD_STATES)
def test_a_bad_state_is_refused_and_nothing_changes(maker, name):
    env = stopped(maker, "play")
    before = shown(env)
    spoil, words = BAD_STATES[name]
    with pytest.raises(ValueError, match=words):
        env.set_state(spoil(env.get_state()))
    assert shown(env) == before


# -- worlds ------------------------------------------------------------------------------------------------


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
    for agent in env.agents:
        for seed in range(3):
            world = env.determinize(agent, seed)
            hands.add(str(world.truth()["seats"]))
            for _ in on(world, WAYS["random"](seed)):
                if not any(world.terminations.values()):
                    mask = world.observe(world.agent_selection)["action_mask"]
                    assert np.flatnonzero(mask).tolist() == world.unwrapped.game.legal().tolist()
                    assert world.legal_moves()
    assert len(hands) == 15


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
