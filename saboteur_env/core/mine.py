"""The mine: bit planes, how tunnels are joined, and the frontier where they can be carried on."""

import numpy as np

from .cards import GOAL_CELLS, GOALS, HIDDEN
from .jit import entry, jit, lowest
from .layout import ROWS
from .tiles import EAST, FREE, JOINED, NORTH, OPEN, SOUTH, START_TILE, WALL, WEST, is_open

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_LAST_COLUMN = np.uint64(63)
_LAST_ROW = ROWS - 1

GOAL_X = np.array([x for x, _ in GOAL_CELLS])
GOAL_Y = np.array([y for _, y in GOAL_CELLS])
WEST_END, EAST_END = 0, max(x for x, _ in GOAL_CELLS)
NORTH_END, SOUTH_END = min(y for _, y in GOAL_CELLS), max(y for _, y in GOAL_CELLS)
FAR_OFF = 127  # more than any Manhattan distance in the mine


@jit
def bit(x):
    """The word with the bit of column x (modulo 64)."""
    return _ONE << np.uint64(x & 63)


@jit
def from_east(word):
    """Each column gets what its eastern neighbour holds."""
    return word >> _ONE | word << _LAST_COLUMN


@jit
def from_west(word):
    """Each column gets what its western neighbour holds."""
    return word << _ONE | word >> _LAST_COLUMN


@jit
def rotated(word, column):
    """The word turned so that a column comes to lie at bit 0."""
    shift = np.uint64(column & 63)
    return word >> shift | word << (-shift & _LAST_COLUMN)


@jit
def has(plane, x, y):
    """Whether the plane holds cell (x, y)."""
    return plane[y & _LAST_ROW] & bit(x) != _ZERO


@jit
def has_side(planes, x, y, side):
    """Whether the plane of a side (or join) holds cell (x, y)."""
    return planes[y & _LAST_ROW, side] & bit(x) != _ZERO


@jit
def joined_sides(mine, x, y):
    """The openings of a cell that are joined to the start, as bits."""
    row, column, sides = y & _LAST_ROW, np.uint64(x & 63), 0
    for side in range(4):
        sides |= np.int64(mine.joined[row, side] >> column & _ONE) << side
    return sides


@jit
def marked(word, x, value):
    """The word with the bit of column x set or cleared."""
    return word | bit(x) if value else word & ~bit(x)


@jit
def set_tile(mine, x, y, tile):
    """Write a tile into the planes; tile 0 empties the cell."""
    row = y & _LAST_ROW
    mine.occupied[row] = marked(mine.occupied[row], x, tile != 0)
    mine.face_up[row] = marked(mine.face_up[row], x, tile != 0)
    for side in range(4):
        mine.opening[row, side] = marked(mine.opening[row, side], x, is_open(tile, side))
    for join in range(6):
        mine.join[row, join] = marked(mine.join[row, join], x, is_open(tile, 4 + join))


@jit
def clear(mine):
    """The mine at the start of a round: the start card, three goals face down."""
    for row in range(ROWS):
        mine.occupied[row] = mine.face_up[row] = _ZERO
        for side in range(4):
            mine.opening[row, side] = _ZERO
        for join in range(6):
            mine.join[row, join] = _ZERO
    mine.cards = 0
    mine.west, mine.east, mine.north, mine.south = WEST_END, EAST_END, NORTH_END, SOUTH_END
    for goal in range(GOALS):
        mine.goals[goal].face = HIDDEN
        mine.goals[goal].turned = 0
        row = GOAL_Y[goal] & _LAST_ROW
        mine.occupied[row] = marked(mine.occupied[row], GOAL_X[goal], True)
    set_tile(mine, 0, 0, START_TILE)
    join_anew(mine)
    find_frontier(mine)


