"""Optimistic distance: the fewest further cards that could bring the tunnel to a goal.

Cards may be laid on any empty cell, in any shape that its neighbours leave possible; cut-off tiles may be run
through for nothing; other face-down goals are in the way. Measured for each frontier cell as if it were
blocked, and once the tunnel leaves it through a side, so that the distance after any placement is a matter of
look-ups: the least `exit` over the openings that the laid tile joins, or `blocked` for a dead end.
"""

import numpy as np

from .cards import GOALS, HIDDEN
from .field import FAR, MARGIN, column_of, empty_cells, fill, loose_tiles, read, read_beside, row_of
from .jit import jit
from .layout import ROWS
from .mine import GOAL_X, GOAL_Y, faced, has, lowest, put, rotated, spread, touches
from .tiles import FREE, OPEN, STEP_X, STEP_Y, conducts, is_open

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
        measure_exits(mine, distance, goal, slot, field, top, read_space(mine, field, top, slot))
    if best < second and is_on_the_way(mine, field, top, nearest, second, empty, loose):
        cell = _ONE << np.uint64(column_of(mine, mine.frontier[nearest].x))
        cell_row = row_of(mine, mine.frontier[nearest].y)
        empty[cell_row] ^= cell
        top = fill(column, row, last, empty, wanted, loose, other)
        empty[cell_row] ^= cell
        distance.blocked[nearest, goal] = nearest_other(mine, other, top, nearest)
        measure_exits(mine, distance, goal, nearest, other, top, FAR)


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
    if len(loose) > 0 and touches(space.fit, OPEN):
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
def measure_exits(mine, distance, goal, slot, field, top, here):
    """The distance once the tunnel leaves a frontier cell through a side; `blocked` must be known.

    `here` is the cell's own reading, FAR in a field without it.
    """
    space = mine.frontier[slot]
    for side in range(4):
        x, y, found, through = space.x + STEP_X[side], space.y + STEP_Y[side], space.fit >> 2 * side & 3, FAR
        if found == OPEN:
            through = beyond(mine, field, top, goal, space.x, space.y, x, y, (side + 2) & 3)
        elif found == FREE and x == GOAL_X[goal] and y == GOAL_Y[goal]:
            through = 0
        elif found == FREE and not has(mine.occupied, x, y):
            through = read_beside(field, top, here, column_of(mine, x), row_of(mine, y))
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
