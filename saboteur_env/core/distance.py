"""Optimistic distance: the fewest further cards that could bring the tunnel to a goal.

Cards may be laid on any empty cell, in any shape that its neighbours leave possible; cut-off tiles may be run
through for nothing; other face-down goals are in the way. Measured for each frontier cell as if it were
blocked, and once the tunnel leaves it through a side, so that the distance after any placement is a matter of
look-ups: the least `exit` over the openings that the laid tile joins, or `blocked` for a dead end.

A field answers, for each empty cell, how few cards lead from that cell to the goal, the cell's own card
included: plane `level` holds the cells that need at most so many, found for all columns of a row at once.
Fields lie in a frame of their own, the box of all cards and two cells around it: a way that leaves it could
as well run along its rim.
"""

import numpy as np

from .cards import GOALS, HIDDEN
from .jit import jit
from .layout import ROWS
from .mine import GOAL_X, GOAL_Y, faced, has, lowest, put, rotated, spread
from .tiles import EAST, FREE, NORTH, OPEN, SOUTH, STEP_X, STEP_Y, WEST, conducts, is_open

FAR = 63  # no way
LEVELS_A_CHECK = 4  # how often to see whether a field is complete: a look costs as much as a level
MARGIN = 3  # rows and columns of the frame outside the box; the outermost stay empty
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@jit
def measure(public):
    """Bring `public.distance` up to date with the mine."""
    mine, distance = public.mine, public.distance
    rows = len(mine.occupied)
    field, other = np.empty((FAR, rows), np.uint64), np.empty((FAR, rows), np.uint64)
    empty, loose = empty_cells(mine), loose_tiles(mine)
    wanted = targets(mine, loose)
    for goal in range(GOALS):
        if mine.goals[goal].face == HIDDEN:
            measure_goal(mine, distance, goal, field, other, empty, wanted, loose)
        else:
            forget_goal(distance, goal)


@jit
def forget_goal(distance, goal):
    """A goal that is face up is at distance 0, whatever is laid."""
    distance.now[goal] = 0
    for slot in range(len(distance.blocked)):
        distance.blocked[slot, goal] = 0
        for side in range(4):
            distance.exit[slot, side, goal] = 0


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
def targets(mine, loose):
    """The cells that are asked for: frontier cells, their neighbours, and what openings of cut-off tiles face."""
    wanted = np.zeros(len(mine.occupied), np.uint64)
    if len(loose) > 0:
        for row in range(1, ROWS - 1):
            wanted[row] = faced(loose, row)
    for slot in range(mine.spaces):
        column, row = column_of(mine, mine.frontier[slot].x), row_of(mine, mine.frontier[slot].y)
        cell = _ONE << np.uint64(column)
        wanted[row - 1] |= cell
        wanted[row] |= cell | cell << _ONE | cell >> _ONE
        wanted[row + 1] |= cell
    return wanted


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
def read_space(mine, field, top, slot):
    """The same for a frontier cell."""
    return read(field, top, column_of(mine, mine.frontier[slot].x), row_of(mine, mine.frontier[slot].y))


@jit
def measure_goal(mine, distance, goal, field, other, empty, wanted, loose):
    """All distances to one goal.

    Where several frontier cells are equally near, and for those that are not nearest, the distance with the
    cell blocked is that of the nearest, and no shorter way than that leads through the cell. Only for a single
    nearest cell a second field, without it, may be needed.
    """
    column, row, last = column_of(mine, GOAL_X[goal]), row_of(mine, GOAL_Y[goal]), row_of(mine, mine.south + MARGIN)
    top = fill(column, row, last, empty, wanted, loose, field)
    best, second, nearest = FAR, FAR, -1
    for slot in range(mine.spaces):
        d = read_space(mine, field, top, slot)
        if d < best:
            best, second, nearest = d, best, slot
        elif d < second:
            second = d
    distance.now[goal] = best
    for slot in range(mine.spaces):
        distance.blocked[slot, goal] = second if slot == nearest else best
        measure_exits(mine, distance, goal, slot, field, top)
    if best < second and is_on_the_way(mine, field, top, nearest, second, empty, loose):
        cell = _ONE << np.uint64(column_of(mine, mine.frontier[nearest].x))
        cell_row = row_of(mine, mine.frontier[nearest].y)
        empty[cell_row] ^= cell
        top = fill(column, row, last, empty, wanted, loose, other)
        empty[cell_row] ^= cell
        distance.blocked[nearest, goal] = nearest_other(mine, other, top, nearest)
        measure_exits(mine, distance, goal, nearest, other, top)


