"""What a seat observes, written from the public part and its own private part alone."""

import numpy as np

from .cards import BREAK, CLAIMING, GOALS, HIDDEN, KINDS, NONE, PASS, PATHS, PICK_GOLD, PICKING, PLAY, ROCKFALL_KIND
from .cards import STONE_A, TREASURE
from .distance import blocked, distance_after
from .jit import entry, jit
from .layout import PUBLIC
from .legal import fits_there, held_kinds, holds, is_offered
from .mine import GOAL_X, GOAL_Y, has, has_side, joined_sides
from .pieces import BASE_SIZE, HOT_PAIR, HOT_QUAD, OBSERVATION, PAIR, PICTURE_COLUMNS, PICTURE_NORTH, PICTURE_ROWS
from .pieces import PICTURE_WEST, QUAD, SIXTHS
from .seats import seat_after, steps_to
from .tiles import FREE, GOAL_TILE, TILE, TURNS, is_open
from .without import measure_without

_SIZE, _BASE_SIZE = OBSERVATION.itemsize, BASE_SIZE


@entry
def observe(games, i, rules, seat, distances, codes, records, scales, out):
    """Write the base and distance groups of a seat's observation.

    Args:
        distances: whether the distance groups are among them; then the rules must measure them.
        codes: (1, size) int8, written; without distances only its base groups. Behind what is written stand whatever
            other groups there are.
        records: (1,) OBSERVATION: the same bytes.
        scales: float32, what each code is multiplied by.
        out: float32, as long as `scales`, written from `codes`.
    """
    write_observation(games[i].public, games[i].private[seat], rules[0], distances, codes, 0, records[0])
    scale(scales, codes[0], out)


@entry
def scale_all(scales, codes, out):
    """Write every code times its scale: (n, m) int8 to (n, size) float32; codes behind the last scale are left out."""
    for i in range(len(out)):
        scale(scales, codes[i], out[i])


@jit
def scale(scales, codes, out):
    """Write the codes of one observation times their scales."""
    for code in range(len(scales)):
        out[code] = codes[code] * scales[code]


@entry
def observe_changes(games, i, rules, seat, out):
    """Write the change of distance by each placement and rockfall into `out[0]`."""
    write_changes(games[i].public, games[i].private[seat], out[0])


@entry
def observe_history(games, i, rules, seat, codes, out):
    """Write the newest events of the round, newest first, one per record of `out`; `codes` are its bytes."""
    for code in range(len(codes)):
        codes[code] = 0
    write_history(games[i].public, games[i].private[seat], rules[0], out)


@entry
def observe_picture(games, i, rules, seat, out):
    """Write the picture of the mine into `out[0]`."""
    write_picture(games[i].public.mine, out[0].picture.picture)


@jit
def write_observation(public, private, rules, distances, codes, i, out):
    """The base groups and, if wanted, the distance groups, into row `i` of the codes, which is the record `out` too."""
    for code in range(_SIZE if distances else _BASE_SIZE):
        codes[i, code] = 0
    write_me(public, private, out.me)
    write_table(public, rules, out.table)
    write_goals(public.mine, out.goals)
    write_frontier(public.mine, out.frontier)
    write_laid(public.mine, out.laid)
    for relative in range(rules.players):
        seat = seat_after(private.seat, relative, rules.players)
        write_player(public, seat, out.players[relative])
    write_tools(public, private.seat, rules.players, out.players)
    if distances:
        write_distances(public, rules, private.seat, out)


@jit
def write_me(public, private, out):
    """What only this seat knows."""
    out.role[private.role] = 1
    if public.seat == private.seat and public.phase <= PICKING:
        out.phase[public.phase] = 1
    for slot in range(len(private.hand)):
        if private.hand[slot] != NONE:
            out.hand[slot, private.hand[slot]] = 1
    for goal in range(GOALS):
        if private.known[goal] != HIDDEN:
            out.known[goal, 0 if private.known[goal] == TREASURE else 1] = 1
    picks = public.players[private.seat].picks
    for worth in range(len(out.gold)):
        out.gold[worth] = private.gold[worth]
        if public.seat == private.seat and public.phase == PICKING:
            out.pile[worth] = private.sights[public.round_index, picks].pile[worth]
    for slot in range(public.players[private.seat].passes):
        out.discarded[private.discards[slot]] += 1


