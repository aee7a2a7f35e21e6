"""Pages explain every act just as likely as the scripts choose it: inference stands on this."""

import numpy as np
import pytest
from probes import explain_all
from situations import SPARSE, in_world, moments

from agents import manners
from agents.core.style import STYLE, WEIGHTS
from agents.manners import Play, compile_plays
from agents.scripted import ScriptedAgent
from saboteur_env.core.actions import ACTIONS, FIRST
from saboteur_env.core.cards import PASS, TREASURE
from saboteur_env.rules import EDITIONS, Setup


def by_chance(seed, noise=0.1):
    """A style with every weight drawn."""
    weights = np.random.default_rng(seed).normal(0, 2, len(WEIGHTS))
    weights[list(WEIGHTS).index("noise")] = noise
    return weights.view(STYLE)


PLAYS = [
    manners.at_random(),
    manners.greedy(),
    manners.overt(),
    manners.stealth(0.3, 3.0, 1.5, lie=0.5, truth=0.25),
    Play(by_chance(1), by_chance(2), close=5.0, short=2.0, hide=0.8, truth=0.2, lie=0.3),
    Play(by_chance(3), hide=1.0, truth=0.6),
]
STYLES, MANNERS = compile_plays(PLAYS)


def chosen(information):
    """(n, plays, actions) float64: how likely each play chooses each action."""
    return np.stack([ScriptedAgent("", play, play).probabilities_all(information) for play in PLAYS], 1)


def explained(information, treasures):
    """The same as pages have it, with the sum of all passes in the place of each."""
    out = np.empty((len(information), len(PLAYS), ACTIONS))
    doubts = np.array([float(STYLES[manner.early]["noise"]) for manner in MANNERS])
    explain_all(*information.arrays(), STYLES, MANNERS, treasures, doubts, out)
    return out


def gather_passes(probabilities):
    """The sum of all passes in the place of each."""
    passes = probabilities[..., FIRST[PASS] : FIRST[PASS + 1]]
    passes[:] = np.where(passes > 0, passes.sum(axis=-1, keepdims=True), 0)
    return probabilities


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [3, pytest.param(5, marks=pytest.mark.course), 10])
def test_an_act_is_explained_as_likely_as_it_is_chosen_whatever_the_hand_the_maps_and_the_manner(edition, players):
    for step, game in enumerate(moments(Setup(players, edition, rounds=1), players)):
        if step % (6 * SPARSE) == 0 and game.phase != "pick":
            observer = (game.seat + 1) % players
            worlds = game.worlds(observer, 2, step)
            information = in_world(game, worlds, game.seat)
            treasures = (worlds["hidden"]["goals"] == TREASURE).argmax(axis=1)
            expected = gather_passes(chosen(information))
            assert explained(information, treasures) == pytest.approx(expected, rel=1e-9, abs=1e-14)
