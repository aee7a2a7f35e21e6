"""Worlds of gold: who holds which gold cards, so that one seat saw what it saw."""

import numpy as np

from .cards import SABOTEUR
from .jit import jit
from .layout import GOLD, WORTHS
from .payout import choose_payment
from .random import below, shuffle


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
    for number in range(public.round_index + 1):
        past = public.past[number]
        if past.reached:
            draw_pile(game, me, number, unseen, stock)
        elif number < public.round_index and not pay_again(game, rules, me, number, unseen, stock):
            return False
    hidden.stock = 0
    for worth in range(WORTHS):
        for _ in range(stock[worth]):
            hidden.gold[hidden.stock] = worth + 1
            hidden.stock += 1
    for card in range(hidden.stock, GOLD):
        hidden.gold[card] = 0
    shuffle(hidden, hidden.gold, 0, hidden.stock)
    return True


@jit
def unseen_gold(public, rules, me):
    """Gold cards by worth that were in no pile when it first came to this seat."""
    unseen = np.zeros(WORTHS, np.int64)
    for worth in range(WORTHS):
        unseen[worth] = rules.gold[worth]
        for number in range(len(public.past)):
            unseen[worth] -= me.sights[number, 0].pile[worth]
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
def draw_pile(game, me, number, unseen, stock):
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
                # Of equal cards any may be the one paid; one that the seat later sees elsewhere it cannot be.
                for _ in range(cards[worth]):
                    if below(game.hidden, stock[worth]) >= unseen[worth]:
                        return False
                    stock[worth] -= 1
                    unseen[worth] -= 1
                if seat == me.seat:
                    if cards[worth] != me.paid[number, worth]:
                        return False
                else:
                    pay_one(game, seat, number, worth, cards[worth])
    return True


@jit
def pay_one(game, seat, number, worth, cards):
    """Note that a seat was paid so many cards of one worth."""
    paid, gains = game.private[seat].paid, game.hidden.gains
    if worth == 0:
        gains[number, seat] = 0
    gains[number, seat] += cards * (worth + 1)
    paid[number, worth] = cards
    game.private[seat].gold[worth] += cards
