"""Rewards: nuggets, teams, winners; given to all in the step that ends a round, kept until an agent's turn."""

from collections import defaultdict

import pytest
from playing import course
from scenarios import scene

from saboteur_env import saboteur_v0

# A mine whose last cell before the treasure is free.
ALMOST = "S─┼─┼─┼.?"
TREASURE_IN_THE_MIDDLE = ("stone-a", "treasure", "stone-b")


def begun(game, reward, maker=saboteur_v0.raw_env):
    """An environment in the situation of a game."""
    setup = game.setup
    env = maker(setup.players, setup.edition, setup.variants, setup.rounds, reward)
    env.reset(seed=0)
    env.set_state(game.get_state())
    return env


def won_by_miners():
    """Seat 0, a miner, reaches the treasure; a 3 and a 1 are in the pile. Seat 1 is the saboteur."""
    return scene(
        ALMOST,
        {0: ["NEW"]},
        goals=TREASURE_IN_THE_MIDDLE,
        saboteurs=[1],
        gold=[3, 1],
    )


def last_card(**fields):
    """Seat 0 passes the last card of all: the round ends without the treasure."""
    return scene("S", {0: ["map"]}, deck=0, **fields)


def act(env, verb, **fields):
    """The agent to decide makes a move."""
    env.step(env.action({"verb": verb, **fields}))


@pytest.mark.parametrize(
    ("reward", "expected"), [("gold", [3.0, 0.0, 1.0]), ("team", [1.0, -1.0, 1.0]), ("win", [1.0, 0.0, 0.0])]
)
def test_miners_win(reward, expected):
    env = begun(won_by_miners(), reward)
    act(env, "lay", card="NEW", x=7, y=0, turned=False)
    assert env.game.phase == "pick" and not any(env.rewards.values())
    act(env, "pick", nuggets=3)
    assert env.agent_selection == "player_2" and not any(env.rewards.values())
    act(env, "pick", nuggets=1)
    assert list(env.rewards.values()) == expected


@pytest.mark.parametrize(
    ("reward", "expected"), [("gold", [0.0, 4.0, 0.0]), ("team", [-1.0, 1.0, -1.0]), ("win", [0.0, 1.0, 0.0])]
)
def test_the_saboteur_wins(reward, expected):
    env = begun(last_card(saboteurs=[1]), reward)
    act(env, "pass", cards=["map"])
    assert list(env.rewards.values()) == expected


@pytest.mark.parametrize(("reward", "each"), [("gold", 0.0), ("team", -1.0), ("win", 1 / 3)])
def test_nobody_wins_where_no_saboteur_was_dealt(reward, each):
    env = begun(last_card(saboteurs=[]), reward)
    act(env, "pass", cards=["map"])
    assert list(env.rewards.values()) == [each] * 3


@pytest.mark.parametrize(("players", "saboteurs", "each"), [(4, 1, 4.0), (5, 2, 3.0), (7, 3, 3.0), (10, 4, 2.0)])
def test_saboteurs_are_paid_by_their_number(players, saboteurs, each):
    env = begun(last_card(players=players, saboteurs=range(saboteurs)), "gold")
    act(env, "pass", cards=["map"])
    assert list(env.rewards.values()) == [each] * saboteurs + [0.0] * (players - saboteurs)


def test_the_win_is_rewarded_at_the_end_of_the_game_only():
    env = begun(scene("S", {0: ["map"]}, deck=0, saboteurs=[1], rounds=2), "win")
    act(env, "pass", cards=["map"])
    assert env.game.round_index == 1 and not any(env.rewards.values())


@pytest.mark.parametrize("maker", [saboteur_v0.raw_env, saboteur_v0.env])
def test_gold_sums_up_to_the_final_nuggets(maker):
    env = maker(players=6, reward="gold")
    for seed in range(6):
        given = defaultdict(float)
        for _ in course(env, seed, "strolling"):
            for agent, reward in env.rewards.items():
                given[agent] += reward
        nuggets = env.unwrapped.game.nuggets()
        assert sum(nuggets) > 0
        assert [given[agent] for agent in env.possible_agents] == nuggets


@pytest.mark.parametrize("reward", ["gold", "team", "win"])
def test_every_round_rewards_as_its_result_says(reward):
    env = saboteur_v0.raw_env(players=5, reward=reward)
    for seed in range(6):
        rounds, given = 0, []
        for _ in course(env, seed, "strolling"):
            if env.game.round_index > rounds:
                rounds += 1
                given.append(list(env.rewards.values()))
            else:
                assert not any(env.rewards.values())
        truth = env.truth()
        assert given == [by_hand(reward, result, truth["nuggets"]) for result in truth["results"]]


def by_hand(reward, result, nuggets):
    """What a round should give each seat, by its result."""
    if reward == "gold":
        return result["nuggets"]
    if reward == "team":
        winner = "miner" if result["treasure_reached"] else "saboteur"
        return [1 if role == winner else -1 for role in result["roles_at_end"]]
    share = 1 / nuggets.count(max(nuggets)) if result["round"] == 2 else 0
    return [share if total == max(nuggets) else 0 for total in nuggets]


@pytest.mark.parametrize("maker", [saboteur_v0.raw_env, saboteur_v0.env])
def test_last_gives_all_that_came_since_the_agents_last_step(maker):
    env = maker(players=5, reward="gold")
    for seed in range(4):
        waiting = dict.fromkeys(env.possible_agents, 0.0)
        for _ in course(env, seed, "digging"):
            for agent, reward in env.rewards.items():
                waiting[agent] += reward
            assert env.last(observe=False)[1] == waiting[env.agent_selection]
            if not env.terminations[env.agent_selection]:
                waiting[env.agent_selection] = 0.0
        assert sum(waiting.values()) > 0
        while env.agents:
            assert env.last(observe=False)[1] == waiting[env.agent_selection]
            env.step(None)


@pytest.mark.parametrize("maker", [saboteur_v0.raw_env, saboteur_v0.env])
def test_a_plain_loop_receives_everything(maker):
    """The documented loop: each agent's rewards from last() sum up to its nuggets."""
    env = maker(players=4, reward="gold")
    env.reset(seed=8)
    received = defaultdict(float)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        received[agent] += reward
        legal = observation["action_mask"].nonzero()[0]
        env.step(None if termination or truncation else int(legal[0]))
    assert [received[agent] for agent in env.possible_agents] == env.unwrapped.game.nuggets()
