"""Ways to play whole games, so that tests see much more than random play shows.

Random play hardly ever reaches the treasure. A way is made from a seed and chooses one of the legal actions.
"""

from collections.abc import Iterator
from functools import partial
from itertools import combinations

import numpy as np
from pettingzoo import AECEnv

from saboteur_env.core.actions import FIRST
from saboteur_env.core.cards import HIDDEN, LAY, ROCKFALL, STONE_A, TREASURE
from saboteur_env.game import Game
from saboteur_env.record import Chooser, random_chooser
from saboteur_env.rules import EDITIONS, VARIANTS, ruleset
from saboteur_env.spaces import Encoder, Options, view

AFTER_LAYS, AFTER_ROCKFALLS = FIRST[LAY + 1], FIRST[ROCKFALL + 1]


def digging(seed: int, care: float = 0.9, avoid: bool = False) -> Chooser:
    """Lay what shortens the way to the goals most; with nothing such, or without care, anything.

    The game must measure distances.

    Args:
        seed: fixes the choices.
        care: how often the best card is laid where one can be.
        avoid: dig for the stones instead, by a look at what is hidden.
    """
    rng, encoder = np.random.default_rng([seed, 2]), Encoder(Options(changes=True))

    def choose(game: Game, ids: np.ndarray) -> int:
        lays = ids[ids < AFTER_LAYS]
        if len(lays) and rng.random() < care:
            seen = mistaken(game) if avoid else game
            observation = encoder.observation(seen, game.seat)
            change = view(observation, encoder.options)["changes"]["change"].ravel()[lays]
            ids = lays[change == change.min()]
        return int(rng.choice(ids))

    return choose


def mistaken(game: Game) -> Game:
    """The same game, but the seat to decide believes that the treasure is a stone."""
    twin = game.clone()
    private, goals = twin.games[0].private[game.seat], twin.games[0].hidden.goals
    private.known[:] = np.where(goals == TREASURE, STONE_A, HIDDEN)
    return twin


def quarrying(seed: int) -> Chooser:
    """Two times in three bring a laid card down, else lay something, where either can be done."""
    rng = np.random.default_rng([seed, 3])

    def choose(game: Game, ids: np.ndarray) -> int:
        rockfalls = ids[(ids >= AFTER_LAYS) & (ids < AFTER_ROCKFALLS)]
        lays = ids[ids < AFTER_LAYS]
        first, second = (rockfalls, lays) if rng.random() < 2 / 3 else (lays, rockfalls)
        return int(rng.choice(next(some for some in (first, second, ids) if len(some))))

    return choose


WAYS = {
    "random": random_chooser,
    "digging": digging,
    "straying": partial(digging, avoid=True),
    "strolling": partial(digging, care=0.4),
    "quarrying": quarrying,
}


def decisions(game: Game, seed: int, choose: Chooser) -> Iterator[np.ndarray]:
    """Play a game to its end; yields the legal action ids before each decision."""
    game.reset(seed)
    while not game.is_over:
        ids = game.legal()
        yield ids
        game.step(choose(game, ids))


def course(env: AECEnv, seed: int, way: str = "random") -> Iterator[AECEnv]:
    """Play a game in an environment; yields it before each decision and once when the game has ended."""
    env.reset(seed=seed)
    choose = WAYS[way](seed)
    while not any(env.terminations.values()):
        yield env
        game = env.unwrapped.game
        env.step(choose(game, game.legal()))
    yield env


def variant_sets(edition: str) -> list[tuple[str, ...]]:
    """Every set of variants that this edition admits, the empty one first."""
    sets = [names for size in range(len(VARIANTS) + 1) for names in combinations(VARIANTS, size)]
    return [names for names in sets if admits(edition, names)]


def admits(edition: str, variants: tuple[str, ...]) -> bool:
    """Whether the variants change something in this edition."""
    try:
        ruleset(edition, variants)
    except ValueError:
        return False
    return True


RULES = [(edition, variants) for edition in EDITIONS for variants in variant_sets(edition)]
