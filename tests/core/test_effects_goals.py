"""How goals are turned over and how stones lie (rulings 5 and 6): one mine, one act, one assertion."""

import pytest
from scenarios import STONE_FOUND, cells, do, lay, rewrite, scene, shows

from saboteur_env.core.cards import VERBS
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


def test_later_cards_must_fit_a_revealed_stone():
    game = scene(**STONE_FOUND, hands={0: ["NESW", "NEW"]})
    assert (8, -1) not in cells(game, "NESW")  # would open on its northern wall
    assert (8, -1) in cells(game, "NEW")


def test_a_stone_is_no_cross():
    game = scene(**STONE_FOUND, hands={0: ["EW", "NS"]})
    assert (9, 0) not in cells(game, "EW")
    assert (8, 1) in cells(game, "NS")


def test_tunnels_run_through_a_revealed_stone():
    game = scene(**STONE_FOUND, hands={0: ["NE"], 1: ["EW"]})
    lay(game, "NE", 8, 1)
    assert (9, 1) in cells(game, "EW")


def test_tunnels_run_through_a_revealed_stone_to_further_goals():
    game = scene(**STONE_FOUND, hands={0: ["NS"]})
    lay(game, "NS", 8, 1)
    assert revealed(game) == [(1, "SW"), (2, "NW")]


def test_a_revealed_stone_that_is_cut_off_conducts_no_more():
    game = scene(**STONE_FOUND, hands={0: ["rockfall"], 1: ["NS"]})
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
