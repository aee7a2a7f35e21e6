"""The players' chance: a word for each decision, hashed from what the decision is.

The same decision gets the same word however the games are cut into chunks, ordered or interrupted, and whoever
plays: two cells of a table differ by their players alone (common random numbers).
"""

import numpy as np

# The finaliser of SplitMix64 (Steele, Lea and Flood 2014), as in saboteur_env/core/random.py, over arrays.
_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)

# What a word is for: words for different ends have nothing to do with each other.
DECISIONS, SEATING, VISIT = range(3)


def mixed(words: np.ndarray) -> np.ndarray:
    """(n,) uint64: each word scrambled; a bijection."""
    words = (words ^ (words >> np.uint64(30))) * _MIX_1
    words = (words ^ (words >> np.uint64(27))) * _MIX_2
    return words ^ (words >> np.uint64(31))


def hashed(words: np.ndarray, *parts: np.ndarray | int) -> np.ndarray:
    """uint64: the words, each hashed with whole numbers from 0 of a shape that fits theirs."""
    for part in parts:
        words = mixed(words + _GAMMA + np.asarray(part).astype(np.uint64))
    return words


def words_for(purpose: int, seed: int, *parts: np.ndarray | int) -> np.ndarray:
    """(n,) uint64: words for an end (DECISIONS, …) of a seed from 0 and further whole numbers from 0."""
    return hashed(mixed(np.array([seed % 2**64], np.uint64)), purpose, *parts)


def decision_words(games: np.ndarray, rounds: np.ndarray, logged: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """(n,) uint64: words for decisions.

    Args:
        games: (n,) uint64: words of the games they are made in.
        rounds: (n,) the index of the round.
        logged: (n,) how many events of it are in the log.
        seats: (n,) who decides.
    """
    return hashed(games, rounds.astype(np.int64) << 16 | logged.astype(np.int64) << 8 | seats.astype(np.int64))
