"""Shares, intervals and pairs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.arena.statistics import bootstrap, paired, wilson


@pytest.mark.parametrize(
    ("won", "of", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)]
)
def test_wilsons_interval(won, of, low, high):
    assert wilson(won, of) == pytest.approx((low, high), abs=1e-4)


@given(st.integers(1, 500), st.data())
def test_wilsons_interval_holds_the_share(trials, data):
    won = data.draw(st.integers(0, trials))
    low, high = wilson(won, trials)
    assert 0 <= low <= won / trials + 1e-12 and won / trials - 1e-12 <= high <= 1


def test_the_bootstrap_agrees_with_the_normal_interval_of_independent_values():
    values = np.random.default_rng(0).random(2000) < 0.3
    low, high = bootstrap(values, np.arange(2000), 1)
    half = 1.96 * np.sqrt(values.var() / 2000)
    assert (low, high) == pytest.approx((values.mean() - half, values.mean() + half), abs=0.003)


def test_what_shares_a_cluster_counts_as_one():
    values = np.random.default_rng(0).random(500) < 0.3
    alone, copied = bootstrap(values, np.arange(500), 1), bootstrap(np.tile(values, 4), np.tile(np.arange(500), 4), 1)
    assert copied == alone


def test_clusters_weigh_by_their_size():
    low, high = bootstrap(np.array([1.0, 0, 0, 0]), np.array([7, 9, 9, 9]), 0)
    assert (low, high) == (0, 1)


def test_a_seed_fixes_the_bootstrap():
    values = np.arange(40.0)
    assert bootstrap(values, values.astype(int), 5) == bootstrap(values, values.astype(int), 5)
    assert bootstrap(values, values.astype(int), 5) != bootstrap(values, values.astype(int), 6)


def test_the_difference_of_pairs():
    first, second = np.array([0, 0, 1, 1.0]), np.array([0, 1, 1, 1.0])
    gain = paired(first, second, np.arange(4), 0)
    assert gain.value == 0.25 and gain.low <= 0.25 <= gain.high and gain.pairs == 4
    # var(first) = 1/4, var(second) = 3/16, var(0, 1, 0, 0) = 3/16
    assert gain.reduction == pytest.approx((1 / 4 + 3 / 16) / (3 / 16))


def test_pairing_what_is_independent_gains_nothing():
    first, second = np.random.default_rng(2).random((2, 4000))
    assert paired(first, second, np.arange(4000), 0).reduction == pytest.approx(1, abs=0.05)


def test_a_difference_that_never_varies_has_no_reduction():
    gain = paired(np.array([0.0, 1]), np.array([0.0, 1]), np.arange(2), 0)
    assert gain.value == 0 and gain.reduction is None


def test_without_pairs_there_is_no_difference():
    assert paired(np.empty(0), np.empty(0), np.empty(0, int), 0) is None
