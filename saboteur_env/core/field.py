"""Fields of distance: how few cards lead from each empty cell to a goal, the cell's own card included.

Plane `level` of a field holds the cells that need at most so many cards, found for all columns of a row and all goals
at once: row r of goal g is word LANES * r + g. Fields lie in a frame of their own, the box of all cards and two cells
around it: a way that leaves it could as well run along its rim.
"""

import numpy as np

from .cards import GOALS, HIDDEN
from .jit import jit
from .layout import ROWS
from .mine import GOAL_X, GOAL_Y, rotated

FAR = 63  # no way
MARGIN = 3  # rows and columns of the frame outside the box; the outermost stay empty
LANES = 4  # the goals, and one more that stays empty: a compiler then grows a row of all goals in one instruction
WORDS = ROWS * LANES
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@jit
def row_of(mine, y):
    """The frame's row of y."""
    return y - mine.north + MARGIN


@jit
def column_of(mine, x):
    """The frame's column of x."""
    return np.uint64(x - mine.west + MARGIN)


@jit
def word_of(mine, y, goal):
    """The frame's word of row y for a goal."""
    return row_of(mine, y) * LANES + goal


@jit
def frame_bit(mine, x):
    """The word with the frame's bit of column x."""
    return _ONE << column_of(mine, x)


@jit
def begin_field(mine, field, empty):
    """Write plane 0, where each face-down goal stands alone in its own lane, and the empty cells for each goal."""
    inner = ((_ONE << np.uint64(mine.east - mine.west + 2 * MARGIN - 1)) - _ONE) << _ONE
    for y in range(mine.north - MARGIN, mine.south + MARGIN + 1):
        inside = mine.north - MARGIN < y < mine.south + MARGIN
        cells = ~rotated(mine.occupied[y & (ROWS - 1)], mine.west - MARGIN) & inner if inside else _ZERO
        for lane in range(LANES):
            field[0, word_of(mine, y, lane)] = _ZERO
            empty[word_of(mine, y, lane)] = cells
    for goal in range(GOALS):
        if mine.goals[goal].face == HIDDEN:
            field[0, word_of(mine, GOAL_Y[goal], goal)] = frame_bit(mine, GOAL_X[goal])


@jit
def grow(field, level, empty, last):
    """Grow a plane by one cell in each direction into the next one; whether there are new cells.

    `last` is the first word of the frame's last row.
    """
    # Indices that cannot be negative leave out numba's wrap-around, and the loop becomes vector instructions.
    here, there, step = np.uint64(level), np.uint64(level + 1), np.uint64(LANES)
    for lane in range(LANES):
        field[there, lane] = field[there, last + lane] = _ZERO
    new = _ZERO
    for index in range(LANES, last):
        word = np.uint64(index)
        old = field[here, word]
        around = field[here, word - step] | field[here, word + step] | old << _ONE | old >> _ONE
        grown = old | around & empty[word]
        field[there, word] = grown
        new |= grown ^ old
    return new != _ZERO


@jit
def run_through(field, level, empty, ends):
    """Grow the next plane by the tunnels that this one reaches, which cost nothing; whether there are new cells."""
    new = False
    for end in ends:
        for goal in range(GOALS if end.closed != 0 else 0):
            if end.closed >> goal & 1 and field[level, end.row * LANES + goal] & end.bit != _ZERO:
                new |= come_out(field, level, empty, ends, end.tunnel, goal)
    return new


@jit
def come_out(field, level, empty, ends, tunnel, goal):
    """Add the cells before all ends of a tunnel to the next plane of a goal; whether there are new ones."""
    new = _ZERO
    for end in ends:
        if end.tunnel == tunnel:
            end.closed &= ~(1 << goal)
            word = end.row * LANES + goal
            cells = end.bit & empty[word] & ~field[level + 1, word]
            field[level + 1, word] |= cells
            new |= cells
    return new != _ZERO


assert GOALS <= LANES
