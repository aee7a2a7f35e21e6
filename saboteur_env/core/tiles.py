"""A tile is four openings and six joins, ten bits in all.

Openings N E S W are bits 0 to 3; a join, bits 4 to 9, is a pair of openings that are connected inside the
card. A dead end has no joins, a cross all six. A card may only be turned by 180 degrees.

    bit    0  1  2  3   4   5   6   7   8   9
           N  E  S  W   NE  NS  NW  ES  EW  SW
"""

from itertools import combinations

import numpy as np

from .cards import CARDS, GOAL_TILES, PATHS
from .jit import jit

SIDES = "NESW"
NORTH, EAST, SOUTH, WEST = range(4)
JOINS = tuple(combinations(range(4), 2))
JOIN_SIDES = np.array(JOINS)
STEP_X = (0, 1, 0, -1)
STEP_Y = (-1, 0, 1, 0)

# What a cell finds across one of its sides, two bits a side (side s at bit 2 s).
FREE, WALL, OPEN, JOINED = range(4)


def tile_of(face: str) -> int:
    """The tile of a face such as `"NS|EW"`. Raises ValueError for text that is no face."""
    if not isinstance(face, str):
        raise ValueError(f"a face is text such as 'NE|S', not {face!r}")
    groups = face.split("|")
    sides = [SIDES.find(letter) for letter in "".join(groups)]
    if -1 in sides or not all(groups) or len(set(sides)) != len(sides):
        raise ValueError(f"{face!r} is no card face: write openings N E S W, joined ones together, groups parted by |")
    openings = sum(1 << side for side in sides)
    joined = {tuple(sorted(map(SIDES.find, pair))) for group in groups for pair in combinations(group, 2)}
    return openings | sum(16 << index for index, join in enumerate(JOINS) if join in joined)


def face_of(tile: int) -> str:
    """The face of a tile, in the canonical spelling: groups ordered by their first opening."""
    groups: list[str] = []
    for side, letter in enumerate(SIDES):
        if not tile >> side & 1:
            continue
        partners = {SIDES[a + b - side] for i, (a, b) in enumerate(JOINS) if tile >> 4 + i & 1 and side in (a, b)}
        home = next((i for i, group in enumerate(groups) if partners & set(group)), None)
        if home is None:
            groups.append(letter)
        else:
            groups[home] += letter
    return "|".join(groups)


def turn(tile: int) -> int:
    """The tile turned by 180 degrees."""
    openings = sum(1 << (side + 2) % 4 for side in range(4) if tile >> side & 1)
    joins = sum(
        16 << JOINS.index(tuple(sorted(((a + 2) % 4, (b + 2) % 4))))
        for i, (a, b) in enumerate(JOINS)
        if tile >> 4 + i & 1
    )
    return openings | joins


def fits(tile: int, fit: int) -> bool:
    """Whether a tile may lie in a cell with this fit (rulings 1 and 2)."""
    sides = [fit >> 2 * side & 3 for side in range(4)]
    opens = [bool(tile >> side & 1) for side in range(4)]
    matches = all(found == FREE or open_ == (found != WALL) for found, open_ in zip(sides, opens, strict=True))
    return matches and JOINED in sides


# TILE[kind, turned], for path cards; TURNS[kind]: 1 where a turn leaves the face as it is, else 2.
TILE = np.array([(tile_of(c.name), turn(tile_of(c.name))) for c in CARDS[:PATHS]], np.int64)
TURNS = np.array([1 + (a != b) for a, b in TILE], np.int64)
GOAL_TILE = np.array([(0, 0), *((tile_of(f), turn(tile_of(f))) for f in GOAL_TILES[1:])], np.int64)
START_TILE = tile_of("NESW")

# FITTING[turned, fit]: the kinds that may be laid so, as bits. A turn that changes nothing is not offered.
FITTING = np.array(
    [
        [
            sum(1 << kind for kind in range(PATHS) if turned < TURNS[kind] and fits(int(TILE[kind, turned]), fit))
            for fit in range(256)
        ]
        for turned in range(2)
    ],
    np.uint64,
)

# FREE_SIDES[fit]: the sides with nothing face up beside them, as bits.
FREE_SIDES = np.array([sum((fit >> 2 * side & 3 == FREE) << side for side in range(4)) for fit in range(256)])

assert all(face_of(tile_of(card.name)) == card.name for card in CARDS[:PATHS])
assert PATHS <= 64


@jit
def is_open(tile, side):
    """Whether the tile has an opening on that side."""
    return tile >> side & 1 != 0


@jit
def conducts(tile):
    """Whether anything is joined inside the tile; dead ends conduct nothing."""
    return tile >> 4 != 0
