"""The observation, piece by piece: one table that fixes order, shape, scale and meaning.

An observation is a record of small integers (`int8`); divided by the scales it lies in [-1, 1]. Its groups
are the entities of a decision, with the same slots as the action ids. Everything but `me` is public.
"""

from typing import NamedTuple

import numpy as np

from . import layout
from .cards import CARDS, GOALS, KINDS, ROLES, TOOLS, VERBS

# The mine spans fewer than this many columns and rows to either side of the start.
REACH = 32
# Rows and columns of the optional picture: x from -4 to 12, y from -8 to 8.
PICTURE_WEST, PICTURE_NORTH, PICTURE_COLUMNS, PICTURE_ROWS, PICTURE_PLANES = -4, -8, 17, 17, 16
RULE_FLAGS = 8
SIXTHS = 6  # distances to three goals are averaged: their means are whole sixths


class Piece(NamedTuple):
    """One named piece: codes of this shape, divided by `scale` on the wire.

    `word` is how the codes are written: one by one, or so many of the last axis at once.
    """

    name: str
    shape: tuple[int, ...]
    scale: int
    meaning: str
    word: str = "i1"

    def field(self) -> tuple[str, str, tuple[int, ...]]:
        """The field of a record that holds the codes, as words."""
        if self.word == "i1":
            return self.name, self.word, self.shape
        *slots, codes = self.shape
        words = codes // np.dtype(self.word).itemsize
        return self.name, self.word, (*slots, words) if words > 1 else (*slots,)


class Group(NamedTuple):
    """An entity: so many slots, each with these pieces; None for one that stands alone."""

    slots: int | None
    pieces: tuple[Piece, ...]


ME = Group(
    None,
    (
        Piece("role", (len(ROLES),), 1, "own role: miner, saboteur"),
        Piece("phase", (3,), 1, "own decision: play, claim, pick; zeros when another seat decides"),
        Piece("hand", (layout.HAND, KINDS), 1, "the card in each hand slot, one-hot by kind"),
        Piece("known", (GOALS, 2), 1, "what own maps showed of each goal: treasure, stone"),
        Piece("gold", (layout.WORTHS,), 16, "own gold cards of 1, 2, 3 nuggets"),
        Piece("pile", (layout.WORTHS,), 10, "gold cards of 1, 2, 3 nuggets in the pile to pick from"),
        Piece("discarded", (KINDS,), 6, "own cards passed face down this round, by kind"),
    ),
)
TABLE = Group(
    None,
    (
        Piece("deck", (), layout.DECK, "cards left to draw"),
        Piece("rounds_played", (layout.ROUNDS,), 1, "rounds played before this one: 0, 1, 2"),
        Piece("rounds_left", (layout.ROUNDS,), 1, "rounds that follow this one: 0, 1, 2"),
        Piece("pile", (), 10, "gold cards left in the pile"),
        Piece("discards", (KINDS,), 6, "cards discarded face up this round, by kind"),
        Piece("pool", (len(ROLES),), 7, "role cards shuffled: miners, saboteurs"),
        Piece(
            "rules",
            (RULE_FLAGS,),
            1,
            "a role is left over; claims; self-break; unpaid-broken; pile by players; pile clockwise; "
            "round ends when nobody can play; last path card decides the starter",
        ),
        Piece("reached", (layout.ROUNDS,), 1, "rounds in which the treasure was reached"),
    ),
)
GOAL = Group(
    GOALS,
    (
        Piece("face", (3,), 1, "face down, treasure, stone"),
        Piece("openings", (4,), 1, "openings N, E, S, W as it lies, once face up"),
    ),
)
FRONTIER = Group(
    layout.FRONTIER,
    (
        Piece("present", (), 1, "whether the slot holds a cell"),
        Piece("x", (), REACH, "columns east of the start"),
        Piece("y", (), REACH, "rows south of the start"),
        Piece("fit", (4, 4), 1, "sides N, E, S, W: free, must be wall, must open, joined (and must open)", "u4"),
    ),
)
LAID = Group(
    layout.LAID,
    (
        Piece("present", (), 1, "whether the slot holds a card"),
        Piece("x", (), REACH, "columns east of the start"),
        Piece("y", (), REACH, "rows south of the start"),
        Piece("openings", (4,), 1, "openings N, E, S, W", "u4"),
        Piece("joins", (6,), 1, "openings joined inside: NE, NS, NW, ES, EW, SW", "u2"),
        Piece("joined", (4,), 1, "openings that are joined to the start", "u4"),
    ),
)
PLAYERS = Group(
    layout.SEATS,
    (
        Piece("present", (), 1, "whether somebody sits here"),
        Piece("decides", (), 1, "whose decision it is"),
        Piece("starts", (), 1, "who started the round"),
        Piece("cards", (), layout.HAND, "cards in hand"),
        Piece("broken", (len(TOOLS),), 1, "broken pick, lantern, cart"),
        Piece("role", (len(ROLES),), 1, "the role shown at the end of the round: miner, saboteur", "u2"),
        Piece("past_role", (layout.ROUNDS, len(ROLES)), 1, "roles in the rounds played", "u2"),
        Piece("gold_cards", (), 27, "gold cards taken from piles"),
        Piece("picks", (), 10, "gold cards taken from this round's pile"),
        Piece("claims", (GOALS, 2), 1, "newest claim on each goal this round: treasure, stone", "u2"),
        Piece("lays", (), layout.DISCARDS, "path cards laid this round, dead ends aside"),
        Piece("dead_ends", (), 9, "dead ends laid this round"),
        Piece("rockfalls", (), 3, "rockfalls this round"),
        Piece("passes", (), layout.DISCARDS, "passes this round"),
        Piece("maps", (GOALS,), 6, "looks at each goal this round"),
        Piece("breaks", (layout.SEATS,), 9, "tools broken this round, by victim in relative seats"),
        Piece("repairs", (layout.SEATS,), 9, "tools mended this round, by whose they were in relative seats"),
    ),
)
DISTANCE_GOALS = Group(GOALS, (Piece("now", (), 63, "fewest further cards to this goal, 0 face up, 63 no way"),))
DISTANCE_FRONTIER = Group(
    layout.FRONTIER,
    (
        Piece("blocked", (GOALS,), 63, "fewest further cards to each goal if this cell were blocked"),
        Piece("exit", (4, GOALS), 63, "the same once the tunnel leaves this cell to N, E, S, W"),
    ),
)
DISTANCE_PLAYERS = Group(
    layout.SEATS,
    (
        Piece("nearer", (), 126, "own cards shortened the mean distance to the goals: thirds of a card, this round"),
        Piece("farther", (), 126, "own cards lengthened it: thirds of a card, this round"),
    ),
)
CHANGES = Group(
    None,
    (
        Piece(
            "change",
            (layout.FRONTIER, layout.HAND, 2),
            126,
            "how many sixths of a card a placement adds to the mean distance to the face-down goals that the "
            "player does not know to be stone; 0 where the card does not fit",
        ),
    ),
)
ROCKFALLS = Group(
    layout.LAID,
    (Piece("without", (), 126, "the same for taking this card away; 0 unless the player holds a rockfall"),),
)
HISTORY_EVENT = (
    Piece("verb", (len(VERBS),), 1, "lay, rockfall, break, repair, map, claim, pass, pick, reveal"),
    Piece("seat", (layout.SEATS,), 1, "who, in relative seats"),
    Piece("card", (KINDS,), 1, "the card played, or passed by oneself"),
    Piece("x", (), REACH, "cell of a lay or rockfall"),
    Piece("y", (), REACH, "its row"),
    Piece("turned", (), 1, "the card or the goal lies turned by 180 degrees"),
    Piece("tool", (len(TOOLS),), 1, "tool broken or mended"),
    Piece("target", (layout.SEATS,), 1, "on whom, in relative seats"),
    Piece("goal", (GOALS,), 1, "goal looked at, claimed on or turned over"),
    Piece("face", (3,), 1, "claimed or turned over: treasure; stone, or stone A; stone B"),
    Piece("pile", (layout.WORTHS,), 10, "own picks: gold cards of 1, 2, 3 nuggets in the pile"),
    Piece("worth", (layout.WORTHS,), 1, "own picks: the gold card taken, 1, 2, 3 nuggets"),
)
PICTURE = Group(
    None,
    (
        Piece(
            "picture",
            (PICTURE_PLANES, PICTURE_ROWS, PICTURE_COLUMNS),
            1,
            "planes over x -4..12, y -8..8: face up, openings N E S W, joins NE NS NW ES EW SW, joined N E S W, "
            "face-down goal",
        ),
    ),
)


