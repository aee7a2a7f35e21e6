"""Agents that follow a script: they weigh what each act does, and choose by a softmax."""

import numpy as np

from saboteur_env.core.actions import ACTIONS
from saboteur_env.core.cards import GOALS
from saboteur_env.core.layout import SEATS
from saboteur_env.information import Information

from .core import decide
from .manners import Play, compile_plays
from .protocol import Agent, Belief, check_deciding, check_measured


class ScriptedAgent(Agent):
    """An agent that plays each role by a script; its beliefs are what the script makes of public tallies and claims.

    Args:
        name: what the registry knows it by.
        miner: how it plays as a miner.
        saboteur: how it plays as a saboteur.
        seed: fixes the choices of `act`.
        looks: whether it looks at anything; one that does not has no beliefs, and needs no measured distances.
    """

    def __init__(self, name: str, miner: Play, saboteur: Play, seed: int | None = None, looks: bool = True) -> None:
        super().__init__(name, seed)
        self.believes = looks
        self.styles, self.manners = compile_plays([miner, saboteur])

    def act_all(self, information: Information, chance: np.ndarray) -> np.ndarray:
        check_deciding(information)
        actions = np.empty(len(information), np.int64)
        decide.decide_all(*self._seen(information), chance, actions)
        return actions

    def probabilities_all(self, information: Information) -> np.ndarray:
        check_deciding(information)
        out = np.empty((len(information), ACTIONS))
        decide.weigh_all(*self._seen(information), out)
        return out

    def belief_all(self, information: Information) -> Belief:
        if not self.believes:
            return super().belief_all(information)
        n = len(information)
        belief = Belief(np.empty((n, SEATS)), np.empty((n, GOALS)))
        decide.think_all(*self._seen(information), *belief)
        return belief

    def _seen(self, information: Information) -> tuple[np.ndarray, ...]:
        """What the core takes."""
        if self.believes:
            check_measured(information)
        return (*information.arrays(), self.styles, self.manners)