@jit
def write_table(public, rules, out):
    """The deck, the discards, the rules."""
    out.deck, out.pile = public.deck, public.pile
    number = min(public.round_index, rules.rounds - 1)
    out.rounds_played[number] = 1
    out.rounds_left[rules.rounds - 1 - number] = 1
    for kind in range(KINDS):
        out.discards[kind] = public.discards[kind]
    pool = 0
    for role in range(len(rules.pool)):
        out.pool[role] = rules.pool[role]
        pool += rules.pool[role]
    out.rules[0] = pool > rules.players
    out.rules[1], out.rules[2], out.rules[3] = rules.claims, rules.self_break, rules.unpaid_broken
    out.rules[4], out.rules[5] = rules.pile_by_players > 0, rules.pile_step > 0
    out.rules[6], out.rules[7] = rules.until_unplayable, rules.starter_by_path
    for number in range(len(public.past)):
        out.reached[number] = public.past[number].reached


@jit
def write_goals(mine, out):
    """Each goal as everybody sees it."""
    for goal in range(GOALS):
        face = mine.goals[goal].face
        out[goal].face[min(face, STONE_A)] = 1
        for side in range(4):
            out[goal].openings[side] = is_open(GOAL_TILE[face, mine.goals[goal].turned], side)


@jit
def write_frontier(mine, out):
    """The empty cells where the tunnel can be carried on."""
    for slot in range(mine.spaces):
        space, cell = mine.frontier[slot], out[slot]
        cell.present, cell.x, cell.y = 1, space.x, space.y
        for side in range(4):
            cell.fit[side] = HOT_QUAD[space.fit >> 2 * side & 3]


@jit
def write_laid(mine, out):
    """The laid cards."""
    for slot in range(mine.cards):
        laid, card = mine.laid[slot], out[slot]
        tile = TILE[laid.kind, laid.turned]
        card.present, card.x, card.y = 1, laid.x, laid.y
        card.openings = QUAD[tile & 15]
        for pair in range(3):
            card.joins[pair] = PAIR[tile >> (4 + 2 * pair) & 3]
        card.joined = QUAD[joined_sides(mine, laid.x, laid.y)]


@jit
def write_player(public, seat, out):
    """What everybody sees of a player, but for what it did to tools."""
    player = public.players[seat]
    out.present = 1
    out.decides = public.seat == seat and public.phase <= PICKING
    out.starts = public.starter == seat
    out.cards, out.gold_cards, out.picks = player.cards, player.gold_cards, player.picks
    out.lays, out.dead_ends = player.lays, player.dead_ends
    out.rockfalls, out.passes = player.rockfalls, player.passes
    for tool in range(len(out.broken)):
        out.broken[tool] = player.broken >> tool & 1
    out.role = HOT_PAIR[1 + player.role]
    for number in range(len(public.past)):
        out.past_role[number] = HOT_PAIR[1 + public.past[number].roles[seat]]
    for goal in range(GOALS):
        out.maps[goal] = player.maps[goal]
        out.claims[goal] = HOT_PAIR[player.claims[goal]]


@jit
def write_tools(public, me, players, out):
    """Who broke and mended whose tools: a list of acts, as few of the tallies by two seats are not empty."""
    for index in range(public.tools_logged):
        act = public.tool_acts[index]
        player, target = out[steps_to(me, act.seat, players)], steps_to(me, act.target, players)
        if act.verb == BREAK:
            player.breaks[target] += 1
        else:
            player.repairs[target] += 1


