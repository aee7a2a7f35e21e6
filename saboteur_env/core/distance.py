"""Optimistic distance: the fewest further cards that could bring the tunnel to a goal.

Cards may be laid on any empty cell, in any shape that its neighbours leave possible; cut-off tiles may be run
through for nothing; other face-down goals are in the way. Measured for each frontier cell as if it were
blocked, and once the tunnel leaves it through a side, so that the distance after any placement is a matter of
look-ups: the least `exit` over the openings that the laid tile joins, or `blocked` for a dead end.
"""

import numpy as np

from .cards import GOALS, HIDDEN
from .field import FAR, MARGIN, column_of, cut_off_tunnels, empty_cells, ends_of, fill, meets, row_of, tunnel_at
from .jit import jit
from .layout import ROWS
from .mine import GOAL_X, GOAL_Y
from .tiles import FREE, OPEN, STEP_X, STEP_Y, conducts, is_open

_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@jit
def measure(public):
    """Bring `public.distance` up to date with the mine."""
    mine, distance = public.mine, public.distance
    field = np.empty((FAR, ROWS), np.uint64)
    tunnels = cut_off_tunnels(mine)
    empty, frontier, ends = empty_cells(mine), frontier_cells(mine), ends_of(mine, tunnels)
    for goal in range(GOALS):
        if mine.goals[goal].face == HIDDEN:
            measure_goal(mine, distance, goal, empty, frontier, tunnels, ends, field)
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
def frontier_cells(mine):
    """The frontier in the frame, a word per row."""
    cells = np.zeros(ROWS, np.uint64)
    for slot in range(mine.spaces):
        cells[row_of(mine, mine.frontier[slot].y)] |= frame_bit(mine, mine.frontier[slot].x)
    return cells


@jit
def frame_bit(mine, x):
    """The word with the frame's bit of column x."""
    return _ONE << np.uint64(column_of(mine, x))


@jit
def measure_goal(mine, distance, goal, empty, frontier, tunnels, ends, field):
    """All distances to one goal.

    With a cell blocked the distance is that of the nearest other one, and no way through a cell is shorter than
    that of the nearest cell less one. So the field ends where it reaches the frontier, and only if it does so in a
    single cell it must be carried on without that cell.
    """
    closed, last = np.ones(len(ends), np.bool_), row_of(mine, mine.south + MARGIN)
    for row in range(last + 1):
        field[0, row] = _ZERO
    field[0, row_of(mine, GOAL_Y[goal])] = frame_bit(mine, GOAL_X[goal])
    top = fill(field, 0, last, empty, frontier, ends, closed)
    best = top if meets(field[top], frontier, last) else FAR
    distance.now[goal] = best
    nearest, second = only_cell(mine, field[top]), best
    if nearest >= 0:
        x, row = mine.frontier[nearest].x, row_of(mine, mine.frontier[nearest].y)
        for plane in (field[top], empty, frontier):
            plane[row] ^= frame_bit(mine, x)
        top = fill(field, top, last, empty, frontier, ends, closed)
        second = top if meets(field[top], frontier, last) else FAR
        for plane in (empty, frontier):
            plane[row] ^= frame_bit(mine, x)
    for slot in range(mine.spaces):
        blocked = second if slot == nearest else best
        distance.blocked[slot, goal] = blocked
        for side in range(4):
            distance.exit[slot, side, goal] = blocked
        for level in range(min(blocked - 1, top), best - 2, -1):
            note_exits(mine, distance, goal, slot, level, field[level], tunnels, ends)


@jit
def only_cell(mine, plane):
    """The slot of the one frontier cell in a plane, -1 if there are none or several."""
    found = -1
    for slot in range(mine.spaces):
        space = mine.frontier[slot]
        if plane[row_of(mine, space.y)] & frame_bit(mine, space.x) != _ZERO:
            if found >= 0:
                return -1
            found = slot
    return found


@jit
def note_exits(mine, distance, goal, slot, level, plane, tunnels, ends):
    """Note the sides of a frontier cell through which the tunnel runs into a plane."""
    space = mine.frontier[slot]
    column, row = column_of(mine, space.x), row_of(mine, space.y)
    for side in range(4):
        found = space.fit >> 2 * side & 3
        if found == FREE:
            if plane[row + STEP_Y[side]] >> np.uint64(column + STEP_X[side]) & _ONE != _ZERO:
                distance.exit[slot, side, goal] = level
        elif found == OPEN:
            tunnel = tunnel_at(tunnels, space.x + STEP_X[side], space.y + STEP_Y[side], (side + 2) & 3)
            if tunnel >= 0 and meets(plane, ends[tunnel], row_of(mine, mine.south + MARGIN)):
                distance.exit[slot, side, goal] = level


@jit
def distance_after(distance, slot, tile, goal):
    """The distance to a goal once this tile lies in this frontier slot."""
    best = distance.blocked[slot, goal]
    if conducts(tile):
        for side in range(4):
            if is_open(tile, side):
                best = min(best, distance.exit[slot, side, goal])
    return best
