"""Pages: what each public act says of whoever did it, for several manners of play and each place of the treasure.

A page holds, as they were before the act, the score of the act and what every card would have added to the softmax.
Whoever knows some cards can then sum over the hands that the player may have held: see `agents.core.evidence`.
"""

from math import exp

import numpy as np

from saboteur_env.core.actions import laid_slot, space_slot
from saboteur_env.core.cards import BREAK, CLAIM, GOALS, HIDDEN, KINDS, LAY, MAP, NONE, PASS, REPAIR, REVEAL
from saboteur_env.core.cards import STONE_A, TREASURE
from saboteur_env.core.determinize import count_unseen
from saboteur_env.core.jit import jit
from saboteur_env.core.layout import GAME, PUBLIC, record

from .disguise import DISGUISE, write_prices
from .follow import follow_act, is_behind
from .mind import MIND, make_up_mind
from .scripted import claim_chance, is_late
from .score import break_score, lay_score, map_score, mend_score, rockfall_score
from .sums import SUMS, sum_kinds

MANNERS = 6  # at most so many manners are told apart
PAGES = 32  # so many are kept: more than happens between two decisions of a seat

# What each card adds to the softmax of one manner.
CHANCES = record(
    ("act", "f8"),  # exp(score) of the act; of a claim its probability
    ("totals", "f8", (KINDS,)),
    ("style", "i8"),  # by which a pass is weighed
    ("price", "f8"),  # what a pass costs beside that, as a factor
)
PAGE = record(
    ("verb", "i1"),
    ("seat", "i1"),
    ("kind", "i1"),
    ("cards", "i1"),  # in the hand
    ("told", "i1"),  # whether the player may know of goals what others do not, so that goals differ below
    ("unseen", "i1", (KINDS,)),
    ("counts", "i2", (KINDS,)),  # acts of each card
    ("chances", CHANCES, (MANNERS, GOALS)),  # by manner, and by which goal is the treasure
)

# A game that is followed, and its newest pages: number n is in place n modulo PAGES.
CHRONICLE = record(("players", "i8"), ("follower", GAME), ("pages", PAGE, (PAGES,)))

# Room to write pages in.
ROOM = record(("mind", MIND), ("sums", SUMS), ("disguise", DISGUISE), ("scratch", PUBLIC, (1,)))


@jit
def write_pages(public, rules, styles, manners, chronicle, most, room):
    """Write the pages of acts that have none yet, up to `most` in the round.

    Args:
        public: a PUBLIC record, of the game that the chronicle follows.
        styles: (s,) STYLE.
        manners: (m,) MANNER: those to be told apart.
        chronicle: a CHRONICLE record.
        room: a ROOM record, written.
    """
    own = chronicle.follower.public
    while is_behind(public, own) and own.logged < most:
        index = own.logged
        page = chronicle.pages[index % PAGES]
        write_page(own, public.events[index], rules, styles, manners, page, room)
        follow_act(public, rules, chronicle.follower)
        for turned_over in range(index + 1, own.logged):
            chronicle.pages[turned_over % PAGES].verb = REVEAL


@jit
def write_page(before, event, rules, styles, manners, page, room):
    """Write the page of an act, from the public part before it."""
    player = before.players[event.seat]
    page.verb, page.seat, page.kind, page.cards = event.verb, event.seat, event.kind, player.cards
    count_unseen(before, rules, room.disguise.unseen)
    page.told = 0
    for kind in range(KINDS):
        page.unseen[kind] = room.disguise.unseen[kind]
    for goal in range(GOALS):
        page.told |= player.maps[goal] > 0
    known = np.zeros(GOALS, np.int8)
    for manner in range(len(manners)):
        for goal in range(GOALS if page.told else 1):
            suppose_maps(before, player, goal, known)
            weigh_act(before, event, known, rules, styles, manners[manner], page, page.chances[manner, goal], room)


@jit
def suppose_maps(before, player, treasure, known):
    """Write what a player's maps have shown if the treasure lies there; where it cannot, if it lies where it can."""
    while before.mine.goals[treasure].face != HIDDEN:
        treasure = (treasure + 1) % GOALS
    for goal in range(GOALS):
        known[goal] = HIDDEN if player.maps[goal] == 0 else TREASURE if goal == treasure else STONE_A


@jit
def weigh_act(before, event, known, rules, styles, manner, page, out, room):
    """Write the chances of one manner, for a player that has seen these faces."""
    if event.verb == CLAIM:
        out.act = claim_by(before, event, known, manner, styles[manner.early].noise)
        return
    mind, seat = room.mind, event.seat
    make_up_mind(before, seat, known, rules, styles[manner.early], mind)
    late = is_late(manner, mind)
    style = styles[manner.late if late else manner.early]
    sum_kinds(before, seat, rules, mind, style, room.scratch, True, room.sums)
    out.style, out.price = manner.late if late else manner.early, 1.0
    hides = manner.hide != 0.0 and not late
    if hides:
        write_prices(before, seat, rules, mind, styles, manner, True, room.scratch, room.disguise)
        out.price = exp(room.disguise.passes)
    for kind in range(KINDS):
        price = exp(room.disguise.plays[kind]) if hides else 1.0
        out.totals[kind] = room.sums.plays[kind] * price + room.sums.passes[kind] * out.price
        page.counts[kind] = np.int64(room.sums.counts[kind])
    out.act = 0.0
    if event.verb != PASS:
        price = exp(room.disguise.plays[event.kind]) if hides else 1.0
        out.act = exp(score_of_event(before, event, mind, style, rules, room.scratch)) * price


@jit
def score_of_event(before, event, mind, style, rules, scratch):
    """The score of an act that is no pass and no claim."""
    if event.verb == LAY:
        slot = space_slot(before.mine, event.x, event.y)
        return lay_score(before, mind, style, slot, np.int64(event.kind), np.int64(event.turned))
    if event.verb == BREAK:
        return break_score(before, mind, style, event.seat, event.target, rules)
    if event.verb == REPAIR:
        return mend_score(before, mind, style, event.seat, event.target, event.kind, event.tool)
    if event.verb == MAP:
        return map_score(mind, style, event.goal)
    return rockfall_score(before, mind, style, laid_slot(before.mine, event.x, event.y), scratch)


@jit
def claim_by(before, event, known, manner, noise):
    """How likely a claim is, or silence, after a look at the goal of the act before."""
    goal, n = before.events[before.logged - 1].goal, 1
    shown = 0 if known[goal] == TREASURE else 1
    for other in range(GOALS):
        n += 2 * (before.mine.goals[other].face == HIDDEN)
    return claim_chance(manner, event.goal == goal, event.face - 1 == shown, event.goal == NONE, noise, n)
