"""Action ids: where the blocks lie, and moves there and back."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from playing import WAYS, decisions
from scenarios import discard, do, moves, scene

from saboteur_env.core.actions import ACTIONS, BLOCKS, FIRST
from saboteur_env.game import Game, Setup


def test_the_blocks_have_these_slots():
    assert BLOCKS == {
        "lay": (24, 6, 2),
        "rockfall": (40,),
        "break": (3, 10),
        "repair": (9, 10),
        "map": (3,),
        "claim": (7,),
        "pass": (6,),
        "pick": (3,),
    }


def test_the_blocks_follow_one_another_without_gaps():
    sizes = [end - first for first, end in pairwise(FIRST)]
    assert (sizes, FIRST[0], ACTIONS) == ([288, 40, 30, 90, 3, 7, 6, 3], 0, 467)


def test_a_lay_is_frontier_cell_then_hand_slot_then_turned():
    game = scene("S", {0: ["NE", "NW", "map", "map", "map", "map"]})
    assert [(game.action({"verb": "lay", **move}) // 12, move["x"], move["y"]) for move in moves(game, "lay")] == [
        *[(0, 1, 0)] * 2,
        *[(1, 0, -1)] * 2,
        *[(2, -1, 0)] * 2,
        *[(3, 0, 1)] * 2,
    ]
    assert game.action({"verb": "lay", "card": "NW", "x": 0, "y": -1, "turned": True}) == 1 * 12 + 1 * 2 + 1


def test_a_rockfall_counts_laid_cards_from_the_oldest():
    game = scene("S.─╬", {0: ["rockfall"]}, fallen={(1, 0): "EW"})
    assert game.action({"verb": "rockfall", "x": 3, "y": 0}) == 288 + 1


def test_seats_are_relative_to_the_seat_to_decide():
    game = scene("S", {0: ["map"], 1: ["broken-lantern"]}, variants=["private-maps"])
    do(game, "map", goal=0)
    assert game.action({"verb": "break", "tool": "lantern", "seat": 0}) == 328 + 1 * 10 + 2


def test_a_repair_is_a_card_with_a_tool_then_the_seat():
    game = scene("S", {0: ["repair-pick-cart"]}, broken=[("cart", 2)])
    assert game.action({"verb": "repair", "card": "repair-pick-cart", "tool": "cart", "seat": 2}) == 358 + 6 * 10 + 2


def test_a_claim_is_silence_or_goal_then_face():
    game = scene("S", {0: ["map"]})
    do(game, "map", goal=2)
    said = [{}, *({"goal": goal, "face": face} for goal in range(3) for face in ("treasure", "stone"))]
    assert [game.action({"verb": "claim", **words}) for words in said] == [*range(451, 458)]


def test_a_pass_is_the_first_hand_slot_of_its_card():
    game = scene("S", {0: ["NESW", "EW", "EW", "map", "map", "rockfall"]})
    assert [game.action({"verb": "pass", **move}) - 458 for move in moves(game, "pass")] == [0, 1, 3, 5]


def test_a_pick_is_the_worth_of_the_gold_card():
    game = scene("S─┼─┼─┼", {0: ["NESW"]}, goals=("stone-a", "treasure", "stone-b"), gold=(3, 1))
    do(game, "lay", card="NESW", x=7, y=0, turned=False)
    assert [game.action({"verb": "pick", **move}) for move in moves(game, "pick")] == [464, 466]


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1), st.integers(3, 10), st.sampled_from(list(WAYS)))
def test_every_legal_action_is_a_move_and_back(seed, players, way):
    game = Game(Setup(players, "classic", rounds=1))
    for step, ids in enumerate(decisions(game, seed, WAYS[way](seed))):
        if step % 8 == 0:
            assert [game.action(game.move(action)) for action in ids] == ids.tolist()


@settings(max_examples=5)
@given(st.integers(0, 2**32 - 1), st.integers(3, 10), st.sampled_from(list(WAYS)))
def test_every_id_is_either_legal_or_refused_without_a_change(seed, players, way):
    game = Game(Setup(players, rounds=1))
    for step, ids in enumerate(decisions(game, seed, WAYS[way](seed))):
        if step % 16 == 0:
            before, allowed = game.get_state(), []
            for action in range(ACTIONS):
                try:
                    game.check(action)
                    allowed.append(action)
                except ValueError as error:
                    assert f"action {action} is illegal for seat {game.seat}: " in str(error)
            assert (allowed, game.get_state()) == (ids.tolist(), before)


def test_the_seats_of_a_block_follow_the_seat_to_decide_round_the_table():
    game = scene("S", {0: ["map"], 1: ["map"], 2: ["map"], 3: ["broken-pick"]}, players=4)
    for _ in range(3):
        discard(game)
    assert [move["seat"] for move in moves(game, "break") if move["tool"] == "pick"] == [0, 1, 2]
