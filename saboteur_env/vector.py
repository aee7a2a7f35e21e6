"""Many games at once: every call advances each game by one decision of whoever is to decide in it.

A game that ends is followed by a new one within the same call (autoreset mode "same step").
"""

import numpy as np

from .core import batch
from .core.actions import ACTIONS
from .core.layout import GAME, SEATS
from .core.pieces import CHANGE, OBSERVATION
from .rules import Setup, is_whole
from .spaces import Options, observation_size, scales

REWARDS = {"gold": batch.GOLD_REWARD, "team": batch.TEAM_REWARD, "win": batch.WIN_REWARD}


class Batch:
    """`size` games under one setup.

    Args:
        size: how many games.
        setup: players, edition, variants, rounds.
        options: which groups the observations hold; no history and no picture.
        reward: "gold", "team" or "win", as in the environment.

    Raises:
        ValueError: one of these is impossible.

    Attributes:
        games: (size,) GAME records.
        ended: (size,) bool: whether the last step ended the game.
        reached: (size,) int8: whether the treasure was reached in the round that the last step ended, else -1.
        roles: (size, 10) int8: the roles of that round, 0 miner, 1 saboteur.
    """

    def __init__(self, size: int, setup: Setup, options: Options = Options(), reward: str = "team") -> None:
        if not is_whole(size) or size < 1:
            raise ValueError(f"the size of a batch is a whole number from 1, not {size!r}")
        if options.distances and not setup.distances:
            raise ValueError("the options ask for distances that the setup does not measure")
        if options.history or options.picture:
            raise ValueError("batches hold no history and no picture")
        if reward not in REWARDS:
            raise ValueError(f"there is no reward {reward!r}; rewards: {', '.join(REWARDS)}")
        self.setup, self.options, self.rules = setup, options, setup.rules()
        self.games = np.zeros(size, GAME)
        self.ended = np.zeros(size, np.bool_)
        self.reached = np.full(size, -1, np.int8)
        self.roles = np.zeros((size, SEATS), np.int8)
        self._reward = REWARDS[reward]
        self._scales = scales(options)
        self._ids = np.empty(ACTIONS, np.int64)

    def __len__(self) -> int:
        return len(self.games)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games; the seed fixes each of them."""
        seeds = np.random.SeedSequence(seed).generate_state(len(self), np.uint64)
        batch.reset_all(self.games, self.rules, seeds)
        self.ended, self.reached, self.roles = np.zeros_like(self.ended), np.full_like(self.reached, -1), self.roles * 0

    def step(self, actions: np.ndarray) -> np.ndarray:
        """Carry out an action in every game. Whether it is legal is not checked: choose by the masks.

        Args:
            actions: (size,) action ids.

        Returns:
            (size, 10) float32: what each seat got.

        Raises:
            ValueError: not one whole number for each game.
        """
        actions = self._one_each(actions, "actions")
        rewards = np.empty((len(self), SEATS), np.float32)
        self.ended, self.reached, self.roles = self.ended.copy(), self.reached.copy(), self.roles.copy()
        batch.step_all(self.games, self.rules, actions, self._reward, rewards, self.ended, self.reached, self.roles)
        return rewards

    def _one_each(self, numbers: np.ndarray, what: str) -> np.ndarray:
        """(size,) int64: one number for each game; the core would read behind the end of fewer."""
        numbers = np.asarray(numbers)
        if numbers.shape != (len(self),) or numbers.dtype.kind not in "iu":
            raise ValueError(f"{what} are {len(self)} whole numbers, one a game, not {numbers.shape} {numbers.dtype}")
        return numbers.astype(np.int64, copy=False)

    def seats(self) -> np.ndarray:
        """(size,) int64: the seats to decide."""
        seats = np.empty(len(self), np.int64)
        batch.seats_all(self.games, seats)
        return seats

    def masks(self) -> np.ndarray:
        """(size, actions) int8: the legal actions of the seats to decide."""
        masks = np.empty((len(self), ACTIONS), np.int8)
        batch.masks_all(self.games, self.rules, self._ids, masks)
        return masks

    def observe(self, seats: np.ndarray) -> np.ndarray:
        """(size, n) float32: the observation of one seat of every game."""
        return self.codes(seats) * self._scales

    def codes(self, seats: np.ndarray) -> np.ndarray:
        """(size, n) int8: the same as whole numbers, a quarter of the bytes; `spaces.scales` is between them."""
        seats = self._one_each(seats, "seats")
        size, first = observation_size(self.options), OBSERVATION.itemsize
        codes = np.empty((len(self), max(size, first)), np.int8)
        batch.observe_all(self.games, self.rules, seats, self.options.distances, codes)
        if self.options.changes:
            batch.changes_all(self.games, seats, codes[:, first:size].view(CHANGE))
        return codes[:, :size]

    def mean_distances(self) -> np.ndarray:
        """(size,) float64: the mean over face-down goals of the fewest further cards to them."""
        means = np.empty(len(self))
        batch.mean_distances(self.games, means)
        return means
