"""What seats to decide observe and may do, written from their information alone."""

import numpy as np

from saboteur_env.core.actions import ACTIONS
from saboteur_env.core.batch import see
from saboteur_env.core.jit import entry
from saboteur_env.core.legal import legal, write_mask


@entry
def look_all(public, rows, private, rules, which, codes, records, changes, masks):
    """Look at what is to be decided, with the distance groups; the rules must measure them.

    Args:
        public: (m,) PUBLIC.
        rows: (n,) int64: the games that are looked at.
        private: (n,) PRIVATE: of the seats to decide in them.
        rules: (k,) RULES.
        which: (m,) int64: the rules of each game.
        codes: (n, size) int8, written: what the seats observe.
        records: (n,) OBSERVATION: the same bytes.
        changes: (n, 1) CHANGE, written, or (n, 0).
        masks: (n, actions) int8, written: 1 for each legal action, else 0.
    """
    ids = np.empty(ACTIONS, np.int64)
    for j in range(len(rows)):
        game, known = public[rows[j]], rules[which[rows[j]]]
        see(game, private[j], known, True, j, codes, records, changes)
        write_mask(ids, legal(game, private[j], known, ids), masks[j])
