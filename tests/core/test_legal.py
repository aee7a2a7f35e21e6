"""What a seat may do (rulings 9 to 13): the legal moves, each once."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import WAYS, decisions
from scenarios import cells, do, moves, scene

from saboteur_env.core.actions import ACTIONS
from saboteur_env.game import Game, Setup


def verbs(game):
    """The verbs that the seat to decide may choose from."""
    return {move["verb"] for move in game.legal_moves()}


# -- ruling 9: one card, played or passed --------------------------------------------------------------------


def test_a_turn_is_one_card_played_or_passed():
    game = scene("S", {0: ["EW", "map"]})
    assert {"lay", "map", "pass"} <= verbs(game) <= {"lay", "rockfall", "break", "repair", "map", "pass"}


# -- ruling 10: tools ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("tool", ["pick", "lantern", "cart"])
def test_any_broken_tool_forbids_path_cards(tool):
    game = scene("S", {0: ["EW"]}, broken=[(tool, 0)])
    assert cells(game, "EW") == set()


def test_a_broken_tool_forbids_path_cards_and_nothing_else():
    hand = ["EW", "map", "rockfall", "broken-pick", "repair-cart", "repair-pick"]
    game = scene("S─", {0: hand}, broken=[("cart", 0)])
    assert verbs(game) == {"rockfall", "break", "repair", "map", "pass"}


def test_a_broken_tool_of_another_player_forbids_nothing():
    game = scene("S", {0: ["EW"]}, broken=[("pick", 1)])
    assert cells(game, "EW")


def test_with_all_tools_broken_but_one_mended_path_cards_stay_forbidden():
    game = scene("S", {0: ["EW"]}, broken=[("pick", 0), ("cart", 0), ("lantern", 0)])
    assert "lay" not in verbs(game)


def test_a_broken_tool_goes_in_front_of_another_player():
    game = scene("S", {0: ["broken-pick"]}, players=4)
    assert moves(game, "break") == [{"tool": "pick", "seat": seat} for seat in (1, 2, 3)]


def test_in_the_classic_edition_a_broken_tool_may_go_in_front_of_oneself():
    game = scene("S", {0: ["broken-pick"]}, players=4, edition="classic")
    assert moves(game, "break") == [{"tool": "pick", "seat": seat} for seat in (0, 1, 2, 3)]


def test_with_the_switch_self_break_a_broken_tool_may_go_in_front_of_oneself():
    game = scene("S", {0: ["broken-pick"]}, variants=["self-break"])
    assert {"tool": "pick", "seat": 0} in moves(game, "break")


def test_at_most_one_broken_tool_of_each_kind_lies_in_front_of_a_player():
    game = scene("S", {0: ["broken-pick", "broken-cart"]}, broken=[("pick", 1)])
    assert moves(game, "break") == [{"tool": "pick", "seat": 2}, *({"tool": "cart", "seat": seat} for seat in (1, 2))]


def test_a_broken_tool_that_would_lie_everywhere_twice_cannot_be_played():
    game = scene("S", {0: ["broken-pick"]}, broken=[("pick", 1), ("pick", 2)])
    assert moves(game, "break") == []


def test_a_repair_needs_a_matching_broken_tool():
    game = scene("S", {0: ["repair-pick", "repair-lantern"]}, broken=[("lantern", 1)])
    assert moves(game, "repair") == [{"card": "repair-lantern", "tool": "lantern", "seat": 1}]


def test_a_repair_cannot_protect_a_tool_in_advance():
    game = scene("S", {0: ["repair-pick", "repair-lantern-cart"]})
    assert moves(game, "repair") == []


def test_a_repair_mends_ones_own_tool_or_anothers():
    game = scene("S", {0: ["repair-cart"]}, broken=[("cart", 0), ("cart", 2)])
    assert [move["seat"] for move in moves(game, "repair")] == [0, 2]


def test_a_two_tool_repair_offers_each_of_its_tools_that_is_broken():
    game = scene("S", {0: ["repair-pick-lantern"]}, broken=[("pick", 1), ("lantern", 1), ("cart", 1)])
    assert [move["tool"] for move in moves(game, "repair")] == ["pick", "lantern"]


# -- rulings 11 and 13: maps and claims ----------------------------------------------------------------------


def test_a_map_looks_at_any_face_down_goal():
    assert moves(scene("S", {0: ["map"]}), "map") == [{"goal": 0}, {"goal": 1}, {"goal": 2}]


def test_a_map_does_not_look_at_a_goal_that_is_face_up():
    game = scene("S─┼─┼─┼┼┐", {0: ["map"]}, goals=("treasure", "stone-a", "stone-b"))
    assert moves(game, "map") == [{"goal": 0}, {"goal": 2}]


def test_looking_again_at_a_goal_one_knows_is_allowed():
    game = scene("S", {0: ["map", "map"]}, variants=["private-maps"])
    do(game, "map", goal=1)
    for _ in range(2):
        game.step(game.legal()[-1])
    assert {"goal": 1} in moves(game, "map")


def test_after_a_map_its_player_may_claim_of_any_face_down_goal_or_say_nothing():
    game = scene("S─┼─┼─┼┼┐", {0: ["map"]}, goals=("treasure", "stone-a", "stone-b"))
    do(game, "map", goal=0)
    said = [{}, *({"goal": goal, "face": face} for goal in (0, 2) for face in ("treasure", "stone"))]
    assert (game.seat, moves(game, "claim"), len(game.legal())) == (0, said, 5)


# -- ruling 12: passes ---------------------------------------------------------------------------------------


def test_a_pass_is_always_allowed_while_one_holds_a_card():
    game = scene("S", {0: ["repair-pick"], 1: ["EW"], 2: ["EW"]}, deck=0)
    assert game.legal_moves() == [{"verb": "pass", "cards": ["repair-pick"]}]


def test_a_pass_discards_exactly_one_card():
    game = scene("S", {0: ["EW", "map"]})
    assert all(len(move["cards"]) == 1 for move in moves(game, "pass"))


# -- each legal move once ------------------------------------------------------------------------------------


def test_of_equal_cards_only_one_is_offered():
    game = scene("S", {0: ["EW", "EW", "map", "map", "broken-pick", "broken-pick"]})
    assert game.legal_moves() == [
        *({"verb": "lay", "card": "EW", "x": x, "y": 0, "turned": False} for x in (1, -1)),
        *({"verb": "break", "tool": "pick", "seat": seat} for seat in (1, 2)),
        *({"verb": "map", "goal": goal} for goal in (0, 1, 2)),
        *({"verb": "pass", "cards": [card]} for card in ("EW", "map", "broken-pick")),
    ]


@pytest.mark.parametrize("card", ["NESW", "NS", "EW", "N|S", "E|W", "N|E|S|W"])
def test_a_face_that_a_turn_leaves_as_it_is_is_offered_unturned_alone(card):
    game = scene("S", {0: [card]})
    assert cells(game, card) and not cells(game, card, turned=True)


def test_both_ways_of_a_face_that_a_turn_changes_are_offered():
    game = scene("S", {0: ["N|E|W"]})
    assert cells(game, "N|E|W") == {(1, 0), (-1, 0), (0, 1)}
    assert cells(game, "N|E|W", turned=True) == {(1, 0), (-1, 0), (0, -1)}


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1), st.integers(3, 10), st.sampled_from(list(WAYS)))
def test_the_seat_to_decide_always_has_legal_actions_ascending_and_each_another_move(seed, players, way):
    game = Game(Setup(players, "classic" if seed % 2 else "999-games"))
    for step, ids in enumerate(decisions(game, seed, WAYS[way](seed))):
        assert len(ids) and (ids[:-1] < ids[1:]).all() and ids[0] >= 0 and ids[-1] < ACTIONS
        if step % 8 == 0:
            assert len({str(move) for move in game.legal_moves()}) == len(ids)


# -- roles -----------------------------------------------------------------------------------------------------


@settings(max_examples=10)
@given(st.integers(0, 2**32 - 1), st.sampled_from(list(WAYS)))
def test_the_legal_moves_while_cards_are_played_never_depend_on_the_role(seed, way):
    game = Game(Setup(5, rounds=1))
    for ids in decisions(game, seed, WAYS[way](seed)):
        twin = game.clone()
        twin.games[0].private[game.seat].role ^= 1
        twin.games[0].hidden.roles[game.seat] ^= 1
        assert twin.legal().tolist() == ids.tolist()
