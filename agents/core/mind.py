"""What a scripted agent makes of what it knows: whom it suspects, where it supposes the treasure, how far that is.

It follows from public tallies, claims and the seat's own maps, so an onlooker can tell what a player thinks who
has seen certain maps.
"""

from math import exp

import numpy as np

from saboteur_env.core.cards import BREAK, GOALS, HIDDEN, MINER, SABOTEUR, TREASURE
from saboteur_env.core.jit import jit
from saboteur_env.core.layout import SEATS, record

MIND = record(
    ("goals", "f8", (GOALS,)),  # probability that a goal is the treasure
    ("suspect", "f8", (SEATS,)),  # probability that a seat is a saboteur; of the own seat 0
    ("remaining", "f8"),  # cards that are still needed, by that
    ("laps", "f8"),  # how often the deck goes around the table
)
SIXTHS = 6.0  # the tallies of distances count in sixths of a card
FARTHEST = 12  # a goal that is farther, or cut off, counts as so many cards away


@jit
def make_up_mind(public, seat, known, rules, style, mind):
    """Write what a seat that has seen these goal faces thinks.

    Args:
        known: (3,) the faces that maps showed it, 0 for none.
        mind: a MIND record, written.
    """
    suspect_all(public, seat, rules, style, mind.suspect)
    suppose_goals(public, seat, known, rules, style, mind)
    look_ahead(public, rules, mind)


@jit
def look_ahead(public, rules, mind):
    """Write how far the treasure and the end of the deck are."""
    mind.remaining = expected_distance(mind, public.distance)
    mind.laps = public.deck / rules.players


@jit
def expected_distance(mind, distance):
    """The cards that are still needed, by where the treasure is supposed."""
    expected = 0.0
    for goal in range(GOALS):
        expected += mind.goals[goal] * min(np.int64(distance.now[goal]), FARTHEST)
    return expected


@jit
def suspect_all(public, seat, rules, style, suspect):
    """Write the probability that each seat is a saboteur: by what it did to the mine, then by whom it helped."""
    prior = log_odds_of_prior(rules) + style.trust
    odds = np.empty(SEATS)
    for other in range(rules.players):
        odds[other] = prior + odds_by_cards(public.players[other], style)
        suspect[other] = logistic(odds[other])
    suspect[seat] = 0.0
    for index in range(public.tools_logged):
        act = public.tool_acts[index]
        if act.target != act.seat:
            trusted = 1.0 - 2.0 * suspect[act.target]
            odds[act.seat] += trusted * (style.trust_break if act.verb == BREAK else style.trust_mend)
    for other in range(rules.players):
        suspect[other] = logistic(odds[other])
    suspect[seat] = 0.0


@jit
def odds_by_cards(player, style):
    """What a player did to the mine, as log-odds of being a saboteur."""
    return (
        style.trust_nearer * player.nearer / SIXTHS
        + style.trust_farther * player.farther / SIXTHS
        + style.trust_dead_end * player.dead_ends
        + style.trust_rockfall * player.rockfalls
        + style.trust_pass * player.passes
    )


@jit
def log_odds_of_prior(rules):
    """The log-odds that a player is a saboteur, as a miner sees it before anything has happened."""
    return np.log(rules.pool[SABOTEUR] / (rules.pool[MINER] - 1.0))


@jit
def logistic(odds):
    """Log-odds as a probability."""
    return 1.0 / (1.0 + exp(-odds))


@jit
def suppose_goals(public, seat, known, rules, style, mind):
    """Write the probability that each goal is the treasure."""
    total = 0.0
    for goal in range(GOALS):
        mind.goals[goal] = 0.0
        if known[goal] == TREASURE or public.mine.goals[goal].face == TREASURE:
            for other in range(GOALS):
                mind.goals[other] = 1.0 if other == goal else 0.0
            return
        if public.mine.goals[goal].face == HIDDEN and known[goal] == HIDDEN:
            mind.goals[goal] = exp(odds_by_claims(public, seat, goal, rules, style, mind.suspect))
        total += mind.goals[goal]
    for goal in range(GOALS):
        mind.goals[goal] /= total


@jit
def odds_by_claims(public, seat, goal, rules, style, suspect):
    """What others claim of a goal, as log-odds of being the treasure: each as far as it is trusted."""
    odds = 0.0
    for other in range(rules.players):
        claim = public.players[other].claims[goal]
        if claim != 0 and other != seat:
            odds += style.trust_claim * (1.0 - 2.0 * suspect[other]) * (1.0 if claim == TREASURE else -1.0)
    return odds
