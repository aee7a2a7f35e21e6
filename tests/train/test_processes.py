"""Processes that learn together take the mean of their gradients, and know of each other's numbers."""

import numpy as np
import pytest

pytest.importorskip("torch")

import torch
from learning import sums_of_two

from train.processes import Processes, launch


@pytest.fixture(scope="module")
def two():
    return launch(2, sums_of_two)


def test_gradients_become_their_mean(two):
    """[[1, 2], [3, 4]] once and twice, and 0 and 10."""
    (gradients, *_), _ = two
    assert gradients == [[[1.5, 3.0], [4.5, 6.0]], [5.0]]


def test_numbers_are_summed_in_their_shape(two):
    (_, total, _), _ = two
    assert total == [[2, 1], [4, 10]]


def test_the_highest_is_that_of_any_process(two):
    (*_, highest), _ = two
    assert highest == 7


def test_all_processes_find_the_same_and_it_is_gathered_in_their_order(two):
    found, gathered = two
    assert gathered == [(0, found), (1, found)]


def test_one_process_needs_no_others():
    one, gradients = launch(1, lambda processes: processes), [torch.tensor([3.0, 4.0])]
    assert (one.rank, one.size) == (0, 1)
    one.average(gradients)
    one.wait()
    assert gradients[0].tolist() == [3, 4]
    assert one.total(np.array([[1, 2]])).tolist() == [[1, 2]] and one.highest(5) == 5 and one.gather("x") == ["x"]


def test_work_is_given_its_arguments():
    assert launch(1, lambda processes, a, b: (processes.size, a, b), 3, "x") == (1, 3, "x")


def test_sums_are_of_double_precision():
    assert Processes().total(np.array([2**40 + 1], np.int64))[0] == 2**40 + 1