@jit
def add_card(mine, x, y, kind, turned, tile):
    """Lay a path card and join what it joins."""
    card = mine.laid[mine.cards]
    card.x, card.y, card.kind, card.turned = x, y, kind, turned
    mine.cards += 1
    mine.west, mine.east = min(mine.west, x), max(mine.east, x)
    mine.north, mine.south = min(mine.north, y), max(mine.south, y)
    set_tile(mine, x, y, tile)
    spread(mine.opening, mine.join, mine.joined, y)


@jit
def remove_card(mine, slot):
    """Take a laid card out; the later ones move up."""
    set_tile(mine, mine.laid[slot].x, mine.laid[slot].y, 0)
    mine.cards -= 1
    for later in range(slot, mine.cards):
        mine.laid[later] = mine.laid[later + 1]
    join_anew(mine)


@jit
def join_anew(mine):
    """Find all openings that are joined to the start."""
    for row in range(ROWS):
        for side in range(4):
            mine.joined[row, side] = _ZERO
    for side in range(4):
        mine.joined[0, side] = marked(_ZERO, 0, is_open(START_TILE, side))
    for y in range(-1, 2):
        spread(mine.opening, mine.join, mine.joined, y)


@jit
def spread(opening, join, joined, y):
    """Carry joined openings on, beginning with row y, until nothing changes."""
    waiting = bit(y & _LAST_ROW)
    while waiting != _ZERO:
        row = lowest(waiting)
        waiting ^= bit(row)
        north, south = (row - 1) & _LAST_ROW, (row + 1) & _LAST_ROW
        grew_north, grew_south = spread_row(opening[row], join[row], joined, row, north, south)
        if grew_north:
            waiting |= bit(north)
        if grew_south:
            waiting |= bit(south)


@jit
def spread_row(opening, join, joined, row, north, south):
    """Join all that can be joined in one row; returns whether its openings north and south became more."""
    ne, ns, nw, es, ew, sw = join[0], join[1], join[2], join[3], join[4], join[5]
    n = joined[row, NORTH] | opening[NORTH] & joined[north, SOUTH]
    s = joined[row, SOUTH] | opening[SOUTH] & joined[south, NORTH]
    e, w = joined[row, EAST], joined[row, WEST]
    while True:
        e |= opening[EAST] & from_east(w)
        w |= opening[WEST] & from_west(e)
        n_new = n | e & ne | s & ns | w & nw
        e_new = e | n & ne | s & es | w & ew
        s_new = s | n & ns | e & es | w & sw
        w_new = w | n & nw | e & ew | s & sw
        settled = n_new == n and e_new == e and s_new == s and w_new == w
        n, e, s, w = n_new, e_new, s_new, w_new
        if settled:
            break
    grew_north, grew_south = n != joined[row, NORTH], s != joined[row, SOUTH]
    joined[row, NORTH], joined[row, EAST], joined[row, SOUTH], joined[row, WEST] = n, e, s, w
    return grew_north, grew_south


@jit
def across(mine, y):
    """What the cells of row y find across their sides, as words: the low and the high bits of N, E, S and W."""
    row, north, south = y & _LAST_ROW, (y - 1) & _LAST_ROW, (y + 1) & _LAST_ROW
    face_up, opening, joined = mine.face_up, mine.opening, mine.joined
    east_up, east_open = from_east(face_up[row]), from_east(opening[row, WEST])
    west_up, west_open = from_west(face_up[row]), from_west(opening[row, EAST])
    # An opening is part of a face-up card, and a joined one is an opening: so these three count up to the code.
    return (
        face_up[north] ^ opening[north, SOUTH] ^ joined[north, SOUTH],
        opening[north, SOUTH],
        east_up ^ east_open ^ from_east(joined[row, WEST]),
        east_open,
        face_up[south] ^ opening[south, NORTH] ^ joined[south, NORTH],
        opening[south, NORTH],
        west_up ^ west_open ^ from_west(joined[row, EAST]),
        west_open,
    )


