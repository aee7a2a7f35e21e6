"""Action ids: blocks over entities, the same for 3 to 10 players.

    block      slots                                     ids in the base game
    lay        frontier × hand × turned                  24 × 6 × 2
    rockfall   laid card                                 40
    break      tool × relative seat                      3 × 10
    repair     (card, tool) × relative seat              9 × 10
    map        goal                                      3
    claim      silence, then goal × (treasure, stone)    1 + 3 × 2
    pass       hand slot                                 6
    pick       worth 1, 2, 3                             3

Relative seat 0 is the seat to decide, 1 the next clockwise. The numbers of slots are the shapes of the state
record, the first ids stand in the RULES record: a box with more cards and seats is another pair of these.
"""

from math import prod

import numpy as np

from . import layout
from .cards import (
    BREAK,
    BREAK_KIND,
    CLAIM,
    GOALS,
    LAY,
    MAP,
    MAP_KIND,
    NONE,
    PASS,
    REPAIR,
    REPAIR_KIND,
    REPAIR_TOOL,
    REPAIRS,
    ROCKFALL,
    ROCKFALL_KIND,
    TOOLS,
    VERBS,
)
from .jit import entry, jit
from .seats import steps_to

BLOCKS = {
    "lay": (layout.FRONTIER, layout.HAND, 2),
    "rockfall": (layout.LAID,),
    "break": (len(TOOLS), layout.SEATS),
    "repair": (len(REPAIRS), layout.SEATS),
    "map": (GOALS,),
    "claim": (1 + 2 * GOALS,),
    "pass": (layout.HAND,),
    "pick": (layout.WORTHS,),
}
FIRST = tuple(sum(prod(shape) for shape in list(BLOCKS.values())[:i]) for i in range(len(BLOCKS) + 1))
ACTIONS = FIRST[-1]
NO_ACTION = -1

# What a claim says of a goal.
CLAIM_FACES = ("silence", "treasure", "stone")

# _REPAIR_SLOT[kind, tool]: where that pair stands among the repairs, -1 for no such pair.
_REPAIR_SLOT = np.full((max(REPAIR_KIND) + 1, len(TOOLS)), -1)
for _slot, (_kind, _tool) in enumerate(REPAIRS):
    _REPAIR_SLOT[_kind, _tool] = _slot

assert tuple(BLOCKS) == VERBS[: len(BLOCKS)]


@entry
def event_of_action(games, i, rules, seat, action, events):
    """Write what an action of a seat does into `events[0]`; slots that are empty give an event without sense."""
    decode(games[i].public, games[i].private[seat], rules[0], action, events[0])


@entry
def action_of_event(games, i, rules, seat, events):
    """The action id of `events[0]` for a seat, NO_ACTION where it has no such slot."""
    return encode(games[i].public, games[i].private[seat], rules[0], events[0])


@jit
def blank(event):
    """An event that says nothing yet."""
    event.verb = event.seat = event.kind = event.tool = event.target = event.goal = event.face = event.worth = NONE
    event.x = event.y = event.turned = 0


@jit
def block_of(rules, action):
    """The verb whose block holds an action id."""
    verb = LAY
    for block in range(1, len(rules.first) - 1):
        verb += action >= rules.first[block]
    return verb


@jit
def decode(public, private, rules, action, event):
    """Write what a legal action of this seat does into `event`, private parts of it included."""
    blank(event)
    verb = block_of(rules, action)
    slot = action - rules.first[verb]
    seats, hand = len(public.players), len(private.hand)
    event.verb, event.seat = verb, private.seat
    if verb == LAY:
        space = public.mine.frontier[slot // (2 * hand)]
        event.x, event.y = space.x, space.y
        event.kind, event.turned = private.hand[slot // 2 % hand], slot % 2
    elif verb == ROCKFALL:
        card = public.mine.laid[slot]
        event.x, event.y, event.kind = card.x, card.y, ROCKFALL_KIND
    elif verb == BREAK:
        event.tool, event.kind = slot // seats, BREAK_KIND[slot // seats]
        event.target = (private.seat + slot % seats) % rules.players
    elif verb == REPAIR:
        event.tool, event.kind = REPAIR_TOOL[slot // seats], REPAIR_KIND[slot // seats]
        event.target = (private.seat + slot % seats) % rules.players
    elif verb == MAP:
        event.goal, event.kind = slot, MAP_KIND
    elif verb == CLAIM:
        if slot > 0:
            event.goal, event.face = (slot - 1) // 2, 1 + (slot - 1) % 2
    elif verb == PASS:
        event.kind = private.hand[slot]
    else:
        event.worth = slot + 1


@jit
def encode(public, private, rules, event):
    """The action id of an event: the inverse of `decode`. NO_ACTION where this seat has no such slot."""
    slot = slot_of(public, private, rules, event)
    return NO_ACTION if slot < 0 else rules.first[event.verb] + slot


@jit
def slot_of(public, private, rules, event):
    """The slot of an event in its block, -1 for none."""
    verb, seats = event.verb, len(public.players)
    relative = steps_to(private.seat, event.target, rules.players)
    if verb == LAY:
        space, card = space_slot(public.mine, event.x, event.y), hand_slot(private, event.kind)
        return -1 if space < 0 or card < 0 else (space * len(private.hand) + card) * 2 + event.turned
    if verb == ROCKFALL:
        return laid_slot(public.mine, event.x, event.y)
    if verb == BREAK:
        return event.tool * seats + relative
    if verb == REPAIR:
        pair = _REPAIR_SLOT[event.kind, event.tool]
        return -1 if pair < 0 else pair * seats + relative
    if verb == MAP:
        return np.int64(event.goal)
    if verb == CLAIM:
        return 0 if event.goal == NONE else 2 * event.goal + event.face
    if verb == PASS:
        return hand_slot(private, event.kind)
    return event.worth - 1


@jit
def hand_slot(private, kind):
    """The first hand slot that holds a card of this kind, -1 for none."""
    for slot in range(len(private.hand)):
        if private.hand[slot] == kind:
            return slot
    return -1


@jit
def space_slot(mine, x, y):
    """The frontier slot of a cell, -1 for none."""
    for slot in range(mine.spaces):
        if mine.frontier[slot].x == x and mine.frontier[slot].y == y:
            return slot
    return -1


@jit
def laid_slot(mine, x, y):
    """The slot of the laid card in a cell, -1 for none."""
    for slot in range(mine.cards):
        if mine.laid[slot].x == x and mine.laid[slot].y == y:
            return slot
    return -1
