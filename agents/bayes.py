"""The agent that infers: an exact posterior over roles and goals, and play by it."""

from dataclasses import dataclass

import numpy as np

from saboteur_env.core.actions import ACTIONS
from saboteur_env.core.layout import SEATS
from saboteur_env.information import Information

from . import manners
from .core import infer
from .core.evidence import EVIDENCE, TEMPER
from .core.pages import CHRONICLE
from .core.posterior import POSTERIOR, PRIOR
from .manners import Play, compile_plays
from .protocol import Agent, Belief, check_deciding, check_measured
from .weights import fit


@dataclass(frozen=True, eq=False)
class Suspect:
    """A manner of play that is reckoned with.

    Attributes:
        play: the manner.
        miner: how likely a miner has it, the others being as likely as they say.
        saboteur: how likely a saboteur has it.
    """

    play: Play
    miner: float
    saboteur: float


@dataclass(frozen=True)
class Trust:
    """How far likelihoods are trusted, and how likely each manner is before anything is seen; fitted on games.

    Attributes:
        power: of the likelihood of each act: below 1, acts count for less than if all manners were exactly known.
        doubt: the share of acts that any player does at random.
        random_miners: how likely a miner plays at random.
        random, overt, stealth, sleeper: how likely a saboteur plays so, each beside the others.
    """

    power: float
    doubt: float
    random_miners: float
    random: float
    overt: float
    stealth: float
    sleeper: float


def suspects(trust: Trust) -> list[Suspect]:
    """All manners that are reckoned with; any player may turn out to play at random."""
    whole = trust.random + trust.overt + trust.stealth + trust.sleeper
    return [
        Suspect(manners.greedy(), 1 - trust.random_miners, 0.0),
        Suspect(manners.at_random(), trust.random_miners, trust.random / whole),
        Suspect(manners.overt(lie=0.5), 0.0, trust.overt / whole),
        Suspect(manners.stealth(0.5, 3.0, 1.5, lie=0.5, truth=0.25), 0.0, trust.stealth / whole),
        Suspect(manners.sleeper(2.0, 1.5, lie=0.5, truth=0.25), 0.0, trust.sleeper / whole),
    ]


class BayesAgent(Agent):
    """Holds the exact posterior over the roles of all others and the place of the treasure, and plays by it.

    Every act is judged by how likely each manner of play leads to it, with hands drawn from the cards that the seat has
    not seen; the counts of the role cards are exact. It plays like the scripted agents, but suspects and supposes by
    its posterior. Games are followed by the rows of their information, so keep those of a game the same from call to
    call: with other rows the whole round is read anew, which takes longer. It keeps some 160 kB for each row.

    What was seen late is judged with all cards that the seat has seen by then, so the beliefs of a seat that is asked
    at every decision of its own and of one that is asked only once differ: by less than .05 in nineteen of twenty,
    but now and then by .2.

    Args:
        name: what the registry knows it by.
        miner: how it plays as a miner.
        saboteur: how it plays as a saboteur.
        seed: fixes the choices of `act`.
        trust: how far it trusts its likelihoods; as fitted by default.
    """

    believes = True

    def __init__(
        self, name: str, miner: Play, saboteur: Play, seed: int | None = None, trust: Trust | None = None
    ) -> None:
        super().__init__(name, seed)
        self.styles, self.manners = compile_plays([miner, saboteur])
        trust = trust or Trust(**fit()["inference"])
        reckoned = suspects(trust)
        self._suspected = compile_plays([suspect.play for suspect in reckoned])
        self._prior, self._temper = np.zeros(1, PRIOR), np.zeros(1, TEMPER)
        self._prior["manners"][0, :, : len(reckoned)] = [[s.miner for s in reckoned], [s.saboteur for s in reckoned]]
        self._temper["power"], self._temper["doubt"] = trust.power, trust.doubt
        self._chronicles, self._evidences = np.zeros(0, CHRONICLE), np.zeros((0, SEATS), EVIDENCE)

    def posteriors(self, information: Information) -> np.ndarray:
        """(n,) POSTERIOR of the seats.

        Raises:
            ValueError: the distances to the goals are not measured in one of the games.
        """
        check_measured(information)
        more = len(information.public) - len(self._chronicles)
        if more > 0:
            self._chronicles = np.concatenate([self._chronicles, np.zeros(more, CHRONICLE)])
            self._evidences = np.concatenate([self._evidences, np.zeros((more, SEATS), EVIDENCE)])
        out = np.zeros(len(information), POSTERIOR)
        kept = self._chronicles, self._evidences
        infer.infer_all(*information.arrays(), *self._suspected, self._temper, self._prior, *kept, out)
        return out

    def presumptions(self, information: Information) -> np.ndarray:
        """(n,) POSTERIOR of the seats as if nobody had done anything yet: what the role cards and own maps say."""
        out = np.zeros(len(information), POSTERIOR)
        infer.presume_all(*information.arrays(), self._prior, out)
        return out

    def probabilities_all(self, information: Information) -> np.ndarray:
        check_deciding(information)
        out = np.empty((len(information), ACTIONS))
        posteriors = self.posteriors(information)
        infer.weigh_by_belief(*information.arrays(), self.styles, self.manners, posteriors, out)
        return out

    def belief_all(self, information: Information) -> Belief:
        posteriors = self.posteriors(information)
        return Belief(posteriors["saboteur"].copy(), posteriors["goals"].copy())


def bayes(
    name: str, seed: int | None, truth: float = 1.0, lie: float = 1.0, sharp: float = 1.0, zeal: float = 2.0
) -> Agent:
    """Infers who is a saboteur and where the treasure lies, and plays either role by it.

    It plays as `greedy` would; as a miner it acts `zeal` times as strongly on whom it suspects, since its suspicion is
    a probability. Of 1, 1.5 and 2, the last was the best on the deals for tuning.
    """
    return BayesAgent(name, manners.greedy(truth, sharp, zeal), manners.overt(lie, sharp), seed)
