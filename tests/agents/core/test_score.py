"""Scores against the games that they look ahead to."""

import numpy as np
import pytest
from situations import moments

from agents.core.mind import FARTHEST
from agents.manners import Play
from agents.scripted import ScriptedAgent
from agents.weights import style
from saboteur_env.core.actions import FIRST
from saboteur_env.core.cards import HIDDEN, LAY, ROCKFALL
from saboteur_env.rules import EDITIONS, Setup


def scores(game, weights):
    """The score of every legal action, up to a constant."""
    play = Play(style(weights))
    return np.log(ScriptedAgent("", play, play).action_probabilities(game.information(game.seat))[game.legal()])


def needed(game, goals):
    """The cards that are still needed, the mean over these goals."""
    return np.mean([min(game.public.distance.now[goal], FARTHEST) for goal in goals])


def look_ahead(game, verb, weights):
    """Scores of the acts of a verb, and by how much each really shortens the way."""
    goals = [goal for goal in range(3) if game.public.mine.goals[goal].face == HIDDEN]
    worth, found, real = scores(game, weights), [], []
    for action, score in zip(game.legal(), worth, strict=True):
        if FIRST[verb] <= action < FIRST[verb + 1]:
            twin = game.clone()
            twin.step(int(action))
            if twin.public.logged == game.public.logged + 1 and twin.round_index == game.round_index:
                found.append(score)
                real.append(needed(game, goals) - needed(twin, goals))
    return np.array(found) - worth[-1], np.array(real)  # the last one is a pass


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_lay_is_worth_by_how_much_it_changes_the_way(edition):
    changes = []
    for step, game in enumerate(moments(Setup(5, edition, rounds=1), 1, "random-layer")):
        if step % 3 == 0 and game.phase == "play" and knows_nothing(game):
            found, real = look_ahead(game, LAY, {"gain": 1.0, "loss": -1.0})
            assert found == pytest.approx(real, abs=1e-9)
            changes += [*real]
    assert min(changes) < 0 < max(changes)


def test_a_rockfall_is_worth_by_how_much_it_changes_the_way_if_it_lies_near_it():
    """Those far off the way are not looked into: there it counts for nothing."""
    looked = wrong = 0
    for seed in range(12):
        for game in moments(Setup(5, rounds=1), seed, "random-layer"):
            if game.phase == "play" and knows_nothing(game):
                found, real = look_ahead(game, ROCKFALL, {"clears": 1.0, "cuts": -1.0})
                assert (np.isclose(found, 0, atol=1e-9) | np.isclose(found, real)).all()
                looked += len(found)
                wrong += np.sum(~np.isclose(found, real, atol=1e-9))
    assert looked > 100 and wrong < looked / 10


def knows_nothing(game):
    """Whether the seat to decide has seen no goal."""
    return not game.games[0].private[game.seat].known.any()
