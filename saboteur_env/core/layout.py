"""The state of a game: one record of a numpy structured dtype, laid out as the game is known.

    GAME = public | private[seat] | hidden

What a function takes says what it can know: one seat's functions take `public` and `private[seat]`. A
batch is an array of such records, a clone is a copy, saving is writing the bytes. `np.record` lets the same
code run compiled and, with NUMBA_DISABLE_JIT=1, as plain Python.
"""

import numpy as np

from .cards import GOALS, KINDS, ROLES, TOOLS

SEATS = 10
ROUNDS = 3
HAND = 6
DECK = 67
LAID = 40  # path cards in the deck
FRONTIER = 24  # proved in tests/core/test_bounds.py
ROWS = 32  # the mine spans fewer rows and fewer than 64 columns: proved in the same test
COLUMNS = 64
POOL = 11  # role cards of the box
GOLD = 28
WORTHS = 3  # gold cards of 1, 2 and 3 nuggets
VISITS = 9  # how often the pile can come to one seat in a round: 9 cards, one miner who is paid
CLAIMS = 6  # map cards
DISCARDS = 24  # a seat holds at most 6 + 17 cards in a round (3 players)
TOOL_ACTS = 18  # cards that break tools or mend them
# Legal actions at most: each card in hand goes to as many places as a path card, and can be passed.
LEGAL = HAND * (2 * FRONTIER + 1)
EVENTS = DECK + CLAIMS + GOALS + SEATS  # cards, claims, goals turned over, picks


def record(*fields: tuple) -> np.dtype:
    """A structured dtype whose fields are also attributes, none of them hidden behind one of numpy's own."""
    assert not any(hasattr(np.record, field[0]) for field in fields)
    return np.dtype((np.record, list(fields)))


# One public act. Fields that a verb does not use hold NONE; so do the card of a pass and the worth of a pick.
EVENT = record(
    ("verb", "i1"),
    ("seat", "i1"),
    ("kind", "i1"),
    ("x", "i1"),
    ("y", "i1"),
    ("turned", "i1"),
    ("tool", "i1"),
    ("target", "i1"),
    ("goal", "i1"),
    ("face", "i1"),
    ("worth", "i1"),
)

LAID_CARD = record(("x", "i1"), ("y", "i1"), ("kind", "i1"), ("turned", "i1"))
SPACE = record(("x", "i1"), ("y", "i1"), ("away", "i1"), ("fit", "i2"))  # away: from the nearest face-down goal
GOAL = record(("face", "i1"), ("turned", "i1"))

# The mine as bit planes, one word per row and plane: cell (x, y) is bit x mod 64 of row y mod 32. The mine
# spans less than that in both directions, so the remainders name a cell without an origin.
MINE = record(
    ("occupied", "u8", (ROWS,)),  # everything on the table
    ("face_up", "u8", (ROWS,)),  # all but the face-down goals
    ("opening", "u8", (ROWS, 4)),
    ("join", "u8", (ROWS, 6)),
    ("joined", "u8", (ROWS, 4)),  # openings that are joined to the start
    ("laid", LAID_CARD, (LAID,)),  # in the order of laying
    ("frontier", SPACE, (FRONTIER,)),  # empty cells that a joined opening faces, nearest to a goal first
    ("goals", GOAL, (GOALS,)),  # north to south; face 0 while face down
    ("cards", "i1"),  # laid cards
    ("spaces", "i1"),  # cells in the frontier
    ("west", "i1"),  # the box that holds all cards ever laid, start and goals
    ("east", "i1"),
    ("north", "i1"),
    ("south", "i1"),
)

# Fewest further cards to each face-down goal, through empty cells: now, when the single nearest frontier cell is
# blocked (where there are several: now), and once the tunnel leaves a cell through a side. FAR where there is no way.
DISTANCE = record(
    ("now", "i1", (GOALS,)),
    ("second", "i1", (GOALS,)),
    ("nearest", "i1", (GOALS,)),  # the frontier slot, NONE if several are as near or none is
    ("exit", "i1", (FRONTIER, 4, GOALS)),
)

