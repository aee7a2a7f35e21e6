"""Worlds: whole games that agree with all that one seat knows.

What a seat cannot know is drawn anew, uniformly over what is possible: the roles of the others and the one
left over, the faces of goals it has not seen, the cards in other hands, face down on the discards and in the
deck, and the gold cards that it did not see. Everything it knows stays as it is, to the byte.
"""

import numpy as np

from .cards import BREAK_KIND, CLAIM, CLAIMING, GOALS, HIDDEN, KINDS, NONE, PASS, PICK_GOLD
from .cards import PLAY, REVEAL, TREASURE
from .deal import begin_round, insert_card
from .gold import draw_gold
from .jit import entry, jit
from .layout import DECK, GAME, RULES
from .random import branch, share, shuffle
from .turn import perform


@entry
def determinize(games, i, rules, seat, chance, roles, weights, out):
    """Write games that agree with what `seat` knows of game `i`.

    Args:
        chance: uint64, fixes the choice of all worlds, the first ones whatever their number.
        roles: (k, POOL) int8: ways to deal the roles, by seat, then those left over; none to shuffle them.
        weights: (k,) float64: the sums of their weights, all above 0, up to each of them.
        out: (n,) GAME, written; none of them game `i`: the seat's own draws are read from it to the end.
    """
    for j in range(len(out)):
        out[j] = games[i]
        game, me = out[j], out[j].private[seat]
        game.hidden.random = chance
        branch(game.hidden, j)
        if len(roles) > 0:
            pick_roles(game, rules[0], roles, weights)
        elif game.public.players[seat].role == NONE:
            draw_roles(game, rules[0], me)
        draw_goals(game, rules[0], me)
        draw_cards(game, rules[0], me, games[i].hidden.deck)
        while not is_consistent(game, rules[0]):
            draw_cards(game, rules[0], me, games[i].hidden.deck)
        while not draw_gold(game, rules[0], me):
            pass


@jit
def pick_roles(game, rules, roles, weights):
    """Deal the roles in one of these ways, by weight."""
    place = share(game.hidden) * weights[len(weights) - 1]
    way = min(np.searchsorted(weights, place, side="right"), len(roles) - 1)  # rounding may reach the whole sum
    for card in range(roles.shape[1]):
        game.hidden.roles[card] = roles[way, card]
    hand_out_roles(game, rules)


@jit
def hand_out_roles(game, rules):
    """Give each seat the role that lies for it."""
    for seat in range(rules.players):
        game.private[seat].role = game.hidden.roles[seat]


@jit
def draw_roles(game, rules, me):
    """Shuffle the role cards that this seat does not hold among the others and the left-over place."""
    roles, n = game.hidden.roles, 0
    for role in range(len(rules.pool)):
        for _ in range(rules.pool[role] - (role == me.role)):
            roles[n] = role
            n += 1
    shuffle(game.hidden, roles, 0, n)
    for place in range(n, me.seat, -1):
        roles[place] = roles[place - 1]
    roles[me.seat] = me.role
    hand_out_roles(game, rules)


@jit
def draw_goals(game, rules, me):
    """Shuffle the goal faces that this seat has not seen; the maps of others showed them what now lies there."""
    goals, unseen, n = game.hidden.goals, np.zeros(GOALS, np.int64), 0
    for face in range(TREASURE, TREASURE + GOALS):
        seen = False
        for goal in range(GOALS):
            seen |= seen_face(game.public, me, goal) == face
        if not seen:
            unseen[n] = face
            n += 1
    shuffle(game.hidden, unseen, 0, n)
    for goal in range(GOALS):
        goals[goal] = seen_face(game.public, me, goal)
        if goals[goal] == HIDDEN:
            n -= 1
            goals[goal] = unseen[n]
    show_maps(game, rules)


@jit
def show_maps(game, rules):
    """Let every seat know what now lies where it has looked."""
    for seat in range(rules.players):
        for goal in range(GOALS):
            looked = game.public.players[seat].maps[goal] > 0
            game.private[seat].known[goal] = game.hidden.goals[goal] if looked else HIDDEN


@jit
def seen_face(public, me, goal):
    """The face of a goal as this seat knows it, HIDDEN if not."""
    shown = public.mine.goals[goal].face
    return shown if shown != HIDDEN else me.known[goal]


@jit
def draw_cards(game, rules, me, truth):
    """Deal the cards that this seat has not seen to hands, face-down discards and the deck."""
    public, hidden = game.public, game.hidden
    unseen = unseen_cards(public, rules, me)
    n = 0
    for kind in range(KINDS):
        for _ in range(unseen[kind]):
            hidden.deck[n] = kind
            n += 1
    shuffle(hidden, hidden.deck, 0, n)
    for seat in range(rules.players):
        if seat != me.seat:
            private, player = game.private[seat], public.players[seat]
            for slot in range(player.passes):
                n -= 1
                private.discards[slot] = hidden.deck[n]
            for slot in range(len(private.hand)):
                private.hand[slot] = NONE
            for _ in range(player.cards):
                n -= 1
                insert_card(private.hand, hidden.deck[n])
    for card in range(n - 1, -1, -1):
        hidden.deck[DECK - n + card] = hidden.deck[card]
    arrange_past(game, rules, me, truth)


