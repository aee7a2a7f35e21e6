"""Worlds by chance, and whether counts look like what chance should give."""

from collections.abc import Iterable, Iterator

import numpy as np

from saboteur_env.game import Game


def worlds(game: Game, seat: int, number: int) -> Iterator[Game]:
    """So many worlds of a seat."""
    return (game.determinize(seat, seed) for seed in range(number))


def chi_square_is_plausible(counts: Iterable[int], expected: Iterable[float]) -> bool:
    """Whether counts differ from their expectations by no more than chance does but once in 10,000 times.

    The chi-square sum is turned into a normal deviate by the cube root of Wilson and Hilferty (1931). Where a
    cell is expected to hold nothing it must hold nothing.
    """
    counts, expected = np.array(list(counts), float), np.array(list(expected), float)
    assert np.isclose(counts.sum(), expected.sum())
    if counts[expected == 0].any():
        return False
    counts, expected = counts[expected > 0], expected[expected > 0]
    freedom = len(counts) - 1
    if freedom == 0:
        return True
    ratio = ((counts - expected) ** 2 / expected).sum() / freedom
    return (np.cbrt(ratio) - (1 - 2 / (9 * freedom))) / np.sqrt(2 / (9 * freedom)) < 3.72
