"""What a played card does (rulings 5 to 7 and 10 to 13): one mine, one act, one assertion."""

import pytest
from scenarios import cells, discard, do, lay, moves, rewrite, scene, shows

from saboteur_env.core.cards import CLAIM, NAMES, NONE, PASS, TOOLS, VERBS
from saboteur_env.notation import revealed_of

# Tunnels to the middle goal, with the card that reaches it: from the west, north, south and east.
APPROACHES = {
    "W": ("S─┼─┼─┼", ("NESW", 7, 0, False)),
    "N": ("┌─┼─┼─┼┼\nS.......", ("NE", 8, -1, True)),
    "S": ("S.......\n└─┼─┼─┼┼", ("NW", 8, 1, False)),
    "E": ("┌┼┼┼┼┼┴┬─┐\nS.........", ("NW", 9, 0, False)),
}
WESTERN = ("NESW", 7, 0)  # what reaches the middle goal in "S─┼─┼─┼"
IN_THE_MIDDLE = {
    "treasure": ("stone-a", "treasure", "stone-b"),
    "stone-a": ("treasure", "stone-a", "stone-b"),
    "stone-b": ("treasure", "stone-b", "stone-a"),
}


def revealed(game):
    """The goals face up, as they lie."""
    return revealed_of(game.public.mine)


def discarded(game):
    """The cards discarded face up."""
    return {NAMES[kind]: int(count) for kind, count in enumerate(game.public.discards) if count}


def broken(game, seat):
    """The broken tools in front of a seat."""
    return [tool for bit, tool in enumerate(TOOLS) if game.public.players[seat].broken >> bit & 1]


def event(game, back=1):
    """An event of the log, the newest unless told."""
    return game.public.events[game.public.logged - back]


# -- ruling 5: goals are turned over -------------------------------------------------------------------------


def test_a_goal_is_turned_over_when_the_tunnel_runs_into_it():
    game = scene("S─┼─┼─┼", {0: ["NESW"]}, goals=IN_THE_MIDDLE["stone-a"])
    lay(game, *WESTERN)
    assert [goal for goal, _ in revealed(game)] == [1]


def test_a_dead_end_never_turns_a_goal_over():
    game = scene("S─┼─┼─┼", {0: ["E|W"]})
    lay(game, "E|W", 7, 0)
    assert revealed(game) == []


def test_a_wall_beside_a_goal_does_not_turn_it_over():
    game = scene("S─┼─┼─┼", {0: ["NES"]})
    lay(game, "NES", 7, 0, turned=True)  # lies as NSW
    assert revealed(game) == []


def test_a_tunnel_that_passes_between_two_goals_turns_neither_over():
    game = scene("┌┼┼┼┼┼┴┬\nS.......", {0: ["EW"]})
    lay(game, "EW", 8, -1)
    assert revealed(game) == []


def test_one_card_may_reach_two_goals_at_once():
    game = scene("S.......\n└─┼─┼─┼┼", {0: ["NESW"]}, goals=("treasure", "stone-a", "stone-b"))
    lay(game, "NESW", 8, 1)
    assert revealed(game) == [(1, "SW"), (2, "NW")]


def test_with_a_stone_and_the_treasure_reached_at_once_both_are_turned_over():
    game = scene("S.......\n└─┼─┼─┼┼", {0: ["NESW"]}, goals=("stone-b", "treasure", "stone-a"))
    lay(game, "NESW", 8, 1)
    assert revealed(game) == [(1, "NESW"), (2, "NE")]


def test_with_a_stone_and_the_treasure_reached_at_once_the_round_ends():
    game = scene("S.......\n└─┼─┼─┼┼", {0: ["NESW"]}, goals=("stone-b", "stone-a", "treasure"))
    lay(game, "NESW", 8, 1)
    assert game.phase == "pick"


def test_a_goal_that_is_turned_over_is_an_event_after_the_card_that_reached_it():
    game = scene("S─┼─┼─┼", {0: ["NESW"]}, goals=IN_THE_MIDDLE["stone-b"])
    lay(game, *WESTERN)
    assert [VERBS[event(game, back).verb] for back in (2, 1)] == ["lay", "reveal"]
    assert (event(game).seat, event(game).goal, event(game).face, event(game).turned) == (0, 1, 3, 0)


