"""What a played card does (rulings 7 and 10 to 13): one mine, one act, one assertion."""

import pytest
from scenarios import STONE_FOUND, cells, discard, do, moves, scene

from saboteur_env.core.cards import BREAK, CLAIM, NAMES, NONE, PASS, REPAIR, TOOLS
from saboteur_env.notation import revealed_of


def discarded(game):
    """The cards discarded face up."""
    return {NAMES[kind]: int(count) for kind, count in enumerate(game.public.discards) if count}


def broken(game, seat):
    """The broken tools in front of a seat."""
    return [tool for bit, tool in enumerate(TOOLS) if game.public.players[seat].broken >> bit & 1]


def event(game, back=1):
    """An event of the log, the newest unless told."""
    return game.public.events[game.public.logged - back]


# -- ruling 7: rockfalls -------------------------------------------------------------------------------------


def test_a_rockfall_and_the_card_it_takes_are_discarded_face_up():
    game = scene("S─", {0: ["rockfall"]})
    do(game, "rockfall", x=1, y=0)
    assert discarded(game) == {"rockfall": 1, "EW": 1}


def test_a_rockfall_takes_dead_ends_and_cut_off_cards_too():
    game = scene("S.─╬", {0: ["rockfall"]}, fallen={(1, 0): "EW"})
    assert moves(game, "rockfall") == [{"x": 2, "y": 0}, {"x": 3, "y": 0}]


def test_a_rockfall_takes_neither_the_start_nor_a_goal():
    game = scene(**STONE_FOUND, hands={0: ["rockfall"]})
    targets = {(move["x"], move["y"]) for move in moves(game, "rockfall")}
    assert not targets & {(0, 0), (8, -2), (8, 0), (8, 2)}


def test_a_rockfall_takes_no_empty_cell():
    game = scene("S.─", {0: ["rockfall"]}, fallen={(1, 0): "EW"})
    assert moves(game, "rockfall") == [{"x": 2, "y": 0}]


def test_without_a_target_a_rockfall_cannot_be_played():
    assert moves(scene("S", {0: ["rockfall"]}), "rockfall") == []


def test_revealed_goals_stay_revealed_after_a_rockfall():
    game = scene(**STONE_FOUND, hands={0: ["rockfall"]})
    do(game, "rockfall", x=7, y=0)
    assert revealed_of(game.public.mine) == [(1, "SW")]


def test_a_card_that_fell_is_gone_for_good():
    game = scene("S", {0: ["rockfall"]}, fallen={(1, 0): "N|E|S|W"})
    held = [card for seat in game.truth()["seats"] for card in seat["hand"]]
    assert "N|E|S|W" not in held + game.deal()["deck"][-game.truth()["deck_left"] :]


# -- ruling 10: tools ----------------------------------------------------------------------------------------


def test_a_broken_tool_lies_in_front_of_its_victim():
    game = scene("S", {0: ["broken-cart"]})
    do(game, "break", tool="cart", seat=2)
    assert broken(game, 2) == ["cart"]


def test_a_broken_tool_is_not_among_the_discards():
    game = scene("S", {0: ["broken-cart"]})
    do(game, "break", tool="cart", seat=2)
    assert discarded(game) == {}


def test_a_repair_card_mends_one_tool():
    game = scene("S", {0: ["repair-pick"]}, broken=[("pick", 1), ("cart", 1)])
    do(game, "repair", card="repair-pick", tool="pick", seat=1)
    assert broken(game, 1) == ["cart"]


@pytest.mark.parametrize(("mended", "left"), [("pick", ["lantern"]), ("lantern", ["pick"])])
def test_a_two_tool_repair_mends_the_one_that_is_chosen_not_both(mended, left):
    game = scene("S", {0: ["repair-pick-lantern"]}, broken=[("pick", 1), ("lantern", 1)])
    do(game, "repair", card="repair-pick-lantern", tool=mended, seat=1)
    assert broken(game, 1) == left


def test_a_repair_card_and_the_broken_tool_are_both_discarded_face_up():
    game = scene("S", {0: ["repair-pick-cart"]}, broken=[("cart", 0)])
    do(game, "repair", card="repair-pick-cart", tool="cart", seat=0)
    assert discarded(game) == {"repair-pick-cart": 1, "broken-cart": 1}


