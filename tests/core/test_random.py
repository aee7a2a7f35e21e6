"""Chance: the published generator, unbiased numbers, even shuffles."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from chances import chi_square_is_plausible

from saboteur_env.core.layout import GAME
from saboteur_env.core.random import below, draw, shuffle


@pytest.fixture
def hidden():
    """The hidden part of an empty game, seeded with 1234567."""
    games = np.zeros(1, GAME)
    games[0].hidden.random = 1234567
    return games[0].hidden


def test_the_generator_is_splitmix64(hidden):
    assert [int(draw(hidden)) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("n", [1, 2, 3, 7, 10, 64, 67])
def test_numbers_below_n_are_all_drawn_equally_often(hidden, n):
    drawn = Counter(below(hidden, n) for _ in range(200 * n))
    assert set(drawn) == set(range(n))
    assert chi_square_is_plausible(drawn.values(), [200] * n)


def test_a_shuffle_permutes_its_part_and_leaves_the_rest(hidden):
    items = np.arange(20)
    shuffle(hidden, items, 5, 15)
    assert items[:5].tolist() == [*range(5)] and items[15:].tolist() == [*range(15, 20)]
    assert sorted(items[5:15]) == [*range(5, 15)] and items[5:15].tolist() != [*range(5, 15)]


def test_every_order_is_equally_likely(hidden):
    drawn = Counter()
    for _ in range(24 * 100):
        items = np.arange(4)
        shuffle(hidden, items, 0, 4)
        drawn[tuple(items.tolist())] += 1
    assert chi_square_is_plausible([drawn[order] for order in permutations(range(4))], [100] * 24)
