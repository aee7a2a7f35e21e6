"""Optimistic distance: the fewest further cards that could bring the tunnel to a goal.

Cards may be laid on any empty cell, in any shape that its neighbours leave possible; cut-off tiles may be run
through for nothing; other face-down goals are in the way. Measured for each frontier cell as if it were
blocked, and once the tunnel leaves it through a side, so that the distance after any placement is a matter of
look-ups: the least `exit` over the openings that the laid tile joins, or `blocked` for a dead end.
"""

import numpy as np

from .cards import GOALS, HIDDEN, NONE
from .field import FAR, LANES, MARGIN, WORDS, begin_field, column_of, frame_bit, grow, row_of, run_through, word_of
from .jit import jit
from .tiles import FREE_SIDES, conducts, is_open
from .tunnels import open_ends

_ZERO, _ONE, _TWO, _THREE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)


@jit
def measure(public):
    """Bring `public.distance` up to date with the mine.

    With a cell blocked the distance is that of the nearest other one, and no way through a cell is shorter than
    that of the nearest cell less one. So the field of a goal matters until it reaches the frontier, and only if it
    does so in a single cell it must be carried on without that cell.
    """
    mine, distance, ends = public.mine, public.distance, open_ends(public.mine)
    field, empty = np.empty((FAR, WORDS), np.uint64), np.empty(WORDS, np.uint64)
    level = come_near(mine, distance, ends, True, field, empty)
    write_exits(mine, distance)
    for goal in range(GOALS):
        if 0 < distance.now[goal] < FAR:
            shorten_exits(mine, distance, goal, level, field, ends)


@jit
def measure_now(public):
    """Bring `public.distance.now` up to date, and leave the other distances undefined."""
    field, empty = np.empty((FAR, WORDS), np.uint64), np.empty(WORDS, np.uint64)
    come_near(public.mine, public.distance, open_ends(public.mine), False, field, empty)


@jit
def come_near(mine, distance, ends, both, field, empty):
    """Grow the fields until each is at the frontier, with `both` at a second cell of it; returns the last level."""
    begin_field(mine, field, empty)
    waiting, level, grows, last = forget(mine, distance), 0, mine.spaces > 0, word_of(mine, mine.south + MARGIN, 0)
    # Without tunnels to run through no field reaches the frontier before its plainest distance.
    first = mine.frontier[0].away if len(ends) == 0 else 1
    while waiting != 0 and grows and level < FAR - 1:
        grows = grow(field, level, empty, last)
        if len(ends) > 0:
            grows |= run_through(field, level, empty, ends)
        level += 1
        if level >= first:
            for goal in range(GOALS):
                if waiting >> goal & 1 and arrives(mine, distance, goal, level, both, field, empty):
                    waiting ^= 1 << goal
    return level


@jit
def forget(mine, distance):
    """No way to any goal is known; returns the face-down ones as bits."""
    waiting = 0
    for goal in range(GOALS):
        hidden = mine.goals[goal].face == HIDDEN
        waiting |= hidden << goal
        distance.now[goal] = distance.second[goal] = FAR if hidden else 0
        distance.nearest[goal] = NONE
    return waiting


@jit
def holds_space(mine, field, level, goal, slot):
    """Whether the plane of a goal holds a frontier cell."""
    space = mine.frontier[slot]
    return field[level, word_of(mine, space.y, goal)] & frame_bit(mine, space.x) != _ZERO


@jit
def arrives(mine, distance, goal, level, both, field, empty):
    """Note the frontier cells that a plane has reached; whether the goal's field need not be carried on.

    A single nearest cell is taken out of the plane and of the empty cells.
    """
    reached, found = NONE, 0
    for slot in range(mine.spaces):
        if holds_space(mine, field, level, goal, slot):
            reached = slot
            found += 1
    if found == 0:
        return False
    if distance.now[goal] == FAR:
        distance.now[goal] = level
        if both and found == 1:
            distance.nearest[goal] = reached
            word = word_of(mine, mine.frontier[reached].y, goal)
            field[level, word] ^= frame_bit(mine, mine.frontier[reached].x)
            empty[word] ^= frame_bit(mine, mine.frontier[reached].x)
            return False
    distance.second[goal] = level
    return True


@jit
def blocked(distance, slot, goal):
    """The distance to a goal if a frontier cell were blocked."""
    return distance.second[goal] if slot == distance.nearest[goal] else distance.now[goal]


@jit
def write_exits(mine, distance):
    """Write for each side of a frontier cell the distances as if the cell were blocked."""
    for slot in range(mine.spaces):
        for goal in range(GOALS):
            limit = blocked(distance, slot, goal)
            for side in range(4):
                distance.exit[slot, side, goal] = limit


@jit
def shorten_exits(mine, distance, goal, top, field, ends):
    """Write the shorter distances to a goal: only the cells nearest to it have sides that lead there."""
    best, nearest = distance.now[goal], distance.nearest[goal]
    if nearest != NONE:
        note_exits(mine, distance, goal, nearest, min(distance.second[goal], top + 1), field, ends)
    else:
        for slot in range(mine.spaces):
            if holds_space(mine, field, best, goal, slot):
                note_exits(mine, distance, goal, slot, best, field, ends)


@jit
def note_exits(mine, distance, goal, slot, limit, field, ends):
    """Note the first plane below a limit that the tunnel runs into, for each side of a frontier cell."""
    noted = 0
    for level in range(distance.now[goal] - 1, limit):
        sides = sides_that_lead(mine.frontier[slot], mine, field, level, goal)
        if len(ends) > 0:
            sides |= sides_to_tunnels(mine.frontier[slot], mine, field, level, goal, ends)
        sides &= ~noted
        if sides != 0:
            noted |= sides
            for side in range(4):
                if sides >> side & 1:
                    distance.exit[slot, side, goal] = level


@jit
def sides_that_lead(space, mine, field, level, goal):
    """The free sides of a frontier cell behind which a plane has a cell, as bits."""
    word, column = word_of(mine, space.y, goal), column_of(mine, space.x)
    here = field[level, word]
    north, south = field[level, word - LANES] >> column, field[level, word + LANES] >> column
    east, west = here >> (column + _ONE), here >> (column - _ONE)
    bits = north & _ONE | (east & _ONE) << _ONE | (south & _ONE) << _TWO | (west & _ONE) << _THREE
    return np.int64(bits) & FREE_SIDES[space.fit]


@jit
def sides_to_tunnels(space, mine, field, level, goal, ends):
    """The sides of a frontier cell with a cut-off tunnel that leads to a cell of a plane, as bits."""
    sides, row, bit = 0, row_of(mine, space.y), frame_bit(mine, space.x)
    for end in ends:
        if end.row == row and end.bit == bit and tunnel_leads(field, level, goal, ends, end.tunnel):
            sides |= 1 << end.side
    return sides


@jit
def tunnel_leads(field, level, goal, ends, tunnel):
    """Whether a plane holds a cell before one of the ends of a tunnel."""
    for end in ends:
        if end.tunnel == tunnel and field[level, end.row * LANES + goal] & end.bit != _ZERO:
            return True
    return False


@jit
def distance_after(distance, slot, tile, goal):
    """The distance to a goal once this tile lies in this frontier slot."""
    best = blocked(distance, slot, goal)
    if conducts(tile):
        for side in range(4):
            if is_open(tile, side):
                best = min(best, distance.exit[slot, side, goal])
    return best
