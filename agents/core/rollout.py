"""Roll-outs: scripted agents play games on, by the games' own chance."""

import numpy as np

from saboteur_env.core.actions import ACTIONS
from saboteur_env.core.cards import PICKING
from saboteur_env.core.jit import entry, jit
from saboteur_env.core.random import draw
from saboteur_env.core.turn import act

from .decide import chosen
from .scripted import DESK, weigh

UNDECIDED = -1


@entry
def roll_out_all(games, rules, which, styles, manners, decisions, reached):
    """Play every game on to the end of its round.

    Args:
        games: (n,) GAME.
        rules: (k,) RULES.
        which: (n,) int64.
        styles: (s,) STYLE.
        manners: (roles,) MANNER: of all miners, of all saboteurs.
        decisions: stop after so many in a game.
        reached: (n,) int64, written: 1 where the treasure was reached, 0 where not, UNDECIDED where play has stopped.

    Returns:
        How many decisions were made in all.
    """
    ids, desk, made = np.empty(ACTIONS, np.int64), np.empty(1, DESK), 0
    for i in range(len(games)):
        game, rule = games[i], rules[which[i]]
        number = game.public.round_index
        made += decisions - roll_out(game, number, rule, styles, manners, decisions, desk[0], ids)
        reached[i] = outcome(game, number)
    return made


@jit
def roll_out(game, number, rules, styles, manners, decisions, desk, ids):
    """Play on by script to the end of a round, or for so many decisions; returns how many of them are left."""
    while decisions > 0 and not is_decided(game, number):
        private = game.private[game.public.seat]
        n = weigh(game.public, private, rules, styles, manners[private.role], desk, ids)
        act(game, rules, ids[chosen(desk.scores, n, draw(game.hidden))])
        decisions -= 1
    return decisions


@jit
def is_decided(game, number):
    """Whether a round is over, but for its gold."""
    return game.public.round_index != number or game.public.phase >= PICKING


@jit
def outcome(game, number):
    """Whether the treasure was reached in a round: 1, 0, or UNDECIDED."""
    if not is_decided(game, number):
        return UNDECIDED
    return 1 if game.public.phase == PICKING else np.int64(game.public.past[number].reached)
