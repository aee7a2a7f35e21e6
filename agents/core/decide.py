"""What Python calls: scripted agents decide in many games at once."""

import numpy as np

from saboteur_env.core.actions import ACTIONS
from saboteur_env.core.jit import entry, jit

from .mind import make_up_mind
from .scripted import DESK, weigh

_HALF_BITS = np.uint64(11)


@entry
def decide_all(publics, rows, privates, rules, which, styles, manners, chance, actions):
    """Choose an action for each of n seats to decide.

    Args:
        publics: (m,) PUBLIC.
        rows: (n,) int64: whose information.
        privates: (n,) PRIVATE.
        rules: (k,) RULES.
        which: (m,) int64.
        styles: (s,) STYLE.
        manners: (roles,) MANNER: as a miner, as a saboteur.
        chance: (n,) uint64.
        actions: (n,) int64, written.
    """
    ids, desk = np.empty(ACTIONS, np.int64), np.empty(1, DESK)
    for j in range(len(rows)):
        public, private = publics[rows[j]], privates[j]
        n = weigh(public, private, rules[which[rows[j]]], styles, manners[private.role], desk[0], ids)
        actions[j] = ids[chosen(desk[0].scores, n, chance[j])]


@entry
def weigh_all(publics, rows, privates, rules, which, styles, manners, out):
    """Write how likely each action is chosen: (n, actions) float64; the rest as in `decide_all`."""
    ids, desk = np.empty(ACTIONS, np.int64), np.empty(1, DESK)
    for j in range(len(rows)):
        public, private = publics[rows[j]], privates[j]
        n = weigh(public, private, rules[which[rows[j]]], styles, manners[private.role], desk[0], ids)
        write_chances(ids, n, desk[0].scores, out[j])


@jit
def write_chances(ids, n, scores, row):
    """Write how likely each of the first `n` ids is, and 0 for all other actions."""
    for action in range(len(row)):
        row[action] = 0.0
    for rank in range(n):
        row[ids[rank]] = scores[rank]


@entry
def think_all(publics, rows, privates, rules, which, styles, manners, saboteur, treasure):
    """Write what the seats hold for likely: (n, seats) and (n, goals) float64; the rest as in `decide_all`."""
    desk = np.empty(1, DESK)
    for j in range(len(rows)):
        public, private, rule = publics[rows[j]], privates[j], rules[which[rows[j]]]
        style = styles[manners[private.role].early]
        make_up_mind(public, private.seat, private.known, rule, style, desk[0].mind)
        for seat in range(saboteur.shape[1]):
            saboteur[j, seat] = desk[0].mind.suspect[seat] if seat < rule.players else 0.0
        saboteur[j, private.seat] = private.role
        for goal in range(treasure.shape[1]):
            treasure[j, goal] = desk[0].mind.goals[goal]


@jit
def chosen(chances, n, word):
    """The rank that a random word of 64 bits falls on."""
    place = np.float64(word >> _HALF_BITS) / 2.0**53
    for rank in range(n - 1):
        place -= chances[rank]
        if place < 0.0:
            return rank
    return n - 1
