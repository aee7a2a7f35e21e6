"""Worlds in number: whole games that agree with all that one seat knows, drawn evenly or by weights over the roles."""

import hashlib
import os
from collections.abc import Callable
from itertools import combinations
from math import comb

import numpy as np

from .core.cards import MINER, NONE, SABOTEUR
from .core.determinize import determinize
from .core.layout import POOL
from .rules import check_seed

# Weighs ways to deal the roles: (k, players) int8, 0 miner, 1 saboteur, to (k,) numbers from 0.
Weigh = Callable[[np.ndarray], np.ndarray]

_EVENLY = np.empty((0, POOL), np.int8), np.empty(0)


def draw_worlds(
    games: np.ndarray, rules: np.ndarray, seat: int, seed: int | None, weigh: Weigh | None, out: np.ndarray
) -> None:
    """Fill `out`, (n,) GAME, with worlds of a game's seat; see `Game.worlds`."""
    weighed = _EVENLY if weigh is None else _weighed(games, rules, seat, weigh)
    determinize(games, 0, rules, seat, _chance(games, seat, seed), *weighed, out)


def ways_to_deal(games: np.ndarray, rules: np.ndarray, seat: int) -> tuple[np.ndarray, np.ndarray]:
    """All roles of the others that a seat must reckon with, and how likely the shuffle makes them.

    Returns:
        (k, POOL) int8: roles by seat, then those left over, miners first.
        (k,) float64: in how many ways the role cards can lie so, those left over in any order.
    """
    players, game = int(rules[0]["players"]), games[0]
    if game["public"]["players"]["role"][seat] != NONE:
        return game["hidden"]["roles"][None].copy(), np.ones(1)
    own = int(game["private"]["role"][seat])
    pool = [int(rules[0]["pool"][role]) - (role == own) for role in (MINER, SABOTEUR)]
    others, left = [other for other in range(players) if other != seat], sum(pool) - (players - 1)
    ways, orders = [], []
    for saboteurs in range(max(0, len(others) - pool[MINER]), min(pool[SABOTEUR], len(others)) + 1):
        kept = pool[SABOTEUR] - saboteurs
        for seats in combinations(others, saboteurs):
            row = np.full(POOL, MINER, np.int8)
            row[seat] = own
            row[list(seats)] = SABOTEUR
            row[players + left - kept : players + left] = SABOTEUR
            ways.append(row)
            orders.append(comb(left, kept))
    return np.array(ways), np.array(orders, np.float64)


def _weighed(games: np.ndarray, rules: np.ndarray, seat: int, weigh: Weigh) -> tuple[np.ndarray, np.ndarray]:
    """The ways to deal the roles, and the sums of their weights."""
    ways, orders = ways_to_deal(games, rules, seat)
    weights = np.asarray(weigh(ways[:, : int(rules[0]["players"])].copy()))
    if weights.dtype.kind not in "biuf":
        raise ValueError(f"weights of roles are real numbers, not {weights.dtype}")
    weights = weights.astype(np.float64)
    if weights.shape != orders.shape:
        raise ValueError(
            f"weigh gives one weight for each of {len(orders)} ways to deal the roles, not {weights.shape}"
        )
    if not (np.isfinite(weights).all() and (weights >= 0).all() and weights.any()):
        raise ValueError("weights of roles are finite numbers from 0, and not all of them 0")
    possible = weights > 0
    return ways[possible], np.cumsum((weights / weights.max() * orders)[possible])


def _chance(games: np.ndarray, seat: int, seed: int | None) -> np.uint64:
    """A chance of its own for each seat and moment: with that of a deal or a world, worlds would resemble it."""
    check_seed(seed)
    public = games["public"][0]
    words = f"world {seed} seat {seat} round {public['round_index']} event {public['logged']}"
    digest = os.urandom(8) if seed is None else hashlib.blake2b(words.encode(), digest_size=8).digest()
    return np.uint64(int.from_bytes(digest, "little"))
