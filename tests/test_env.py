"""The environment's parameters, and moves in words for its actions."""

import numpy as np
import pytest
from playing import RULES, WAYS, course, decisions
from scenarios import scene

from saboteur_env import saboteur_v0
from saboteur_env.core.actions import ACTIONS, BLOCKS, FIRST
from saboteur_env.core.layout import EVENTS
from saboteur_env.game import Game, IllegalAction
from saboteur_env.rules import Setup

# What a parameter must not be, and what the message lists.
REFUSED = [
    ({"players": 2}, "3 to 10 players, not 2"),
    ({"players": 11}, "3 to 10 players, not 11"),
    ({"players": -5}, "3 to 10 players, not -5"),
    ({"players": 5.0}, "players.*5.0"),
    ({"players": True}, "players.*True"),
    ({"players": "5"}, "players.*5"),
    ({"players": None}, "players.*None"),
    ({"players": [5]}, "players"),
    ({"edition": "saboteur-3"}, "no edition 'saboteur-3'; editions: amigo-2025, classic, 999-games"),
    ({"edition": None}, "no edition None; editions: amigo-2025"),
    ({"edition": ["classic"]}, "edition"),
    (
        {"variants": ("bridges",)},
        "no variant 'bridges'; variants: guaranteed-saboteurs, private-maps, clockwise-gold, unpaid-broken, self-break",
    ),
    ({"variants": "private-maps"}, "a list of names"),
    ({"variants": ("private-maps", "private-maps")}, "named twice"),
    ({"variants": ("self-break",), "edition": "classic"}, "has 'self-break' already"),
    ({"variants": None}, "variants"),
    ({"variants": (["private-maps"],)}, "variant"),
    ({"rounds": 0}, "1 to 3 rounds, not 0"),
    ({"rounds": 4}, "1 to 3 rounds, not 4"),
    ({"rounds": 2.0}, "rounds.*2.0"),
    ({"rounds": True}, "rounds.*True"),
    ({"rounds": None}, "rounds.*None"),
    ({"reward": "points"}, "no reward 'points'; rewards: gold, team, win"),
    ({"reward": None}, "no reward None"),
    ({"render_mode": "svg"}, "no render mode 'svg'; modes: human, ansi, rgb_array"),
    ({"viewer": "nobody"}, "no viewer 'nobody'; viewers are seats 0 to 4"),
    ({"viewer": 5}, "no viewer 5; viewers are seats 0 to 4"),
    ({"history": -1}, f"from 0 to {EVENTS}, not -1"),
    ({"history": 10**6}, f"from 0 to {EVENTS}, not 1000000"),
    ({"history": True}, f"from 0 to {EVENTS}, not True"),
    ({"history": 2.0}, f"from 0 to {EVENTS}, not 2.0"),
    ({"history": None}, f"from 0 to {EVENTS}, not None"),
    ({"changes": True, "distances": False}, "changes of distance need distances"),
    ({"distances": "no"}, "distances is True or False, not 'no'"),
    ({"changes": 2}, "changes is True or False, not 2"),
    ({"picture": None}, "picture is True or False, not None"),
]


@pytest.mark.parametrize("maker", [saboteur_v0.raw_env, saboteur_v0.env])
@pytest.mark.parametrize(("setup", "words"), REFUSED, ids=lambda value: str(value) if isinstance(value, dict) else "")
def test_an_impossible_parameter_is_refused(maker, setup, words):
    with pytest.raises(ValueError, match=words):
        maker(**setup)


def test_an_unknown_parameter_is_refused():
    with pytest.raises(TypeError, match="weather"):
        saboteur_v0.env(weather="fine")


def test_the_defaults():
    raw = saboteur_v0.env().unwrapped
    assert raw.game.setup == Setup(5, "amigo-2025", (), 3, True)
    assert (raw.reward, raw.render_mode) == ("gold", None)
    assert not any((raw.options.history, raw.options.changes, raw.options.picture)) and raw.options.distances


def test_numbers_may_be_numpys():
    env = saboteur_v0.raw_env(players=np.int64(4), rounds=np.int8(2), history=np.int16(3))
    twin = saboteur_v0.raw_env(players=4, rounds=2, history=3)
    for one in (env, twin):
        one.reset(seed=1)
    assert env.get_state() == twin.get_state() and env.truth() == twin.truth()
    assert env.observation_space("player_0") == twin.observation_space("player_0")


