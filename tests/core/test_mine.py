"""Where a path card may lie (rulings 1 to 4, 7 and 8): one mine, one card, one answer."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import WAYS, decisions
from referee import GOAL_CELLS, frontier, joined_openings
from scenarios import cells, do, lay, scene, shows

from saboteur_env.core.jit import lowest
from saboteur_env.core.layout import COLUMNS, ROWS
from saboteur_env.core.mine import from_east, from_west, rotated
from saboteur_env.core.tiles import SIDES
from saboteur_env.game import Game, Setup
from saboteur_env.notation import revealed_of, tiles_of

# -- ruling 1: empty cells, and all four sides fit -----------------------------------------------------------


def test_a_path_card_goes_on_an_empty_cell():
    game = scene("S┼", {0: ["NESW"]})
    assert not cells(game, "NESW") & {(0, 0), (1, 0)}


def test_an_opening_may_not_meet_a_wall():
    game = scene("┌\nS", {0: ["NESW"]})  # the card to the north is open to the east: (1, -1) is free
    lay(game, "NESW", 1, -1)
    assert shows(game, "┌┼\nS.")
    game = scene("┌─\nS.", {0: ["NESW", "EW"]})  # below a wall
    assert (1, 0) not in cells(game, "NESW")


def test_a_wall_may_not_meet_an_opening():
    game = scene("┌┬\nS.", {0: ["EW"]})  # below an opening
    assert (1, 0) not in cells(game, "EW")


def test_a_wall_may_meet_a_wall():
    game = scene("┌─\nS.", {0: ["EW"]})
    assert (1, 0) in cells(game, "EW")


def test_a_side_that_matches_open_to_open_is_not_enough_if_another_does_not():
    game = scene("┌┬\nS.", {0: ["NE", "NW"]})
    assert (1, 0) in cells(game, "NW")  # opens north and west, as both neighbours ask
    assert (1, 0) not in cells(game, "NE")  # fits the north, walls off the west


def test_the_start_is_open_to_all_four_sides():
    game = scene("S", {0: ["NESW"]})
    assert cells(game, "NESW") == {(0, -1), (1, 0), (0, 1), (-1, 0)}


def test_a_turn_is_made_before_the_sides_are_compared():
    game = scene("S", {0: ["NE"]})
    assert cells(game, "NE") == {(0, 1), (-1, 0)}
    assert cells(game, "NE", turned=True) == {(0, -1), (1, 0)}


def test_a_turned_card_joins_what_its_turned_face_joins():
    game = scene("S", {0: ["NE"], 1: ["NS"]})
    lay(game, "NE", 1, 0, turned=True)  # lies as SW
    assert (1, 1) in cells(game, "NS")


# -- ruling 2: joined to the start ---------------------------------------------------------------------------


def test_a_card_must_meet_an_opening_that_is_joined_to_the_start():
    game = scene("S.─", {0: ["EW"]}, fallen={(1, 0): "EW"})
    assert cells(game, "EW") == {(1, 0), (-1, 0)}


def test_touching_only_cut_off_cards_is_not_enough():
    game = scene("S.─", {0: ["EW"]}, fallen={(1, 0): "EW"})
    assert (3, 0) not in cells(game, "EW")


def test_touching_a_side_without_a_tunnel_is_not_enough():
    game = scene("S─", {0: ["EW"]})
    assert not cells(game, "EW") & {(1, -1), (1, 1)}


def test_other_sides_may_touch_cut_off_cards():
    game = scene("S.─", {0: ["NESW"]}, fallen={(1, 0): "EW"})
    lay(game, "NESW", 1, 0)
    assert shows(game, "S┼─")


def test_other_sides_must_fit_cut_off_cards_too():
    game = scene("S.─", {0: ["NW"]}, fallen={(1, 0): "EW"})
    assert (1, 0) not in cells(game, "NW")


# -- ruling 3: dead ends -------------------------------------------------------------------------------------


def test_a_dead_end_is_laid_by_any_stub_that_meets_a_joined_opening():
    game = scene("S", {0: ["N|E|S"]})
    assert cells(game, "N|E|S") == {(0, -1), (0, 1), (-1, 0)}


def test_a_dead_end_needs_a_stub_that_meets_a_joined_opening():
    game = scene("S", {0: ["E|W"]})
    assert cells(game, "E|W") == {(1, 0), (-1, 0)}


def test_dead_ends_conduct_nothing():
    game = scene("S═", {0: ["EW"]})
    assert cells(game, "EW") == {(-1, 0)}


def test_nothing_is_anchored_on_a_stub_that_was_not_laid_against_the_tunnel():
    game = scene("S╬", {0: ["NESW"]})
    assert cells(game, "NESW") == {(0, -1), (0, 1), (-1, 0)}


def test_a_stub_of_a_dead_end_must_fit_later_neighbours():
    game = scene("┌.\nS╬", {0: ["EW", "NEW", "NESW"]})
    assert (1, -1) not in cells(game, "EW")  # would wall off the stub
    assert (1, -1) in cells(game, "NEW", turned=True)  # opens to the south, as the stub asks
    assert (1, -1) in cells(game, "NESW")


def test_the_wall_of_a_dead_end_must_fit_later_neighbours():
    game = scene("┌.\nS═", {0: ["EW", "NESW"]})
    assert (1, -1) not in cells(game, "NESW")
    assert (1, -1) in cells(game, "EW")


# -- ruling 4: face-down goals -------------------------------------------------------------------------------


def test_a_face_down_goal_asks_nothing_of_its_neighbours():
    game = scene("S─┼─┼─┼", {0: ["NES", "NESW"]})
    assert {(7, 0)} <= cells(game, "NESW") and (7, 0) in cells(game, "NES", turned=True)


def test_nothing_is_anchored_on_a_face_down_goal():
    game = scene("S─┼─┼─┼", {0: ["NESW"]})
    around = {(x + dx, y + dy) for x, y in GOAL_CELLS for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    assert cells(game, "NESW") & around == {(7, 0)}


def test_no_card_goes_on_a_face_down_goal():
    game = scene("S─┼─┼─┼", {0: ["N|E|W", "NESW"]})
    lay(game, "N|E|W", 7, 0, turned=True)
    assert not {(m["x"], m["y"]) for m in game.legal_moves() if m["verb"] == "lay"} & set(GOAL_CELLS)


# -- ruling 7: rockfalls -------------------------------------------------------------------------------------


def test_what_lay_beyond_a_rockfall_stays():
    game = scene("S─┼─", {0: ["rockfall"]})
    do(game, "rockfall", x=1, y=0)
    assert shows(game, "S.┼─")


def test_what_lay_beyond_a_rockfall_is_cut_off():
    game = scene("S─┼─", {0: ["rockfall"], 1: ["NESW"]})
    do(game, "rockfall", x=1, y=0)
    assert cells(game, "NESW") == {(0, -1), (1, 0), (0, 1), (-1, 0)}


def test_a_tunnel_that_has_another_way_is_not_cut_off_by_a_rockfall():
    game = scene("┌┐\nS┼", {0: ["rockfall"], 1: ["EW"]})
    do(game, "rockfall", x=0, y=-1)
    assert (2, 0) in cells(game, "EW")


def test_the_gap_may_be_filled_later():
    game = scene("S.┼", {0: ["EW"]}, fallen={(1, 0): "NESW"})
    lay(game, "EW", 1, 0)
    assert shows(game, "S─┼")


def test_a_card_that_was_cut_off_conducts_again_once_it_is_joined_again():
    game = scene("S.┼", {0: ["EW"], 1: ["NS"]}, fallen={(1, 0): "EW"})
    lay(game, "EW", 1, 0)
    assert cells(game, "NS") >= {(2, -1), (2, 1)}


# -- ruling 8: no border -------------------------------------------------------------------------------------

def test_the_mine_may_grow_beyond_any_border_to_the_north_and_south():
    column = "│┼├│┼├│┼├│┼├┼"
    north, south = "\n".join([*column, "S"]), "\n".join(["S", *column])
    assert (0, -1 - len(column)) in cells(scene(north, {0: ["NE"]}), "NE", turned=True)
    assert (0, 1 + len(column)) in cells(scene(south, {0: ["NE"]}), "NE")


def test_the_mine_may_grow_beyond_any_border_to_the_west_and_past_the_goals_to_the_east():
    row = "┼┼┼┼┼┴┴─┴┴─"
    assert (-1 - len(row), 0) in cells(scene(row + "S", {0: ["EW"]}), "EW")
    between_goals = "S...........\n└" + row
    assert (1 + len(row), 1) in cells(scene(between_goals, {0: ["EW"]}), "EW")


# -- in every game -------------------------------------------------------------------------------------------


def drawn(game):
    """The mine as the referee keeps it: faces by cell."""
    mine = game.public.mine
    faces = {(x, y): face for x, y, face in tiles_of(mine)}
    return {(0, 0): "NESW", **faces, **{GOAL_CELLS[goal]: face for goal, face in revealed_of(mine)}}


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1), st.integers(3, 10), st.sampled_from(list(WAYS)))
def test_the_frontier_is_every_empty_cell_that_a_joined_opening_faces_nearest_to_a_goal_first(seed, players, way):
    game = Game(Setup(players, rounds=1))
    for _ in decisions(game, seed, WAYS[way](seed)):
        mine = game.public.mine
        found = [(int(space.x), int(space.y)) for space in mine.frontier[: mine.spaces]]
        if game.phase == "play":
            assert found == frontier(drawn(game))


@settings(max_examples=10)
@given(st.integers(0, 2**32 - 1), st.sampled_from(list(WAYS)))
def test_the_planes_hold_the_openings_and_joins_of_what_is_drawn(seed, way):
    game = Game(Setup(4, rounds=1))
    for _ in decisions(game, seed, WAYS[way](seed)):
        mine, faces = game.public.mine, drawn(game)
        joined = joined_openings(faces)
        assert held(mine.occupied) == at(faces) | at(GOAL_CELLS)
        assert held(mine.face_up) == at(faces)
        for side, letter in enumerate(SIDES):
            assert held(mine.opening[:, side]) == at(cell for cell in faces if letter in faces[cell])
            assert held(mine.joined[:, side]) == at(cell for cell, name in joined if name == letter)


def held(plane):
    """The bits of a plane as (row, column) of the torus."""
    return {(row, bit) for row in plane.nonzero()[0].tolist() for bit in range(COLUMNS) if int(plane[row]) >> bit & 1}


def at(where):
    """Cells as (row, column) of the torus."""
    return {(y % ROWS, x % COLUMNS) for x, y in where}


# -- bits ------------------------------------------------------------------------------------------------------


@given(st.integers(1, 2**64 - 1), st.integers(-70, 70))
def test_words_are_turned_and_searched_bit_by_bit(number, column):
    bits, word = {i for i in range(64) if number >> i & 1}, np.uint64(number)
    assert lowest(word) == min(bits)
    assert int(rotated(word, column)) == sum(1 << (i - column) % 64 for i in bits)
    assert int(from_west(word)) == sum(1 << (i + 1) % 64 for i in bits)
    assert int(from_east(word)) == sum(1 << (i - 1) % 64 for i in bits)

