"""Worlds: whole games that agree with all that one seat knows.

What a seat cannot know is drawn anew, uniformly over what is possible: the roles of the others and the one
left over, the faces of goals it has not seen, the cards in other hands, face down on the discards and in the
deck, and the gold cards that it did not see. Everything it knows stays as it is, to the byte.
"""

import numpy as np

from .cards import BREAK_KINDS, CLAIM, CLAIMING, GOALS, HIDDEN, KINDS, NONE, PASS, PICK_GOLD, PLAY, REVEAL, SABOTEUR
from .cards import TREASURE
from .deal import begin_round, insert_card
from .jit import entry, jit
from .layout import DECK, GAME, RULES, WORTHS
from .payout import choose_payment
from .random import below, shuffle
from .turn import perform

_BREAK_KIND = np.array(BREAK_KINDS)


@entry
def determinize(games, i, rules, seat, seed, out, j):
    """Write into `out[j]` a game that agrees with what `seat` knows of game `i`; `seed` fixes the choice."""
    out[j] = games[i]
    game, me = out[j], out[j].private[seat]
    game.hidden.random = seed
    if game.public.players[seat].role == NONE:
        draw_roles(game, rules[0], me)
    draw_goals(game, rules[0], me)
    draw_cards(game, rules[0], me)
    while not is_consistent(game, rules[0]):
        draw_cards(game, rules[0], me)
    while not draw_gold(game, rules[0], me):
        pass


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
    for seat in range(rules.players):
        game.private[seat].role = roles[seat]


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
    for seat in range(rules.players):
        for goal in range(GOALS):
            looked = game.public.players[seat].maps[goal] > 0
            game.private[seat].known[goal] = goals[goal] if looked else HIDDEN


@jit
def seen_face(public, me, goal):
    """The face of a goal as this seat knows it, HIDDEN if not."""
    shown = public.mine.goals[goal].face
    return shown if shown != HIDDEN else me.known[goal]


@jit
def draw_cards(game, rules, me):
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
            for slot in range(player.cards):
                n -= 1
                insert_card(private.hand, slot, hidden.deck[n])
    for card in range(n - 1, -1, -1):
        hidden.deck[DECK - n + card] = hidden.deck[card]
    arrange_past(game, rules)


@jit
def unseen_cards(public, rules, me):
    """How many cards of each kind this seat has not seen this round."""
    mine, unseen = public.mine, np.zeros(KINDS, np.int64)
    for kind in range(KINDS):
        unseen[kind] = rules.deck[kind] - public.discards[kind]
    for slot in range(mine.cards):
        unseen[mine.laid[slot].kind] -= 1
    for seat in range(rules.players):
        for tool in range(len(_BREAK_KIND)):
            unseen[_BREAK_KIND[tool]] -= public.players[seat].broken >> tool & 1
    for slot in range(public.players[me.seat].cards):
        unseen[me.hand[slot]] -= 1
    for slot in range(public.players[me.seat].passes):
        unseen[me.discards[slot]] -= 1
    return unseen


@jit
def arrange_past(game, rules):
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
    return again[0].public.phase == public.phase


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


@jit
def draw_gold(game, rules, me):
    """Draw the gold cards that this seat has not seen, round by round; False if they contradict its own pay."""
    hidden, public = game.hidden, game.public
    unseen = unseen_gold(public, rules, me)
    stock = np.zeros(WORTHS, np.int64)
    for worth in range(WORTHS):
        stock[worth] = rules.gold[worth]
    for seat in range(rules.players):
        if seat != me.seat:
            for worth in range(WORTHS):
                game.private[seat].gold[worth] = 0
    for number in range(min(public.round_index + 1, rules.rounds)):
        past = public.past[number]
        if past.reached:
            draw_pile(game, rules, me, number, unseen, stock)
        elif number < public.round_index and not pay_again(game, rules, me, number, unseen, stock):
            return False
    hidden.stock = 0
    for worth in range(WORTHS):
        for _ in range(stock[worth]):
            hidden.gold[hidden.stock] = worth + 1
            hidden.stock += 1
    shuffle(hidden, hidden.gold, 0, hidden.stock)
    return True


@jit
def unseen_gold(public, rules, me):
    """Gold cards by worth that this seat has never seen: neither in a pile when it first came, nor as own pay."""
    unseen = np.zeros(WORTHS, np.int64)
    for worth in range(WORTHS):
        unseen[worth] = rules.gold[worth]
        for number in range(len(public.past)):
            unseen[worth] -= me.sights[number, 0].pile[worth] + me.paid[number, worth]
    return unseen


