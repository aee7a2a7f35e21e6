"""Scores of probabilities, against cases worked out by hand."""

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.arena.metrics import auc, auc_interval, auc_within, brier, calibration_error, entropy, log_loss

P, TRUTH = np.array([0.9, 0.2, 0.5]), np.array([1, 0, 0])
cases = st.lists(st.tuples(st.sampled_from(np.linspace(0, 1, 7).tolist()), st.integers(0, 1)), min_size=1, max_size=30)


def test_log_loss():
    assert log_loss(P, TRUTH) == pytest.approx([-log(0.9), -log(0.8), -log(0.5)])


def test_a_certain_error_costs_much_but_not_without_end():
    assert log_loss(np.array([0.0, 1.0]), np.array([1, 0])) == pytest.approx([12 * log(10)] * 2)


def test_brier():
    assert brier(P, TRUTH) == pytest.approx([0.01, 0.04, 0.25])


def test_the_expected_loss_of_a_right_probability():
    # The prior of a miner among five players.
    assert entropy(0.4) == pytest.approx(0.6730, abs=5e-5)
    assert entropy(0.0) == 0


@pytest.mark.parametrize(
    ("p", "truth", "area"),
    [
        ([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1], 0.75),
        ([0.5, 0.5], [0, 1], 0.5),
        ([0.2, 0.7], [1, 0], 0.0),
        ([0.2, 0.7], [0, 1], 1.0),
        ([0.2, 0.7], [1, 1], None),
        ([0.2, 0.7], [0, 0], None),
    ],
)
def test_auc(p, truth, area):
    assert auc(np.array(p), np.array(truth)) == area


@given(cases)
def test_auc_is_the_share_of_pairs_in_order(drawn):
    p, truth = (np.array(column) for column in zip(*drawn, strict=True))
    pairs = [(a > b) + (a == b) / 2 for a in p[truth == 1] for b in p[truth == 0]]
    assert auc(p, truth) == (pytest.approx(np.mean(pairs)) if pairs else None)


@given(cases)
def test_auc_does_not_change_under_a_rising_function(drawn):
    p, truth = (np.array(column) for column in zip(*drawn, strict=True))
    assert auc(p**3 + 1, truth) == auc(p, truth)


def test_the_interval_of_auc_holds_it_and_shrinks_with_the_number_of_clusters():
    rng = np.random.default_rng(0)
    truth = rng.integers(2, size=4000)
    p = (rng.random(4000) + 0.5 * truth) / 1.5
    few, many = (auc_interval(p[:n], truth[:n], np.arange(n), 1) for n in (1000, 4000))
    assert few[0] < auc(p[:1000], truth[:1000]) < few[1] and many[0] < auc(p, truth) < many[1]
    assert many[1] - many[0] == pytest.approx((few[1] - few[0]) / 2, rel=0.25)


def test_copies_in_a_cluster_tell_nothing_new_of_auc():
    p, truth, clusters = np.random.default_rng(1).random(300), np.arange(300) % 2, np.arange(300)
    copied = (np.tile(one, 3) for one in (p, truth, clusters))
    assert auc_interval(*copied, 2) == pytest.approx(auc_interval(p, truth, clusters, 2))


def test_there_is_no_interval_without_both():
    assert auc_interval(P, np.ones(3, int), np.arange(3), 0) is None


def test_pairs_of_different_rows_do_not_count_within():
    p, truth = np.array([[0.9, 0.8], [0.2, 0.1]]), np.array([[0, 1], [0, 1]])
    assert auc_within(p, truth, np.ones((2, 2), bool)) == 0
    assert auc(p.ravel(), truth.ravel()) == 0.25


def test_entries_that_do_not_count_make_no_pair():
    p, truth = np.array([[0.9, 0.8, 0.1]]), np.array([[0, 1, 0]])
    assert auc_within(p, truth, np.array([[False, True, True]])) == 1
    assert auc_within(p, truth, np.array([[False, True, False]])) is None


def test_calibration_error_by_width():
    # One bin says 0.15 and comes true half of the time, the other says 0.95 and always comes true.
    p, truth = np.array([0.1, 0.19, 0.95, 0.95]), np.array([0, 1, 1, 1])
    assert calibration_error(p, truth) == pytest.approx((abs(0.29 - 1) + abs(1.9 - 2)) / 4)


def test_certainty_falls_into_the_last_bin():
    assert calibration_error(np.array([1.0, 1.0]), np.array([1, 1])) == 0


def test_calibration_error_by_mass():
    # All in one bin of equal width, ten bins of equal mass.
    p, truth = np.linspace(0.5, 0.59, 10), np.array([0, 1] * 5)
    assert calibration_error(p, truth) == pytest.approx(abs(p.sum() - 5) / 10)
    assert calibration_error(p, truth, equal_mass=True) == pytest.approx(abs(p - truth).mean())


def test_equal_values_share_a_bin():
    p, truth = np.full(20, 0.5), np.array([0, 1] * 10)
    assert calibration_error(p, truth, equal_mass=True) == 0
