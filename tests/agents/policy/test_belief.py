"""Beliefs are normalised exactly over the assignments of roles that the pool allows, and keep what is known for sure."""

from itertools import combinations

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

import agents
from agents.policy.belief import MOST, NEVER, Beliefs
from saboteur_env.core.cards import MINER, SABOTEUR, TREASURE
from saboteur_env.game import Game
from saboteur_env.information import information_of
from saboteur_env.rules import VARIANTS, Setup
from saboteur_env.vector import Batch


def some(others=6, allowed=(1, 2), seed=0):
    """Beliefs of a seat about so many others, of whom so many may be saboteurs; logits in float64."""
    logits = torch.randn(1, others, generator=torch.Generator().manual_seed(seed), dtype=torch.float64) * 2
    counts = torch.tensor([[count in allowed for count in range(MOST + 1)]])
    return Beliefs(logits, counts, torch.ones(1, others, dtype=torch.bool), torch.zeros(1, 3))


def assignments(beliefs, allowed):
    """All sets of saboteurs with the weight of each, by counting."""
    logits = beliefs.logits[0].tolist()
    return {
        guilty: np.exp(sum(logits[other] for other in guilty))
        for count in allowed
        for guilty in combinations(range(len(logits)), count)
    }


@pytest.mark.parametrize(("others", "allowed"), [(2, (0, 1)), (4, (1, 2)), (6, (2, 3)), (6, (2,)), (9, (3, 4)), (9, (4,))])
def test_the_sum_over_assignments_is_exact(others, allowed):
    beliefs = some(others, allowed)
    weights = assignments(beliefs, allowed)
    total = sum(weights.values())
    assert float(beliefs.log_partition()) == pytest.approx(np.log(total))
    expected = [sum(weight for guilty, weight in weights.items() if other in guilty) / total for other in range(others)]
    assert beliefs.marginals()[0].tolist() == pytest.approx(expected)
    for guilty, weight in weights.items():
        truth = torch.tensor([[other in guilty for other in range(others)]])
        assert float(beliefs.log_likelihood(truth)) == pytest.approx(np.log(weight / total))


def test_empty_seats_change_nothing():
    small = some(4, (1, 2))
    wide = Beliefs(
        torch.cat([small.logits, torch.full((1, 5), 3.0)], 1),
        small.allowed,
        torch.tensor([[True] * 4 + [False] * 5]),
        small.treasure,
    )
    assert float(wide.log_partition()) == pytest.approx(float(small.log_partition()))
    assert wide.marginals()[0].tolist() == pytest.approx([*small.marginals()[0].tolist(), *[0.0] * 5])


def test_marginals_need_no_gradients_to_be_on():
    with torch.no_grad():
        assert some().marginals().sum() > 0


def test_the_logarithm_of_nothing_has_a_gradient():
    assert np.isfinite(NEVER)


@pytest.mark.parametrize("variants", [(), ("guaranteed-saboteurs",)])
@pytest.mark.parametrize("players", range(3, 11))
def test_a_seat_believes_within_its_pool(folder, players, variants):
    setup, agent = Setup(players, variants=variants, rounds=1), agents.make("policy", path=folder)
    batch, chance = Batch(12, setup), np.random.default_rng(players)
    turn = batch.reset(seed=players)
    for _ in range(players):
        turn = batch.step(turn.pick(chance.random(12)))
    games, rules = batch.games, setup.rules()
    for seat in range(players):
        seats = np.full(12, seat)
        belief = agent.belief_all(information_of(games, rules, np.zeros(12, np.int64), np.arange(12), seats))
        own, pool = games["private"]["role"][:, seat], rules[0]["pool"]
        assert np.array_equal(belief.saboteur[:, seat], (own == SABOTEUR).astype(float))
        assert (belief.saboteur[:, players:] == 0).all()
        fewest = pool[SABOTEUR] - (pool.sum() - players)
        assert (belief.saboteur.sum(1) >= fewest - 1e-9).all() and (belief.saboteur.sum(1) <= pool[SABOTEUR] + 1e-9).all()
        assert belief.treasure.sum(1) == pytest.approx(np.ones(12))
    assert "guaranteed-saboteurs" in VARIANTS


def test_a_seat_believes_its_own_maps_and_the_roles_that_are_shown(folder):
    agent, chance, seen, shown = agents.make("policy", path=folder), np.random.default_rng(3), 0, 0
    for seed in range(12):
        game = Game(Setup(4, rounds=1))
        game.reset(seed=seed)
        while not game.is_over:
            known, seat = game.information(game.seat), game.seat
            belief, private = agent.belief(known), known.private[0]
            for goal in range(3):
                face = private["known"][goal] or game.public["mine"]["goals"][goal]["face"]
                if face:
                    assert belief.treasure[goal] == pytest.approx(float(face == TREASURE))
                    seen += 1
            for other, player in enumerate(game.public["players"][:4]):
                if player["role"] in (MINER, SABOTEUR) and other != seat:
                    assert belief.saboteur[other] == pytest.approx(float(player["role"] == SABOTEUR), abs=1e-9)
                    shown += 1
            legal = game.legal()
            game.step(int(chance.choice(legal)))
    assert seen > 20