@pytest.mark.parametrize("rules", RULES[:: len(RULES) // 12], ids=str)
@pytest.mark.parametrize("players", [3, 8])
def test_every_edition_and_variant_can_be_played(rules, players):
    env = saboteur_v0.env(players=players, edition=rules[0], variants=rules[1], rounds=1)
    for _ in course(env, 1):
        pass
    assert len(env.truth()["results"]) == 1


ORDERS = {
    "tuple": lambda: ("private-maps", "clockwise-gold"),
    "list, the other way round": lambda: ["clockwise-gold", "private-maps"],
    "set": lambda: {"private-maps", "clockwise-gold"},
    "generator": lambda: (name for name in ("private-maps", "clockwise-gold")),
}


@pytest.mark.parametrize("order", ORDERS)
def test_variants_compose_in_any_order(order):
    """The same rules are the same setup, so states and records do not depend on the order either."""
    env, twin = saboteur_v0.raw_env(variants=ORDERS[order]()), saboteur_v0.raw_env(variants=ORDERS["tuple"]())
    assert env.game.rules[0].claims == 0 and env.game.rules[0].pile_step == 1
    for one in (env, twin):
        one.reset(seed=1)
    assert env.game.setup == twin.game.setup and env.get_state() == twin.get_state()


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_game_has_so_many_rounds(rounds):
    env = saboteur_v0.raw_env(players=3, rounds=rounds)
    for _ in course(env, 2):
        pass
    assert len(env.truth()["results"]) == rounds


def test_an_unknown_agent_is_refused():
    env = saboteur_v0.env(players=3)
    env.reset(seed=0)
    for call in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(KeyError, match="player_3"):
            call("player_3")


# -- moves -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_move_and_action_are_inverse_for_all_legal_actions(way):
    env = saboteur_v0.env(players=4, edition="classic")
    verbs = set()
    for _ in course(env, 6, way):
        if not any(env.terminations.values()):
            legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
            moves = env.legal_moves()
            assert [env.move(action) for action in legal] == moves
            assert [env.action(move) for move in moves] == legal.tolist()
            verbs |= {move["verb"] for move in moves}
    assert {"lay", "rockfall", "break", "repair", "map", "claim", "pass"} <= verbs


def test_the_blocks_of_the_actions_are_the_verbs():
    game, seen = Game(Setup(5)), set()
    for seed in range(3):
        for ids in decisions(game, seed, WAYS["strolling"](seed)):
            for action, move in zip(ids, game.legal_moves(), strict=True):
                block = list(BLOCKS).index(move["verb"])
                assert FIRST[block] <= action < FIRST[block + 1]
                seen.add(move["verb"])
    assert seen == set(BLOCKS)


def test_there_are_no_moves_when_the_game_is_over():
    env = saboteur_v0.raw_env(players=3, rounds=1)
    for _ in course(env, 0):
        pass
    assert env.legal_moves() == []
    with pytest.raises(IllegalAction, match="over"):
        env.move(0)
    with pytest.raises(IllegalAction):
        env.action({"verb": "pass", "cards": ["map"]})


@pytest.mark.parametrize("action", [-1, ACTIONS, None, 1.0, "0", True, [0]], ids=repr)
def test_no_move_for_what_is_no_action(action):
    env = saboteur_v0.env()
    env.reset(seed=0)
    with pytest.raises(IllegalAction, match="a whole number from 0 to 466"):
        env.move(action)


NO_MOVES = [
    (None, "is no move"),
    ("pass", "is no move"),
    ({}, "is no move"),
    ({"verb": None}, "is no move"),
    ({"verb": ["lay"]}, "is no move"),
    ({"verb": "dig"}, "a move has a verb: lay, rockfall, break, repair, map, claim, pass, pick"),
    ({"verb": "lay", "card": "NS", "x": 1, "y": 0}, "has the fields verb, card, x, y, turned"),
    ({"verb": "lay", "card": "NS", "x": 1, "y": 0, "turned": False, "seat": 1}, "has the fields"),
    ({"verb": "lay", "card": "SN", "x": 1, "y": 0, "turned": False}, "'SN' is no card"),
    ({"verb": "lay", "card": "map", "x": 1, "y": 0, "turned": False}, "'map' is no path card"),
    ({"verb": "lay", "card": "NS", "x": 1.0, "y": 0, "turned": False}, "x must be a whole number"),
    ({"verb": "lay", "card": "NS", "x": 1, "y": 1000, "turned": False}, "y must be a whole number"),
    ({"verb": "lay", "card": "NS", "x": 1, "y": 0, "turned": 0}, "turned must be true or false"),
    ({"verb": "break", "tool": "spade", "seat": 1}, "'spade' is no tool; there are pick, lantern, cart"),
    ({"verb": "break", "tool": "pick", "seat": "player_1"}, "a seat must be a whole number"),
    ({"verb": "break", "tool": "pick", "seat": 5}, "no seat 5 among 5 players"),
    ({"verb": "repair", "card": "repair-pick", "tool": "cart", "seat": 1}, "does not mend a cart"),
    ({"verb": "repair", "card": "map", "tool": "cart", "seat": 1}, "does not mend a cart"),
    ({"verb": "map", "goal": 3}, "a goal must be a whole number from 0 to 2, not 3"),
    ({"verb": "claim", "goal": 1}, "has the fields verb, goal, face"),
    ({"verb": "claim", "goal": 1, "face": "gold"}, "'gold' is no face to claim"),
    ({"verb": "claim", "goal": 1, "face": "silence"}, "face"),
    ({"verb": "pass", "cards": "map"}, "a list of one card"),
    ({"verb": "pass", "cards": []}, "a list of one card"),
    ({"verb": "pass", "cards": ["map", "map"]}, "a list of one card"),
    ({"verb": "pick", "nuggets": 4}, "nuggets must be a whole number from 1 to 3, not 4"),
]


@pytest.mark.parametrize(("move", "words"), NO_MOVES, ids=str)
def test_no_action_for_what_is_no_move(move, words):
    game = scene("S", {0: ["map", "NS", "broken-pick", "repair-pick"]}, players=5)
    game.step(game.action({"verb": "map", "goal": 0}))
    with pytest.raises(ValueError, match=words):
        game.action(move)


# Moves that the rules do not allow in a scene, and why.
FORBIDDEN = [
    ({"verb": "lay", "card": "NS", "x": 1, "y": 0, "turned": False}, "its west side walls off an opening"),
    ({"verb": "lay", "card": "NS", "x": 5, "y": 5, "turned": False}, "no tunnel from the start leads to that cell"),
    ({"verb": "lay", "card": "NS", "x": 0, "y": 0, "turned": False}, "no tunnel .* or it is taken"),
    ({"verb": "lay", "card": "NS", "x": 0, "y": 1, "turned": True}, "a turn leaves NS as it is"),
    ({"verb": "lay", "card": "EW", "x": 1, "y": 0, "turned": False}, "it holds no EW"),
    ({"verb": "rockfall", "x": 0, "y": 0}, "no laid path card lies there; the start and the goals stay"),
    ({"verb": "rockfall", "x": 8, "y": 0}, "the start and the goals stay"),
    ({"verb": "break", "tool": "cart", "seat": 1}, "it holds no broken-cart"),
    ({"verb": "break", "tool": "pick", "seat": 0}, "no broken tool in front of oneself"),
    ({"verb": "repair", "card": "repair-pick", "tool": "pick", "seat": 1}, "the pick of seat 1 is not broken"),
    ({"verb": "claim"}, "the decision is to play"),
    ({"verb": "pass", "cards": ["map"]}, "it holds no map"),
    ({"verb": "pick", "nuggets": 1}, "the decision is to play"),
]


@pytest.mark.parametrize(("move", "words"), FORBIDDEN, ids=str)
def test_no_action_for_a_move_that_the_rules_forbid(move, words):
    others = {1: ["map"] * 6, 2: ["EW"] * 3 + ["broken-cart"] * 3}
    game = scene("S", {0: ["NS", "rockfall", "broken-pick", "repair-pick"], **others})
    with pytest.raises(IllegalAction, match=f"^seat 0 cannot .*: .*{words}"):
        game.action(move)
