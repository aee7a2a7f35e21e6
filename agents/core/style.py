"""How scripted agents play, as numbers: a style weighs acts, a manner says which style is played when.

The score of an act never depends on the rest of the hand. So an onlooker who can score acts can also sum over
the hands that a player may hold: that makes exact inference cheap (see `agents.core.pages`).
"""

import numpy as np

from saboteur_env.core.cards import BREAK, CARDS, KINDS, LAY, MAP, ROCKFALL
from saboteur_env.core.layout import record
from saboteur_env.core.tiles import TILE

# What a hand card is worth keeping, by class; KEEP[kind] is its class.
CLASSES = ("branch", "path", "dead_end", "map", "rockfall", "break", "repair", "double_repair")


def _class_of(kind: int) -> str:
    """The class of a card."""
    card = CARDS[kind]
    if card.verb == LAY:
        openings, joins = int(TILE[kind, 0]) & 15, int(TILE[kind, 0]) >> 4
        return "dead_end" if joins == 0 else "branch" if bin(openings).count("1") > 2 else "path"
    if card.verb in (MAP, ROCKFALL, BREAK):
        return {MAP: "map", ROCKFALL: "rockfall", BREAK: "break"}[card.verb]
    return "double_repair" if len(card.tools) > 1 else "repair"


KEEP = np.array([CLASSES.index(_class_of(kind)) for kind in range(KINDS)])

# What each weight is multiplied by. Distances are cards that are still needed, the mean over the goals by belief.
WEIGHTS = {
    "lays": "1 for each path card",
    "gain": "cards by which a path card shortens the way to the treasure",
    "loss": "cards by which it lengthens it",
    "loss_close": "the loss, over 1 + the cards that are still needed",
    "reach": "probability that it reaches the treasure",
    "gain_close": "the gain, over 1 + the cards that are still needed",
    "near": "1 / (1 + cards by which the way through this card is longer than the shortest)",
    "cell": "the same of the best card that could lie in the cell",
    "cell_close": "that, over 1 + the cards that are still needed",
    "exits": "open sides towards empty cells",
    "dead_end": "1 for a dead end",
    "harm": "1 for a dead end in a cell of which the shortest way leads through",
    "rockfalls": "1 for each rockfall",
    "clears": "cards by which a rockfall shortens the way",
    "cuts": "cards by which it lengthens it",
    "cuts_tight": "where it lengthens the way: the share of all faces that do not fit the gap",
    "clears_dead_end": "1 for a rockfall on a dead end",
    "breaks": "1 for each broken tool",
    "break_suspect": "probability that the victim is a saboteur, less one half",
    "break_again": "1 where the victim has a broken tool already",
    "break_close": "1 / (1 + cards that are still needed)",
    "break_soon": "1 for a victim who plays next, falling to 0 for the last",
    "mends": "1 for mending another player's tool",
    "mend_self": "1 for mending an own tool",
    "mend_suspect": "probability that the other is a saboteur, less one half",
    "mend_whole": "1 where no broken tool is left",
    "mend_double": "1 for a card that could mend either of two tools",
    "maps": "1 for each map",
    "map_doubt": "4 p (1 - p), p the probability that the goal is the treasure",
    "passes": "1 for each pass",
    **{f"keep_{name}": f"1 for passing a card of the class {name}" for name in CLASSES},
    "pick": "nuggets of a gold card",
    "trust": "log-odds of each player being a saboteur, beside the prior's",
    "trust_nearer": "cards by which a player's cards shortened the mean way to the goals",
    "trust_farther": "cards by which they lengthened it",
    "trust_dead_end": "dead ends laid",
    "trust_rockfall": "rockfalls played",
    "trust_pass": "passes",
    "trust_break": "tools broken, weighted by how trusted the victim is, from -1 to 1",
    "trust_mend": "other players' tools mended, weighted in the same way",
    "trust_claim": "log-odds that a claim gives a goal, from a player who is wholly trusted",
    "noise": "share of choices that are uniformly random",
}
_PLAIN = tuple(name for name in WEIGHTS if not name.startswith("keep_"))
_FIRST_KEEP = tuple(WEIGHTS).index(f"keep_{CLASSES[0]}")

# The weights in their order; those of the classes are one field, `keep`. A STYLE is a row of len(WEIGHTS) float64.
STYLE = record(
    *((name, "f8") for name in _PLAIN[:_FIRST_KEEP]),
    ("keep", "f8", (len(CLASSES),)),
    *((name, "f8") for name in _PLAIN[_FIRST_KEEP:]),
)

# Which style is played when, for one role; and how claims are made.
MANNER = record(
    ("early", "i8"),  # index of a style
    ("late", "i8"),  # the style once the mine is close or the deck is short
    ("close", "f8"),  # cards that are still needed
    ("short", "f8"),  # how often the deck goes around the table
    ("hide", "f8"),  # λ: what an act's log-likelihood ratio, saboteur against miner, costs while early
    ("saboteur", "i8"),  # for that ratio: indices of the style that is hidden
    ("miner", "i8"),  # and of the one that it shall look like
    ("truth", "f8"),  # probability of telling what the map showed
    ("lie", "f8"),  # probability of telling the opposite
)


def blend(style: np.ndarray, other: np.ndarray, share: float) -> np.ndarray:
    """(1,) STYLE between two: scores are linear in the weights, so its scores lie between theirs."""
    return ((1 - share) * style.view(np.float64) + share * other.view(np.float64)).view(STYLE)


assert STYLE.itemsize == 8 * len(WEIGHTS)
