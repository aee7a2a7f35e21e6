"""What an act is worth to a style: weights times what the act does, whoever holds which other cards.

    lay ─ break ─ mend ─ map ─ rockfall ─ pass      one function each
"""

import numpy as np

from saboteur_env.core.actions import space_slot
from saboteur_env.core.cards import CARDS, GOALS
from saboteur_env.core.distance import blocked
from saboteur_env.core.jit import jit
from saboteur_env.core.mine import GOAL_X, GOAL_Y
from saboteur_env.core.seats import steps_to
from saboteur_env.core.tiles import FITTING, FREE_SIDES, TILE, TURNS, conducts, is_open
from saboteur_env.core.without import measure_without

from .mind import FARTHEST, expected_distance
from .style import KEEP

_KEEP = KEEP
_BITS = np.array([bin(bits).count("1") for bits in range(16)])
_FACES = float(TURNS.sum())
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_IS_DOUBLE = np.array([len(card.tools) > 1 for card in CARDS])
_FOOLISH = -300.0  # breaking one's own tool, where the rules allow it
_DETOUR = 2  # a rockfall on a card that lies so many cards off all shortest ways is not looked into


@jit
def lay_score(public, mind, style, slot, kind, turned):
    """What laying a face on a frontier cell is worth."""
    tile = TILE[kind, turned]
    after, through, reach = way_after(public.distance, mind, slot, tile)
    urgency = 1.0 / (1.0 + mind.remaining)
    cell = nearness(best_through(public.distance, mind, slot), mind)
    score = style.lays + style.reach * reach + (style.cell + style.cell_close * urgency) * cell
    if after < mind.remaining:
        score += (mind.remaining - after) * (style.gain + style.gain_close * urgency)
    else:
        score += (after - mind.remaining) * (style.loss + style.loss_close * urgency)
    if not conducts(tile):
        return score + style.dead_end + (style.harm if after > mind.remaining else 0.0)
    exits = _BITS[np.int64(tile & 15) & FREE_SIDES[public.mine.frontier[slot].fit]]
    return score + style.exits * exits + style.near * nearness(through, mind)


@jit
def nearness(through, mind):
    """1 for the shortest way there could be after a card, less for longer ones."""
    return 1.0 / (1.0 + max(through + 1.0 - mind.remaining, 0.0))


@jit
def best_through(distance, mind, slot):
    """The cards still needed through a cell once the best card there could be lies in it."""
    through = 0.0
    for goal in range(GOALS):
        if mind.goals[goal] > 0.0:
            via = np.int64(FARTHEST)
            for side in range(4):
                via = min(via, np.int64(distance.exit[slot, side, goal]))
            through += mind.goals[goal] * via
    return through


@jit
def way_after(distance, mind, slot, tile):
    """The cards still needed once a tile lies in a cell, those needed through it, the chance that it reaches."""
    after, through, reach = 0.0, 0.0, 0.0
    for goal in range(GOALS):
        likely = mind.goals[goal]
        if likely > 0.0:
            around = np.int64(blocked(distance, slot, goal))
            via = np.int64(FARTHEST)
            if conducts(tile):
                for side in range(4):
                    if is_open(tile, side):
                        via = min(via, np.int64(distance.exit[slot, side, goal]))
            after += likely * min(around, via, FARTHEST)
            through += likely * via
            if via == 0:
                reach += likely
    return after, through, reach


@jit
def break_score(public, mind, style, seat, target, rules):
    """What breaking a player's tool is worth."""
    if target == seat:
        return _FOOLISH
    soon = 1.0 - (steps_to(seat, target, rules.players) - 1.0) / rules.players
    return (
        style.breaks
        + style.break_suspect * (mind.suspect[target] - 0.5)
        + (style.break_again if public.players[target].broken != 0 else 0.0)
        + style.break_close / (1.0 + mind.remaining)
        + style.break_soon * soon
    )


@jit
def mend_score(public, mind, style, seat, target, kind, tool):
    """What mending a tool is worth."""
    whole = public.players[target].broken == 1 << tool
    score = (style.mend_whole if whole else 0.0) + (style.mend_double if _IS_DOUBLE[kind] else 0.0)
    if target == seat:
        return score + style.mend_self
    return score + style.mends + style.mend_suspect * (mind.suspect[target] - 0.5)


@jit
def map_score(mind, style, goal):
    """What a look at a goal is worth."""
    likely = mind.goals[goal]
    return style.maps + style.map_doubt * 4.0 * likely * (1.0 - likely)


@jit
def pass_score(style, kind):
    """What passing a card is worth."""
    return style.passes + style.keep[_KEEP[kind]]


@jit
def rockfall_score(public, mind, style, slot, scratch):
    """What taking a laid card away is worth.

    Args:
        scratch: (1,) PUBLIC, written: where the mine is tried out.
    """
    card = public.mine.laid[slot]
    is_dead_end = not conducts(TILE[card.kind, card.turned])
    score = style.rockfalls + (style.clears_dead_end if is_dead_end else 0.0)
    if style.clears == 0.0 and style.cuts == 0.0 or detour(public, mind, card) > _DETOUR:
        return score
    change = mind.remaining - remaining_without(public, mind, slot, scratch)
    if change >= 0.0:
        return score + change * style.clears
    return score - change * style.cuts + style.cuts_tight * tightness(scratch[0].mine, card.x, card.y)


@jit
def detour(public, mind, card):
    """How many cards more than the shortest way one through this cell needs at least."""
    least = np.int64(FARTHEST)
    for goal in range(GOALS):
        if mind.goals[goal] > 0.0:
            away = abs(card.x - GOAL_X[goal]) + abs(card.y - GOAL_Y[goal])
            least = min(least, away - public.distance.now[goal])
    return least


@jit
def remaining_without(public, mind, slot, scratch):
    """The cards that would still be needed if a laid card were away."""
    measure_without(public, slot, scratch)
    return expected_distance(mind, scratch[0].distance)


@jit
def tightness(mine, x, y):
    """The share of the faces of path cards that do not fit a cell, 0 if it is not in the frontier."""
    slot = space_slot(mine, x, y)
    if slot < 0:
        return 0.0
    fit = mine.frontier[slot].fit
    return 1.0 - (bits_of(FITTING[0, fit]) + bits_of(FITTING[1, fit])) / _FACES


@jit
def bits_of(word):
    """How many bits are set."""
    count = 0
    while word != _ZERO:
        word &= word - _ONE
        count += 1
    return count
