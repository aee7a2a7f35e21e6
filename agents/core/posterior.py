"""The exact posterior over who is a saboteur and where the treasure lies, under the counts of the role cards.

Given the treasure, players are alike but for their odds, so sums over all ways to deal the roles are elementary
symmetric polynomials of the odds: no list of ways is needed.
"""

from math import exp, log

import numpy as np

from saboteur_env.core.cards import GOALS, HIDDEN, MINER, SABOTEUR, TREASURE
from saboteur_env.core.jit import jit
from saboteur_env.core.layout import SEATS, record

from .pages import MANNERS

# How likely a player of each role has each manner.
PRIOR = record(("manners", "f8", (2, MANNERS)))

# For each goal: how likely it is the treasure; and, if it is, the share of the likelihood of each seat that is a
# saboteur's, and how likely so many of the others are saboteurs beside that.
POSTERIOR = record(
    ("goals", "f8", (GOALS,)),
    ("saboteur", "f8", (SEATS,)),
    ("odds", "f8", (GOALS, SEATS)),
    ("least", "i8"),  # fewest saboteurs among the others
    ("most", "i8"),
)
_NEVER = -1e300


@jit
def conclude(public, private, rules, prior, evidence, manners, out):
    """Write the POSTERIOR of a seat from its evidence."""
    count_saboteurs(private, rules, out)
    highest = _NEVER
    logs = np.full(GOALS, _NEVER)
    for goal in range(GOALS):
        if is_possible(public, private, goal):
            logs[goal] = judge_goal(private, rules, prior, evidence, manners, goal, out)
            highest = max(highest, logs[goal])
    total = 0.0
    for goal in range(GOALS):
        out.goals[goal] = exp(logs[goal] - highest) if logs[goal] > _NEVER else 0.0
        total += out.goals[goal]
    for goal in range(GOALS):
        out.goals[goal] /= total
    accuse(private, rules, out)


@jit
def count_saboteurs(private, rules, out):
    """Write how many of the others can be saboteurs: one role card may be left over."""
    saboteurs = rules.pool[SABOTEUR] - (private.role == SABOTEUR)
    miners = rules.pool[MINER] - (private.role == MINER)
    out.least, out.most = max(0, rules.players - 1 - miners), min(saboteurs, rules.players - 1)


@jit
def is_possible(public, private, goal):
    """Whether a goal can be the treasure, for all that a seat has seen."""
    for other in range(GOALS):
        shown = public.mine.goals[other].face
        face = shown if shown != HIDDEN else private.known[other]
        if face == TREASURE and other != goal or other == goal and face != HIDDEN and face != TREASURE:
            return False
    return True


@jit
def judge_goal(private, rules, prior, evidence, manners, goal, out):
    """Write the shares of all others if a goal is the treasure; returns the log-likelihood of everything then."""
    sum_of_logs = 0.0
    for seat in range(rules.players):
        out.odds[goal, seat] = 0.0
        if seat != private.seat:
            as_miner = mixed(prior.manners[MINER], evidence.logs[seat], manners, goal)
            as_saboteur = mixed(prior.manners[SABOTEUR], evidence.logs[seat], manners, goal)
            higher = max(as_miner, as_saboteur)
            both = exp(as_miner - higher) + exp(as_saboteur - higher)
            out.odds[goal, seat] = exp(as_saboteur - higher) / both
            sum_of_logs += higher + log(both)
    return sum_of_logs + log(ways(rules, out, goal, private.seat, private.seat, 0))


@jit
def mixed(shares, logs, manners, goal):
    """The log-likelihood of a player's acts under a mixture of manners."""
    highest = _NEVER
    for manner in range(manners):
        if shares[manner] > 0.0:
            highest = max(highest, logs[manner, goal])
    total = 0.0
    for manner in range(manners):
        if shares[manner] > 0.0:
            total += shares[manner] * exp(logs[manner, goal] - highest)
    return highest + log(total)


@jit
def ways(rules, out, goal, me, other, taken):
    """The likelihood of all ways to deal the roles to all but two seats, beside `taken` saboteurs among these."""
    sums = np.zeros(SEATS)
    sums[0] = 1.0
    for seat in range(rules.players):
        if seat != me and seat != other:
            share = out.odds[goal, seat]
            for count in range(seat + 1, 0, -1):
                if count < SEATS:
                    sums[count] = sums[count] * (1.0 - share) + sums[count - 1] * share
            sums[0] *= 1.0 - share
    total = 0.0
    for count in range(max(out.least - taken, 0), out.most - taken + 1):
        total += sums[count]
    return max(total, 1e-300)


@jit
def accuse(private, rules, out):
    """Write the probability that each seat is a saboteur."""
    for seat in range(rules.players):
        out.saboteur[seat] = 0.0
        for goal in range(GOALS):
            if out.goals[goal] > 0.0 and seat != private.seat:
                share = out.odds[goal, seat]
                guilty = share * ways(rules, out, goal, private.seat, seat, 1)
                innocent = (1.0 - share) * ways(rules, out, goal, private.seat, seat, 0)
                out.saboteur[seat] += out.goals[goal] * guilty / (guilty + innocent)
