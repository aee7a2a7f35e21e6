"""Evidence: how well each manner of play explains what every other player did, seen by one seat.

A player's hand is unknown: the likelihood of an act is its mean over hands of cards that this seat has not seen,
the card of the act among them. All manners are judged by the same hands.
"""

from math import exp, log

import numpy as np

from saboteur_env.core.cards import CLAIM, GOALS, KINDS, NONE, PASS, REVEAL, VERBS
from saboteur_env.core.jit import jit
from saboteur_env.core.layout import DECK, DISCARDS, HAND, SEATS, record
from saboteur_env.core.random import below, branch

from .pages import MANNERS
from .score import pass_score

HANDS = 128  # hands that are drawn for each act

EVIDENCE = record(
    ("logs", "f8", (SEATS, MANNERS, GOALS)),  # log-likelihoods of a player's acts by manner and by which goal has it
    ("read", "i8"),  # pages
    ("role", "i1"),  # of the seat that has read them
    ("hand", "i1", (HAND,)),  # what it held then
    ("discards", "i1", (DISCARDS,)),  # and what it had passed
)

# How far the likelihoods are trusted: powers by verb, and a share of acts that any player does at random.
TEMPER = record(("power", "f8", (len(VERBS),)), ("doubt", "f8"))

# Room to draw hands in; `random` is the state of chance.
TABLE = record(("random", "u8"), ("cards", "i1", (DECK,)), ("hands", "i1", (HANDS, HAND)))


@jit
def read_page(page, index, private, styles, manners, temper, table, evidence):
    """Add what an act says of its player to a seat's evidence.

    Args:
        page: a PAGE record, number `index` of the round.
        private: the PRIVATE record of the seat that reads.
        styles: (s,) STYLE.
        manners: how many are told apart.
        temper: a TEMPER record.
        table: a TABLE record, written.
        evidence: an EVIDENCE record, added to.
    """
    if page.verb == REVEAL or page.seat == private.seat:
        return
    drawn, power = 0, temper.power[page.verb]
    if page.verb != CLAIM:
        table.random = chance_of(page, index, private.seat)
        branch(table, 0)
        drawn = draw_hands(page, private, table)
    for manner in range(manners):
        for goal in range(GOALS):
            if goal == 0 or page.told:
                likely = likelihood(page, page.chances[manner, goal], styles, table.hands, drawn, temper.doubt)
            evidence.logs[page.seat, manner, goal] += power * log(likely)


@jit
def chance_of(page, index, seat):
    """A chance of its own for each act, reader and state of the cards: what is drawn in one game helps in no other."""
    number = np.int64(index * SEATS) + np.int64(seat)
    for kind in range(KINDS):
        number = number * 7 + np.int64(page.unseen[kind])
    return np.uint64(number)


@jit
def draw_hands(page, private, table):
    """Write hands that the player may have held beside the card of the act; returns how many cards each has."""
    n = lay_out(page, private, table.cards)
    drawn = min(page.cards - (page.verb != PASS), n)
    for hand in range(HANDS):
        for slot in range(drawn):
            other = slot + below(table, n - slot)
            table.cards[slot], table.cards[other] = table.cards[other], table.cards[slot]
            table.hands[hand, slot] = table.cards[slot]
    return drawn


@jit
def lay_out(page, private, cards):
    """Write the cards that this seat has not seen, the card of the act aside; returns how many they are."""
    left = np.zeros(KINDS, np.int64)
    for kind in range(KINDS):
        left[kind] = page.unseen[kind]
    if page.kind != NONE:
        left[page.kind] -= 1
    for kind in private.hand:
        if kind != NONE:
            left[kind] -= 1
    for kind in private.discards:
        if kind != NONE:
            left[kind] -= 1
    n = 0
    for kind in range(KINDS):
        for _ in range(left[kind]):
            cards[n] = kind
            n += 1
    return n


@jit
def likelihood(page, chances, styles, hands, drawn, doubt):
    """How likely a manner does the act, the mean over the hands; of a claim what the page says."""
    if page.verb == CLAIM:
        return (1.0 - doubt) * chances.act + doubt / (1 + 2 * GOALS)
    total = 0.0
    for hand in range(HANDS):
        total += likelihood_with(page, chances, styles[chances.style], hands[hand], drawn, doubt)
    return total / HANDS


@jit
def likelihood_with(page, chances, style, hand, drawn, doubt):
    """How likely a manner does the act with a hand; of equal cards only one is counted."""
    held, whole, passes, acts, kinds = 0, 0.0, 0.0, 0.0, 0
    if page.kind != NONE:
        held, whole, acts = 1 << np.int64(page.kind), chances.totals[page.kind], np.float64(page.counts[page.kind])
    for slot in range(drawn):
        kind = np.int64(hand[slot])
        if not held >> kind & 1:
            held |= 1 << kind
            whole += chances.totals[kind]
            if page.verb == PASS:
                passes += exp(pass_score(style, kind)) * chances.price
            acts += page.counts[kind]
            kinds += 1
    if page.verb == PASS:
        return (1.0 - doubt) * passes / whole + doubt * kinds / acts
    return (1.0 - doubt) * chances.act / whole + doubt / acts


assert KINDS < 64
