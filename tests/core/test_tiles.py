"""Tiles: faces and back, turning, fitting."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee import half_turn

from saboteur_env.core.cards import CARDS, GOAL_FACES, PATHS
from saboteur_env.core.tiles import (
    FITTING,
    FREE,
    GOAL_TILE,
    JOINED,
    OPEN,
    TILE,
    TURNS,
    WALL,
    conducts,
    face_of,
    fits,
    tile_of,
    turn,
)

# Every printed path card and how it lies after a turn by 180 degrees.
TURNED = {
    "NESW": "NESW",
    "NES": "NSW",
    "NEW": "ESW",
    "NS": "NS",
    "EW": "EW",
    "NE": "SW",
    "NW": "ES",
    "N": "S",
    "E": "W",
    "N|S": "N|S",
    "E|W": "E|W",
    "N|E": "S|W",
    "N|W": "E|S",
    "N|E|S": "N|S|W",
    "N|E|W": "E|S|W",
    "N|E|S|W": "N|E|S|W",
}


@st.composite
def faces(draw):
    """Any face of both boxes: some openings, grouped in some way."""
    groups = draw(st.lists(st.integers(0, 4), min_size=4, max_size=4).filter(any))
    named = ["".join(side for side, group in zip("NESW", groups, strict=True) if group == g) for g in range(1, 5)]
    return "|".join(sorted(filter(None, named), key=lambda group: "NESW".index(group[0])))


def test_every_path_card_has_its_turned_face():
    assert {card.name: face_of(int(TILE[kind, 1])) for kind, card in enumerate(CARDS[:PATHS])} == TURNED


def test_a_turn_is_offered_only_where_it_changes_the_face():
    assert {card.name for card, turns in zip(CARDS, TURNS, strict=False) if turns == 1} == {
        face for face, turned in TURNED.items() if face == turned
    }


def test_goal_stones_are_corners_and_the_treasure_is_a_cross():
    faces_of = {GOAL_FACES[i]: tuple(face_of(int(tile)) for tile in GOAL_TILE[i]) for i in range(1, 4)}
    assert faces_of == {"treasure": ("NESW", "NESW"), "stone-a": ("NE", "SW"), "stone-b": ("NW", "ES")}


def test_dead_ends_conduct_nothing_and_all_other_path_cards_do():
    dead = {card.name for kind, card in enumerate(CARDS[:PATHS]) if not conducts(TILE[kind, 0])}
    assert dead == {"N", "E", "N|S", "E|W", "N|E", "N|W", "N|E|S", "N|E|W", "N|E|S|W"}


@given(faces())
def test_a_face_is_a_tile_and_back(face):
    assert face_of(tile_of(face)) == face


@given(faces())
def test_turning_twice_is_identity(face):
    assert turn(turn(tile_of(face))) == tile_of(face)


@given(faces())
def test_a_turn_turns_openings_and_joins_together(face):
    assert face_of(turn(tile_of(face))) == half_turn(face)


@given(faces())
def test_a_tile_has_an_opening_per_letter_and_a_join_per_pair_in_a_group(face):
    groups = face.split("|")
    openings, joins = tile_of(face) & 15, tile_of(face) >> 4
    assert openings.bit_count() == sum(map(len, groups))
    assert joins.bit_count() == sum(len(group) * (len(group) - 1) // 2 for group in groups)


@pytest.mark.parametrize("face", ["", "X", "NN", "N|N", "N||E", "|N", "nesw", "NS EW"])
def test_text_that_is_no_face_is_refused(face):
    with pytest.raises(ValueError, match="is no card face"):
        tile_of(face)


def test_a_tile_fits_where_opening_meets_opening_and_wall_meets_wall_and_one_opening_is_joined():
    for kind, turned, sides in product(range(PATHS), range(2), product((FREE, WALL, OPEN, JOINED), repeat=4)):
        fit = sum(found << 2 * side for side, found in enumerate(sides))
        face = face_of(int(TILE[kind, turned]))
        matches = all(found == FREE or (letter in face) == (found != WALL) for letter, found in zip("NESW", sides, strict=True))
        expected = matches and JOINED in sides
        assert fits(int(TILE[kind, turned]), fit) == expected
        offered = bool(int(FITTING[turned, fit]) >> kind & 1)
        assert offered == (expected and turned < TURNS[kind])
