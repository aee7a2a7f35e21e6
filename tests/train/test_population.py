"""Earlier states are copies that play the more often the more they win."""

import numpy as np
import pytest

pytest.importorskip("torch")

import torch
from learning import digest, opinionated

from agents.observation import OPTIONS
from agents.policy.network import Design, Network
from train.population import FADING, Population


def network(seed=0):
    made = Network(OPTIONS, Design(width=8, trunk=8))
    opinionated(made, seed=seed)
    return made


def population_of(count):
    population = Population()
    for number in range(count):
        population.add(network(number), 100 * number)
    return population


def test_copies_do_not_follow_the_learner():
    population, learner = Population(), network()
    population.add(learner, 5)
    before = digest(learner)
    opinionated(learner, seed=9)
    member = population.members[0]
    assert digest(member.network) == before != digest(learner)
    assert not any(values.requires_grad for values in member.network.parameters())
    assert any(values.requires_grad for values in learner.parameters())
    assert member.decisions == 5 and len(population) == 1


def test_who_wins_is_drawn_by_the_square_of_its_share():
    """(8+1)/(10+2), (2+1)/(4+2) and (0+1)/(0+2) are 3/4, 1/2, 1/2: squares 9, 4, 4."""
    population, chance = population_of(3), np.random.default_rng(0)
    population.count(np.array([[10, 0], [4, 0], [0, 0]]), np.array([[8, 0], [2, 0], [0, 0]]))
    drawn = np.bincount([population.draw(0, chance) for _ in range(8000)], minlength=3) / 8000
    assert drawn == pytest.approx(np.array([9, 4, 4]) / 17, abs=0.025)


def test_roles_are_drawn_apart():
    population, chance = population_of(2), np.random.default_rng(0)
    population.count(np.array([[1000, 1000], [1000, 1000]]), np.array([[1000, 0], [0, 1000]]))
    assert {population.draw(0, chance) for _ in range(50)} == {0}
    assert {population.draw(1, chance) for _ in range(50)} == {1}


def test_newcomers_are_drawn_as_if_they_won_half():
    population, chance = population_of(2), np.random.default_rng(0)
    drawn = np.mean([population.draw(1, chance) for _ in range(4000)])
    assert drawn == pytest.approx(0.5, abs=0.04)


def test_counts_fade():
    population = population_of(1)
    for _ in range(3):
        population.count(np.array([[10, 4]]), np.array([[5, 1]]))
    member, weights = population.members[0], 1 + FADING + FADING**2
    assert member.games == pytest.approx([10 * weights, 4 * weights])
    assert member.won == pytest.approx([5 * weights, weights])
    for _ in range(2000):
        population.count(np.zeros((1, 2)), np.zeros((1, 2)))
    assert member.games.max() < 1e-6


def test_counts_are_of_all_members():
    with pytest.raises(ValueError):
        population_of(2).count(np.zeros((1, 2)), np.zeros((1, 2)))


def test_a_restored_population_is_the_same():
    population = population_of(3)
    population.count(np.arange(6).reshape(3, 2), np.ones((3, 2)))
    again = Population()
    again.restore(population.state())
    assert len(again) == 3
    for one, other in zip(population.members, again.members, strict=True):
        assert digest(one.network) == digest(other.network) and one.decisions == other.decisions
        assert one.games.tolist() == other.games.tolist() and one.won.tolist() == other.won.tolist()
    chance = [np.random.default_rng(1) for _ in range(2)]
    draws = [[who.draw(0, one) for _ in range(30)] for who, one in zip((population, again), chance, strict=True)]
    assert draws[0] == draws[1] and len(set(draws[0])) == 3


def test_what_is_kept_is_tensors_numbers_and_words():
    """So that a checkpoint can be read without running code."""
    for kept in population_of(1).state():
        assert all(torch.is_tensor(value) for value in (*kept["weights"].values(), kept["games"], kept["won"]))
        assert isinstance(kept["decisions"], int)
