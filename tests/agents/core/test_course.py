"""All agents on the course of `playground.py`: compiled, with bounds checked, as plain Python."""

import numpy as np
import pytest
from playground import SCENES
from scenarios import scene
from situations import AGENTS

from agents import make

SEARCHES = {"ismcts": 3, "flat-mc": 3}


def quick(name):
    return make(name, 0, **({"iterations": SEARCHES[name], "laps": 1} if name in SEARCHES else {}))


@pytest.mark.course
@pytest.mark.parametrize("play", SCENES, ids=lambda play: play.__name__)
@pytest.mark.parametrize("name", AGENTS)
def test_every_agent_decides_and_believes_in_every_scene(name, play):
    game, agent = play(), quick(name)
    for seat in range(game.setup.players) if agent.believes else ():
        saboteur, treasure = agent.belief(game.information(seat))
        assert np.isfinite(saboteur).all() and treasure.sum() == pytest.approx(1)
    if not game.is_over:
        probabilities = agent.action_probabilities(game.information(game.seat))
        assert probabilities.sum() == pytest.approx(1) and probabilities[game.legal()].sum() == pytest.approx(1)
        assert agent.act(game.information(game.seat)) in game.legal()


@pytest.mark.course
def test_a_long_search_at_the_end_of_a_round_counts_over_nothing():
    """The deck is empty, and every world that is tried pays its saboteurs."""
    game = scene("S", {0: ["map"], 1: ["repair-pick"], 2: ["NESW"]}, deck=0, rounds=2)
    agent = make("flat-mc", 0, iterations=100)
    assert agent.act(game.information(game.seat)) in game.legal()
