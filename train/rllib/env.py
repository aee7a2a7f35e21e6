"""The game as RLlib's MultiAgentEnv: an episode is a round, a step is a decision of the learner or of its past."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from agents.observation import OPTIONS
from saboteur_env.core.actions import ACTIONS
from saboteur_env.spaces import observation_size

from ..credit import shaped
from ..potential import Potential
from .lineup import Table, all_agents
from .settings import Settings

OBSERVED = Dict(
    observations=Box(-128, 127, (observation_size(OPTIONS),), np.int8),
    action_mask=Box(0, 1, (ACTIONS,), np.int8),
)
DECIDED = Discrete(ACTIONS)
EVERYONE = "__all__"


class RoundEnv(MultiAgentEnv):
    """One round at one table; whoever is to decide is the one agent that observes.

    With its next observation an agent is given all that its seat has got since the last one, across the turns of the
    others; at the end of the round all agents are given what is left, and RLlib needs no last observation of them. An
    agent that the round ended without asking takes no part in it.

    Args:
        config: {"settings": Settings}; RLlib's own kind also says which runner this is.

    Attributes:
        table: the game, and who sits where; a new round begins as soon as one ends.
        seats: the agent of each seat in the episode, None for scripted players.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        super().__init__()
        settings: Settings = config["settings"]
        self._runner, self._shaping = getattr(config, "worker_index", 0), settings.shaping
        self.table = Table(settings, self._chance(settings.seed))
        self.possible_agents = all_agents(settings)
        self.observation_spaces = dict.fromkeys(self.possible_agents, OBSERVED)
        self.action_spaces = dict.fromkeys(self.possible_agents, DECIDED)
        self.agents: list[str] = []
        self.seats: list[str | None] = []

    def _chance(self, seed: int) -> np.random.Generator:
        """Chance from a seed; runners add small numbers to theirs, which must not make two of them play alike."""
        return np.random.default_rng([seed, self._runner])

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict, dict]:
        if seed is not None:
            self.table.chance = self._chance(seed)
        while True:
            self.table.deal()
            self.seats = self.table.agents()
            self.agents = [agent for agent in self.seats if agent]
            self._owed = np.zeros(len(self.seats), np.float32)
            self._asked: set[str] = set()
            self._potential = Potential(self.table.batch, self._shaping)
            if not self._play_scripted(False):
                return self._ask(), {}

    def step(self, action_dict: Mapping[str, int]) -> tuple[dict, dict, dict, dict, dict]:
        """As RLlib's environments.

        Raises:
            ValueError: another agent than the one to decide acts, or its action is not legal. Nothing has changed.
        """
        over = self._play_scripted(self._play([self._checked(action_dict)]))
        observations = {} if over else self._ask()
        paid = self._asked if over else set(observations)
        rewards = {agent: self._pay(seat) for seat, agent in enumerate(self.seats) if agent in paid}
        return observations, rewards, {EVERYONE: over}, {EVERYONE: False}, {}

    def _checked(self, actions: Mapping[str, int]) -> int:
        """The one action, if it is the right agent's and legal."""
        turn = self.table.turn
        deciding = self.seats[turn.seats[0]]
        if list(actions) != [deciding]:
            raise ValueError(f"{deciding} is to decide, not {', '.join(actions) or 'nobody'}")
        action = int(actions[deciding])
        if not DECIDED.contains(action) or not turn.masks[0, action]:
            raise ValueError(f"action {action} is not legal for {deciding}")
        return action

    def _play(self, actions: list[int]) -> bool:
        """One decision, that of an agent or of a scripted player; whether the round is over."""
        roles = self.table.roles().copy()
        turn, _ = self.table.step(np.arange(len(actions)), np.array(actions, np.int64))
        growth = self._potential.growth(turn.reached >= 0)
        self._owed += shaped(turn.rewards, roles, growth)[0, : len(self.seats)]
        return bool(turn.ended[0])

    def _play_scripted(self, over: bool) -> bool:
        """On to the next decision of an agent; whether the round is over."""
        while not over and not len(self.table.learners()):
            over = self._play([])
        return over

    def _ask(self) -> dict[str, dict[str, np.ndarray]]:
        """What the agent to decide observes."""
        turn = self.table.turn
        seat = int(turn.seats[0])
        agent = self.seats[seat]
        if agent not in self._asked:  # what came before its first decision is not of its doing
            self._owed[seat] = 0
            self._asked.add(agent)
        return {agent: {"observations": turn.observations[0], "action_mask": turn.masks[0]}}

    def _pay(self, seat: int) -> float:
        """What a seat has got since it was paid last."""
        paid, self._owed[seat] = float(self._owed[seat]), 0
        return paid
