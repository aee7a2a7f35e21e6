"""Decisions per second of scripted agents that play whole rounds in the core, distances and rules included."""

import sys

import numpy as np

import agents
from agents.core.rollout import roll_out_all
from agents.scripted import ScriptedAgent
from saboteur_env.rules import Setup
from saboteur_env.vector import Batch

from .measure import Figure
from .play import rate

UNIT = "decisions/s"
NAMES = ("random", "greedy", "stealth", "sleeper")
GAMES = 256


def play_round(agent: ScriptedAgent, batch: Batch, seed: int) -> int:
    """All seats of all games are the agent's, for one round; returns how many decisions were taken."""
    batch.reset(seed)
    rules, which, reached = batch.setups[0].rules(), np.zeros(GAMES, np.int64), np.empty(GAMES, np.int64)
    return roll_out_all(batch.games, rules, which, agent.styles, agent.manners, sys.maxsize, reached)


def measure(rounds: int, repeats: int) -> list[Figure]:
    """Every agent in all seats of 256 games, at five and at seven players."""
    figures = []
    for name in NAMES:
        for players in (5, 7):
            agent, batch = agents.make(name), Batch(GAMES, Setup(players, rounds=1))

            def play(times: int, agent: ScriptedAgent = agent, batch: Batch = batch) -> int:
                return sum(play_round(agent, batch, seed) for seed in range(times))

            play(1)
            found = tuple(rate(play, rounds) for _ in range(repeats))
            what = f"scripted agents, {players} players, {name}"
            figures.append(Figure(what, UNIT, found, f"agents.{name}.{players}p"))
    return figures
