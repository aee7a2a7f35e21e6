"""Tunnels that are cut off from the start, each as its open ends: who comes to one comes out at all the others."""

import numpy as np

from .cards import GOALS
from .field import frame_bit, row_of
from .jit import jit, lowest
from .layout import ROWS, record
from .mine import from_east, from_west, rotated, spread
from .tiles import EAST, JOIN_SIDES, NORTH, SOUTH, STEP_X, STEP_Y, WEST

# An opening that faces an empty cell or a face-down goal.
END = record(
    ("tunnel", "i2"),
    ("side", "i1"),  # of that cell, where it finds the opening
    ("closed", "i1"),  # bit per goal: its field has not come to the tunnel yet
    ("row", "i1"),  # the cell in the frame of fields
    ("bit", "u8"),
)

_LAST_ROW = ROWS - 1
_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@jit
def open_ends(mine):
    """(n,) END: the ends of all tunnels that are cut off from the start."""
    room = 0
    for y in range(mine.north, mine.south + 1):
        if cut_off_tiles(mine, y & _LAST_ROW) != _ZERO:
            room = 4 * (np.int64(mine.cards) + GOALS)  # as plain Python, the int8 of the record would overflow
    ends = np.empty(room, END)
    return ends[: write_all_ends(mine, ends)] if room > 0 else ends


@jit
def write_all_ends(mine, ends):
    """Follow each tunnel once and write its ends; returns how many there are."""
    seen, tunnel, tunnels, n = np.zeros((ROWS, 4), np.uint64), np.zeros((ROWS, 4), np.uint64), 0, 0
    for y in range(mine.north, mine.south + 1):
        row = y & _LAST_ROW
        for side in range(4):
            openings = leading(mine.join[row], side) & ~mine.joined[row, side] & ~seen[row, side]
            while openings != _ZERO:
                follow(mine, y, side, openings & (~openings + _ONE), tunnel)
                n = write_ends(mine, tunnel, tunnels, ends, n)
                tunnels += 1
                move(tunnel, seen)
                openings &= ~seen[row, side]
    return n


@jit
def move(tunnel, seen):
    """Add the openings of a tunnel to those that are seen, and forget the tunnel."""
    for row in range(ROWS):
        for side in range(4):
            seen[row, side] |= tunnel[row, side]
            tunnel[row, side] = _ZERO


@jit
def cut_off_tiles(mine, row):
    """The tiles of a row with a join that is not joined to the start."""
    tiles = _ZERO
    for index in range(len(JOIN_SIDES)):
        tiles |= mine.join[row, index] & ~mine.joined[row, JOIN_SIDES[index, 0]]
    return tiles


@jit
def leading(join, side):
    """The openings of a row to one side that are joined to another of their tile; the rest are stubs."""
    openings = _ZERO
    for index in range(len(JOIN_SIDES)):
        if JOIN_SIDES[index, 0] == side or JOIN_SIDES[index, 1] == side:
            openings |= join[index]
    return openings


@jit
def follow(mine, y, side, opening, tunnel):
    """Write all openings of the tunnel that an opening of row y belongs to."""
    tunnel[y & _LAST_ROW, side] = opening
    for row in range(y - 1, y + 2):
        spread(mine.opening, mine.join, tunnel, row)


@jit
def write_ends(mine, tunnel, number, ends, n):
    """Add the ends of a tunnel to the `n` that are there; returns how many there are then."""
    for y in range(mine.north, mine.south + 1):
        for side in range(4):
            openings = rotated(tunnel[y & _LAST_ROW, side] & ~beside(mine.face_up, y, side), mine.west)
            while openings != _ZERO:
                x = mine.west + lowest(openings)
                openings &= openings - _ONE
                end = ends[n]
                end.tunnel, end.side, end.closed = number, (side + 2) & 3, (1 << GOALS) - 1
                end.row = row_of(mine, y + STEP_Y[side])
                end.bit = frame_bit(mine, x + STEP_X[side])
                n += 1
    return n


@jit
def beside(plane, y, side):
    """What the cells of row y have beside them on one side."""
    if side == NORTH:
        return plane[(y - 1) & _LAST_ROW]
    if side == EAST:
        return from_east(plane[y & _LAST_ROW])
    if side == SOUTH:
        return plane[(y + 1) & _LAST_ROW]
    return from_west(plane[y & _LAST_ROW])


assert (NORTH, EAST, SOUTH, WEST) == (0, 1, 2, 3)
