"""Who sits where, and by which name RLlib knows it.

The learner in seat 3 is the agent "player_3", an earlier state of it there "past_1:player_3": the name says whose
module decides, so nothing but the table, which knows the roles, has to know about line-ups. Scripted players have no
name: they act on a seat's information, which RLlib does not have, so the table plays them.
"""

from typing import Any

import numpy as np

from ..opponents import LEARNER, PAST
from ..population import Population
from ..tables import Tables
from .settings import Settings

MAIN = "main"


def past_module(member: int) -> str:
    """The module of an earlier state."""
    return f"past_{member}"


def past_modules(settings: Settings) -> list[str]:
    """The modules of all earlier states."""
    return [past_module(member) for member in range(settings.snapshots)]


def agent_of(seat: int, module: str = MAIN) -> str:
    """The agent in a seat that a module plays."""
    return f"player_{seat}" if module == MAIN else f"{module}:player_{seat}"


def module_of(agent: str, episode: Any = None, **others: Any) -> str:
    """The module that plays an agent: RLlib's mapping of policies, which passes more than is needed."""
    return agent.rpartition(":")[0] or MAIN


def all_agents(settings: Settings) -> list[str]:
    """Every agent there may be."""
    return [agent_of(seat, module) for module in (MAIN, *past_modules(settings)) for seat in range(settings.players)]


class Slots(Population):
    """Earlier states that are modules of RLlib: here they are numbers alone, one as likely as the other."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._count = count

    def __len__(self) -> int:
        return self._count

    def draw(self, role: int, chance: np.random.Generator) -> int:
        return int(chance.integers(self._count))


class Table(Tables):
    """One game, filled as the tables of `python -m train` are; all but scripted players are asked from outside."""

    def __init__(self, settings: Settings, chance: np.random.Generator) -> None:
        slots = Slots(settings.snapshots)
        super().__init__([settings.setup()], settings.reward, settings.shares(), slots, chance)

    def deal(self) -> None:
        """Begin another round, and draw who plays it."""
        self.turn = self.batch.reset(int(self.chance.integers(2**63)))
        self.call()
        self.seat_all()

    def agents(self) -> list[str | None]:
        """The agent of each seat of the round; None for scripted players."""
        seats = range(int(self.batch.players[0]))
        return [self._agent(seat, int(self.who[0, seat])) for seat in seats]

    def _agent(self, seat: int, kind: int) -> str | None:
        if kind == LEARNER:
            return agent_of(seat)
        return agent_of(seat, past_module(int(self.members[0].max()))) if kind == PAST else None

    def _deciding(self) -> np.ndarray:
        kinds = super()._deciding()
        return np.where(kinds == PAST, LEARNER, kinds)
