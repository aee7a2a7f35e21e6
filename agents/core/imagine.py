"""Worlds drawn from a posterior: whole games that agree with what one seat knows, roles and treasure by likelihood.

Unlike `core.determinize` this starts from the seat's own part of the state alone, so gold and the order in which the
seat's own cards came are made up: a world serves to play its round on.
"""

from saboteur_env.core.cards import GOALS, HIDDEN, MINER, SABOTEUR, STONE_A, TREASURE
from saboteur_env.core.deal import stock_gold
from saboteur_env.core.determinize import draw_cards, hand_out_roles, is_consistent, seen_face, show_maps
from saboteur_env.core.jit import jit
from saboteur_env.core.layout import SEATS, record
from saboteur_env.core.random import below, share

# If a goal is the treasure: how well it fits that the seats from this one on, the own one left out, hold n saboteurs.
SCALES = record(("rest", "f8", (GOALS, SEATS + 1, SEATS + 1)))


@jit
def write_scales(private, rules, posterior, scales):
    """Write how well it fits that the later seats hold so many saboteurs."""
    for goal in range(GOALS):
        rest = scales.rest[goal]
        for count in range(SEATS + 1):
            rest[rules.players, count] = 1.0 if count == 0 else 0.0
        for seat in range(rules.players - 1, -1, -1):
            own = seat == private.seat
            guilt, innocence = 0.0 if own else posterior.guilt[goal, seat], posterior.innocence[goal, seat]
            for count in range(SEATS + 1):
                fewer = rest[seat + 1, count - 1] if count > 0 else 0.0
                rest[seat, count] = rest[seat + 1, count] * (1.0 if own else innocence) + fewer * guilt


@jit
def imagine(public, private, rules, posterior, scales, game):
    """Write a GAME in which the seat knows the same; its chance is that of `game.hidden.random`."""
    game.public = public
    for seat in range(rules.players):
        forget_gold(game, seat)
        game.private[seat].seat = seat
    game.private[private.seat] = private
    treasure = draw_treasure(posterior, game.hidden)
    draw_roles(private, rules, posterior, scales, treasure, game)
    lay_goals(private, rules, treasure, game)
    stock_gold(game.hidden, rules)  # who gets them does not matter here
    for worth in range(len(game.hidden.pile)):
        game.hidden.pile[worth] = 0
    draw_cards(game, rules, private, game.hidden.deck)
    while not is_consistent(game, rules):
        draw_cards(game, rules, private, game.hidden.deck)


@jit
def forget_gold(game, seat):
    """A seat has no gold yet: that of an earlier world is not added to."""
    game.hidden.gains[game.public.round_index, seat] = 0
    for worth in range(len(game.private[seat].gold)):
        game.private[seat].gold[worth] = 0


@jit
def draw_treasure(posterior, hidden):
    """Which goal is the treasure."""
    place = share(hidden)
    for goal in range(GOALS - 1):
        place -= posterior.goals[goal]
        if place < 0.0:
            return goal
    return GOALS - 1


@jit
def draw_roles(private, rules, posterior, scales, treasure, game):
    """Deal roles seat by seat, each as likely as it is beside those dealt before it."""
    rest, taken, hidden = scales.rest[treasure], 0, game.hidden
    for seat in range(rules.players):
        if seat == private.seat:
            hidden.roles[seat] = private.role
        else:
            guilty = posterior.guilt[treasure, seat] * within(rest[seat + 1], posterior, taken + 1)
            innocent = posterior.innocence[treasure, seat] * within(rest[seat + 1], posterior, taken)
            is_saboteur = share(hidden) * (guilty + innocent) < guilty
            hidden.roles[seat] = SABOTEUR if is_saboteur else MINER
            taken += is_saboteur
    saboteurs = taken + (private.role == SABOTEUR)
    for card in range(rules.players, len(hidden.roles)):
        hidden.roles[card] = SABOTEUR if saboteurs < rules.pool[SABOTEUR] else MINER
        saboteurs += 1
    hand_out_roles(game, rules)


@jit
def within(rest, posterior, taken):
    """How well it fits that the later seats bring the saboteurs to a number that the pool allows."""
    total = 0.0
    for count in range(max(posterior.least - taken, 0), posterior.most - taken + 1):
        total += rest[count]
    return total


@jit
def lay_goals(private, rules, treasure, game):
    """Lay the treasure where it is supposed, and the stones where they may be; maps showed them to others."""
    public, hidden = game.public, game.hidden
    first = STONE_A + below(hidden, 2)
    for goal in range(GOALS):
        seen = seen_face(public, private, goal)
        if seen > TREASURE:
            first = STONE_A + STONE_A + 1 - seen  # the other stone is what is left
    for goal in range(GOALS):
        hidden.goals[goal] = seen_face(public, private, goal)
        if hidden.goals[goal] == HIDDEN:
            hidden.goals[goal] = TREASURE if goal == treasure else first
            if goal != treasure:
                first = STONE_A + STONE_A + 1 - first
    show_maps(game, rules)
