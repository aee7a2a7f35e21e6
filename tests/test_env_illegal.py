"""Illegal actions, malformed ones and calls out of order: a clear error, and nothing has changed."""

import numpy as np
import pytest
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
from playing import WAYS, course
from scenarios import scene

from saboteur_env import saboteur_v0
from saboteur_env.core.actions import ACTIONS, BLOCKS, FIRST
from saboteur_env.game import IllegalAction


def everything(env):
    """All that an environment holds, as values."""
    raw = env.unwrapped
    named = (raw.rewards, raw._cumulative_rewards, raw.terminations, raw.truncations, raw.infos)
    return raw.get_state(), raw.agent_selection, list(raw.agents), [dict(values) for values in named]


def moments(ways=("random", "digging"), every=40, **setup):
    """An environment at every so-manieth decision of a game, at all claims and picks."""
    env = saboteur_v0.raw_env(**setup)
    for way in ways:
        for index, _ in enumerate(course(env, 11, way)):
            if env.game.phase in ("claim", "pick") or env.game.phase == "play" and index % every == 0:
                yield env


@pytest.mark.parametrize(
    "setup",
    [{"players": 3}, {"players": 6, "edition": "classic"}, {"players": 10, "variants": ("private-maps",)}],
    ids=str,
)
def test_every_illegal_action_is_refused_in_words(setup):
    phases = set()
    for env in moments(**setup):
        phases.add(env.game.phase)
        before = everything(env)
        for action in set(range(ACTIONS)) - set(env.game.legal().tolist()):
            with pytest.raises(IllegalAction) as error:
                env.step(action)
            words = str(error.value)
            assert words.startswith(f"action {action} is illegal for seat {env.game.seat}: ")
            assert "may" not in words and "None" not in words
        assert everything(env) == before
    assert {"play", "pick"} <= phases


MALFORMED = [None, 1.0, np.float32(1), "1", True, np.True_, [1], {}, np.array([1])]
OUT_OF_RANGE = [-1, np.int64(-1), ACTIONS, np.int64(ACTIONS), 10**20]


@pytest.mark.parametrize("maker", [saboteur_v0.raw_env, saboteur_v0.env])
@pytest.mark.parametrize("action", MALFORMED + OUT_OF_RANGE, ids=repr)
def test_a_malformed_action_is_refused(maker, action):
    env = maker()
    env.reset(seed=0)
    before = everything(env)
    with pytest.raises(IllegalAction, match="an action is a whole number from 0 to 466, not "):
        env.step(action)
    assert everything(env) == before


@pytest.mark.parametrize("maker", [saboteur_v0.raw_env, saboteur_v0.env])
@pytest.mark.parametrize("kind", [int, np.int16, np.int32, np.int64, np.uint16, np.uint64])
def test_every_kind_of_whole_number_is_an_action(maker, kind):
    env, twin = maker(), maker()
    env.reset(seed=0)
    twin.reset(seed=0)
    action = env.unwrapped.game.legal()[-1]
    env.step(kind(action))
    twin.step(int(action))
    assert everything(env) == everything(twin)


def first(block):
    """The first action of a block."""
    return FIRST[list(BLOCKS).index(block)]


