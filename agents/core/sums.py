"""What every card would add to a softmax, were it in the hand.

A score does not depend on the rest of the hand, so a hand's total is the sum over its different cards. Those sums
tell how a player chooses with any hand.
"""

from math import exp

import numpy as np

from saboteur_env.core.cards import BREAK_KIND, GOALS, HIDDEN, KINDS, MAP_KIND, PATHS, REPAIR_KIND, REPAIR_TOOL
from saboteur_env.core.cards import ROCKFALL_KIND
from saboteur_env.core.jit import jit, lowest
from saboteur_env.core.layout import record
from saboteur_env.core.tiles import FITTING, TILE, conducts

from .score import break_score, lay_score, map_score, mend_score, pass_score, rockfall_score

# For each kind: the sum of exp(score) over its plays, that of its pass, and how many acts these are.
SUMS = record(("plays", "f8", (KINDS,)), ("passes", "f8", (KINDS,)), ("counts", "f8", (KINDS,)))
_ONE, _ZERO = np.uint64(1), np.uint64(0)


@jit
def sum_kinds(public, seat, rules, mind, style, scratch, falls, sums):
    """Write the SUMS of a seat to play.

    Args:
        falls: whether rockfalls are looked into; else they add nothing but their pass.
    """
    for kind in range(KINDS):
        sums.plays[kind], sums.passes[kind], sums.counts[kind] = 0.0, exp(pass_score(style, kind)), 1.0
    if public.players[seat].broken == 0:
        sum_lays(public, mind, style, sums)
    sum_breaks(public, seat, rules, mind, style, sums)
    sum_mends(public, seat, rules, mind, style, sums)
    for goal in range(GOALS):
        if public.mine.goals[goal].face == HIDDEN:
            add(sums, MAP_KIND, map_score(mind, style, goal))
    if falls:
        for slot in range(public.mine.cards):
            add(sums, ROCKFALL_KIND, rockfall_score(public, mind, style, slot, scratch))


@jit
def add(sums, kind, score):
    """One more act of a card."""
    sums.plays[kind] += exp(score)
    sums.counts[kind] += 1.0


@jit
def sum_lays(public, mind, style, sums):
    """All faces on all frontier cells that they fit; of dead ends only the cell matters, so one is scored for all."""
    for slot in range(public.mine.spaces):
        dead_end = -1.0
        for turned in range(2):
            kinds = FITTING[turned, public.mine.frontier[slot].fit]
            while kinds != _ZERO:
                kind = lowest(kinds)
                kinds &= kinds - _ONE
                if conducts(TILE[kind, turned]):
                    weight = exp(lay_score(public, mind, style, slot, kind, turned))
                else:
                    if dead_end < 0.0:
                        dead_end = exp(lay_score(public, mind, style, slot, kind, turned))
                    weight = dead_end
                sums.plays[kind] += weight
                sums.counts[kind] += 1.0


@jit
def sum_breaks(public, seat, rules, mind, style, sums):
    """Every tool of everybody that is whole."""
    for target in range(rules.players):
        if target != seat or rules.self_break:
            score = break_score(public, mind, style, seat, target, rules)
            for tool in range(len(BREAK_KIND)):
                if not public.players[target].broken >> tool & 1:
                    add(sums, BREAK_KIND[tool], score)


@jit
def sum_mends(public, seat, rules, mind, style, sums):
    """Every tool that is broken."""
    for target in range(rules.players):
        if public.players[target].broken != 0:
            for pair in range(len(REPAIR_KIND)):
                kind, tool = REPAIR_KIND[pair], REPAIR_TOOL[pair]
                if public.players[target].broken >> tool & 1:
                    add(sums, kind, mend_score(public, mind, style, seat, target, kind, tool))


assert PATHS <= 64