@jit
def unseen_cards(public, rules, me):
    """How many cards of each kind this seat has not seen this round."""
    unseen = np.empty(KINDS, np.int64)
    count_unseen(public, rules, unseen)
    for slot in range(public.players[me.seat].cards):
        unseen[me.hand[slot]] -= 1
    for slot in range(public.players[me.seat].passes):
        unseen[me.discards[slot]] -= 1
    return unseen


@jit
def count_unseen(public, rules, unseen):
    """Count the cards of each kind that lie nowhere face up."""
    for kind in range(KINDS):
        unseen[kind] = rules.deck[kind] - public.discards[kind]
    for slot in range(public.mine.cards):
        unseen[public.mine.laid[slot].kind] -= 1
    for seat in range(rules.players):
        for tool in range(len(BREAK_KIND)):
            unseen[BREAK_KIND[tool]] -= public.players[seat].broken >> tool & 1


@jit
def arrange_past(game, rules, me, truth):
    """Arrange the dealt part of the deck so that dealing it and playing the log again leads to this game.

    Each seat gets first the cards that it used, in the order of use, then those that it still holds; then no
    card is used before it came. The k-th draw always goes to the same seat.
    """
    public, deck = game.public, game.hidden.deck
    came, passes = np.zeros(rules.players, np.int64), np.zeros(rules.players, np.int64)
    places = draw_places(public, rules)
    for index in range(public.logged):
        event = public.events[index]
        if uses_card(event):
            kind = np.int64(event.kind)
            if event.verb == PASS:
                kind = np.int64(game.private[event.seat].discards[passes[event.seat]])
                passes[event.seat] += 1
            deck[places[event.seat, came[event.seat]]] = kind
            came[event.seat] += 1
    for seat in range(rules.players):
        for slot in range(public.players[seat].cards):
            deck[places[seat, came[seat]]] = game.private[seat].hand[slot]
            came[seat] += 1
    # The seat knows in which order its own cards came; `truth` is asked for these alone.
    for slot in range(came[me.seat]):
        deck[places[me.seat, slot]] = truth[places[me.seat, slot]]


@jit
def draw_places(public, rules):
    """For each seat the places in the arranged deck of the cards that came to it: its hand, then its draws."""
    places, came = np.zeros((rules.players, DECK), np.int64), np.zeros(rules.players, np.int64)
    place = 0
    for seat in range(rules.players):
        for slot in range(rules.hand):
            places[seat, slot] = place
            place += 1
        came[seat] = rules.hand
    for index in range(public.logged):
        event = public.events[index]
        if uses_card(event) and place < DECK - public.deck:
            places[event.seat, came[event.seat]] = place
            came[event.seat] += 1
            place += 1
    return places


@jit
def uses_card(event):
    """Whether an event is a card played or passed."""
    return event.verb != CLAIM and event.verb != REVEAL and event.verb != PICK_GOLD


@jit
def is_consistent(game, rules):
    """Whether the round would not have ended before now.

    Only a rule that ends the round when nobody can play tells something of hidden hands, and only once the
    deck is empty: then the round is played again by its log.
    """
    public = game.public
    if not rules.until_unplayable or public.deck > 0:
        return True
    again, quiet = np.empty(1, GAME), np.empty(1, RULES)
    again[0], quiet[0] = game, rules
    quiet[0].distances = 0
    begin_round(again[0], quiet[0])
    passes = np.zeros(rules.players, np.int64)
    for index in range(public.logged):
        event = public.events[index]
        if event.verb == PICK_GOLD:
            return True
        if event.verb != REVEAL:
            if again[0].public.phase != PLAY and again[0].public.phase != CLAIMING:
                return False
            replay(again[0], quiet[0], game.private[event.seat], event, passes)
    return is_in_phase(again, public.phase)


@jit
def is_in_phase(games, phase):
    """Whether the first game is in a phase; numba keeps an array alive for a call, not for a record of it."""
    return games[0].public.phase == phase


@jit
def replay(again, rules, private, event, passes):
    """Carry an event of the log out again."""
    copy = again.public.events[again.public.logged]
    again.public.events[again.public.logged] = event
    if event.verb == PASS:
        copy.kind = private.discards[passes[event.seat]]
        passes[event.seat] += 1
    again.public.logged += 1
    perform(again, rules, copy)
