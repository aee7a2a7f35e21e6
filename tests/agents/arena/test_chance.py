"""Words for decisions."""

import os
import subprocess
import sys

import numpy as np

from agents.arena.chance import DECISIONS, SEATING, decision_words, mixed, words_for


def test_it_is_the_finaliser_of_splitmix64():
    # The first three outputs of SplitMix64 with the seed 1234567, as its reference code prints them.
    gamma = np.uint64(0x9E3779B97F4A7C15)
    states = np.uint64(1234567) + gamma * np.arange(1, 4, dtype=np.uint64)
    assert mixed(states).tolist() == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_every_part_of_a_decision_matters():
    games = words_for(DECISIONS, 1, 5, np.arange(3), 0)
    words = [decision_words(games, *np.full((3, 3), part)) for part in range(2)]
    many = [words_for(purpose, seed, 5, deal) for purpose in (DECISIONS, SEATING) for seed in (0, 1) for deal in (0, 1)]
    assert len({int(word) for row in (games, *words, *many) for word in row}) == 9 + 8


def test_decisions_of_a_round_share_no_word():
    games = words_for(DECISIONS, 0, 5, np.arange(50), 0)
    rounds, logged, seats = np.meshgrid(range(3), range(86), range(10), indexing="ij")
    every = [decision_words(games[k : k + 1], rounds.ravel(), logged.ravel(), seats.ravel()) for k in range(50)]
    assert len(np.unique(every)) == 50 * 3 * 86 * 10


def test_words_are_even():
    words = words_for(DECISIONS, 0, 5, np.arange(4000), 0)
    counts = np.bincount((words % np.uint64(8)).astype(int), minlength=8)
    assert ((counts - 500) ** 2 / 500).sum() < 24.3  # 7 degrees of freedom: exceeded once in a thousand seeds


def test_python_hashes_play_no_part():
    program = "import numpy as np; from agents.arena.chance import words_for; print(words_for(0, 7, 5, np.arange(3)))"
    runs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
