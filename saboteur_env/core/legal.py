"""Legal actions of a seat, from what that seat knows. They never depend on its role."""

import numpy as np

from .cards import BREAK, BREAK_KIND, CLAIM, CLAIMING, GOALS, HIDDEN, LAY, MAP, MAP_KIND, NONE, PASS
from .cards import PATHS, PICK_GOLD, PICKING, PLAY, REPAIR, REPAIR_KIND, REPAIR_TOOL, ROCKFALL, ROCKFALL_KIND, TOOLS
from .jit import jit, lowest
from .layout import HAND, WORTHS
from .seats import seat_after
from .tiles import FITTING

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_SLOT_BITS = 4  # bits that hold a hand slot
_SLOT = np.uint64(2**_SLOT_BITS - 1)
_ALL_REPAIRS = np.uint64(sum(1 << kind for kind in set(REPAIR_KIND.tolist())))


@jit
def legal(public, private, rules, ids):
    """Write this seat's legal action ids into `ids`, ascending, and return how many.

    Must be called for the seat to decide; `ids` needs room for all actions.
    """
    if public.phase == PLAY:
        return play_ids(public, private, rules, ids)
    if public.phase == CLAIMING:
        return claim_ids(public, rules, ids)
    if public.phase == PICKING:
        return pick_ids(public, private, rules, ids)
    return 0


@jit
def play_ids(public, private, rules, ids):
    """One card is played or passed."""
    held = held_kinds(private)
    n = lay_ids(public, private, rules, held, ids, 0)
    n = rockfall_ids(public, rules, held, ids, n)
    n = break_ids(public, private, rules, held, ids, n)
    n = repair_ids(public, private, rules, held, ids, n)
    n = map_ids(public, rules, held, ids, n)
    for slot in range(len(private.hand)):
        if is_offered(private, slot):
            ids[n] = rules.first[PASS] + slot
            n += 1
    return n


@jit
def held_kinds(private):
    """The kinds in a hand, as bits."""
    held = _ZERO
    for kind in private.hand:
        if kind != NONE:
            held |= _ONE << np.uint64(kind)
    return held


@jit
def holds(held, kind):
    """Whether a hand holds this kind."""
    return held >> np.uint64(kind) & _ONE != _ZERO


@jit
def is_offered(private, slot):
    """Whether a slot holds a card, and the first of its kind."""
    kind = private.hand[slot]
    return kind != NONE and (slot == 0 or private.hand[slot - 1] != kind)


@jit
def fits_there(mine, space, kind, turned):
    """Whether a path card, so turned, fits a frontier cell; a turn that changes nothing does not count."""
    return holds(FITTING[turned, mine.frontier[space].fit], kind)


@jit
def lay_ids(public, private, rules, held, ids, n):
    """Each face on each frontier cell that it fits, while the own tools are whole."""
    if public.players[private.seat].broken != 0:
        return n
    mine, slots = public.mine, path_slots(private)
    for space in range(mine.spaces):
        straight, turned = FITTING[0, mine.frontier[space].fit] & held, FITTING[1, mine.frontier[space].fit] & held
        fitting = straight | turned
        while fitting != _ZERO:
            kind = lowest(fitting)
            fitting &= fitting - _ONE
            slot = np.int64(slots >> np.uint64(_SLOT_BITS * kind) & _SLOT)
            for turn, faces in enumerate((straight, turned)):
                ids[n] = rules.first[LAY] + (space * len(private.hand) + slot) * 2 + turn
                n += holds(faces, kind)
    return n


@jit
def path_slots(private):
    """The first hand slot of each path kind held, a few bits for each kind."""
    slots = _ZERO
    for slot in range(len(private.hand)):
        if is_offered(private, slot) and private.hand[slot] < PATHS:
            slots |= np.uint64(slot) << np.uint64(_SLOT_BITS * private.hand[slot])
    return slots


@jit
def rockfall_ids(public, rules, held, ids, n):
    """Any laid card."""
    if holds(held, ROCKFALL_KIND):
        for slot in range(public.mine.cards):
            ids[n] = rules.first[ROCKFALL] + slot
            n += 1
    return n


@jit
def map_ids(public, rules, held, ids, n):
    """Any goal that is face down."""
    if holds(held, MAP_KIND):
        for goal in range(GOALS):
            if public.mine.goals[goal].face == HIDDEN:
                ids[n] = rules.first[MAP] + goal
                n += 1
    return n


@jit
def break_ids(public, private, rules, held, ids, n):
    """A broken tool in front of a player whose tool of that kind is whole."""
    for tool in range(len(TOOLS)):
        if holds(held, BREAK_KIND[tool]):
            for relative in range(0 if rules.self_break else 1, rules.players):
                target = seat_after(private.seat, relative, rules.players)
                if public.players[target].broken >> tool & 1 == 0:
                    ids[n] = rules.first[BREAK] + tool * len(public.players) + relative
                    n += 1
    return n


@jit
def repair_ids(public, private, rules, held, ids, n):
    """A repair card for a matching broken tool in front of anyone."""
    if held & _ALL_REPAIRS == 0:
        return n
    for pair in range(len(REPAIR_KIND)):
        if holds(held, REPAIR_KIND[pair]):
            for relative in range(rules.players):
                target = seat_after(private.seat, relative, rules.players)
                if public.players[target].broken >> REPAIR_TOOL[pair] & 1 != 0:
                    ids[n] = rules.first[REPAIR] + pair * len(public.players) + relative
                    n += 1
    return n


@jit
def claim_ids(public, rules, ids):
    """Silence, or a word about any face-down goal."""
    ids[0] = rules.first[CLAIM]
    n = 1
    for goal in range(GOALS):
        if public.mine.goals[goal].face == HIDDEN:
            for face in range(2):
                ids[n] = rules.first[CLAIM] + 1 + 2 * goal + face
                n += 1
    return n


@jit
def pick_ids(public, private, rules, ids):
    """One of the worths in the pile that came to this seat."""
    sight = private.sights[public.round_index, public.players[private.seat].picks]
    n = 0
    for worth in range(WORTHS):
        if sight.pile[worth] > 0:
            ids[n] = rules.first[PICK_GOLD] + worth
            n += 1
    return n


@jit
def write_mask(ids, n, mask):
    """Write 1 for each of the first `n` ids, else 0."""
    for action in range(len(mask)):
        mask[action] = 0
    for action in ids[:n]:
        mask[action] = 1


@jit
def can_play(public, private, rules):
    """Whether this seat holds a card that it could play now, path or action (ruling 15)."""
    held, ids = held_kinds(private), np.empty(rules.first[len(rules.first) - 1], np.int64)
    return (
        rockfall_ids(public, rules, held, ids, 0) > 0
        or map_ids(public, rules, held, ids, 0) > 0
        or break_ids(public, private, rules, held, ids, 0) > 0
        or lay_ids(public, private, rules, held, ids, 0) > 0
        or repair_ids(public, private, rules, held, ids, 0) > 0
    )


assert HAND <= 2**_SLOT_BITS and PATHS * _SLOT_BITS <= 64
