"""Oracles see the true game, and nobody else may be asked like them."""

import numpy as np
import pytest
from situations import moment, moments, together

from agents import make
from agents.protocol import Truth
from saboteur_env.rules import Setup

ORACLES = ["oracle-miner", "oracle-saboteur"]


def truth(games):
    return Truth(*together(games).arrays(), np.concatenate([game.games for game in games]))


@pytest.mark.parametrize("name", ORACLES)
def test_an_oracle_must_be_told_the_truth(name):
    game, agent = moment(Setup(5)), make(name, 0, iterations=10)
    assert agent.is_oracle
    for ask in (agent.act, agent.action_probabilities, agent.belief):
        with pytest.raises(TypeError, match=f"{name}.* is an oracle: it plays by a Truth"):
            ask(game.information(game.seat))


@pytest.mark.parametrize("name", ORACLES)
def test_an_oracle_knows_roles_and_goals(name):
    game = moment(Setup(5), after=10)
    saboteur, treasure = make(name).belief(truth([game]))
    assert saboteur.tolist() == [seat["role"] == "saboteur" for seat in game.truth()["seats"]]
    assert treasure.tolist() == [goal == "treasure" for goal in game.deal()["goals"]]


def test_oracles_play_legally_and_by_chance_alone():
    games, agent = [moment(Setup(players), after=10) for players in (3, 7)], make("oracle-miner", 0, iterations=20)
    chance = np.array([1, 2], np.uint64)
    actions = agent.act_all(truth(games), chance)
    assert all(action in game.legal() for action, game in zip(actions, games, strict=True))
    assert (actions == make("oracle-miner", 5, iterations=20).act_all(truth(games), chance)).all()


def test_an_oracle_leaves_the_true_game_as_it_is():
    game = moment(Setup(5), after=10)
    known = truth([game])
    before = known.games.tobytes()
    make("oracle-miner", 0, iterations=20).act(known)
    assert known.games.tobytes() == before


def test_an_oracle_plays_whole_games():
    for game in moments(Setup(3, rounds=1), 1):
        assert make("oracle-saboteur", 0, iterations=4).act(truth([game])) in game.legal()
