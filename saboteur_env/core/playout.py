"""Random play inside the core: roll-outs, and the measure of its speed."""

import numpy as np

from .actions import ACTIONS
from .ahead import read_ahead
from .batch import go_on
from .jit import entry
from .legal import legal, write_mask
from .observe import write_observation
from .random import below
from .turn import act


@entry
def play_all(rules, distances, steps, games, which, codes, records, masks):
    """Play `steps` decisions in every game, uniform over what is legal; games that end are followed by new ones.

    The choices are the games' own chance.

    Args:
        rules: (k,) RULES.
        distances: whether the distance groups are observed.
        games: (n,) GAME, dealt.
        which: (n,) the rules of each game.
        codes, masks: (n, size) and (n, actions) int8, written at every decision for the seat that decides; masks
            without columns mean that nothing is observed.
        records: (n,) OBSERVATION: the same bytes as the codes.
    """
    ids = np.empty(ACTIONS, np.int64)
    for _ in range(steps):
        for i in range(len(games)):
            read_ahead(games, i)
            game, rule = games[i], rules[which[i]]
            private = game.private[game.public.seat]
            n = legal(game.public, private, rule, ids)
            if masks.shape[1] > 0:
                write_mask(ids, n, masks[i])
                write_observation(game.public, private, rule, distances, codes, i, records[i])
            act(game, rule, ids[below(game.hidden, n)])
            go_on(games, i, rule)
