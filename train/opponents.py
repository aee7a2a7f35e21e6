"""Against whom the learner plays, and against whom it never does: the one list of both."""

from typing import NamedTuple

import agents
from agents.protocol import Agent
from saboteur_env.core.cards import MINER, SABOTEUR

# Scripted players of each role that take seats while it learns, with the share of such seats.
SCRIPTED = {
    MINER: {"miner": 0.75, "random-layer": 0.25},
    SABOTEUR: {"saboteur": 0.45, "stealth": 0.35, "random": 0.2},
}
# Never trained against, only measured: other ways to infer, to hide and to strike.
HELD_OUT = {
    MINER: ("bayes",),
    SABOTEUR: ("bayes", "sleeper", "stealth:λ=0.25", "stealth:λ=0.75", "stealth:close=2,short=1"),
}

# The kinds of players in seats, by number: the learner, its past, then all scripted ones.
LEARNER, PAST = 0, 1
KINDS = ("learner", "past", *(name for names in SCRIPTED.values() for name in names))
MIXED = len(KINDS)  # a side of several kinds


class Shares(NamedTuple):
    """How tables are filled; what is left of all tables the learner plays alone.

    Attributes:
        scripted: tables at which scripted players have one of the sides.
        past: tables at which an earlier state of the learner has one.
        guests: of those with scripted players, the ones at which each seat of the learner's side is scripted,
            too, as likely as not.
        noise: how many of the decisions of all but the learner are random.
        scripted_miners: how many of the scripted sides are the miners'.
        side: the role of the side that others have, None for either.
    """

    scripted: float
    past: float
    guests: float
    noise: float
    scripted_miners: float = 0.5
    side: int | None = None


def make_scripted() -> dict[int, Agent]:
    """The scripted players by their number."""
    return {kind: agents.make(KINDS[kind]) for kind in range(PAST + 1, len(KINDS))}


def numbers(role: int) -> tuple[list[int], list[float]]:
    """The scripted players of a role, and the share of each."""
    return [KINDS.index(name) for name in SCRIPTED[role]], list(SCRIPTED[role].values())
