"""Copies keep the game and live on their own; so do states as bytes."""

import copy
import pickle
from dataclasses import asdict

import pytest
from playing import WAYS, course
from stopping import EVERY_GROUP, PHASES, on, shown, stopped

from saboteur_env import saboteur_v0


def by_state(env):
    """Through bytes, into an environment that has played something else."""
    raw = env.unwrapped
    maker = saboteur_v0.raw_env if raw is env else saboteur_v0.env
    twin = maker(**asdict(raw.game.setup), **EVERY_GROUP)
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

TWINS = [name for name in COPIERS if name != "state"]


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


@pytest.mark.parametrize("copier", TWINS)
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


@pytest.mark.parametrize("copier", TWINS)
@pytest.mark.parametrize("maker", [saboteur_v0.raw_env, saboteur_v0.env])
def test_a_copy_before_reset_is_not_reset_either(copier, maker):
    twin = COPIERS[copier](maker(players=3))
    assert twin.possible_agents == ["player_0", "player_1", "player_2"]
    assert twin.unwrapped.game.is_over
    with pytest.raises((AssertionError, AttributeError)):
        twin.step(0)
    twin.reset(seed=1)
    assert twin.agents == twin.possible_agents


@pytest.mark.parametrize("copier", TWINS)
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
