"""Faces, mines and moves as text, and puzzles about where a card may lie."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import WAYS, decisions
from referee import GOAL_CELLS, fits, frontier, half_turn, joined_openings
from scenarios import cells, scene

from saboteur_env.core.cards import NAMES
from saboteur_env.game import Game
from saboteur_env.notation import (
    GLYPHS,
    event_of,
    joined_cells,
    legal_cells,
    mine_text,
    move_of,
    parse_mine,
    revealed_of,
    tiles_of,
    turned_face,
    words_of,
)
from saboteur_env.rules import BASE_DECK, Setup

PATH_CARDS = [card for card in BASE_DECK if set(card) <= set("NESW|")]

# -- faces and mines -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "turned"), [("NES", "NSW"), ("NE|S", "N|SW"), ("N", "S"), ("NS|EW", "NS|EW"), ("NW|ES", "NW|ES")]
)
def test_a_face_is_turned_by_180_degrees(face, turned):
    assert turned_face(face) == turned


def test_every_path_card_has_a_glyph_for_either_way_that_it_lies():
    faces = {face for card in PATH_CARDS for face in (card, half_turn(card))}
    assert faces <= set(GLYPHS) and len(set(GLYPHS.values())) == len(GLYPHS)


def test_a_mine_is_drawn_with_the_north_on_top():
    tiles = [(0, 1, "NES"), (-1, 1, "E|W"), (1, 0, "EW")]
    assert mine_text(tiles, [(1, "SW")]).split("\n") == [
        ".........?",
        "..........",
        ".S─......┐",
        "═├........",
        ".........?",
    ]


def test_the_treasure_is_drawn_as_gold():
    assert mine_text([], [(0, "NESW")]).split("\n")[0] == "........$"


def test_a_drawing_is_read_wherever_its_start_lies():
    assert parse_mine("..\n.S─\n.║") == ([(1, 0, "EW"), (0, 1, "N|S")], [])


def test_goals_in_a_drawing_may_be_left_out():
    assert parse_mine("S─┼") == parse_mine("........?\n.........\nS─┼.....?\n.........\n........?")


def test_revealed_goals_are_read_as_they_lie():
    assert parse_mine("........┘\n\nS.......$") == ([], [(0, "NW"), (1, "NESW")])


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1), st.sampled_from(list(WAYS)))
def test_every_mine_is_a_drawing_and_back(seed, way):
    game = Game(Setup(5, rounds=1))
    for step, _ in enumerate(decisions(game, seed, WAYS[way](seed))):
        if step % 8 == 0:
            tiles, goals = tiles_of(game.public.mine), revealed_of(game.public.mine)
            read = parse_mine(mine_text(tiles, goals))
            assert (sorted(read[0]), read[1]) == (sorted(tiles), goals)


@pytest.mark.parametrize(
    ("drawing", "words"),
    [
        ("─┼", "has 0"),
        ("S─S", "has 2"),
        ("S?", r"no goal at \(1, 0\)"),
        ("S......$", r"no goal at \(7, 0\)"),
        ("Sx", r"'x' at \(1, 0\) is no tile"),
    ],
)
def test_a_drawing_that_is_no_mine_is_refused(drawing, words):
    with pytest.raises(ValueError, match=words):
        parse_mine(drawing)


# -- puzzles -----------------------------------------------------------------------------------------------------


def test_a_card_alone_goes_beside_the_start():
    assert legal_cells([], "NESW") == {(0, -1), (1, 0), (0, 1), (-1, 0)}


def test_a_turned_card_is_turned_first():
    assert legal_cells([], "NE", turned=True) == {(0, -1), (1, 0)}


def test_nothing_is_anchored_on_a_dead_end():
    assert legal_cells([(1, 0, "E|W")], "EW") == {(-1, 0)}


def test_a_card_with_several_tunnels_joins_each_for_itself():
    bridge = [(1, 0, "NS|EW")]
    assert (2, 0) in legal_cells(bridge, "EW") and (1, -1) not in legal_cells(bridge, "NS")


def test_a_card_is_gone_through_once_for_each_of_its_tunnels():
    round_and_back = [(1, 0, "NS|EW"), (2, 0, "NW"), (2, -1, "SW"), (1, -1, "ES")]
    assert (1, 1) in legal_cells(round_and_back, "NS")


def test_a_revealed_stone_asks_for_a_fit_and_carries_on():
    tiles = [(x, 0, "EW") for x in range(1, 8)]
    assert (8, 1) in legal_cells(tiles, "NS", revealed_goals=[(1, "SW")])
    assert (8, -1) not in legal_cells(tiles, "NS", revealed_goals=[(1, "SW")])


def test_the_start_may_be_named_among_the_tiles():
    assert legal_cells([(0, 0, "NESW+ladder")], "NESW") == legal_cells([], "NESW")


def test_the_tunnel_runs_into_a_dead_end_and_not_behind_it():
    assert joined_cells([(1, 0, "E|W"), (2, 0, "EW")]) == {(0, 0), (1, 0)}


def test_a_cut_off_card_is_not_joined():
    assert joined_cells([(2, 0, "EW")]) == {(0, 0)}


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1), st.sampled_from(list(WAYS)), st.sampled_from(PATH_CARDS), st.booleans())
def test_puzzles_are_solved_as_the_referee_solves_them(seed, way, card, turned):
    game = Game(Setup(5, rounds=1))
    for step, _ in enumerate(decisions(game, seed, WAYS[way](seed))):
        if step % 8 == 0 and game.phase == "play":
            tiles, goals = tiles_of(game.public.mine), revealed_of(game.public.mine)
            mine = (
                {(0, 0): "NESW"} | {(x, y): face for x, y, face in tiles} | {GOAL_CELLS[g]: face for g, face in goals}
            )
            face = half_turn(card) if turned else card
            assert joined_cells(tiles, goals) == {cell for cell, _ in joined_openings(mine)}
            assert legal_cells(tiles, card, turned, goals) == {
                cell for cell in frontier(mine) if fits(mine, cell, face)
            }


def test_a_puzzle_has_the_answer_of_the_game():
    game = scene("┌.\nS╬", {0: ["NEW"]})
    assert legal_cells(tiles_of(game.public.mine), "NEW", turned=True) == cells(game, "NEW", turned=True)


@pytest.mark.parametrize(
    ("tiles", "goals", "words"),
    [
        ([(1, 0, "EW"), (1, 0, "NS")], [], r"\(1, 0\) is taken"),
        ([(1, 0, "EW"), (1, 0, "EW")], [], r"\(1, 0\) is taken"),
        ([], [(0, "SW"), (0, "NE")], "goal 0 is named twice"),
        ([], [(0, "NS")], "no goal lies as 'NS'"),
        ([(1.5, 0, "EW")], [], r"two whole numbers, not \(1.5, 0\)"),
        ([(1, 0, None)], [], "not None"),
        ([(0, 0, "EW")], [], r"\(0, 0\) is taken"),
        ([(8, 0, "EW")], [], r"\(8, 0\) is taken"),
        ([(1, 0, "EX")], [], "'EX' is no card face"),
        ([], [(3, "NE")], "no goal 3; goals are 0, 1, 2"),
        ([(70, 0, "EW")], [], "wider than its cards could reach"),
        ([(0, -40, "NS")], [], "wider than its cards could reach"),
    ],
)
def test_a_puzzle_that_is_no_mine_is_refused(tiles, goals, words):
    with pytest.raises(ValueError, match=words):
        legal_cells(tiles, "NESW", revealed_goals=goals)


# -- moves -------------------------------------------------------------------------------------------------------

MOVES = [
    ({"verb": "lay", "card": "NES", "x": 1, "y": -2, "turned": True}, "lay NES turned at (1, -2)"),
    ({"verb": "rockfall", "x": 3, "y": -1}, "bring down the card at (3, -1)"),
    ({"verb": "break", "tool": "pick", "seat": 4}, "break the pick of seat 4"),
    (
        {"verb": "repair", "card": "repair-pick-lantern", "tool": "lantern", "seat": 0},
        "mend the lantern of seat 0 with repair-pick-lantern",
    ),
    ({"verb": "map", "goal": 1}, "look at goal 1"),
    ({"verb": "claim", "goal": 1, "face": "treasure"}, "claim that goal 1 is treasure"),
    ({"verb": "claim"}, "say nothing"),
    ({"verb": "pass", "cards": ["N|E|S|W"]}, "pass N|E|S|W"),
    ({"verb": "pick", "nuggets": 2}, "take 2 from the pile"),
]


@pytest.mark.parametrize(("move", "words"), MOVES, ids=lambda value: value if isinstance(value, str) else "")
def test_a_move_is_an_event_and_back_and_has_words(move, words):
    assert move_of(event_of(move, 2)[0]) == move
    assert words_of(move) == words


def test_an_event_says_who_acts_and_with_which_card():
    events = [event_of(move, 2)[0] for move, _ in MOVES]
    assert {int(event.seat) for event in events} == {2}
    cards_used = [NAMES[event.kind] if event.kind >= 0 else None for event in events]
    assert cards_used == ["NES", "rockfall", "broken-pick", "repair-pick-lantern", "map", None, None, "N|E|S|W", None]


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("lay", "is no move"),
        ({}, "is no move; a move has a verb: lay, rockfall"),
        ({"verb": "dig"}, "is no move"),
        ({"verb": ["lay"]}, "is no move"),
        ({"verb": "map"}, "has the fields verb, goal; this one has verb"),
        ({"verb": "map", "goal": 1, "seat": 0}, "has the fields verb, goal"),
        ({"verb": "map", "goal": 3}, "a goal must be a whole number from 0 to 2, not 3"),
        ({"verb": "map", "goal": True}, "whole number"),
        ({"verb": "lay", "card": "XY", "x": 0, "y": 0, "turned": False}, "'XY' is no card; there are NESW"),
        ({"verb": "lay", "card": "map", "x": 0, "y": 0, "turned": False}, "'map' is no path card"),
        ({"verb": "lay", "card": "NE", "x": 0, "y": 0, "turned": 1}, "turned must be true or false, not 1"),
        ({"verb": "lay", "card": "NE", "x": 1.0, "y": 0, "turned": False}, "x must be a whole number"),
        ({"verb": "break", "tool": "hat", "seat": 0}, "'hat' is no tool; there are pick, lantern, cart"),
        ({"verb": "break", "tool": "pick", "seat": -1}, "a seat must be a whole number"),
        ({"verb": "repair", "card": "repair-pick", "tool": "cart", "seat": 0}, "does not mend a cart"),
        ({"verb": "repair", "card": "map", "tool": "cart", "seat": 0}, "does not mend a cart"),
        ({"verb": "claim", "goal": 1}, "has the fields verb, goal, face"),
        ({"verb": "claim", "goal": 1, "face": "gold"}, "'gold' is no face to claim; there are treasure, stone"),
        ({"verb": "claim", "goal": 1, "face": "silence"}, "'silence' is no face to claim"),
        ({"verb": "pass", "cards": []}, "a list of one card"),
        ({"verb": "pass", "cards": ["EW", "NS"]}, "a list of one card"),
        ({"verb": "pass", "cards": "EW"}, "a list of one card"),
        ({"verb": "pick", "nuggets": 4}, "nuggets must be a whole number from 1 to 3"),
    ],
    ids=str,
)
def test_what_is_no_move_is_refused(move, words):
    with pytest.raises(ValueError, match=words):
        event_of(move, 0)