# What an action of a block does in a scene, and the words of its refusal.
REFUSALS = [
    ({"hands": {0: ["NS", "map"]}}, first("lay"), "cannot lay NS at (1, 0): its west side walls off an opening"),
    ({"hands": {0: ["N", "map"]}}, first("lay") + 1, "walls off an opening"),
    ({"hands": {0: ["NESW", "map"]}}, first("lay") + 1, "a turn leaves NESW as it is; lay it unturned"),
    ({"hands": {0: ["NESW", "NESW"]}}, first("lay") + 2, "only the first is offered"),
    ({"hands": {0: ["NESW"]}, "broken": [("cart", 0)]}, first("lay"), "cannot lay NESW at (1, 0): its cart is broken"),
    (
        {"hands": {0: ["NESW"]}, "broken": [("pick", 0), ("cart", 0)]},
        first("lay"),
        "cannot lay NESW at (1, 0): its pick and cart are broken",
    ),
    ({}, first("lay") + 4 * 12, "the frontier has 4 cells, not 5"),
    ({"hands": {0: ["rockfall"]}}, first("rockfall"), "0 path cards are laid, there is none in slot 0"),
    ({"drawing": "S┼", "hands": {0: ["NESW"], 1: ["rockfall"] * 3}}, first("rockfall"), "it holds no rockfall"),
    (
        {"hands": {0: ["broken-pick"], 1: ["map"]}},
        first("break"),
        "cannot break the pick of seat 0: these rules allow no broken tool in front of oneself",
    ),
    (
        {"hands": {0: ["broken-pick"]}, "broken": [("pick", 1)]},
        first("break") + 1,
        "cannot break the pick of seat 1: the pick of seat 1 is broken already",
    ),
    ({"hands": {0: ["broken-pick"]}}, first("break") + 3, "relative seat 3 is not taken among 3 players"),
    (
        {"hands": {0: ["repair-pick"]}},
        first("repair") + 2,
        "cannot mend the pick of seat 2 with repair-pick: the pick of seat 2 is not broken",
    ),
    ({"hands": {1: ["map"] * 6}}, first("map") + 1, "cannot look at goal 1: it holds no map"),
    (
        {"drawing": "S─┼─┼─┼┼┘", "hands": {0: ["map"]}, "goals": ("stone-a", "stone-b", "treasure")},
        first("map") + 1,
        "goal 1 is face up",
    ),
    ({}, first("claim") + 1, "cannot claim that goal 0 is treasure: the decision is to play"),
    ({}, first("pick"), "cannot take 1 from the pile: the decision is to play"),
    ({"hands": {0: ["map"]}, "deck": 0}, first("pass") + 3, "hand slot 3 is empty"),
]


@pytest.mark.parametrize(("fields", "action", "words"), REFUSALS, ids=lambda value: str(value)[:60])
def test_the_reason_of_a_refusal(fields, action, words):
    game = scene(**fields)
    with pytest.raises(IllegalAction) as error:
        game.check(action)
    assert words in str(error.value)


def test_a_claim_is_no_play():
    game = scene("S", {0: ["map"]})
    game.step(game.action({"verb": "map", "goal": 0}))
    with pytest.raises(IllegalAction, match="the decision is to claim"):
        game.check(first("pass"))


# -- the wrapped environment does what PettingZoo's own wrappers do ----------------------------------------


def stock(**setup):
    """The raw environment under PettingZoo's three wrappers."""
    env = TerminateIllegalWrapper(saboteur_v0.raw_env(**setup), illegal_reward=-1)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(env))


def outside(env):
    """What an environment shows, by PettingZoo's interface."""
    shown = [env.agent_selection, list(env.agents), env.rewards, env.terminations, env.truncations, env.infos]
    shown += [env.unwrapped._cumulative_rewards]
    return [dict(value) if isinstance(value, dict) else value for value in shown]


def assert_alike(env, twin):
    """Both show the same."""
    assert outside(env) == outside(twin)
    if env.agents:
        (seen, *rest), (there, *others) = env.last(), twin.last()
        assert rest == others
        assert np.array_equal(seen["observation"], there["observation"])
        assert np.array_equal(seen["action_mask"], there["action_mask"]) or any(env.terminations.values())