@jit
def fit_at(words, x):
    """The four sides of a cell, two bits each, from `across` its row: FREE, WALL, OPEN or JOINED."""
    fit, place = 0, np.uint64(x & 63)
    for index in range(8):
        fit |= np.int64(words[index] >> place & _ONE) << index
    return fit


@jit
def faced(joined, y):
    """The cells of row y that one of these openings faces, occupied or not."""
    row, north, south = y & _LAST_ROW, (y - 1) & _LAST_ROW, (y + 1) & _LAST_ROW
    return joined[north, SOUTH] | joined[south, NORTH] | from_east(joined[row, WEST]) | from_west(joined[row, EAST])


@jit
def goal_distance(mine, x, y):
    """Manhattan distance from a cell to the nearest face-down goal."""
    nearest = FAR_OFF
    for goal in range(GOALS):
        if mine.goals[goal].face == HIDDEN:
            nearest = min(nearest, abs(x - GOAL_X[goal]) + abs(y - GOAL_Y[goal]))
    return nearest


@jit
def find_frontier(mine):
    """List the empty cells that a joined opening faces: by distance to a face-down goal, then y, then x."""
    west = mine.west - 1
    mine.spaces = 0
    for y in range(mine.north - 1, mine.south + 2):
        cells = rotated(faced(mine.joined, y) & ~mine.occupied[y & _LAST_ROW], west)
        if cells != _ZERO:
            words = across(mine, y)
        while cells != _ZERO:
            x = west + lowest(cells)
            cells &= cells - _ONE
            # Only the treasure's own openings can make them more than the slots, and then nothing is laid any more.
            if mine.spaces < len(mine.frontier):
                insert_space(mine, x, y, fit_at(words, x))


@jit
def insert_space(mine, x, y, fit):
    """Put a cell into the frontier, behind all that are as near or nearer to a goal."""
    away, slot = goal_distance(mine, x, y), mine.spaces
    while slot > 0 and mine.frontier[slot - 1].away > away:
        mine.frontier[slot] = mine.frontier[slot - 1]
        slot -= 1
    space = mine.frontier[slot]
    space.x, space.y, space.away, space.fit = x, y, away, fit
    mine.spaces += 1


@jit
def is_reached(mine, goal):
    """Whether a joined opening faces the goal."""
    return faced(mine.joined, GOAL_Y[goal]) & bit(GOAL_X[goal]) != _ZERO


@jit
def turn_that_fits(mine, goal, straight, turned):
    """How a stone lies: it meets the tunnel that reached it, then fits more sides, then lies unturned."""
    fit = fit_at(across(mine, GOAL_Y[goal]), GOAL_X[goal])
    return 1 if fitness(turned, fit) > fitness(straight, fit) else 0


@jit
def fitness(tile, fit):
    """Fitting sides of a revealed goal, 0 to 4, and 5 more if it meets the tunnel that reached it."""
    fitting, meets = 0, 0
    for side in range(4):
        found = fit >> 2 * side & 3
        if found != FREE:
            fitting += is_open(tile, side) == (found != WALL)
            meets |= found == JOINED and is_open(tile, side)
    return fitting + 5 * meets


@entry
def lay_out(mines, i, cells):
    """Lay out a mine from rows (x, y, tile); goals that are not among them lie face down. Fills no lists."""
    mine = mines[i]
    clear(mine)
    for x, y, tile in cells:
        mine.west, mine.east = min(mine.west, x), max(mine.east, x)
        mine.north, mine.south = min(mine.north, y), max(mine.south, y)
        set_tile(mine, x, y, tile)
    join_anew(mine)


@entry
def fits_of(mines, i, cells, fits):
    """Write what each cell (x, y) finds across its sides."""
    for n in range(len(cells)):
        fits[n] = fit_at(across(mines[i], cells[n, 1]), cells[n, 0])


assert (FREE, WALL, OPEN, JOINED) == (0, 1, 2, 3)
