"""The environment as PettingZoo wants it: its own tests, spaces, types, rewards, the end of a game."""

import warnings
from collections import Counter

import numpy as np
import pettingzoo
import pytest
from chances import chi_square_is_plausible
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.state_test import test_state as check_state
from pettingzoo.test.state_test import test_state_space as check_state_space
from playing import course

from saboteur_env import saboteur_v0

MAKERS = {"raw": saboteur_v0.raw_env, "env": saboteur_v0.env}
SETUPS = [
    {"players": 3},
    {"players": 5, "reward": "team", "history": 86, "changes": True, "picture": True},
    {"players": 7, "edition": "999-games", "reward": "win", "distances": False},
    {"players": 10, "edition": "classic", "variants": ("private-maps",), "rounds": 1, "history": 1},
]
# PettingZoo knows by name which of its own environments hold a mask beside the observation.
KNOWS_NO_MASKS = ("Observation is not a NumPy array", "Observation space for each agent probably")
EXTREMES = [
    {"players": players, "edition": edition}
    for players in (3, 6, 10)
    for edition in ("amigo-2025", "classic", "999-games")
]


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_pettingzoo_api(maker, setup, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for words in KNOWS_NO_MASKS:
            warnings.filterwarnings("ignore", message=words)
        api_test(MAKERS[maker](**setup))
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_pettingzoo_seed(maker, setup):
    seed_test(lambda: MAKERS[maker](**setup), 100)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_pettingzoo_state(setup):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_state_space(saboteur_v0.env(**setup))
        check_state(saboteur_v0.env(**setup), 10)


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="this PettingZoo has no registry")
def test_pettingzoo_makes_it_by_name():
    env = pettingzoo.make("aec", "saboteur-v0", players=4, reward="win")
    assert len(env.possible_agents) == 4 and env.unwrapped.reward == "win"
    assert isinstance(env, type(saboteur_v0.env()))


def test_the_metadata_names_it():
    metadata = saboteur_v0.raw_env.metadata
    assert metadata["name"] == "saboteur_v0" and metadata["render_modes"] == ["human", "ansi", "rgb_array"]
    assert metadata["is_parallelizable"] is False


# -- whole games, looked at from all sides -----------------------------------------------------------------


def check_observations(env):
    """Every agent's observation lies in its space, with the mask of the agent to decide."""
    for agent in env.possible_agents:
        seen, space = env.observe(agent), env.observation_space(agent)
        observation, mask, box = seen["observation"], seen["action_mask"], space["observation"]
        assert set(seen) == set(space)
        assert observation.dtype == np.float32 and observation.shape == box.shape
        assert (box.low <= observation).all() and (observation <= box.high).all()
        assert mask.dtype == np.int8 and mask.shape == (env.action_space(agent).n,)
        legal = env.unwrapped.game.legal() if agent == env.agent_selection else []
        assert np.flatnonzero(mask).tolist() == list(legal) and set(mask.tolist()) <= {0, 1}


@pytest.mark.parametrize("setup", SETUPS + EXTREMES, ids=str)
def test_observations_lie_in_their_space(setup):
    env = saboteur_v0.raw_env(**setup)
    for way in ("random", "digging"):
        for _ in course(env, 3, way):
            check_observations(env)


def check_types(env):
    """Plain Python values, one for each agent; infos are empty; nobody is truncated."""
    everybody = set(env.possible_agents)
    for named in (env.rewards, env.terminations, env.truncations, env.infos):
        assert set(named) == everybody
    assert {type(reward) for reward in env.rewards.values()} == {float}
    assert {type(over) for over in env.terminations.values()} == {bool}
    assert set(map(id, env.truncations.values())) == {id(False)}
    assert list(env.infos.values()) == [{}] * len(everybody)
    assert type(env.last(observe=False)[1]) is float and type(env.last(observe=False)[2]) is bool
    assert len(set(env.terminations.values())) == 1


@pytest.mark.parametrize("reward", ["gold", "team", "win"])
@pytest.mark.parametrize("maker", MAKERS)
def test_types_at_every_step_and_one_end_for_all(maker, reward):
    env = MAKERS[maker](players=4, reward=reward)
    for _ in course(env, 5, "digging"):
        check_types(env)
    assert all(env.terminations.values())


@pytest.mark.parametrize("maker", MAKERS)
def test_dead_agents_leave_one_by_one(maker):
    env = MAKERS[maker](players=4, rounds=1)
    for _ in course(env, 0):
        pass
    for left in range(4, 0, -1):
        assert len(env.agents) == len(env.rewards) == left
        assert env.last()[2] and not env.last()[0]["action_mask"].any()
        env.step(None)
    assert env.agents == []


def test_a_dead_agent_can_only_leave():
    env = saboteur_v0.raw_env(players=3, rounds=1)
    for _ in course(env, 0):
        pass
    with pytest.raises(ValueError, match="None"):
        env.step(0)


def test_the_agents_are_named_by_seat():
    env = saboteur_v0.raw_env(players=6)
    assert env.possible_agents == [f"player_{seat}" for seat in range(6)]
    for _ in course(env, 1):
        if not all(env.terminations.values()):
            assert env.agent_selection == f"player_{env.game.seat}"


def test_spaces_are_the_same_for_all_agents_and_numbers_of_players():
    spaces = [
        (env.observation_space(agent), env.action_space(agent))
        for env in (saboteur_v0.raw_env(players=3), saboteur_v0.raw_env(players=10))
        for agent in env.possible_agents
    ]
    assert all(pair == spaces[0] for pair in spaces)


def test_observations_are_fresh_arrays():
    env = saboteur_v0.raw_env(players=4, history=5, changes=True, picture=True)
    kept, copies = [], []
    for _ in course(env, 2, "digging"):
        seen = [env.observe(agent) for agent in env.possible_agents]
        kept += [array for one in seen for array in one.values()] + [env.state()]
        copies += [array.copy() for array in kept[len(copies) :]]
    assert all(np.array_equal(array, before) for array, before in zip(kept, copies, strict=True))
    assert len({array.__array_interface__["data"][0] for array in kept}) == len(kept)


def test_the_seed_fixes_the_game_and_none_goes_on():
    env, twin = saboteur_v0.raw_env(), saboteur_v0.raw_env()
    states = []
    for seed in (4, None, 4, 5):
        env.reset(seed=seed)
        twin.reset(seed=seed)
        assert env.get_state() == twin.get_state()
        states.append(env.game.deal())
    assert states[0] == states[2]
    assert states[0] not in (states[1], states[3])


def test_unseeded_games_differ():
    deals = []
    for _ in range(2):
        env = saboteur_v0.raw_env()
        env.reset()
        deals.append(env.game.deal())
    assert deals[0] != deals[1]


def test_starters_are_drawn_evenly():
    env, starters = saboteur_v0.raw_env(players=4), Counter()
    for seed in range(800):
        env.reset(seed=seed)
        starters[env.agent_selection] += 1
    assert chi_square_is_plausible([starters[agent] for agent in env.possible_agents], [200] * 4)
