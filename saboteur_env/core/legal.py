"""Legal actions of a seat, from what that seat knows. They never depend on its role."""

import numpy as np

from .cards import BREAK, BREAK_KIND, CLAIM, CLAIMING, GOALS, HIDDEN, LAY, MAP, MAP_KIND, NONE, PASS, PATHS
from .cards import PICK_GOLD, PICKING, PLAY, REPAIR, REPAIR_KIND, REPAIR_TOOL, ROCKFALL, ROCKFALL_KIND, TOOLS
from .jit import jit, lowest
from .layout import HAND, SEATS, WORTHS
from .seats import seat_after
from .tiles import FITTING

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_BYTE = np.uint64(255)
_NO_PATH = 63
_SEAT_BITS = 16  # bits for the seats that have one tool broken
_ALL_SEATS = np.uint64(2**_SEAT_BITS - 1)
# A player's broken tools, bits as in PLAYER.broken, with the bits so far apart.
_TOOLS_APART = np.array(
    [sum((tools >> tool & 1) << _SEAT_BITS * tool for tool in range(len(TOOLS))) for tools in range(2 ** len(TOOLS))],
    np.uint64,
)


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
    held, broken = held_kinds(private), broken_tools(public, private, rules)
    n = lay_ids(public, private, rules, held, ids, 0)
    n = rockfall_ids(public, rules, held, ids, n)
    n = break_ids(rules, held, broken, ids, n)
    n = repair_ids(rules, held, broken, ids, n)
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
    mine, kinds = public.mine, path_kinds(private)
    for space in range(mine.spaces):
        straight, turned = FITTING[0, mine.frontier[space].fit] & held, FITTING[1, mine.frontier[space].fit] & held
        if straight | turned != _ZERO:
            first = rules.first[LAY] + space * HAND * 2
            # Each id is written, and counted if legal: no branch to guess. An unsigned index needs no wrap-around.
            for slot in range(HAND):
                kind = kinds >> np.uint64(8 * slot) & _BYTE
                ids[np.uint64(n)] = first + 2 * slot
                n += np.int64(straight >> kind & _ONE)
                ids[np.uint64(n)] = first + 2 * slot + 1
                n += np.int64(turned >> kind & _ONE)
    return n


@jit
def path_kinds(private):
    """The path kinds on offer in each hand slot, a byte each; other slots hold a kind that fits nowhere."""
    kinds = _ZERO
    for slot in range(HAND):
        on_offer = is_offered(private, slot) and private.hand[slot] < PATHS
        kinds |= np.uint64(private.hand[slot] if on_offer else _NO_PATH) << np.uint64(8 * slot)
    return kinds


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
def break_ids(rules, held, broken, ids, n):
    """A broken tool in front of a player whose tool of that kind is whole."""
    for tool in range(len(TOOLS)):
        whole = ~tool_of(broken, tool) if holds(held, BREAK_KIND[tool]) else _ZERO
        for relative in range(0 if rules.self_break else 1, rules.players):
            ids[np.uint64(n)] = rules.first[BREAK] + tool * SEATS + relative
            n += np.int64(whole >> np.uint64(relative) & _ONE)
    return n


@jit
def repair_ids(rules, held, broken, ids, n):
    """A repair card for a matching broken tool in front of anyone."""
    for pair in range(len(REPAIR_KIND)):
        targets = tool_of(broken, REPAIR_TOOL[pair]) if holds(held, REPAIR_KIND[pair]) else _ZERO
        while targets != _ZERO:
            ids[n] = rules.first[REPAIR] + pair * SEATS + lowest(targets)
            targets &= targets - _ONE
            n += 1
    return n


@jit
def broken_tools(public, private, rules):
    """Who has which tool broken: one bit per seat, counted from this one, in a few bits for each tool."""
    broken = _ZERO
    for relative in range(rules.players):
        tools = public.players[seat_after(private.seat, relative, rules.players)].broken
        broken |= _TOOLS_APART[tools] << np.uint64(relative)
    return broken


@jit
def tool_of(broken, tool):
    """The seats that have this tool broken, as bits, counted from this one."""
    return broken >> np.uint64(_SEAT_BITS * tool) & _ALL_SEATS


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
    held, broken = held_kinds(private), broken_tools(public, private, rules)
    ids = np.empty(rules.first[len(rules.first) - 1], np.int64)
    return (
        rockfall_ids(public, rules, held, ids, 0) > 0
        or map_ids(public, rules, held, ids, 0) > 0
        or break_ids(rules, held, broken, ids, 0) > 0
        or lay_ids(public, private, rules, held, ids, 0) > 0
        or repair_ids(rules, held, broken, ids, 0) > 0
    )


assert HAND <= 8 and PATHS < _NO_PATH
assert SEATS <= _SEAT_BITS and len(TOOLS) * _SEAT_BITS <= 64
