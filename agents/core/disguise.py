"""The price of being seen through: how an act looks to those who do not know the hand.

An act's log-likelihood ratio compares how likely a saboteur and a miner do it who hold its card and otherwise unseen
ones. These are taken at their mean, so the ratio needs no chance. With s and m for the scores of the two styles, W
for the sum of exp(score) over what a card can do and n for the cards in hand,

    ratio(act) = s(act) - m(act) - log(W_s(card) + (n - 1) mean W_s) + log(W_m(card) + (n - 1) mean W_m)

λ times that is taken off the score s. Scores are linear in the weights: what is left is the score of a style between
the two, and a price for each card.
"""

from math import log

import numpy as np

from saboteur_env.core.actions import block_of
from saboteur_env.core.cards import BREAK, BREAK_KIND, KINDS, LAY, MAP, MAP_KIND, PASS, REPAIR, REPAIR_KIND
from saboteur_env.core.cards import ROCKFALL_KIND
from saboteur_env.core.determinize import count_unseen
from saboteur_env.core.jit import jit
from saboteur_env.core.layout import HAND, SEATS, record
from saboteur_env.core.legal import held_kinds, holds

from .sums import SUMS, sum_kinds

DISGUISE = record(
    ("sums", SUMS, (2,)),  # of both styles
    ("unseen", "i8", (KINDS,)),  # cards that lie nowhere face up
    ("plays", "f8", (KINDS,)),  # what is added to the score of each card's plays
    ("passes", "f8"),  # and to that of any pass
)


@jit
def disguise(public, private, rules, mind, styles, manner, ids, n, room, scratch, scores):
    """Add the prices to the scores of a seat's legal plays and passes.

    Args:
        room: a DISGUISE record, written.
    """
    falls = holds(held_kinds(private), ROCKFALL_KIND)
    write_prices(public, private.seat, rules, mind, styles, manner, falls, scratch, room)
    for rank in range(n):
        verb = block_of(rules, ids[rank])
        if verb == PASS:
            scores[rank] += room.passes
        else:
            scores[rank] += room.plays[kind_of(private, verb, ids[rank] - rules.first[verb])]


@jit
def kind_of(private, verb, slot):
    """The card that an action plays, by its block and slot."""
    if verb == LAY:
        return np.int64(private.hand[slot // 2 % HAND])
    if verb == BREAK:
        return BREAK_KIND[slot // SEATS]
    if verb == REPAIR:
        return REPAIR_KIND[slot // SEATS]
    return np.int64(MAP_KIND if verb == MAP else ROCKFALL_KIND)


@jit
def write_prices(public, seat, rules, mind, styles, manner, falls, scratch, room):
    """Write what is added to the score of each card's plays, and of any pass."""
    count_unseen(public, rules, room.unseen)
    sum_kinds(public, seat, rules, mind, styles[manner.saboteur], scratch, falls, room.sums[0])
    sum_kinds(public, seat, rules, mind, styles[manner.miner], scratch, falls, room.sums[1])
    others = public.players[seat].cards - 1.0
    saboteur, saboteur_pass = means(room.unseen, room.sums[0])
    miner, miner_pass = means(room.unseen, room.sums[1])
    for kind in range(KINDS):
        as_saboteur = log(room.sums[0].plays[kind] + room.sums[0].passes[kind] + others * saboteur)
        as_miner = log(room.sums[1].plays[kind] + room.sums[1].passes[kind] + others * miner)
        room.plays[kind] = manner.hide * (as_saboteur - as_miner)
    room.passes = manner.hide * (log(saboteur / saboteur_pass) - log(miner / miner_pass))


@jit
def means(unseen, sums):
    """What an unseen card adds on average, and by its pass alone; what rockfalls do is costly to find, and left out."""
    total, passes, cards = 0.0, 0.0, 0.0
    for kind in range(KINDS):
        plays = 0.0 if kind == ROCKFALL_KIND else sums.plays[kind]
        total += unseen[kind] * (plays + sums.passes[kind])
        passes += unseen[kind] * sums.passes[kind]
        cards += unseen[kind]
    return total / cards, passes / cards
