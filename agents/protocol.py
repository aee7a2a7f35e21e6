"""What every agent can be asked, for one decision or for many at once.

An agent sees the information of one seat (`saboteur_env.information`) and nothing else; only oracles, which
are bounds and no competitors, get to see a `Truth`.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import isfinite
from numbers import Real
from typing import NamedTuple

import numpy as np

from saboteur_env.core.cards import CLAIMING, PHASES, PICKING
from saboteur_env.information import Information
from saboteur_env.rules import check_seed


class Belief(NamedTuple):
    """What a seat holds for likely in n games, or in one game without the first axis.

    Attributes:
        saboteur: (n, 10) float64: the probability that each seat is a saboteur, 0 where nobody sits.
        treasure: (n, 3) float64: the probability that each goal is the treasure.
    """

    saboteur: np.ndarray
    treasure: np.ndarray


@dataclass(frozen=True, eq=False)
class Truth(Information):
    """What a seat knows, and the whole games beside it: for oracles alone.

    Attributes:
        games: (n,) GAME, copies.
    """

    games: np.ndarray

    def __getitem__(self, part: slice | np.ndarray) -> "Truth":
        known = Information.__getitem__(self, part)
        return Truth(*known.arrays(), self.games[part])


class Agent(ABC):
    """A player for any seat and either role.

    A subclass must say how likely it chooses each action, in many games at once; the rest follows from that.

    Args:
        seed: fixes the choices of `act`; None takes one from the system.

    Raises:
        ValueError: the seed is neither None nor a whole number from 0.

    Attributes:
        name: what `agents.make` knows it by, with its parameters, such as "stealth:λ=0.2".
        is_oracle: whether it must be given a `Truth`; such an agent is a bound, never a competitor.
        believes: whether it has beliefs of its own, so that `belief` may be asked.
    """

    name: str
    is_oracle = False
    believes = False

    def __init__(self, name: str, seed: int | None = None) -> None:
        check_seed(seed)
        self.name = name
        self._chance = np.random.default_rng(seed)

    def __repr__(self) -> str:
        return f"<agent {self.name}>"

    # -- many decisions ---------------------------------------------------------------------------------

    @abstractmethod
    def probabilities_all(self, information: Information) -> np.ndarray:
        """(n, actions) float64: how likely each of n seats to decide chooses each action; 0 for illegal ones.

        Raises:
            ValueError: one of the seats is not to decide.
        """

    def act_all(self, information: Information, chance: np.ndarray) -> np.ndarray:
        """Choose an action for each of n seats to decide; by its probabilities unless a subclass knows a faster way.

        Args:
            information: of these seats.
            chance: (n,) uint64: all that is random in each choice; equal words lead to equal choices.

        Returns:
            (n,) int64 legal action ids.

        Raises:
            ValueError: as `probabilities_all`.
        """
        return drawn(self.probabilities_all(information), chance)

    def belief_all(self, information: Information) -> Belief:
        """What the seats hold for likely; they need not be to decide.

        Raises:
            TypeError: this agent has no beliefs.
        """
        raise TypeError(f"{self.name} has no beliefs")

    # -- one decision -----------------------------------------------------------------------------------

    def act(self, information: Information) -> int:
        """Choose an action of the seat to decide.

        Raises:
            ValueError: it is not this seat's turn, or this is the information of more than one game.
        """
        _check_single_decision(information)
        return int(self.act_all(information, self._chance.integers(2**64, size=1, dtype=np.uint64))[0])

    def action_probabilities(self, information: Information) -> np.ndarray:
        """(actions,) float64: how likely `act` chooses each action; 0 for illegal ones.

        Raises:
            ValueError: as `act`.
        """
        _check_single_decision(information)
        return self.probabilities_all(information)[0]

    def belief(self, information: Information) -> Belief:
        """(players,) and (3,) float64: the probability that each seat is a saboteur, each goal the treasure.

        Raises:
            TypeError: this agent has no beliefs.
            ValueError: this is the information of more than one game.
        """
        _check_single(information)
        saboteur, treasure = self.belief_all(information)
        return Belief(saboteur[0, : information.players[0]], treasure[0])

    def claim(self, information: Information) -> int:
        """The action by which the seat claims something about a goal, or keeps silent, after a look at a map.

        Raises:
            ValueError: as `act`, or there is nothing to claim now.
        """
        _check_single_decision(information)
        phase = information.public[int(information.rows[0])]["phase"]
        if phase != CLAIMING:
            raise ValueError(f"nothing is to be claimed: the phase is {PHASES[phase]}")
        return self.act(information)


def is_number(value: object) -> bool:
    """Whether a value is a finite number, not too large for a float; True and False are none."""
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and isfinite(value)
    except OverflowError:
        return False


def check_measured(information: Information) -> None:
    """ValueError unless the distances to the goals are measured in all games."""
    if not information.rules["distances"][information.which[information.rows]].all():
        raise ValueError("this agent needs measured distances: Setup(…, distances=True), or env(distances=True)")


def check_deciding(information: Information) -> None:
    """ValueError unless all seats are to decide."""
    phases, deciding = (information.public[name][information.rows] for name in ("phase", "seat"))
    over, waiting = phases > PICKING, deciding != information.private["seat"]
    if over.any():
        raise ValueError(f"nobody decides now: the phase is {PHASES[phases[over.argmax()]]}")
    if waiting.any():
        first = waiting.argmax()
        raise ValueError(f"seat {information.seats[first]} does not decide now: ask seat {deciding[first]}")


def drawn(probabilities: np.ndarray, chance: np.ndarray) -> np.ndarray:
    """(n,) int64: where the inverse of the cumulative (n, actions) probabilities takes (n,) uint64 words of chance."""
    sums = probabilities.cumsum(1)
    share = (chance >> np.uint64(11)) * 2.0**-53  # from 0 to 1, 1 excluded
    return (sums > (share * sums[:, -1])[:, None]).argmax(1)


def _check_single(information: Information) -> None:
    if not isinstance(information, Information):
        kind = type(information).__name__
        raise TypeError(f"an agent acts on an Information, as env.information(agent) gives it, not on {kind}")
    if len(information) != 1:
        raise ValueError(f"this is the information of {len(information)} games; ask for them with act_all")


def _check_single_decision(information: Information) -> None:
    """ValueError unless this is one seat, and to decide: said here, since agents of one's own need not look."""
    _check_single(information)
    check_deciding(information)
