"""Fields of distance: how few cards lead from each empty cell to a goal, the cell's own card included.

Plane `level` of a field holds the cells that need at most so many cards, found for all columns of a row at
once. Fields lie in a frame of their own, the box of all cards and two cells around it: a way that leaves it
could as well run along its rim.
"""

import numpy as np

from .cards import GOALS, HIDDEN
from .jit import jit
from .mine import GOAL_X, GOAL_Y, faced, has, rotated, spread
from .tiles import EAST, NORTH, SOUTH, WEST

FAR = 63  # no way
LEVELS_A_CHECK = 4  # how often to see whether a field is complete: a look costs as much as a level
MARGIN = 3  # rows and columns of the frame outside the box; the outermost stay empty
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@jit
def column_of(mine, x):
    """The frame's column of x."""
    return x - mine.west + MARGIN


@jit
def row_of(mine, y):
    """The frame's row of y."""
    return y - mine.north + MARGIN


@jit
def empty_cells(mine):
    """The empty cells of the frame, a word per row."""
    empty = np.zeros(len(mine.occupied), np.uint64)
    inner = ((_ONE << np.uint64(mine.east - mine.west + 5)) - _ONE) << _ONE
    for y in range(mine.north - 2, mine.south + 3):
        word = mine.occupied[y & (len(mine.occupied) - 1)]
        empty[row_of(mine, y)] = ~rotated(word, mine.west - MARGIN) & inner
    return empty


@jit
def loose_tiles(mine):
    """Openings (4) and joins (6) of cut-off tiles that conduct, a word per row; no planes where there are none."""
    rows = len(mine.occupied)
    planes = np.zeros((10 if has_loose(mine) else 0, rows), np.uint64)
    if len(planes) > 0:
        for y in range(mine.north, mine.south + 1):
            row, there = row_of(mine, y), y & (rows - 1)
            for side in range(4):
                word = mine.opening[side, there] & ~mine.joined[side, there]
                planes[side, row] = rotated(word, mine.west - MARGIN)
            for join in range(6):
                planes[4 + join, row] = rotated(mine.join[join, there], mine.west - MARGIN)
    return planes


@jit
def has_loose(mine):
    """Whether a tile that conducts is cut off from the start."""
    for slot in range(mine.cards):
        if is_loose(mine, mine.laid[slot].x, mine.laid[slot].y):
            return True
    for goal in range(GOALS):
        if mine.goals[goal].face != HIDDEN and is_loose(mine, GOAL_X[goal], GOAL_Y[goal]):
            return True
    return False


@jit
def is_loose(mine, x, y):
    """Whether the tile in a cell has joins, and none of its openings is joined to the start."""
    joins = False
    for join in range(6):
        joins |= has(mine.join[join], x, y)
    for side in range(4):
        joins &= not has(mine.joined[side], x, y)
    return joins


@jit
def fill(column, row, last, empty, wanted, loose, field):
    """Fill a field for the goal in a cell of the frame, whose last row is given; returns its highest plane."""
    reached = np.zeros((4, field.shape[1] if len(loose) > 0 else 1), np.uint64)
    for y in range(last + 1):
        field[0, y] = _ZERO
    field[0, row] = _ONE << np.uint64(column)
    for level in range(1, FAR):
        before, after = field[level - 1], field[level]
        grow(before, after, empty, last)
        added = False
        if len(loose) > 0:
            run_through(before, reached, loose, last)
            added = add_faced(reached, after, empty, last)
        if not added and level % LEVELS_A_CHECK == 0 and is_complete(before, after, empty, wanted, last):
            return level
    return FAR - 1


@jit
def grow(before, after, empty, last):
    """Grow a plane by one cell in each direction."""
    after[0] = after[last] = _ZERO
    for row in range(1, last):
        here = before[row]
        after[row] = here | (before[row - 1] | before[row + 1] | here << _ONE | here >> _ONE) & empty[row]


@jit
def is_complete(before, after, empty, wanted, last):
    """Whether a plane has not grown, or holds all that is asked for."""
    grown, missing = _ZERO, _ZERO
    for row in range(1, last):
        grown |= after[row] ^ before[row]
        missing |= wanted[row] & empty[row] & ~after[row]
    return grown == _ZERO or missing == _ZERO


@jit
def add_faced(reached, after, empty, last):
    """Add the empty cells that openings of cut-off tiles face; whether there were any new ones."""
    added = _ZERO
    for row in range(1, last):
        new = faced(reached, row) & empty[row] & ~after[row]
        after[row] |= new
        added |= new
    return added != _ZERO


@jit
def run_through(cells, reached, loose, last):
    """Enter the cut-off tiles that can be left into these cells, and run through them."""
    for row in range(1, last):
        if loose[NORTH, row] | loose[EAST, row] | loose[SOUTH, row] | loose[WEST, row] != _ZERO:
            n = loose[NORTH, row] & cells[row - 1] & ~reached[NORTH, row]
            e = loose[EAST, row] & cells[row] >> _ONE & ~reached[EAST, row]
            s = loose[SOUTH, row] & cells[row + 1] & ~reached[SOUTH, row]
            w = loose[WEST, row] & cells[row] << _ONE & ~reached[WEST, row]
            if n | e | s | w != _ZERO:
                reached[NORTH, row] |= n
                reached[EAST, row] |= e
                reached[SOUTH, row] |= s
                reached[WEST, row] |= w
                spread(loose[:4], loose[4:], reached, row)


@jit
def read(field, top, column, row):
    """How few cards lead from a cell of the frame to the goal: FAR for a cell that is not reached."""
    shift = np.uint64(column)
    if field[top, row] >> shift & _ONE == _ZERO:
        return FAR
    level = 0  # the highest plane known not to hold the cell; plane 0 holds the goal alone
    for step in (32, 16, 8, 4, 2, 1):
        plane = min(level + step, top)
        level += step * np.int64(~(field[plane, row] >> shift) & _ONE)
    return level + 1


@jit
def read_beside(field, top, here, column, row):
    """The same for an empty neighbour of an empty cell whose reading is `here`: they differ by one at most."""
    if here == FAR:
        return read(field, top, column, row)
    shift = np.uint64(column)
    if field[here - 1, row] >> shift & _ONE != _ZERO:
        return here - 1
    return here if field[here, row] >> shift & _ONE != _ZERO else here + 1