# What everybody sees of a player. The tallies count this round's acts.
PLAYER = record(
    ("cards", "i1"),
    ("broken", "i1"),  # bit per tool
    ("gold_cards", "i1"),  # taken from piles, all rounds
    ("picks", "i1"),  # taken from this round's pile
    ("role", "i1"),  # shown at the end of the round, NONE before
    ("lays", "i1"),  # path cards that conduct
    ("dead_ends", "i1"),
    ("rockfalls", "i1"),
    ("passes", "i1"),
    ("maps", "i1", (GOALS,)),
    ("claims", "i1", (GOALS,)),  # the newest claim on each goal: 0 none, 1 treasure, 2 stone
    ("nearer", "i2"),  # by how much own cards changed the mean distance to the face-down goals, in sixths
    ("farther", "i2"),  # of a card; only where distances are measured
)

# A finished round: public from then on.
PAST = record(
    ("reached", "i1"),
    ("finisher", "i1"),
    ("roles", "i1", (SEATS,)),
    ("goals", GOAL, (GOALS,)),
    ("order", "i1", (SEATS,)),  # seats that took gold cards, in order
    ("taken", "i1"),
)

# Who broke or mended whose tool this round: what the log says of it, apart.
TOOL_ACT = record(("verb", "i1"), ("seat", "i1"), ("target", "i1"))

PUBLIC = record(
    ("mine", MINE),
    ("events", EVENT, (EVENTS,)),
    ("tool_acts", TOOL_ACT, (TOOL_ACTS,)),
    ("distance", DISTANCE),
    ("players", PLAYER, (SEATS,)),
    ("past", PAST, (ROUNDS,)),
    ("discards", "i1", (KINDS,)),  # face up, this round
    ("logged", "i1"),  # events
    ("tools_logged", "i1"),  # acts on tools
    ("deck", "i1"),  # cards left to draw
    ("pile", "i1"),  # gold cards left in the pile
    ("phase", "i1"),
    ("seat", "i1"),  # whose decision it is
    ("round_index", "i1"),
    ("starter", "i1"),
    ("last", "i1"),  # who played the last card that decides the next starter
    ("finisher", "i1"),
)

# The pile as it came to a seat, and what the seat took.
SIGHT = record(("pile", "i1", (WORTHS,)), ("taken", "i1"))

PRIVATE = record(
    ("seat", "i1"),
    ("role", "i1"),
    ("hand", "i1", (HAND,)),  # sorted; NONE behind the last card
    ("known", "i1", (GOALS,)),  # faces that maps showed, 0 unknown
    ("discards", "i1", (DISCARDS,)),  # own cards passed face down, in order
    ("gold", "i1", (WORTHS,)),  # own gold cards by worth
    ("sights", SIGHT, (ROUNDS, VISITS)),
    ("paid", "i1", (ROUNDS, WORTHS)),  # gold cards received as a saboteur
)

HIDDEN_PART = record(
    ("random", "u8"),
    ("deck", "i1", (DECK,)),  # the deal's whole order: hands by seat, then the draw pile
    ("roles", "i1", (POOL,)),  # by seat, then the one left over
    ("goals", "i1", (GOALS,)),
    ("gold", "i1", (GOLD,)),  # worths in the order in which they would be drawn
    ("stock", "i1"),  # gold cards not yet held by a player
    ("pile", "i1", (WORTHS,)),
    ("gains", "i1", (ROUNDS, SEATS)),
)

GAME = record(("public", PUBLIC), ("private", PRIVATE, (SEATS,)), ("hidden", HIDDEN_PART))

# An edition with its variants for one count of players, as numbers: see `saboteur_env.rules`.
RULES = record(
    ("first", "i2", (9,)),  # first action id of each block, and behind them the count of all ids
    ("players", "i1"),
    ("rounds", "i1"),
    ("hand", "i1"),
    ("pool", "i1", (len(ROLES),)),
    ("deck", "i1", (KINDS,)),
    ("gold", "i1", (WORTHS,)),
    ("pay", "i1", (5,)),  # nuggets per saboteur, by the number of saboteurs dealt
    ("pile_by_players", "i1"),  # 0: one gold card per paid miner; else per player, at most this many
    ("pile_step", "i1"),  # +1 clockwise, -1 counter-clockwise
    ("until_unplayable", "i1"),  # the round ends when nobody can play; else when all hands are empty
    ("starter_by_path", "i1"),  # next starter: left of who laid the last path card; else played the last card
    ("claims", "i1"),
    ("self_break", "i1"),
    ("unpaid_broken", "i1"),
    ("distances", "i1"),  # keep DISTANCE up to date
)

assert ROWS & (ROWS - 1) == 0
assert max(LAID, GOALS, 2 * SEATS) <= 2 * FRONTIER and 1 + 2 * GOALS <= LEGAL
assert len(TOOLS) <= 8