def test_a_mended_player_lays_path_cards_again():
    game = scene("S", {0: ["repair-cart"], 1: ["EW"]}, broken=[("cart", 1)])
    do(game, "repair", card="repair-cart", tool="cart", seat=1)
    assert cells(game, "EW")


# -- rulings 11 and 13: maps and claims ----------------------------------------------------------------------


def test_a_map_shows_one_face_down_goal_to_its_player_alone():
    game = scene("S", {1: ["map"]}, goals=("stone-a", "treasure", "stone-b"))
    discard(game)
    do(game, "map", goal=1)
    assert [seat["known"] for seat in game.truth()["seats"]] == [[None] * 3, [None, "treasure", None], [None] * 3]


def test_a_goal_that_a_map_showed_stays_face_down():
    game = scene("S", {0: ["map"]})
    do(game, "map", goal=1)
    assert revealed_of(game.public.mine) == []


def test_a_map_is_discarded_face_up():
    game = scene("S", {0: ["map"]})
    do(game, "map", goal=1)
    assert discarded(game) == {"map": 1}


@pytest.mark.parametrize(("face", "code"), [("treasure", 1), ("stone", 2)])
def test_a_claim_is_public_be_it_true_or_false(face, code):
    game = scene("S", {0: ["map"]}, goals=("stone-a", "treasure", "stone-b"))
    do(game, "map", goal=1)
    do(game, "claim", goal=1, face=face)
    assert game.public.players[0].claims.tolist() == [0, code, 0]


def test_silence_says_nothing_of_any_goal():
    game = scene("S", {0: ["map"]})
    do(game, "map", goal=1)
    do(game, "claim")
    assert game.public.players[0].claims.tolist() == [0, 0, 0]
    assert (event(game).verb, event(game).goal, event(game).face) == (CLAIM, NONE, NONE)


def test_a_claim_may_be_about_another_goal_than_the_one_looked_at():
    game = scene("S", {0: ["map"]})
    do(game, "map", goal=1)
    do(game, "claim", goal=2, face="treasure")
    assert game.public.players[0].claims.tolist() == [0, 0, 1]


# -- ruling 12: passes ---------------------------------------------------------------------------------------


def test_a_pass_discards_one_card_that_only_its_owner_remembers():
    game = scene("S", {0: ["NESW"]})
    discard(game, "NESW")
    assert game.truth()["seats"][0]["discarded"][-1:] == ["NESW"]
    assert discarded(game) == {}


def test_the_log_of_a_pass_does_not_name_the_card():
    game = scene("S", {0: ["NESW"]})
    discard(game, "NESW")
    assert (event(game).verb, event(game).seat, event(game).kind) == (PASS, 0, NONE)


# -- what a seat does is counted -----------------------------------------------------------------------------


def test_the_tallies_of_a_seat_count_its_acts():
    game = scene("S─", {0: ["NESW", "N|S", "rockfall", "broken-pick", "repair-pick", "map"]}, broken=[("pick", 2)])
    me = game.public.players[0]
    acts = [
        ("break", {"tool": "pick", "seat": 1}),
        ("repair", {"card": "repair-pick", "tool": "pick", "seat": 2}),
        ("map", {"goal": 2}),
        ("lay", {"card": "NESW", "x": 2, "y": 0, "turned": False}),
        ("lay", {"card": "N|S", "x": 0, "y": 1, "turned": False}),
        ("rockfall", {"x": 1, "y": 0}),
    ]
    before = (int(me.lays), int(me.dead_ends), int(me.passes))
    for verb, fields in acts:
        do(game, verb, **fields)
        while game.seat != 0 or game.phase == "claim":
            do(game, "claim") if game.phase == "claim" else discard(game)
    assert (me.lays - before[0], me.dead_ends - before[1], me.passes - before[2]) == (1, 1, 0)
    assert (me.rockfalls, me.maps.tolist()) == (1, [0, 0, 1])
    tools = game.public.tool_acts[: game.public.tools_logged]
    assert [(act.verb, act.target) for act in tools if act.seat == 0] == [(BREAK, 1), (REPAIR, 2)]