@pytest.mark.parametrize("seed", range(8))
def test_an_illegal_action_ends_the_game_as_under_pettingzoos_wrappers(seed, caplog):
    rng = np.random.default_rng(seed)
    env, twin = saboteur_v0.env(players=4), stock(players=4)
    choose, length = WAYS["digging"](seed), int(rng.integers(60))
    for one in (env, twin):
        one.reset(seed=seed)
    for _ in range(length):
        action = choose(env.game, env.game.legal())
        for one in (env, twin):
            one.step(action)
        assert_alike(env, twin)
    action = int(rng.choice(sorted(set(range(ACTIONS)) - set(env.game.legal().tolist()))))
    for one in (env, twin):
        one.step(action)
    assert len(caplog.messages) == 2 and caplog.messages[0] == caplog.messages[1]
    assert_alike(env, twin)
    while env.agents:
        for one in (env, twin):
            one.step(None)
        assert_alike(env, twin)


def test_after_an_illegal_action_there_is_nothing_left_to_do():
    """The mask of the one who lost would show its hand to the first agent."""
    env = saboteur_v0.env(players=4)
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(ACTIONS - 1)
    assert env.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in env.agents}
    assert all(env.terminations.values())
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)


def test_a_new_game_follows_a_lost_one():
    env, twin = saboteur_v0.env(players=4), saboteur_v0.env(players=4)
    env.reset(seed=1)
    env.step(ACTIONS - 1)
    env.reset(seed=2)
    twin.reset(seed=2)
    assert everything(env) == everything(twin)


CALLS = {
    "observe": lambda env: env.observe("player_0"),
    "step": lambda env: env.step(0),
    "render": lambda env: env.render(),
    "state": lambda env: env.state(),
    "agent_iter": lambda env: list(env.agent_iter(1)),
    "rewards": lambda env: env.rewards,
    "terminations": lambda env: env.terminations,
    "truncations": lambda env: env.truncations,
    "infos": lambda env: env.infos,
    "agents": lambda env: env.agents,
    "agent_selection": lambda env: env.agent_selection,
    "num_agents": lambda env: env.num_agents,
}


@pytest.mark.parametrize("call", CALLS)
def test_calls_before_reset_fail_as_under_pettingzoos_wrappers(call):
    with pytest.raises((AssertionError, AttributeError)) as theirs:
        CALLS[call](stock(render_mode="ansi"))
    with pytest.raises(theirs.type, match="reset"):
        CALLS[call](saboteur_v0.env(render_mode="ansi"))


def test_the_last_of_no_game_is_refused():
    with pytest.raises((AssertionError, AttributeError), match="reset"):
        saboteur_v0.env().last()


def test_what_needs_no_game_is_there_before_reset():
    env = saboteur_v0.env(players=4)
    assert len(env.possible_agents) == env.max_num_agents == 4
    assert env.action_space("player_3").n == ACTIONS
    assert env.observation_space("player_3")["action_mask"].shape == (ACTIONS,)
    assert env.state_space.dtype == np.float32
    assert str(env) == str(stock(players=4)) == "saboteur_v0"


def test_a_loop_without_step_is_stopped_as_under_pettingzoos_wrappers():
    for env in (stock(), saboteur_v0.env()):
        env.reset(seed=0)
        with pytest.raises(AssertionError, match="step"):
            for _ in env.agent_iter(2):
                pass


def test_a_step_after_the_end_warns_as_under_pettingzoos_wrappers(caplog):
    for env in (stock(players=3, rounds=1), saboteur_v0.env(players=3, rounds=1)):
        for _ in course(env, 0):
            pass
        while env.agents:
            env.step(None)
        env.step(0)
    assert len(caplog.messages) == 2 and caplog.messages[0] == caplog.messages[1]


def test_reset_in_the_middle_of_a_game_begins_a_new_one():
    env, twin = saboteur_v0.env(players=4, reward="gold"), saboteur_v0.env(players=4, reward="gold")
    for index, _ in enumerate(course(env, 3, "digging")):
        if index % 10 == 0:
            used = env.clone()
            used.reset(seed=9)
            twin.reset(seed=9)
            assert outside(used) == outside(twin)
            assert used.truth() == twin.truth()
            assert all(
                np.array_equal(used.observe(agent)[key], twin.observe(agent)[key])
                for agent in used.agents
                for key in ("observation", "action_mask")
            )
