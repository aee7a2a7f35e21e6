"""Optimistic distance: the fewest further cards that could bring the tunnel to a goal.

Cards may be laid on any empty cell, in any shape that its neighbours leave possible; cut-off tiles may be run
through for nothing; other face-down goals are in the way. Measured for each frontier cell as if it were
blocked, and through each of its sides, so that the distance after any placement is a matter of look-ups:
the least of `blocked` and of `exit` over the openings that the laid tile joins.

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
from .tiles import EAST, NORTH, OPEN, SOUTH, STEP_X, STEP_Y, conducts, is_open

FAR = 63  # no way
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
    """The cells that are asked for: frontier cells and their neighbours, or any where tiles are cut off."""
    wanted = np.full(len(mine.occupied), _ZERO if len(loose) == 0 else ~_ZERO, np.uint64)
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
def fill(column, row, empty, wanted, loose, field):
    """Fill a field for the goal in a cell of the frame; returns its highest plane."""
    reached = np.zeros((4, field.shape[1] if len(loose) > 0 else 1), np.uint64)
    for y in range(ROWS):
        field[0, y] = _ZERO
    field[0, row] = _ONE << np.uint64(column)
    for level in range(1, FAR):
        before, after = field[level - 1], field[level]
        complete = grow(before, after, empty, wanted)
        if len(loose) > 0:
            run_through(before, reached, loose)
            complete &= not add_faced(reached, after, empty)
        if complete:
            return level
    return FAR - 1


@jit
def grow(before, after, empty, wanted):
    """Grow a plane by one cell in each direction; whether no further one is needed."""
    grown, missing = _ZERO, _ZERO
    after[0] = after[ROWS - 1] = _ZERO
    for row in range(1, ROWS - 1):
        here = before[row]
        now = here | (before[row - 1] | before[row + 1] | here << _ONE | here >> _ONE) & empty[row]
        after[row] = now
        grown |= now ^ here
        missing |= wanted[row] & empty[row] & ~now
    return grown == _ZERO or missing == _ZERO


@jit
def add_faced(reached, after, empty):
    """Add the empty cells that openings of cut-off tiles face; whether there were any new ones."""
    added = _ZERO
    for row in range(ROWS):
        new = faced(reached, row) & empty[row] & ~after[row]
        after[row] |= new
        added |= new
    return added != _ZERO


@jit
def run_through(cells, reached, loose):
    """Enter the cut-off tiles that can be left into these cells, and run through them."""
    for row in range(1, ROWS - 1):
        entered = _ZERO
        for side in range(4):
            if side == NORTH:
                facing = cells[row - 1]
            elif side == SOUTH:
                facing = cells[row + 1]
            else:
                facing = cells[row] >> _ONE if side == EAST else cells[row] << _ONE
            new = loose[side, row] & facing & ~reached[side, row]
            reached[side, row] |= new
            entered |= new
        if entered != _ZERO:
            spread(loose[:4], loose[4:], reached, row)


@jit
def read(field, top, column, row):
    """How few cards lead from a cell of the frame to the goal: FAR for a cell that is not reached."""
    cell = _ONE << np.uint64(column)
    if field[top, row] & cell == _ZERO:
        return FAR
    low = 0  # plane 0 holds the goal alone, which is no cell to be asked for
    while top - low > 1:
        middle = (low + top) // 2
        if field[middle, row] & cell == _ZERO:
            low = middle
        else:
            top = middle
    return top


@jit
def read_space(mine, field, top, slot):
    """The same for a frontier cell."""
    return read(field, top, column_of(mine, mine.frontier[slot].x), row_of(mine, mine.frontier[slot].y))


@jit
def measure_goal(mine, distance, goal, field, other, empty, wanted, loose):
    """All distances to one goal. A field without the cell in question is filled only where it could differ."""
    goal_column, goal_row = column_of(mine, GOAL_X[goal]), row_of(mine, GOAL_Y[goal])
    top = fill(goal_column, goal_row, empty, wanted, loose, field)
    best, second, nearest = FAR, FAR, -1
    for slot in range(mine.spaces):
        d = read_space(mine, field, top, slot)
        if d < best:
            best, second, nearest = d, best, slot
        elif d < second:
            second = d
    distance.now[goal] = best
    for slot in range(mine.spaces):
        blocked = second if slot == nearest else best
        if is_on_the_way(mine, field, top, slot, blocked, empty, loose):
            column, row = column_of(mine, mine.frontier[slot].x), row_of(mine, mine.frontier[slot].y)
            empty[row] ^= _ONE << np.uint64(column)
            other_top = fill(goal_column, goal_row, empty, wanted, loose, other)
            empty[row] ^= _ONE << np.uint64(column)
            distance.blocked[slot, goal] = nearest_other(mine, other, other_top, slot)
            measure_exits(mine, distance, goal, slot, other, other_top)
        else:
            distance.blocked[slot, goal] = blocked
            measure_exits(mine, distance, goal, slot, field, top)


@jit
def nearest_other(mine, field, top, blocked):
    """The least distance over all frontier cells but one."""
    best = FAR
    for slot in range(mine.spaces):
        if slot != blocked:
            best = min(best, read_space(mine, field, top, slot))
    return best


@jit
def is_on_the_way(mine, field, top, slot, blocked, empty, loose):
    """Whether other shortest ways could lead through this frontier cell. May say so of one that is not."""
    space = mine.frontier[slot]
    if len(loose) > 0 and touches_open(space.fit):
        return True
    column, row = column_of(mine, space.x), row_of(mine, space.y)
    here = read(field, top, column, row)
    if here < blocked < FAR and not is_passed_by(mine, field, top, slot, blocked):
        return True
    for side in range(4):
        c, r = column + STEP_X[side], row + STEP_Y[side]
        if empty[r] >> np.uint64(c) & _ONE != _ZERO:
            there = read(field, top, c, r)
            if here < there < FAR and count_ways(field, there - 1, c, r) < 2:
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
    """The distance through each side of a frontier cell."""
    x, y = mine.frontier[slot].x, mine.frontier[slot].y
    for side in range(4):
        nx, ny, facing = x + STEP_X[side], y + STEP_Y[side], (side + 2) & 3
        through = FAR
        if nx == GOAL_X[goal] and ny == GOAL_Y[goal]:
            through = 0
        elif not has(mine.occupied, nx, ny):
            through = read(field, top, column_of(mine, nx), row_of(mine, ny))
        elif has(mine.opening[facing], nx, ny) and not has(mine.joined[facing], nx, ny):
            through = beyond(mine, field, top, goal, x, y, nx, ny, facing)
        distance.exit[slot, side, goal] = through


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
