"""The PettingZoo environment: agents, spaces, rewards. It holds no rule."""

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import BaseWrapper

from .core.actions import ACTIONS
from .core.cards import MINER
from .game import Game, IllegalAction, Setup
from .notation import Move
from .spaces import Encoder, Options, action_space, observation_space, state_of, state_space

REWARDS = ("gold", "team", "win")
RENDER_MODES = ("human", "ansi", "rgb_array")


class raw_env(AECEnv):  # noqa: N801 (PettingZoo's name)
    """PLACEHOLDER"""

    metadata = {"name": "saboteur_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self,
        players: int = 5,
        edition: str = "amigo-2025",
        variants: tuple[str, ...] = (),
        rounds: int = 3,
        reward: str = "gold",
        render_mode: str | None = None,
        history: int = 0,
        distances: bool = True,
        changes: bool = False,
        picture: bool = False,
        viewer: str | int | None = None,
    ) -> None:
        super().__init__()
        if reward not in REWARDS:
            raise ValueError(f"there is no reward {reward!r}; rewards: {', '.join(REWARDS)}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"there is no render mode {render_mode!r}; modes: {', '.join(RENDER_MODES)}")
        self.game = Game(Setup(players, edition, variants, rounds, distances))
        self.options = Options(distances, changes, history, picture)
        self.reward, self.render_mode, self.viewer = reward, render_mode, viewer
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space, actions = observation_space(self.options), action_space()
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.action_spaces[agent]

    @property
    def state_space(self) -> gymnasium.spaces.Box:
        """The space of `state`: float32 in [-1, 1]."""
        return state_space(self.options)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        Args:
            seed: fixes all chance; None goes on from the last game's chance.
            options: `{"deal": deal}` with a deal of the recorded game's format, or a list of one per round;
                other options are ignored, as PettingZoo's own tests ask.

        Raises:
            ValueError: a deal that the rules do not allow. The game that was there stays.
        """
        deals = (options or {}).get("deal", [])
        self.game.reset(seed, deals if isinstance(deals, (list, tuple)) else [deals])
        self._begin()

    def _begin(self) -> None:
        """All agents are there, nothing is rewarded yet."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._rewarded = False
        self._skip_agent_selection = None
        self._look()

    @property
    def _encoder(self) -> Encoder:
        """Made when first needed and never copied: its buffers belong to one environment."""
        encoder = self.__dict__.get("encoder")
        if encoder is None:
            encoder = self.__dict__["encoder"] = Encoder(self.options)
        return encoder

    def _clear_rewards(self) -> None:
        self.rewards = dict.fromkeys(self.rewards, 0.0)

    def _look(self) -> None:
        """Find who decides, and what is legal."""
        self._mask = self.game.mask()
        self.agent_selection = self.possible_agents[self.game.seat]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """The observation and the action mask of an agent, fresh arrays."""
        decides = agent == self.agent_selection and not self.game.is_over
        mask = self._mask.copy() if decides else np.zeros(ACTIONS, np.int8)
        return {"observation": self._encoder.observation(self.game, self._seats[agent]), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Carry out an action of the agent to decide.

        Raises:
            IllegalAction: the action is not legal; the message says why, and nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game = self.game
        if type(action) is not int or not 0 <= action < ACTIONS or not self._mask[action]:
            game.check(action)
        number = game.round_index
        game.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        if self._rewarded:
            self._clear_rewards()
        self._rewarded = game.round_index != number
        if self._rewarded:
            self.rewards = self._rewards(number)
            self._accumulate_rewards()
        if game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self._look()

    def lose(self, agent: str) -> None:
        """End the game for all because an agent did what is not allowed: it gets -1, the others 0."""
        self._clear_rewards()
        self.rewards[agent] = -1.0
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()

    def _rewards(self, number: int) -> dict[str, float]:
        """What each agent gets for a round that has ended."""
        game = self.game
        if self.reward == "gold":
            values = game.games[0].hidden.gains[number]
        elif self.reward == "team":
            past = game.public.past[number]
            values = np.where((past.roles == MINER) == bool(past.reached), 1, -1)
        else:
            winners = game.winners() if game.is_over else []
            values = [1 / len(winners) if seat in winners else 0 for seat in range(game.setup.players)]
        return {agent: float(values[seat]) for agent, seat in self._seats.items()}

    def render(self) -> Any:
        """A drawing of the game; see `saboteur_env.render`. Without a render mode: None."""
        from . import render

        return render.render(self.game, self.render_mode, self.viewer)

    def close(self) -> None:
        """Nothing is held open."""

    def state(self) -> np.ndarray:
        """Everything, hidden things included, float32: for centralised critics, never for an agent."""
        return state_of(self.game, self._encoder)

    # -- beyond PettingZoo ------------------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        """The legal moves of the agent to decide, in the order of their action ids."""
        return self.game.legal_moves()

    def move(self, action: int) -> Move:
        """The move of a legal action, in the format of the recorded game."""
        return self.game.move(action)

    def action(self, move: Move) -> int:
        """The action of a legal move."""
        return self.game.action(move)

    def truth(self) -> dict[str, Any]:
        """Everything, as JSON; never for an agent."""
        return self.game.truth()

    def determinize(self, agent: str, seed: int) -> "raw_env":
        """A copy that agrees with all that an agent knows; everything hidden from it is drawn anew."""
        twin = self.clone()
        twin.game = self.game.determinize(self._seats[agent], seed)
        return twin

    def get_state(self) -> bytes:
        """The game as bytes."""
        return self.game.get_state()

    def set_state(self, state: bytes) -> None:
        """Take on a game that `get_state` of an environment with the same setup gave; rewards are forgotten.

        Raises:
            ValueError: bytes that are no state, or one of another setup or version. Nothing has changed.
        """
        self.game.set_state(state)
        self._begin()

    def clone(self) -> "raw_env":
        """An independent copy, chance and all."""
        twin = object.__new__(type(self))
        twin.__setstate__(self.__getstate__())
        return twin

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> "raw_env":
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        state.pop("encoder", None)
        state["game"] = self.game.clone()
        for name in _OWN & state.keys():
            state[name] = state[name].copy()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)


# What a copy must not share.
_OWN = {"agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"}


class checked_env(BaseWrapper):  # noqa: N801 (named like raw_env)
    """PettingZoo's usual checks in one layer: order of calls, form of actions, an illegal action ends the game.

    An illegal action ends the game for all; its agent gets -1, the others 0.
    """

    def __init__(self, env: raw_env) -> None:
        super().__init__(env)
        self._begun = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.env.reset(seed, options)
        self._begun = True

    def _need_reset(self, call: str) -> None:
        if not self._begun:
            raise AttributeError(f"{call} before reset(): reset the environment first")

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        self._need_reset("observe()")
        return self.env.observe(agent)

    def render(self) -> Any:
        self._need_reset("render()")
        return self.env.render()

    def state(self) -> np.ndarray:
        self._need_reset("state()")
        return self.env.state()

    def step(self, action: Any) -> None:
        self._need_reset("step()")
        env = self.env
        if not env.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        try:
            env.step(action)
        except IllegalAction:
            if isinstance(action, (bool, np.bool_)) or not isinstance(action, (int, np.integer)) or not 0 <= action < ACTIONS:
                raise
            EnvLogger.warn_on_illegal_move()
            env.lose(env.agent_selection)

    def clone(self) -> "checked_env":
        """An independent copy, chance and all."""
        return self._wrap(self.env.clone())

    def determinize(self, agent: str, seed: int) -> "checked_env":
        """See `raw_env.determinize`."""
        return self._wrap(self.env.determinize(agent, seed))

    def _wrap(self, env: raw_env) -> "checked_env":
        twin = checked_env(env)
        twin._begun = self._begun
        return twin

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> "checked_env":
        return self.clone()


def env(**kwargs: Any) -> checked_env:
    """The environment with PettingZoo's usual checks; the parameters are those of `raw_env`."""
    return checked_env(raw_env(**kwargs))
