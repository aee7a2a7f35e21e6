"""Fields of distance: how few cards lead from each empty cell to a goal, the cell's own card included.

Plane `level` of a field holds the cells that need at most so many cards, found for all columns of a row at
once. Fields lie in a frame of their own, the box of all cards and two cells around it: a way that leaves it
could as well run along its rim.
"""

import numpy as np

from .cards import GOALS
from .jit import jit, lowest
from .layout import ROWS
from .mine import bit, faced, has_side, rotated, spread
from .tiles import JOIN_SIDES

FAR = 63  # no way
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
    empty = np.zeros(ROWS, np.uint64)
    inner = ((_ONE << np.uint64(mine.east - mine.west + 5)) - _ONE) << _ONE
    for y in range(mine.north - 2, mine.south + 3):
        word = mine.occupied[y & (ROWS - 1)]
        empty[row_of(mine, y)] = ~rotated(word, mine.west - MARGIN) & inner
    return empty


@jit
def cut_off_tunnels(mine):
    """(n, rows, 4): the tunnels that are cut off from the start, each as its openings, in planes of the mine."""
    tunnels = np.empty((2 * (mine.cards + GOALS), ROWS, 4), np.uint64)  # a tile holds two at most
    n = 0
    for y in range(mine.north, mine.south + 1):
        row = y & (ROWS - 1)
        for side in range(4):
            openings = rotated(openings_that_lead(mine.join[row], side) & ~mine.joined[row, side], mine.west)
            while openings != _ZERO:
                x = mine.west + lowest(openings)
                openings &= openings - _ONE
                if tunnel_at(tunnels[:n], x, y, side) < 0:
                    follow(mine, x, y, side, tunnels[n])
                    n += 1
    return tunnels[:n]


@jit
def openings_that_lead(join, side):
    """The openings of a row to one side that are joined to another of their tile; the rest are stubs."""
    openings = _ZERO
    for index in range(len(JOIN_SIDES)):
        if JOIN_SIDES[index, 0] == side or JOIN_SIDES[index, 1] == side:
            openings |= join[index]
    return openings


@jit
def follow(mine, x, y, side, tunnel):
    """Write the tunnel that an opening belongs to."""
    for row in range(ROWS):
        for every in range(4):
            tunnel[row, every] = _ZERO
    tunnel[y & (ROWS - 1), side] = bit(x)
    for row in range(y - 1, y + 2):
        spread(mine.opening, mine.join, tunnel, row)


@jit
def tunnel_at(tunnels, x, y, side):
    """The tunnel that an opening belongs to, -1 for none."""
    for tunnel in range(len(tunnels)):
        if has_side(tunnels[tunnel], x, y, side):
            return tunnel
    return -1


@jit
def ends_of(mine, tunnels):
    """(n, rows): the cells of the frame that the openings of each tunnel face, occupied or not."""
    ends = np.zeros((len(tunnels), ROWS), np.uint64)
    for tunnel in range(len(tunnels)):
        for y in range(mine.north - 1, mine.south + 2):
            ends[tunnel, row_of(mine, y)] = rotated(faced(tunnels[tunnel], y), mine.west - MARGIN)
    return ends


@jit
def fill(field, level, last, empty, wanted, ends, closed):
    """Fill a field from a plane on, until one holds a wanted cell or nothing more is found; returns its level.

    Args:
        field: (levels, rows); the plane `level` is there, those behind it are written.
        last: the last row of the frame.
        empty, wanted: the empty cells and the wanted ones, words by row.
        ends: (n, rows) of the cut-off tunnels, which are run through for nothing.
        closed: (n,) bool: the tunnels that no plane has reached yet.
    """
    grows = True
    while grows and level < FAR - 1:
        before, after = field[level], field[level + 1]
        grows = grow(before, after, empty, last)
        for tunnel in range(len(ends)):
            if closed[tunnel] and meets(before, ends[tunnel], last):
                closed[tunnel] = False
                grows |= add(after, ends[tunnel], empty, last)
        level += 1
        if meets(after, wanted, last):
            break
    return level


@jit
def grow(before, after, empty, last):
    """Grow a plane by one cell in each direction; whether there are new ones."""
    after[0] = after[last] = new = _ZERO
    for row in range(1, last):
        here = before[row]
        after[row] = here | (before[row - 1] | before[row + 1] | here << _ONE | here >> _ONE) & empty[row]
        new |= after[row] ^ here
    return new != _ZERO


@jit
def meets(plane, cells, last):
    """Whether a plane holds one of these cells."""
    common = _ZERO
    for row in range(1, last):
        common |= plane[row] & cells[row]
    return common != _ZERO


@jit
def add(plane, cells, empty, last):
    """Add those of these cells that are empty; whether there are new ones."""
    new = _ZERO
    for row in range(1, last):
        new |= cells[row] & empty[row] & ~plane[row]
        plane[row] |= cells[row] & empty[row]
    return new != _ZERO
