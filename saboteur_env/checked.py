"""PettingZoo's usual checks around the environment, in one layer."""

from typing import Any

from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from .env import raw_env
from .game import IllegalAction, MalformedAction


def _shown(name: str) -> Any:
    """An attribute of the environment, once there is a game; a property is found faster than by `__getattr__`."""

    def show(self: "checked_env") -> Any:
        if not self._has_reset:
            raise AttributeError(f"{name} cannot be accessed before reset")
        return getattr(self.env, name)

    return property(show)


class checked_env(OrderEnforcingWrapper):  # noqa: N801 (named like raw_env)
    """The order of calls, the form of actions, and an end to the game after an illegal one.

    An illegal action ends the game for all; its agent gets -1, the others 0. What is no action at all raises.
    """

    def __init__(self, env: raw_env) -> None:
        super().__init__(env)

    agents, agent_selection, num_agents = _shown("agents"), _shown("agent_selection"), _shown("num_agents")
    rewards, infos = _shown("rewards"), _shown("infos")
    terminations, truncations = _shown("terminations"), _shown("truncations")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.env.reset(seed, options)
        self._has_reset = self._has_updated = True

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self._has_reset:
            raise AttributeError("last cannot be called before reset")
        return self.env.last(observe)

    def step(self, action: Any) -> None:
        if not (self._has_reset and self.env.agents):
            super().step(action)  # PettingZoo says what is wrong with that
            return
        self._has_updated = True
        try:
            self.env.step(action)
        except MalformedAction:
            raise
        except IllegalAction:
            EnvLogger.warn_on_illegal_move()
            self.env.lose(self.env.agent_selection)

    def set_state(self, state: bytes) -> None:
        """See `raw_env.set_state`; it stands in for a reset."""
        self.env.set_state(state)
        self._has_reset = self._has_updated = True

    def __str__(self) -> str:
        return str(self.env)

    def clone(self) -> "checked_env":
        """An independent copy, chance and all."""
        return self._wrap(self.env.clone())

    def determinize(self, agent: str, seed: int) -> "checked_env":
        """See `raw_env.determinize`."""
        return self._wrap(self.env.determinize(agent, seed))

    def _wrap(self, env: raw_env) -> "checked_env":
        twin = checked_env(env)
        twin._has_reset, twin._has_updated = self._has_reset, self._has_updated
        return twin

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> "checked_env":
        return self.clone()


def env(**kwargs: Any) -> checked_env:
    """The environment with PettingZoo's usual checks; the parameters are those of `raw_env`."""
    return checked_env(raw_env(**kwargs))