@jit
def write_distances(public, rules, me, out):
    """The distance groups."""
    distance = public.distance
    for goal in range(GOALS):
        out.distance_goals[goal].now = distance.now[goal]
    for slot in range(public.mine.spaces):
        cell = out.distance_frontier[slot]
        for goal in range(GOALS):
            cell.blocked[goal] = blocked(distance, slot, goal)
            for side in range(4):
                cell.exit[side, goal] = distance.exit[slot, side, goal]
    for relative in range(rules.players):
        player, seat = out.distance_players[relative], seat_after(me, relative, rules.players)
        player.nearer = min(public.players[seat].nearer // 2, 126)
        player.farther = min(public.players[seat].farther // 2, 126)


@jit
def write_changes(public, private, out):
    """By how much each placement and rockfall changes the mean distance to the goals that may hold the treasure."""
    goals = 0
    for goal in range(GOALS):
        goals += may_be_treasure(public, private, goal)
    sixths = SIXTHS // max(goals, 1)
    write_placements(public, private, sixths, out.changes.change)
    for slot in range(len(out.rockfalls)):
        out.rockfalls[slot].without = 0
    if holds(held_kinds(private), ROCKFALL_KIND):
        write_rockfalls(public, private, sixths, out.rockfalls)


@jit
def write_placements(public, private, sixths, out):
    """The change by each placement that fits."""
    for space in range(len(out)):
        here = space < public.mine.spaces
        for slot in range(len(private.hand)):
            kind = private.hand[slot]
            for turned in range(2):
                out[space, slot, turned] = 0
                if here and 0 <= kind < PATHS and is_offered(private, slot) and turned < TURNS[kind]:
                    if fits_there(public.mine, space, kind, turned):
                        change = placement_change(public, private, space, TILE[kind, turned])
                        out[space, slot, turned] = coded(change * sixths)


@jit
def coded(change):
    """A change as far as a code can say it."""
    return max(-126, min(126, change))


@jit
def write_rockfalls(public, private, sixths, out):
    """The change by taking each laid card away."""
    scratch = np.empty(1, PUBLIC)
    for slot in range(public.mine.cards):
        measure_without(public, slot, scratch)
        change = np.int64(0)
        for goal in range(GOALS):
            if may_be_treasure(public, private, goal):
                change += np.int64(scratch[0].distance.now[goal]) - public.distance.now[goal]
        out[slot].without = coded(change * sixths)


@jit
def may_be_treasure(public, private, goal):
    """Whether a goal is face down and not known to this seat to be stone."""
    if knows_treasure(private):
        return private.known[goal] == TREASURE
    return public.mine.goals[goal].face == HIDDEN and private.known[goal] == HIDDEN


@jit
def knows_treasure(private):
    """Whether a map showed this seat the treasure."""
    for goal in range(GOALS):
        if private.known[goal] == TREASURE:
            return True
    return False


@jit
def placement_change(public, private, space, tile):
    """The sum over goals that may hold the treasure of the change by laying a tile in a frontier slot."""
    change = np.int64(0)
    for goal in range(GOALS):
        if may_be_treasure(public, private, goal):
            change += np.int64(distance_after(public.distance, space, tile, goal)) - public.distance.now[goal]
    return change


@jit
def write_history(public, private, rules, out):
    """The newest events first; own passes with the card, own picks with the pile and what was taken."""
    passes, picks = public.players[private.seat].passes, public.players[private.seat].picks
    number = min(public.round_index, rules.rounds - 1)
    for back in range(min(len(out), public.logged)):
        event, row = public.events[public.logged - 1 - back], out[back]
        row.verb[event.verb] = 1
        row.seat[steps_to(private.seat, event.seat, rules.players)] = 1
        kind = event.kind
        if event.verb == PASS and event.seat == private.seat:
            passes -= 1
            kind = private.discards[passes]
        if kind != NONE:
            row.card[kind] = 1
        if event.verb == PICK_GOLD and event.seat == private.seat:
            picks -= 1
            write_pick(private.sights[number, picks], row)
        row.x, row.y, row.turned = event.x, event.y, event.turned
        if event.tool != NONE:
            row.tool[event.tool] = 1
        if event.target != NONE:
            row.target[steps_to(private.seat, event.target, rules.players)] = 1
        if event.goal != NONE:
            row.goal[event.goal] = 1
        if event.face != NONE:
            row.face[event.face - 1] = 1


@jit
def write_pick(sight, row):
    """What the seat saw and took."""
    for worth in range(len(row.pile)):
        row.pile[worth] = sight.pile[worth]
    row.worth[sight.taken - 1] = 1


@jit
def write_picture(mine, out):
    """The window of the mine as planes; every cell is written."""
    for row in range(PICTURE_ROWS):
        for column in range(PICTURE_COLUMNS):
            x, y = PICTURE_WEST + column, PICTURE_NORTH + row
            out[0, row, column] = has(mine.face_up, x, y)
            for side in range(4):
                out[1 + side, row, column] = has_side(mine.opening, x, y, side)
                out[11 + side, row, column] = has_side(mine.joined, x, y, side)
            for join in range(6):
                out[5 + join, row, column] = has_side(mine.join, x, y, join)
            out[15, row, column] = 0
    for goal in range(GOALS):
        if mine.goals[goal].face == HIDDEN:
            out[15, GOAL_Y[goal] - PICTURE_NORTH, GOAL_X[goal] - PICTURE_WEST] = 1


assert (PLAY, CLAIMING, PICKING) == (0, 1, 2) and FREE == 0
