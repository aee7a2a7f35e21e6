"""Many games at once: every call advances each game by one decision of whoever is to decide in it.

A game that ends is followed by a new one within the same call (autoreset mode "same step"). All arrays that a batch
gives are fresh, so a learner may keep them.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from .core import batch
from .core.actions import ACTIONS
from .core.layout import GAME, SEATS
from .core.pieces import CHANGE, OBSERVATION
from .game import Game, IllegalAction
from .rules import Setup, is_whole
from .spaces import Options, observation_size, scales

REWARDS = {"gold": batch.GOLD_REWARD, "team": batch.TEAM_REWARD, "win": batch.WIN_REWARD}


class Batch:
    """`size` games, under one setup or under one each.

    Observations, masks and actions have the same shapes for 3 to 10 players, so that games may differ in players,
    edition, variants and rounds.

    Args:
        size: how many games.
        setup: players, edition, variants, rounds; or a sequence of them, one for each game.
        options: which groups the observations hold; no history and no picture.
        reward: "gold", "team" or "win", as in the environment.
        threads: how many threads share the games. They change nothing but the time.

    Raises:
        ValueError: one of these is impossible.

    Attributes:
        games: (size,) GAME records.
        players: (size,) int64: the players of each game.
        ended: (size,) bool: whether the last step ended the game.
        reached: (size,) int8: whether the treasure was reached in the round that the last step ended, else -1.
        roles: (size, 10) int8: the roles of that round, 0 miner, 1 saboteur; -1 where no round ended or nobody sits.
        nuggets: (size, 10) int16: the nuggets of each seat in the game that the last step ended, else 0.
    """

    def __init__(
        self,
        size: int,
        setup: Setup | Sequence[Setup],
        options: Options = Options(),
        reward: str = "team",
        threads: int = 1,
    ) -> None:
        for name, number in (("size", size), ("threads", threads)):
            if not is_whole(number) or number < 1:
                raise ValueError(f"{name} is a whole number from 1, not {number!r}")
        self.setups = [setup] * size if isinstance(setup, Setup) else list(setup)
        if len(self.setups) != size:
            raise ValueError(f"{size} games need {size} setups, not {len(self.setups)}")
        if options.distances and not all(setup.distances for setup in self.setups):
            raise ValueError("the options ask for distances that a setup does not measure")
        if options.history or options.picture:
            raise ValueError("batches hold no history and no picture")
        if reward not in tuple(REWARDS):
            raise ValueError(f"there is no reward {reward!r}; rewards: {', '.join(REWARDS)}")
        kinds = list(dict.fromkeys(self.setups))
        self._rules = np.concatenate([kind.rules() for kind in kinds])
        self._which = np.array([kinds.index(setup) for setup in self.setups])
        self.options, self.players = options, np.array([setup.players for setup in self.setups])
        self.games = np.zeros(size, GAME)
        self._reward, self._scales = REWARDS[reward], scales(options)
        bounds = np.linspace(0, size, min(threads, size) + 1).astype(int)
        self._parts = [slice(first, end) for first, end in pairwise(bounds)]
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self._begun = False
        self._forget()

    def __len__(self) -> int:
        return len(self.games)

    def _forget(self) -> None:
        """No step has been taken."""
        size = len(self)
        self.ended, self.reached = np.zeros(size, np.bool_), np.full(size, -1, np.int8)
        self.roles, self.nuggets = np.full((size, SEATS), -1, np.int8), np.zeros((size, SEATS), np.int16)

    def _run(self, function: Callable[..., None], shared: tuple[Any, ...], *arrays: np.ndarray) -> None:
        """Call a function of the core on arrays with a row for each game, in parts where there are threads."""
        if self._pool is None:
            function(*shared, *arrays)
        else:
            calls = [self._pool.submit(function, *shared, *(a[part] for a in arrays)) for part in self._parts]
            for call in calls:
                call.result()

    def reset(self, seed: int | None = None) -> None:
        """Begin all games; the seed fixes each of them, whatever the number of games and threads."""
        seeds = np.random.SeedSequence(seed).generate_state(len(self), np.uint64)
        self._run(batch.reset_all, (self._rules,), self.games, self._which, seeds)
        self._begun = True
        self._forget()

    def step(self, actions: np.ndarray, check: bool = True) -> np.ndarray:
        """Carry out an action in every game.

        Args:
            actions: (size,) action ids.
            check: whether to see first that all of them are legal. Without it an illegal action makes nonsense of
                its game, so leave it out only where actions come from `masks`.

        Returns:
            (size, 10) float32: what each seat got.

        Raises:
            ValueError: not one whole number for each game, or the games have not begun.
            IllegalAction: an action is not legal; the message says in which game and why. Nothing has changed.
        """
        return self.advance(self.checked(actions) if check else self._one_each(actions, "actions"))

    def advance(self, actions: np.ndarray, again: bool = True) -> np.ndarray:
        """`step` without any check; `again`: whether games that end are followed by new ones, or wait for `restart`."""
        size = len(self)
        rewards, roles = np.empty((size, SEATS), np.float32), np.empty((size, SEATS), np.int8)
        ended, reached, nuggets = np.empty(size, np.bool_), np.empty(size, np.int8), np.empty((size, SEATS), np.int16)
        told = rewards, ended, reached, roles, nuggets
        self._run(batch.step_all, (self._rules, self._reward, again), self.games, self._which, actions, *told)
        self.ended, self.reached, self.roles, self.nuggets = ended, reached, roles, nuggets
        return rewards

    def restart(self) -> None:
        """Begin new games where the last `advance` ended one."""
        self._run(batch.restart_all, (self._rules,), self.games, self._which, self.ended)

    def checked(self, actions: np.ndarray) -> np.ndarray:
        """(size,) int64: the actions, if all of them are legal; see `step`."""
        actions = self._one_each(actions, "actions")
        illegal = np.empty(len(self), np.bool_)
        self._run(batch.illegal_all, (self._rules,), self.games, self._which, actions, illegal)
        if illegal.any():
            index = int(illegal.argmax())
            try:
                self.game(index).check(int(actions[index]))
            except IllegalAction as error:
                raise type(error)(f"game {index}: {error}") from None
        return actions

    def game(self, index: int) -> Game:
        """A copy of one of the games."""
        return Game.of_bytes(self.setups[index], self.games[index].tobytes())

    def _one_each(self, numbers: np.ndarray, what: str) -> np.ndarray:
        """(size,) int64: one number for each game; the core would read behind the end of fewer."""
        self._check_begun()
        numbers = np.asarray(numbers)
        if numbers.shape != (len(self),) or numbers.dtype.kind not in "iu":
            raise ValueError(f"{what} are {len(self)} whole numbers, one a game, not {numbers.shape} {numbers.dtype}")
        return numbers.astype(np.int64, copy=False)

    def _check_begun(self) -> None:
        if not self._begun:
            raise ValueError("no round is dealt yet; reset the batch first")

    def seats(self) -> np.ndarray:
        """(size,) int64: the seats to decide."""
        self._check_begun()
        seats = np.empty(len(self), np.int64)
        self._run(batch.seats_all, (), self.games, seats)
        return seats

    def masks(self) -> np.ndarray:
        """(size, actions) int8: the legal actions of the seats to decide."""
        self._check_begun()
        masks = np.empty((len(self), ACTIONS), np.int8)
        self._run(batch.masks_all, (self._rules,), self.games, self._which, masks)
        return masks

    def observe(self, seats: np.ndarray) -> np.ndarray:
        """(size, n) float32: the observation of one seat of every game."""
        return self.codes(seats) * self._scales

    def codes(self, seats: np.ndarray) -> np.ndarray:
        """(size, n) int8: the same as whole numbers, a quarter of the bytes; `spaces.scales` is between them.

        Raises:
            ValueError: not one seat for each game, or one that nobody has.
        """
        seats = self._one_each(seats, "seats")
        if (seats < 0).any() or (seats >= self.players).any():
            index = int(((seats < 0) | (seats >= self.players)).argmax())
            raise ValueError(f"game {index}: there is no seat {seats[index]} among {self.players[index]} players")
        size, first = observation_size(self.options), OBSERVATION.itemsize
        codes = np.empty((len(self), max(size, first)), np.int8)
        shared = self._rules, self.options.distances
        self._run(batch.observe_all, shared, self.games, self._which, seats, codes)
        if self.options.changes:
            self._run(batch.changes_all, (), self.games, seats, codes[:, first:size].view(CHANGE))
        return codes[:, :size]

    def mean_distances(self) -> np.ndarray:
        """(size,) float64: the mean over face-down goals of the fewest further cards to them."""
        means = np.empty(len(self))
        self._run(batch.mean_distances, (), self.games, means)
        return means
