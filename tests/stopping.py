"""Environments in the middle of a game, and all that they show."""

from collections.abc import Iterator

from pettingzoo import AECEnv
from playing import course

from saboteur_env.record import Chooser

EVERY_GROUP = {"history": 86, "changes": True, "picture": True}
PHASES = ("play", "claim", "pick")


def stopped(maker, phase: str, **setup) -> AECEnv:
    """An environment in the middle of a game, at a decision of this phase in the second round."""
    env = maker(players=5, **EVERY_GROUP, **setup)
    for seed in range(100):
        for index, _ in enumerate(course(env, seed, "digging")):
            game = env.unwrapped.game
            if game.round_index == 1 and game.phase == phase and index % 3 == 0:
                return env
    raise AssertionError(f"no decision to {phase}")


def shown(env: AECEnv) -> list:
    """Everything that an environment gives out."""
    raw = env.unwrapped
    named = [dict(values) for values in (env.rewards, env.terminations, env.truncations, env.infos)]
    observations = [array.tobytes() for agent in env.possible_agents for array in env.observe(agent).values()]
    observations.append(env.state().tobytes())
    return [env.agent_selection, list(env.agents), named, observations, env.get_state(), dict(raw._cumulative_rewards)]


def on(env: AECEnv, choose: Chooser) -> Iterator[list]:
    """Play on to the end of the game; yields what is shown after each step."""
    while not any(env.terminations.values()):
        game = env.unwrapped.game
        env.step(choose(game, game.legal()))
        yield shown(env)
