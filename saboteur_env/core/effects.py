"""What a played card does: one function per verb. The act is legal when it comes here."""

import numpy as np

from .actions import blank, laid_slot
from .cards import BREAK, BREAK_KIND, GOALS, HIDDEN, LAY, NONE, PASS, REPAIR, REVEAL, ROCKFALL, TREASURE
from .deal import take_card
from .distance import measure
from .jit import jit
from .mine import GOAL_X, GOAL_Y, add_card, find_frontier, is_reached, remove_card, set_tile, spread, turn_that_fits
from .tiles import GOAL_TILE, TILE, conducts


@jit
def lay(game, rules, event):
    """Lay a path card and turn over all goals that it joins; returns whether the treasure is among them."""
    public = game.public
    tile = TILE[event.kind, event.turned]
    if conducts(tile):
        public.players[event.seat].lays += 1
    else:
        public.players[event.seat].dead_ends += 1
    add_card(public.mine, event.x, event.y, event.kind, event.turned, tile)
    found = turn_goals(game, event.seat)
    find_frontier(public.mine)
    if rules.distances:
        measure_act(public, event.seat)
    return found


@jit
def turn_goals(game, seat):
    """Turn over all goals that are joined now, then those that their tunnels join, up to the treasure."""
    mine = game.public.mine
    while True:
        reached = 0
        for goal in range(GOALS):
            if mine.goals[goal].face == HIDDEN and is_reached(mine, goal):
                reached |= 1 << goal
        if reached == 0:
            return False
        for goal in range(GOALS):
            if reached >> goal & 1:
                turn_over(game, goal, seat)
        for goal in range(GOALS):
            if reached >> goal & 1:
                spread(mine.opening, mine.join, mine.joined, GOAL_Y[goal])
        for goal in range(GOALS):
            if reached >> goal & 1 and mine.goals[goal].face == TREASURE:
                return True


@jit
def turn_over(game, goal, seat):
    """Show a goal and lay it so that it meets the tunnel."""
    public, mine = game.public, game.public.mine
    face = game.hidden.goals[goal]
    turned = turn_that_fits(mine, goal, GOAL_TILE[face, 0], GOAL_TILE[face, 1])
    mine.goals[goal].face, mine.goals[goal].turned = face, turned
    set_tile(mine, GOAL_X[goal], GOAL_Y[goal], GOAL_TILE[face, turned])
    event = public.events[public.logged]
    blank(event)
    event.verb, event.seat, event.goal, event.face, event.turned = REVEAL, seat, goal, face, turned
    public.logged += 1


@jit
def measure_act(public, seat):
    """Measure anew after a change of the mine, and note by how much the mean distance to the goals changed."""
    change, goals = np.int64(0), 0  # as plain Python, the int8 of the record would overflow
    for goal in range(GOALS):
        if public.distance.now[goal] > 0:
            change += public.distance.now[goal]
            goals += 1
    measure(public)
    for goal in range(GOALS):
        change -= public.distance.now[goal]
    sixths = change * (6 // goals)
    public.players[seat].nearer += max(sixths, 0)
    public.players[seat].farther += max(-sixths, 0)


@jit
def rockfall(game, rules, event):
    """Take a laid path card out of the mine."""
    public = game.public
    slot = laid_slot(public.mine, event.x, event.y)
    public.discards[public.mine.laid[slot].kind] += 1
    public.players[event.seat].rockfalls += 1
    remove_card(public.mine, slot)
    find_frontier(public.mine)
    if rules.distances:
        measure_act(public, event.seat)


@jit
def break_tool(public, event):
    """Put a broken tool in front of a player."""
    public.players[event.target].broken |= 1 << event.tool
    note_tool(public, event)


@jit
def note_tool(public, event):
    """List an act on a tool apart."""
    act = public.tool_acts[public.tools_logged]
    act.verb, act.seat, act.target = event.verb, event.seat, event.target
    public.tools_logged += 1


@jit
def repair_tool(public, event):
    """Mend one tool; the broken tool goes to the discards too."""
    public.players[event.target].broken &= ~(1 << event.tool)
    note_tool(public, event)
    public.discards[BREAK_KIND[event.tool]] += 1


@jit
def look_at_map(game, event):
    """Look at a face-down goal."""
    game.private[event.seat].known[event.goal] = game.hidden.goals[event.goal]
    game.public.players[event.seat].maps[event.goal] += 1


@jit
def say_claim(public, event):
    """Note a claim about a goal; silence changes nothing."""
    if event.goal != NONE:
        public.players[event.seat].claims[event.goal] = event.face


@jit
def pass_card(game, event):
    """Put a card face down on the discards: only its owner remembers which."""
    player = game.public.players[event.seat]
    game.private[event.seat].discards[player.passes] = event.kind
    player.passes += 1
    event.kind = NONE


@jit
def play_card(game, rules, event):
    """Play or pass a card from the hand; returns whether the treasure was reached."""
    public = game.public
    take_card(game.private[event.seat].hand, event.kind)
    public.players[event.seat].cards -= 1
    if event.verb == LAY:
        return lay(game, rules, event)
    if event.verb == PASS:
        pass_card(game, event)
        return False
    if event.verb == ROCKFALL:
        rockfall(game, rules, event)
    elif event.verb == BREAK:
        break_tool(public, event)
    elif event.verb == REPAIR:
        repair_tool(public, event)
    else:
        look_at_map(game, event)
    if event.verb != BREAK:
        public.discards[event.kind] += 1
    return False
