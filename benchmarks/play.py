"""Random play, counted and timed the same way whatever is played."""

from collections.abc import Callable, Mapping
from typing import Any

from .measure import seconds
from .uniform import UniformPlayer

# Plays at least so many decisions (of a batch: so many steps) and returns how many decisions were taken.
Play = Callable[[int], int]


def play_aec(env: Any, player: UniformPlayer, steps: int, seed: int) -> int:
    """Play whole games until at least so many actions are taken; returns how many were."""
    taken = 0
    while taken < steps:
        env.reset(seed=seed + taken)
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                env.step(player.act(observation["action_mask"]))
                taken += 1
    return taken


def aec_player(make: Callable[[], Any]) -> Play:
    """A function that plays at least so many actions, from a fresh seed with each call."""
    env, player, calls = make(), UniformPlayer(0), iter(range(10**9))
    return lambda steps: play_aec(env, player, steps, seed=next(calls) * 10**6)


def rate(play: Play, steps: int) -> float:
    """Decisions per second of processor time; steps of agents that are out are not counted."""
    taken: list[int] = []
    spent = seconds(lambda: taken.append(play(steps)))
    return taken[0] / spent


def rates(players: Mapping[str, Play], warm_up: int, steps: int, repeats: int) -> dict[str, tuple[float, ...]]:
    """The rates of several players by key, one per repeat; repeats are interleaved: what disturbs one disturbs all."""
    for play in players.values():
        play(warm_up)
    rounds = [{key: rate(play, steps) for key, play in players.items()} for _ in range(repeats)]
    return {key: tuple(found[key] for found in rounds) for key in players}
