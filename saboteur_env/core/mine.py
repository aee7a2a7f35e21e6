"""The mine: bit planes, how tunnels are joined, and the frontier where they can be carried on."""

import numpy as np

from .cards import GOAL_CELLS, GOALS, HIDDEN
from .jit import entry, jit
from .tiles import EAST, FREE, JOINED, NORTH, OPEN, SOUTH, START_TILE, STEP_X, STEP_Y, WALL, WEST, is_open

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_LAST_COLUMN = np.uint64(63)
_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_LOWEST = np.zeros(64, np.int64)
for _i in range(64):
    _LOWEST[((0x03F79D71B4CB0A89 << _i) % 2**64) >> 58] = _i

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
def lowest(word):
    """Index of the lowest bit that is set; the word must not be 0."""
    return _LOWEST[((word & (~word + _ONE)) * _DE_BRUIJN) >> np.uint64(58)]


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
    return plane[y & (len(plane) - 1)] & bit(x) != _ZERO


@jit
def put(plane, x, y, value):
    """Set or clear cell (x, y) of a plane."""
    row = y & (len(plane) - 1)
    plane[row] = plane[row] | bit(x) if value else plane[row] & ~bit(x)


@jit
def set_tile(mine, x, y, tile):
    """Write a tile into the planes; tile 0 empties the cell."""
    put(mine.occupied, x, y, tile != 0)
    put(mine.face_up, x, y, tile != 0)
    for side in range(4):
        put(mine.opening[side], x, y, is_open(tile, side))
    for join in range(6):
        put(mine.join[join], x, y, is_open(tile, 4 + join))


@jit
def clear(mine):
    """The mine at the start of a round: the start card, three goals face down."""
    for row in range(len(mine.occupied)):
        mine.occupied[row] = _ZERO
        mine.face_up[row] = _ZERO
        for side in range(4):
            mine.opening[side, row] = _ZERO
        for join in range(6):
            mine.join[join, row] = _ZERO
    mine.cards = 0
    mine.west, mine.east, mine.north, mine.south = WEST_END, EAST_END, NORTH_END, SOUTH_END
    for goal in range(GOALS):
        mine.goals[goal].face = HIDDEN
        mine.goals[goal].turned = 0
        put(mine.occupied, GOAL_X[goal], GOAL_Y[goal], True)
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
    for side in range(4):
        for row in range(len(mine.occupied)):
            mine.joined[side, row] = _ZERO
        put(mine.joined[side], 0, 0, is_open(START_TILE, side))
    for y in range(-1, 2):
        spread(mine.opening, mine.join, mine.joined, y)


@jit
def spread(opening, join, joined, y):
    """Carry joined openings on, beginning with row y, until nothing changes."""
    last = joined.shape[1] - 1
    waiting = bit(y & last)
    while waiting != _ZERO:
        row = lowest(waiting)
        waiting ^= bit(row)
        north, south = (row - 1) & last, (row + 1) & last
        grew_north, grew_south = spread_row(opening, join, joined, row, north, south)
        if grew_north:
            waiting |= bit(north)
        if grew_south:
            waiting |= bit(south)


@jit
def spread_row(opening, join, joined, row, north, south):
    """Join all that can be joined in one row; returns whether its openings north and south became more."""
    ne, ns, nw, es, ew, sw = join[0, row], join[1, row], join[2, row], join[3, row], join[4, row], join[5, row]
    n = joined[NORTH, row] | opening[NORTH, row] & joined[SOUTH, north]
    s = joined[SOUTH, row] | opening[SOUTH, row] & joined[NORTH, south]
    e, w = joined[EAST, row], joined[WEST, row]
    while True:
        e |= opening[EAST, row] & from_east(w)
        w |= opening[WEST, row] & from_west(e)
        n_new = n | e & ne | s & ns | w & nw
        e_new = e | n & ne | s & es | w & ew
        s_new = s | n & ns | e & es | w & sw
        w_new = w | n & nw | e & ew | s & sw
        settled = n_new == n and e_new == e and s_new == s and w_new == w
        n, e, s, w = n_new, e_new, s_new, w_new
        if settled:
            break
    grew_north, grew_south = n != joined[NORTH, row], s != joined[SOUTH, row]
    joined[NORTH, row], joined[EAST, row], joined[SOUTH, row], joined[WEST, row] = n, e, s, w
    return grew_north, grew_south


@jit
def side_of(mine, x, y, side):
    """What cell (x, y) finds across a side: FREE, WALL, OPEN or JOINED."""
    nx, ny, facing = x + STEP_X[side], y + STEP_Y[side], (side + 2) & 3
    # An opening is part of a face-up card, and a joined one is an opening: so the bits count up to the code.
    return 0 + has(mine.face_up, nx, ny) + has(mine.opening[facing], nx, ny) + has(mine.joined[facing], nx, ny)


@jit
def fit_of(mine, x, y):
    """The four sides of a cell, two bits each."""
    fit = 0
    for side in range(4):
        fit |= side_of(mine, x, y, side) << 2 * side
    return fit


@jit
def faced(joined, y):
    """The cells of row y that one of these openings faces, occupied or not."""
    last = joined.shape[1] - 1
    row, north, south = y & last, (y - 1) & last, (y + 1) & last
    return joined[SOUTH, north] | joined[NORTH, south] | from_east(joined[WEST, row]) | from_west(joined[EAST, row])


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
        cells = rotated(faced(mine.joined, y) & ~mine.occupied[y & (len(mine.occupied) - 1)], west)
        while cells != _ZERO:
            x = west + lowest(cells)
            cells &= cells - _ONE
            # Only the treasure's own openings can make them more than the slots, and then nothing is laid any more.
            if mine.spaces < len(mine.frontier):
                insert_space(mine, x, y)


@jit
def insert_space(mine, x, y):
    """Put a cell into the frontier, behind all that are as near or nearer to a goal."""
    away, slot = goal_distance(mine, x, y), mine.spaces
    while slot > 0 and mine.frontier[slot - 1].away > away:
        mine.frontier[slot] = mine.frontier[slot - 1]
        slot -= 1
    space = mine.frontier[slot]
    space.x, space.y, space.away, space.fit = x, y, away, fit_of(mine, x, y)
    mine.spaces += 1


@jit
def is_reached(mine, goal):
    """Whether a joined opening faces the goal."""
    return faced(mine.joined, GOAL_Y[goal]) & bit(GOAL_X[goal]) != _ZERO


@jit
def turn_that_fits(mine, goal, straight, turned):
    """How a stone lies: it meets the tunnel that reached it, then fits more sides, then lies unturned."""
    fit = fit_of(mine, GOAL_X[goal], GOAL_Y[goal])
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
        fits[n] = fit_of(mines[i], cells[n, 0], cells[n, 1])


assert (FREE, WALL, OPEN, JOINED) == (0, 1, 2, 3)
