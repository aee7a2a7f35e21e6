"""The exact posterior over who is a saboteur and where the treasure lies, under the counts of the role cards.

Given the treasure, players are alike but for their odds, so sums over all ways to deal the roles are elementary
symmetric polynomials of the odds: no list of ways is needed.
"""

from math import exp, log

import numpy as np

from saboteur_env.core.cards import GOALS, HIDDEN, MINER, NONE, SABOTEUR, TREASURE
from saboteur_env.core.jit import jit
from saboteur_env.core.layout import SEATS, record

from .pages import MANNERS

# How likely a player of each role has each manner.
PRIOR = record(("manners", "f8", (2, MANNERS)))

POSTERIOR = record(
    ("goals", "f8", (GOALS,)),  # how likely each goal is the treasure
    ("saboteur", "f8", (SEATS,)),  # how likely each seat is a saboteur; the own one by its role
    # How well each other seat's acts fit a saboteur and a miner if a goal is the treasure, the better of both 1. Kept
    # apart they hold what a share near 1 would round away.
    ("guilt", "f8", (GOALS, SEATS)),
    ("innocence", "f8", (GOALS, SEATS)),
    ("least", "i8"),  # fewest saboteurs among the others
    ("most", "i8"),
)
_NEVER = -1e300
_LEAST = 1e-32  # of a factor: the product of nine is still a number


@jit
def conclude(public, private, rules, prior, evidence, manners, out):
    """Write the POSTERIOR of a seat from its evidence."""
    count_saboteurs(private, rules, out)
    highest = _NEVER
    logs = np.full(GOALS, _NEVER)
    for goal in range(GOALS):
        if is_possible(public, private, goal):
            logs[goal] = judge_goal(public, private, rules, prior, evidence, manners, goal, out)
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
def judge_goal(public, private, rules, prior, evidence, manners, goal, out):
    """Write the factors of all others if a goal is the treasure; returns the log-likelihood of everything then."""
    sum_of_logs = 0.0
    for seat in range(rules.players):
        if seat != private.seat:
            as_miner = mixed(prior.manners[MINER], evidence.logs[seat], manners, goal)
            as_saboteur = mixed(prior.manners[SABOTEUR], evidence.logs[seat], manners, goal)
            shown = public.players[seat].role
            if shown == NONE:
                higher = max(as_miner, as_saboteur)
                out.guilt[goal, seat] = max(exp(as_saboteur - higher), _LEAST)
                out.innocence[goal, seat] = max(exp(as_miner - higher), _LEAST)
            else:
                higher = as_saboteur if shown == SABOTEUR else as_miner
                out.guilt[goal, seat] = shown == SABOTEUR
                out.innocence[goal, seat] = shown == MINER
            sum_of_logs += higher
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
            guilt, innocence = out.guilt[goal, seat], out.innocence[goal, seat]
            for count in range(min(seat + 1, SEATS - 1), 0, -1):
                sums[count] = sums[count] * innocence + sums[count - 1] * guilt
            sums[0] *= innocence
    total = 0.0
    for count in range(max(out.least - taken, 0), out.most - taken + 1):
        total += sums[count]
    return total


@jit
def accuse(private, rules, out):
    """Write the probability that each seat is a saboteur."""
    for seat in range(len(out.saboteur)):
        out.saboteur[seat] = private.role == SABOTEUR if seat == private.seat else 0.0
        if seat != private.seat and seat < rules.players:
            for goal in range(GOALS):
                if out.goals[goal] > 0.0:
                    guilty = out.guilt[goal, seat] * ways(rules, out, goal, private.seat, seat, 1)
                    innocent = out.innocence[goal, seat] * ways(rules, out, goal, private.seat, seat, 0)
                    out.saboteur[seat] += out.goals[goal] * guilty / (guilty + innocent)