# -- ruling 6: how a stone lies ------------------------------------------------------------------------------

ORIENTATIONS = [
    *[("stone-a", "W", "SW"), ("stone-a", "N", "NE"), ("stone-a", "S", "SW"), ("stone-a", "E", "NE")],
    *[("stone-b", "W", "NW"), ("stone-b", "N", "NW"), ("stone-b", "S", "ES"), ("stone-b", "E", "ES")],
]


@pytest.mark.parametrize(("stone", "side", "lies"), ORIENTATIONS)
def test_a_stone_is_laid_so_that_it_meets_the_tunnel_that_reached_it(stone, side, lies):
    drawing, card = APPROACHES[side]
    game = scene(drawing, {0: [card[0]]}, goals=IN_THE_MIDDLE[stone])
    lay(game, *card)
    assert revealed(game) == [(1, lies)]


def test_a_stone_may_misfit_other_neighbours():
    game = scene("S.......\n└┴┼┴┼┴┼┼─", {0: ["NW"]}, goals=IN_THE_MIDDLE["stone-a"])
    lay(game, "NW", 7, 0, turned=True)
    assert shows(game, "S......┌┐\n└┴┼┴┼┴┼┼─")  # the stone opens south on a wall


def test_a_stone_may_be_a_wall_to_the_stub_of_a_dead_end():
    game = scene("S.......\n└┴┼┴┼┴┼┼╬", {0: ["NW"]}, goals=IN_THE_MIDDLE["stone-b"])
    lay(game, "NW", 7, 0, turned=True)
    assert shows(game, "S......┌┘\n└┴┼┴┼┴┼┼╬")


def test_only_goals_may_misfit():
    game = scene("S......┌┐\n└┴┼┴┼┴┼┼─", {0: ["NES", "NEW"]}, goals=IN_THE_MIDDLE["stone-a"])
    assert (6, 0) not in cells(game, "NEW") | cells(game, "NEW", turned=True)  # a wall lies to its east


STONE_TO_THE_SOUTH = "┌┴┼┴┼┴┼┼\nS......└┐"  # stone A lies as SW


def test_later_cards_must_fit_a_revealed_stone():
    game = scene(STONE_TO_THE_SOUTH, {0: ["NESW", "NEW"]}, goals=IN_THE_MIDDLE["stone-a"])
    assert (8, -1) not in cells(game, "NESW")  # would open on its northern wall
    assert (8, -1) in cells(game, "NEW")


def test_a_stone_is_no_cross():
    game = scene(STONE_TO_THE_SOUTH, {0: ["EW", "NS"]}, goals=IN_THE_MIDDLE["stone-a"])
    assert (9, 0) not in cells(game, "EW")
    assert (8, 1) in cells(game, "NS")


def test_tunnels_run_through_a_revealed_stone():
    game = scene(STONE_TO_THE_SOUTH, {0: ["NE"], 1: ["EW"]}, goals=IN_THE_MIDDLE["stone-a"])
    lay(game, "NE", 8, 1)
    assert (9, 1) in cells(game, "EW")


def test_tunnels_run_through_a_revealed_stone_to_further_goals():
    game = scene(STONE_TO_THE_SOUTH, {0: ["NS"]}, goals=("treasure", "stone-a", "stone-b"))
    lay(game, "NS", 8, 1)
    assert revealed(game) == [(1, "SW"), (2, "NW")]


def test_a_revealed_stone_that_is_cut_off_conducts_no_more():
    game = scene(STONE_TO_THE_SOUTH, {0: ["rockfall"], 1: ["NS"]}, goals=IN_THE_MIDDLE["stone-a"])
    do(game, "rockfall", x=7, y=0)
    assert (8, 1) not in cells(game, "NS")


# The base game cannot reach these mines by play (see `rewrite`), but the rules speak of them.


def table(drawing, goals):
    """A mine put on the table; seat 0 holds one of each joined card but the straights."""
    game = scene("S", {0: ["NESW", "NEW", "NES", "EW", "NE", "NW"]}, goals=goals)
    rewrite(game, drawing)
    return game


def test_goals_are_turned_over_one_through_another_until_nothing_changes():
    game = table("┌─┼─┼─┼.?\n│.......│\nS.......?", ("stone-a", "stone-b", "treasure"))
    lay(game, "EW", 7, -2)
    assert revealed(game) == [(0, "SW"), (1, "NW")]


