"""The cards: one row per printed face, with what playing it does.

A `kind` is an index into `CARDS`; hands are sorted by it. Counts are a matter of the edition (`rules`).
"""

from typing import NamedTuple

import numpy as np

TOOLS = ("pick", "lantern", "cart")
PICK, LANTERN, CART = range(3)

# Verbs are what an event says; the first eight are also the blocks of the action space, in this order.
VERBS = ("lay", "rockfall", "break", "repair", "map", "claim", "pass", "pick", "reveal")
LAY, ROCKFALL, BREAK, REPAIR, MAP, CLAIM, PASS, PICK_GOLD, REVEAL = range(len(VERBS))

ROLES = ("miner", "saboteur")
MINER, SABOTEUR = range(len(ROLES))

# Goal faces; 0 stands for "face down" in public and for "not known" in private.
GOAL_FACES = ("hidden", "treasure", "stone-a", "stone-b")
HIDDEN, TREASURE, STONE_A, STONE_B = range(len(GOAL_FACES))
GOAL_TILES = ("", "NESW", "NE", "NW")
GOAL_CELLS = ((8, -2), (8, 0), (8, 2))
GOALS = len(GOAL_CELLS)

PHASES = ("play", "claim", "pick", "deal", "over")
PLAY, CLAIMING, PICKING, DEAL, OVER = range(len(PHASES))

NONE = -1  # no seat, no card, no tool


class Card(NamedTuple):
    """A printed face: its name in records, the verb that plays it, and the tools it breaks or mends."""

    name: str
    verb: int
    tools: tuple[int, ...] = ()


CARDS = (
    *(
        Card(face, LAY)
        for face in (
            *("NESW", "NES", "NEW", "NS", "EW", "NE", "NW"),
            *("N", "E", "N|S", "E|W", "N|E", "N|W", "N|E|S", "N|E|W", "N|E|S|W"),
        )
    ),
    Card("map", MAP),
    Card("rockfall", ROCKFALL),
    Card("broken-pick", BREAK, (PICK,)),
    Card("broken-lantern", BREAK, (LANTERN,)),
    Card("broken-cart", BREAK, (CART,)),
    Card("repair-pick", REPAIR, (PICK,)),
    Card("repair-lantern", REPAIR, (LANTERN,)),
    Card("repair-cart", REPAIR, (CART,)),
    Card("repair-pick-lantern", REPAIR, (PICK, LANTERN)),
    Card("repair-pick-cart", REPAIR, (PICK, CART)),
    Card("repair-lantern-cart", REPAIR, (LANTERN, CART)),
)
KINDS = len(CARDS)
NAMES = tuple(card.name for card in CARDS)
KIND = {name: kind for kind, name in enumerate(NAMES)}
PATHS = sum(card.verb == LAY for card in CARDS)  # the path kinds come first
MAP_KIND, ROCKFALL_KIND = KIND["map"], KIND["rockfall"]
BREAK_KINDS = tuple(KIND[f"broken-{tool}"] for tool in TOOLS)

# Every way to mend: a repair card together with one of the tools it shows.
REPAIRS = tuple((kind, tool) for kind, card in enumerate(CARDS) if card.verb == REPAIR for tool in card.tools)
# The same as arrays, for compiled code: the card that breaks a tool; the card and the tool of each way to mend.
BREAK_KIND = np.array(BREAK_KINDS)
REPAIR_KIND, REPAIR_TOOL = np.array(REPAIRS).T.copy()