def token(group: Group) -> np.dtype:
    """The record of one slot of a group: `int8` codes, some written several at once."""
    return layout.record(*(piece.field() for piece in group.pieces))


def groups_record(groups: dict[str, Group]) -> np.dtype:
    """The record of several groups."""
    return layout.record(
        *(
            (name, token(group)) if group.slots is None else (name, token(group), (group.slots,))
            for name, group in groups.items()
        )
    )


BASE_GROUPS = {"me": ME, "table": TABLE, "goals": GOAL, "frontier": FRONTIER, "laid": LAID, "players": PLAYERS}
DISTANCE_GROUPS = {
    "distance_goals": DISTANCE_GOALS,
    "distance_frontier": DISTANCE_FRONTIER,
    "distance_players": DISTANCE_PLAYERS,
}
CHANGE_GROUPS = {"changes": CHANGES, "rockfalls": ROCKFALLS}
PICTURE_GROUPS = {"picture": PICTURE}


def history_groups(events: int) -> dict[str, Group]:
    """The newest `events` events, newest first."""
    return {"history": Group(events, HISTORY_EVENT)}


# The distance groups come last, so that an observation without them is the same bytes, cut short.
OBSERVATION = groups_record({**BASE_GROUPS, **DISTANCE_GROUPS})
BASE_SIZE = groups_record(BASE_GROUPS).itemsize
CHANGE = groups_record(CHANGE_GROUPS)
HISTORY = token(Group(None, HISTORY_EVENT))
PICTURE_RECORD = groups_record(PICTURE_GROUPS)


def spread_bits(word: str) -> np.ndarray:
    """Words whose bytes are the bits of a number, lowest first: by number."""
    width = np.dtype(word).itemsize
    bits = [[number >> bit & 1 for bit in range(width)] for number in range(2**width)]
    return np.array(bits, np.uint8).view(word)[:, 0]


# PAIR[n] and QUAD[n]: two and four codes, the bits of n. HOT_PAIR[1 + n]: one-hot by n, nothing for NONE.
PAIR, QUAD = spread_bits("u2"), spread_bits("u4")
HOT_PAIR = PAIR[[0, 1, 2]]
HOT_QUAD = QUAD[[1, 2, 4, 8]]

assert len(CARDS) == KINDS
