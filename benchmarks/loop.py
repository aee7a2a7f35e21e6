"""Agent-steps per second of the plain AEC loop, beside PettingZoo's own connect_four_v3.

The same loop and the same uniform random policy drive every environment, and the repeats are interleaved: what
disturbs one disturbs all. A ratio is taken within a repeat.
"""

import os
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from agents import RandomAgent
from saboteur_env import saboteur_v0

from .measure import Figure, seconds

PEER = "PettingZoo connect_four_v3, raw_env"
PEER_KEY = "peer.pettingzoo_connect_four"
MISSING = "missing: it needs pygame, see the extra `benchmarks`"
UNIT = "agent-steps/s"


def ours() -> dict[str, Callable[[], Any]]:
    """The measured ways to set up our environment, by name."""
    return {
        f"{make.__name__}, {players} players, distances {'on' if distances else 'off'}": partial(
            make, players=players, distances=distances
        )
        for players in (5, 7)
        for distances in (True, False)
        for make in (saboteur_v0.raw_env, saboteur_v0.env)
    }


def peer() -> dict[str, Callable[[], Any]]:
    """The peer by name; nothing where it cannot be loaded."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        from pettingzoo.classic.connect_four.connect_four import raw_env
    except ImportError:
        return {}
    return {PEER: raw_env}


def play(env: Any, agent: RandomAgent, steps: int, seed: int) -> int:
    """Play whole games until at least so many actions are taken; returns how many were."""
    taken = 0
    while taken < steps:
        env.reset(seed=seed + taken)
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                env.step(agent.act(observation["observation"], observation["action_mask"]))
                taken += 1
    return taken


def rate(make: Callable[[], Any], steps: int, seed: int) -> float:
    """Agent-steps per second of processor time; steps of agents that are out are not counted."""
    env, agent = make(), RandomAgent(seed)
    play(env, agent, 1, seed)
    taken: list[int] = []
    spent = seconds(lambda: taken.append(play(env, agent, steps, seed)))
    return taken[0] / spent


def measure(steps: int, repeats: int) -> list[Figure]:
    """All figures of the loop."""
    makers = {**peer(), **ours()}
    rates: dict[str, list[float]] = {name: [] for name in makers}
    for repeat in range(repeats):
        for name, make in makers.items():
            rates[name].append(rate(make, steps, repeat))
    return [_figure(name, rates) for name in (PEER, *ours())]


def _figure(name: str, rates: Mapping[str, list[float]]) -> Figure:
    if name not in rates:
        return Figure(name, UNIT, (), note=MISSING, key=PEER_KEY)
    beside = rates.get(PEER, [])
    ratios = tuple(mine / other for mine, other in zip(rates[name], beside, strict=True)) if beside else ()
    return Figure(name, UNIT, tuple(rates[name]), ratios, key=_key(name))


def _key(name: str) -> str:
    """`aec.raw.5p`, `aec.wrapped.7p.lean` and so on; the peer has its own."""
    if name == PEER:
        return PEER_KEY
    maker, players, distances = name.split(", ")
    lean = "" if distances.endswith("on") else ".lean"
    return f"aec.{'raw' if maker == 'raw_env' else 'wrapped'}.{players.split()[0]}p{lean}"