@jit
def draw_one(hidden, counts):
    """Take a gold card out of these counts by worth, each card equally likely."""
    left = 0
    for worth in range(WORTHS):
        left += counts[worth]
    place, worth = below(hidden, left), 0
    while place >= counts[worth]:
        place -= counts[worth]
        worth += 1
    counts[worth] -= 1
    return worth


@jit
def draw_pile(game, rules, me, number, unseen, stock):
    """Who took which gold card of a pile, so that this seat saw what it saw.

    Before the pile first came to this seat, others took unseen cards. From one visit to the next the cards
    taken are known, but not who took which; after the last visit they are what was then left.
    """
    hidden, public, past = game.hidden, game.public, game.public.past[number]
    taken, source, pile = np.zeros(len(past.order), np.int64), unseen, np.zeros(WORTHS, np.int64)
    visit = 0
    for pick in range(past.taken):
        if past.order[pick] == me.seat:
            source = gone_after(me, number, visit)
            taken[pick] = me.sights[number, visit].taken - 1
            visit += 1
        else:
            taken[pick] = draw_one(hidden, source)
    if number == public.round_index and public.pile > 0:
        if public.seat == me.seat:
            for worth in range(WORTHS):
                pile[worth] = me.sights[number, visit].pile[worth]
        else:
            for _ in range(public.pile):
                pile[draw_one(hidden, source)] += 1
        for worth in range(WORTHS):
            hidden.pile[worth] = pile[worth]
    hand_out_again(game, me, number, taken, pile, stock)


@jit
def gone_after(me, number, visit):
    """The gold cards that left the pile between a visit and the next, this seat's own pick aside."""
    gone = np.zeros(WORTHS, np.int64)
    for worth in range(WORTHS):
        gone[worth] = me.sights[number, visit].pile[worth] - (me.sights[number, visit].taken == worth + 1)
        if visit + 1 < me.sights.shape[1]:
            gone[worth] -= me.sights[number, visit + 1].pile[worth]
    return gone


@jit
def hand_out_again(game, me, number, taken, pile, stock):
    """Write what the others took and saw, from the full pile down to what is left of it."""
    public, past = game.public, game.public.past[number]
    visits = np.zeros(len(game.private), np.int64)
    for pick in range(past.taken):
        pile[taken[pick]] += 1
    for worth in range(WORTHS):
        stock[worth] -= pile[worth]
    for seat in range(len(game.private)):
        if seat != me.seat:
            game.hidden.gains[number, seat] = 0
    for pick in range(past.taken):
        seat = past.order[pick]
        if seat != me.seat:
            see_pile(game.private[seat].sights[number, visits[seat]], pile)
            game.private[seat].sights[number, visits[seat]].taken = taken[pick] + 1
            game.private[seat].gold[taken[pick]] += 1
            game.hidden.gains[number, seat] += taken[pick] + 1
        visits[seat] += 1
        pile[taken[pick]] -= 1
    if number == public.round_index and public.pile > 0 and public.seat != me.seat:
        see_pile(game.private[public.seat].sights[number, visits[public.seat]], pile)


@jit
def see_pile(sight, pile):
    """Write a pile into a seat's memory."""
    for worth in range(WORTHS):
        sight.pile[worth] = pile[worth]


@jit
def pay_again(game, rules, me, number, unseen, stock):
    """Pay the saboteurs of a past round from this world's stock; False if this seat was not paid so."""
    past, cards, dealt = game.public.past[number], np.zeros(WORTHS, np.int64), 0
    for seat in range(rules.players):
        dealt += past.roles[seat] == SABOTEUR
    for seat in range(rules.players):
        if past.roles[seat] == SABOTEUR:
            choose_payment(stock, rules.pay[dealt], cards)
            for worth in range(WORTHS):
                stock[worth] -= cards[worth]
                if seat == me.seat:
                    if cards[worth] != me.paid[number, worth]:
                        return False
                else:
                    unseen[worth] -= cards[worth]
                    if unseen[worth] < 0:
                        return False
                    pay_one(game, seat, number, worth, cards[worth])
    return True


@jit
def pay_one(game, seat, number, worth, cards):
    """Note that a seat was paid so many cards of one worth."""
    paid, gains = game.private[seat].paid, game.hidden.gains
    gains[number, seat] = cards * (worth + 1) + (gains[number, seat] if worth > 0 else 0)
    paid[number, worth] = cards
    game.private[seat].gold[worth] += cards
