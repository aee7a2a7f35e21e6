"""Chance: SplitMix64 (Steele, Lea and Flood 2014), one word of state inside the game record.

The same seed gives the same game on every platform, whatever else draws random numbers.
"""

import numpy as np

from .jit import jit

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


@jit
def draw(hidden):
    """The next 64 random bits."""
    hidden.random = hidden.random + _GAMMA
    z = hidden.random
    z = (z ^ (z >> np.uint64(30))) * _MIX_1
    z = (z ^ (z >> np.uint64(27))) * _MIX_2
    return z ^ (z >> np.uint64(31))


@jit
def branch(hidden, number):
    """Take up chance number 0, 1, 2 … of those that the current one leads to; none tells anything of another."""
    hidden.random = hidden.random + np.uint64(number) * _GAMMA
    hidden.random = draw(hidden)


@jit
def share(hidden):
    """A number from 0 to 1, 1 excluded, in steps of 2 ** -53."""
    return np.float64(draw(hidden) >> np.uint64(11)) / 2.0**53


@jit
def below(hidden, n):
    """A whole number from 0 to n - 1, each equally likely: too large draws of the needed bits are repeated."""
    mask = np.uint64(n - 1)
    for half in (1, 2, 4, 8, 16, 32):
        mask |= mask >> np.uint64(half)
    number = draw(hidden) & mask
    while number >= np.uint64(n):
        number = draw(hidden) & mask
    return np.int64(number)


@jit
def shuffle(hidden, items, first, last):
    """Shuffle items[first:last] in place (Fisher and Yates)."""
    for i in range(last - 1, first, -1):
        j = first + below(hidden, i - first + 1)
        items[i], items[j] = items[j], items[i]