def test_the_treasure_found_through_a_stone_ends_the_round():
    game = table("┌─┼─┼─┼.?\n│.......│\nS.......?", ("stone-a", "treasure", "stone-b"))
    lay(game, "EW", 7, -2)
    assert game.phase == "pick"


def test_a_goal_that_is_joined_again_is_turned_over():
    game = table("S─┼─.─┼─?", IN_THE_MIDDLE["stone-a"])
    lay(game, "EW", 4, 0)
    assert revealed(game) == [(1, "SW")]


FROM_NORTH_AND_WEST = "┌─┼─┼─┼.┐\nS......└?"


def test_a_stone_reached_from_two_sides_at_once_fits_more_neighbours():
    game = table(f"{FROM_NORTH_AND_WEST}\n........║", IN_THE_MIDDLE["stone-a"])
    lay(game, "NEW", 7, -1, turned=True)
    assert revealed(game) == [(1, "SW")]  # its southern side meets the stub of a dead end


def test_a_stone_reached_from_two_sides_at_once_that_fits_as_many_both_ways_lies_unturned():
    game = table(FROM_NORTH_AND_WEST, IN_THE_MIDDLE["stone-a"])
    lay(game, "NEW", 7, -1, turned=True)
    assert revealed(game) == [(1, "NE")]


def test_of_two_goals_reached_at_once_each_meets_the_tunnel_that_reached_it():
    """The middle stone is reached from the north; the tunnel through the other stone comes round to it later."""
    rows = ("........?┐", "┌───────.│", "S......═?│", "........└┘")
    game = table("\n".join(rows), ("stone-b", "stone-a", "treasure"))
    lay(game, "NES", 8, -1, turned=True)
    assert revealed(game) == [(0, "ES"), (1, "NE")]


# -- ruling 7: rockfalls -------------------------------------------------------------------------------------


def test_a_rockfall_and_the_card_it_takes_are_discarded_face_up():
    game = scene("S─", {0: ["rockfall"]})
    do(game, "rockfall", x=1, y=0)
    assert discarded(game) == {"rockfall": 1, "EW": 1}


def test_a_rockfall_takes_dead_ends_and_cut_off_cards_too():
    game = scene("S.─╬", {0: ["rockfall"]}, fallen={(1, 0): "EW"})
    assert moves(game, "rockfall") == [{"x": 2, "y": 0}, {"x": 3, "y": 0}]


def test_a_rockfall_takes_neither_the_start_nor_a_goal():
    game = scene(STONE_TO_THE_SOUTH, {0: ["rockfall"]}, goals=IN_THE_MIDDLE["stone-a"])
    targets = {(move["x"], move["y"]) for move in moves(game, "rockfall")}
    assert not targets & {(0, 0), (8, -2), (8, 0), (8, 2)}


def test_a_rockfall_takes_no_empty_cell():
    game = scene("S.─", {0: ["rockfall"]}, fallen={(1, 0): "EW"})
    assert moves(game, "rockfall") == [{"x": 2, "y": 0}]


def test_without_a_target_a_rockfall_cannot_be_played():
    assert moves(scene("S", {0: ["rockfall"]}), "rockfall") == []


def test_revealed_goals_stay_revealed_after_a_rockfall():
    game = scene(STONE_TO_THE_SOUTH, {0: ["rockfall"]}, goals=IN_THE_MIDDLE["stone-a"])
    do(game, "rockfall", x=7, y=0)
    assert revealed(game) == [(1, "SW")]


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
    game = scene("S", {0: ["map"]}, goals=("stone-a", "treasure", "stone-b"))
    do(game, "map", goal=1)
    assert [seat["known"] for seat in game.truth()["seats"]] == [[None, "treasure", None], [None] * 3, [None] * 3]


def test_a_goal_that_a_map_showed_stays_face_down():
    game = scene("S", {0: ["map"]})
    do(game, "map", goal=1)
    assert revealed(game) == []


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
    assert (me.rockfalls, me.maps.tolist(), me.breaks[:3].tolist(), me.repairs[:3].tolist()) == (1, [0, 0, 1], [0, 1, 0], [0, 0, 1])
