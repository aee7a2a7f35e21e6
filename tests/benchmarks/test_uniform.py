"""The uniform random player."""

from collections import Counter

import numpy as np
import pytest

from benchmarks.uniform import UniformPlayer


def choices(mask, seed, count):
    player = UniformPlayer(seed)
    return [player.act(mask) for _ in range(count)]


def test_every_legal_action_is_equally_likely_and_no_other_is_chosen():
    mask = np.array([0, 1, 0, 1, 1, 0, 0, 1], np.int8)
    counts = Counter(choices(mask, seed=0, count=4000))
    assert set(counts) == {1, 3, 4, 7}
    chi_squared = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_squared < 16.27  # 3 degrees of freedom: exceeded by chance once in a thousand seeds


def test_a_seed_fixes_the_choices():
    mask = np.ones(50, np.int8)
    assert choices(mask, seed=1, count=20) == choices(mask, seed=1, count=20)
    assert choices(mask, seed=1, count=20) != choices(mask, seed=2, count=20)


def test_it_refuses_a_mask_without_a_legal_action():
    with pytest.raises(ValueError, match="no action is legal"):
        UniformPlayer(0).act(np.zeros(8, np.int8))