@jit
def nearest_other(mine, field, top, blocked):
    """The least distance over all frontier cells but one."""
    best = FAR
    for slot in range(mine.spaces):
        if slot != blocked:
            best = min(best, read_space(mine, field, top, slot))
    return best


@jit
def is_on_the_way(mine, field, top, slot, second, empty, loose):
    """Whether ways that matter could lead through the single nearest cell. May say so of one where none does."""
    space = mine.frontier[slot]
    if len(loose) > 0 and touches_open(space.fit):
        return True
    if second < FAR and not is_passed_by(mine, field, top, slot, second):
        return True
    column, row = column_of(mine, space.x), row_of(mine, space.y)
    here = read(field, top, column, row)
    for side in range(4):
        c, r = column + STEP_X[side], row + STEP_Y[side]
        if empty[r] >> np.uint64(c) & _ONE != _ZERO:
            there = read(field, top, c, r)
            if here < there < second and count_ways(field, there - 1, c, r) < 2:
                return True
    return False


@jit
def touches_open(fit):
    """Whether an opening that is not joined faces the cell."""
    for side in range(4):
        if fit >> 2 * side & 3 == OPEN:
            return True
    return False


@jit
def count_ways(field, level, column, row):
    """How many neighbours of a cell need at most `level` cards."""
    ways = 0
    for side in range(4):
        c, r = np.uint64(column + STEP_X[side]), row + STEP_Y[side]
        ways += np.int64(field[level, r] >> c & _ONE)
    return ways


@jit
def is_passed_by(mine, field, top, blocked, distance):
    """Whether some other frontier cell at this distance has a shortest way that leaves cell `blocked` aside."""
    for slot in range(mine.spaces):
        if slot != blocked and read_space(mine, field, top, slot) == distance:
            if walks_past(mine, field, distance, mine.frontier[slot], mine.frontier[blocked]):
                return True
    return False


@jit
def walks_past(mine, field, distance, start, blocked):
    """Walk down the field from a space without entering another; False when the walk gets stuck."""
    column, row = column_of(mine, start.x), row_of(mine, start.y)
    blocked_column, blocked_row = column_of(mine, blocked.x), row_of(mine, blocked.y)
    for level in range(distance - 1, 0, -1):
        stuck = True
        for side in range(4):
            c, r = column + STEP_X[side], row + STEP_Y[side]
            if (c != blocked_column or r != blocked_row) and field[level, r] >> np.uint64(c) & _ONE != _ZERO:
                column, row, stuck = c, r, False
                break
        if stuck:
            return False
    return True


@jit
def measure_exits(mine, distance, goal, slot, field, top):
    """The distance once the tunnel leaves a frontier cell through a side; `blocked` must be known."""
    space = mine.frontier[slot]
    for side in range(4):
        x, y, found, through = space.x + STEP_X[side], space.y + STEP_Y[side], space.fit >> 2 * side & 3, FAR
        if found == OPEN:
            through = beyond(mine, field, top, goal, space.x, space.y, x, y, (side + 2) & 3)
        elif found == FREE and x == GOAL_X[goal] and y == GOAL_Y[goal]:
            through = 0
        elif found == FREE and not has(mine.occupied, x, y):
            through = read(field, top, column_of(mine, x), row_of(mine, y))
        distance.exit[slot, side, goal] = min(through, distance.blocked[slot, goal])


@jit
def beyond(mine, field, top, goal, x, y, nx, ny, facing):
    """The distance through the cut-off tiles that are entered at (nx, ny) from (x, y)."""
    reached = np.zeros((4, len(mine.occupied)), np.uint64)
    put(reached[facing], nx, ny, True)
    spread(mine.opening, mine.join, reached, ny)
    best, west = FAR, mine.west - 1
    for cell_y in range(mine.north - 1, mine.south + 2):
        cells = rotated(faced(reached, cell_y), west)
        while cells != _ZERO:
            cell_x = west + lowest(cells)
            cells &= cells - _ONE
            if cell_x == GOAL_X[goal] and cell_y == GOAL_Y[goal]:
                return 0
            if (cell_x != x or cell_y != y) and not has(mine.occupied, cell_x, cell_y):
                best = min(best, read(field, top, column_of(mine, cell_x), row_of(mine, cell_y)))
    return best


@jit
def distance_after(distance, slot, tile, goal):
    """The distance to a goal once this tile lies in this frontier slot."""
    best = distance.blocked[slot, goal]
    if conducts(tile):
        for side in range(4):
            if is_open(tile, side):
                best = min(best, distance.exit[slot, side, goal])
    return best
