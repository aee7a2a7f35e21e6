"""Many games at once: every call advances each game by one decision of whoever is to decide in it.

A game that ends is followed by a new one within the same call (autoreset mode "same step").
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from itertools import pairwise
from typing import Any
from weakref import WeakSet

import numpy as np

from .core import batch
from .core.actions import ACTIONS, NO_ACTION
from .core.cards import DEAL, HIDDEN, NONE, PLAY
from .core.layout import GAME, LEGAL, SEATS
from .core.observe import scale_all
from .core.pieces import CHANGE, OBSERVATION
from .game import Game, IllegalAction
from .information import Information, information_of
from .rules import Setup, check_seed, is_whole
from .spaces import Options, scales
from .turns import Turn

REWARDS = {"gold": batch.GOLD_REWARD, "team": batch.TEAM_REWARD, "win": batch.WIN_REWARD}
DTYPES = ("float32", "int8")


def _setups(size: int, setup: Setup | Sequence[Setup]) -> list[Setup]:
    """A setup for each game."""
    if isinstance(setup, Setup):
        return [setup] * size
    if not isinstance(setup, Sequence) or not all(isinstance(one, Setup) for one in setup):
        raise ValueError(f"setup is a Setup, or a sequence of them, not {setup!r}")
    if len(setup) != size:
        raise ValueError(f"{size} games need {size} setups, not {len(setup)}")
    return list(setup)


class Batch:
    """`size` games, under one setup or under one each.

    Observations, masks and actions have the same shapes for 3 to 10 players, so that games may differ in players,
    edition, variants and rounds.

    Args:
        size: how many games.
        setup: players, edition, variants, rounds; or a sequence of them, one for each game.
        options: which groups the observations hold; no history and no picture. Without distances let the setups not
            measure them either: `Setup(5, distances=False)`.
        reward: "team", "gold" or "win", as the environment's of that name (whose default is "gold").
        threads: how many threads share the games. They change nothing but the time.
        dtype: of the observations: "float32", in [-1, 1], or "int8", the codes behind them, a quarter of the bytes:
            floats = codes * `spaces.scales(options)`.

    Raises:
        ValueError: one of these is impossible.

    Attributes:
        games: (size,) GAME records.
        players: (size,) int64: the players of each game.
    """

    def __init__(
        self,
        size: int,
        setup: Setup | Sequence[Setup],
        options: Options = Options(),
        reward: str = "team",
        threads: int = 1,
        dtype: str = "float32",
    ) -> None:
        for name, number in (("size", size), ("threads", threads)):
            if not is_whole(number) or number < 1:
                raise ValueError(f"{name} is a whole number from 1, not {number!r}")
        self.setups = _setups(size, setup)
        if not isinstance(options, Options):
            raise ValueError(f"options are Options, not {options!r}")
        if options.distances and not all(setup.distances for setup in self.setups):
            raise ValueError("the options ask for distances that a setup does not measure")
        if options.history or options.picture:
            raise ValueError("batches hold no history and no picture")
        if reward not in tuple(REWARDS):
            raise ValueError(f"there is no reward {reward!r}; rewards: {', '.join(REWARDS)}")
        if dtype not in DTYPES:
            raise ValueError(f"observations are {' or '.join(DTYPES)}, not {dtype!r}")
        kinds = list(dict.fromkeys(self.setups))
        self._rules = np.concatenate([kind.rules() for kind in kinds])
        self._which = np.array([kinds.index(setup) for setup in self.setups])
        self.options, self.players = options, np.array([setup.players for setup in self.setups])
        self.games = np.zeros(size, GAME)
        self._reward, self._scales, self._as_codes = REWARDS[reward], scales(options), dtype == "int8"
        bounds = np.linspace(0, size, min(threads, size) + 1).astype(int)
        self._parts = [slice(first, end) for first, end in pairwise(bounds)]
        self._begun = False
        self._hold_nothing()

    def _hold_nothing(self) -> None:
        """No threads run, and no turn is known to be one's own."""
        self._pool: ThreadPoolExecutor | None = None
        self._turns: WeakSet[Turn] = WeakSet()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_pool", "_turns")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._hold_nothing()

    def __len__(self) -> int:
        return len(self.games)

    def _run(self, function: Callable[..., None], shared: tuple[Any, ...], *arrays: np.ndarray) -> None:
        """Call a function of the core on arrays with a row for each game, in parts where there are threads."""
        if len(self._parts) == 1:
            function(*shared, *arrays)
        else:
            self._pool = self._pool or ThreadPoolExecutor(len(self._parts))
            calls = [self._pool.submit(function, *shared, *(a[part] for a in arrays)) for part in self._parts]
            for call in calls:
                call.result()

    # -- arrays -----------------------------------------------------------------------------------------

    def blank(self) -> Turn:
        """A turn in which nothing has happened; its arrays are the caller's, for `out`."""
        turn = self._empty()
        turn.codes[:] = turn.observations[:] = turn.masks[:] = turn.counts[:] = turn.seats[:] = 0
        turn.ids[:] = NO_ACTION
        turn.forget()
        return turn

    def _empty(self) -> Turn:
        """A turn whose arrays hold whatever was there."""
        size, codes = len(self), self._blank_codes()
        turn = Turn(
            seats=np.empty(size, np.int64),
            observations=self._blank_observations(codes),
            masks=np.empty((size, ACTIONS), np.int8),
            ids=np.empty((size, LEGAL), np.int16),
            counts=np.empty(size, np.int64),
            rewards=np.empty((size, SEATS), np.float32),
            ended=np.empty(size, np.bool_),
            reached=np.empty(size, np.int8),
            roles=np.empty((size, SEATS), np.int8),
            nuggets=np.empty((size, SEATS), np.int16),
            codes=codes,
        )
        self._turns.add(turn)
        return turn

    def _blank_codes(self) -> np.ndarray:
        """(size, width) int8: room for what the core writes."""
        return np.empty((len(self), max(len(self._scales), OBSERVATION.itemsize)), np.int8)

    def _blank_observations(self, codes: np.ndarray) -> np.ndarray:
        """(size, n): the observations that belong to these codes: a part of them, or an array to write them into."""
        shape = len(self), len(self._scales)
        return codes[:, : shape[1]] if self._as_codes else np.empty(shape, np.float32)

    def _views(self, codes: np.ndarray) -> tuple[np.ndarray, ...]:
        """The codes as the core takes them: bytes, and the records that lie in them."""
        whole, size = OBSERVATION.itemsize, len(self._scales)
        changes = codes[:, whole:size].view(CHANGE) if self.options.changes else np.empty((len(self), 0), CHANGE)
        return codes, codes[:, :whole].view(OBSERVATION)[:, 0], changes

    def _own(self, out: Turn | None) -> Turn:
        """A turn to write into: a fresh one, or the caller's."""
        if out is None:
            return self._empty()
        if not isinstance(out, Turn) or out not in self._turns:
            raise ValueError("out is a turn of this very batch: one that `blank` or a step gave, no copy of it")
        for field in fields(out):
            if not getattr(out, field.name).flags.writeable:
                raise ValueError(f"out.{field.name} is read-only")
        return out

    # -- play -------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, out: Turn | None = None) -> Turn:
        """Begin all games.

        Args:
            seed: fixes each of them, whatever the number of games and threads; None goes on from the chance of the last
                games, or from the system's.
            out: whose arrays to write, of a turn that this batch gave; by default they are fresh.

        Raises:
            ValueError: what is no seed, or an `out` that does not fit.
        """
        check_seed(seed)
        turn = self._own(out)
        if seed is None and self._begun:
            seeds = self.games["hidden"]["random"].copy()
        else:
            seeds = np.random.SeedSequence(seed).generate_state(len(self), np.uint64)
        self._run(batch.reset_all, (self._rules,), self.games, self._which, seeds)
        self._begun = True
        turn.forget()
        return self._look(turn)

    def step(self, actions: np.ndarray, check: bool = True, out: Turn | None = None) -> Turn:
        """Carry out an action in every game.

        Args:
            actions: (size,) action ids.
            check: whether to see first that all of them are legal. Without it an illegal action makes nonsense of
                its game and may end the process, so leave it out only where actions come from `masks` or `ids`.
            out: whose arrays to write, of a turn that this batch gave; by default they are fresh.

        Raises:
            ValueError: not one whole number for each game, the games have not begun, or `out` does not fit.
            IllegalAction: an action is not legal; the message says in which game and why. Nothing has changed.
        """
        actions = self.checked(actions) if check else self._one_each(actions, "actions")
        turn = self._own(out)
        shared = self._rules, self._reward, self.options.distances
        arrays = *turn.told(), *turn.seen(), *self._views(turn.codes)
        self._run(batch.step_all, shared, self.games, self._which, actions, *arrays)
        self._scale(turn.codes, turn.observations)
        return turn

    def step_and_see_ends(self, actions: np.ndarray) -> tuple[Turn, np.ndarray, np.ndarray | None]:
        """`step`, and who acted, and what they observe of the games that it ended.

        Returns:
            The turn; (size,) int64, the seats that acted; (size, n), what they observe at the end of their games, zeros
            where a game goes on, None if all do.
        """
        actions, acted, turn = self.checked(actions), self.deciding(), self._empty()
        self._run(batch.advance_all, (self._rules, self._reward), self.games, self._which, actions, *turn.told())
        if not turn.ended.any():
            return self._look(turn), acted, None
        seen = self.observe(acted)
        seen[~turn.ended] = 0
        self._run(batch.restart_all, (self._rules,), self.games, self._which, turn.ended)
        return self._look(turn), acted, seen

    def information(self, seats: np.ndarray, slots: np.ndarray | None = None) -> Information:
        """What one seat of every game knows, a copy: what an agent of the checkout acts on (`agent.act_all`).

        Args:
            seats: (size,) a seat in each game.
            slots: (n,) int64, the games to speak of; None for all. Of some, the information holds those games alone, so
                that players who follow a game by its row (`Information.rows`) lose sight of it.

        Raises:
            ValueError: not one seat for each game, or one that nobody has.
        """
        seats = self._seats(seats)
        if slots is None:
            return information_of(self.games, self._rules, self._which, np.arange(len(self)), seats)
        private, public = self.games["private"][slots, seats[slots]], self.games["public"][slots]
        return Information(public, np.arange(len(slots)), private, self._rules, self._which[slots])

    def deciding(self) -> np.ndarray:
        """(size,) int64, fresh: the seats to decide."""
        self.check_begun()
        return self.games["public"]["seat"].astype(np.int64)

    def _look(self, turn: Turn) -> Turn:
        """Write what is to be decided now into a turn."""
        shared = self._rules, self.options.distances
        self._run(batch.look_all, shared, self.games, self._which, *turn.seen(), *self._views(turn.codes))
        self._scale(turn.codes, turn.observations)
        return turn

    def observe(self, seats: np.ndarray) -> np.ndarray:
        """(size, n), fresh: what one seat of every game observes.

        Raises:
            ValueError: not one seat for each game, or one that nobody has.
        """
        seats, codes = self._seats(seats), self._blank_codes()
        observations, shared = self._blank_observations(codes), (self._rules, self.options.distances)
        self._run(batch.observe_all, shared, self.games, self._which, seats, *self._views(codes))
        self._scale(codes, observations)
        return observations

    def _seats(self, seats: np.ndarray) -> np.ndarray:
        """(size,) int64: the seats, if somebody sits in each of them."""
        seats = self._one_each(seats, "seats")
        if (seats < 0).any() or (seats >= self.players).any():
            index = int(((seats < 0) | (seats >= self.players)).argmax())
            raise ValueError(f"game {index}: there is no seat {seats[index]} among {self.players[index]} players")
        return seats

    def _scale(self, codes: np.ndarray, observations: np.ndarray) -> None:
        """Write the observations from their codes, unless they are the codes."""
        if not self._as_codes:
            self._run(scale_all, (self._scales,), codes, observations)

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

    def _one_each(self, numbers: np.ndarray, what: str) -> np.ndarray:
        """(size,) int64: one number for each game; the core would read behind the end of fewer."""
        self.check_begun()
        numbers = np.asarray(numbers)
        whole = numbers.dtype.kind in "iu" and np.can_cast(numbers.dtype, np.int64)
        if numbers.shape != (len(self),) or not whole:
            raise ValueError(f"{what} are {len(self)} whole numbers, one a game, not {numbers.shape} {numbers.dtype}")
        return numbers.astype(np.int64, copy=False)

    def check_begun(self) -> None:
        """ValueError before the first reset."""
        if not self._begun:
            raise ValueError("no round is dealt yet; reset the batch first")

    def resume(self, games: np.ndarray, out: Turn | None = None) -> Turn:
        """Go on from games as they are given, instead of `reset`: worlds of one game, or what a batch has left.

        Args:
            games: (size,) GAME records, as `Batch.games` or `Game.worlds` give them, with a decision to make; they are
                copied. Records do not hold their edition, variants and number of rounds: those of the batch apply, so
                under `rounds=1` a game of three ends with its first round.
            out: whose arrays to write, as in `reset`.

        Raises:
            ValueError: a game of other players, of a later round than there is, or without distances that are measured
                here; one that is over or not dealt.
        """
        if not isinstance(games, np.ndarray) or games.dtype != GAME or games.shape != (len(self),):
            raise ValueError(f"games are an array of {len(self)} GAME records")
        turn = self._own(out)
        self._check_games(games)
        self.games[:] = games
        self._begun = True
        turn.forget()
        return self._look(turn)

    def _check_games(self, games: np.ndarray) -> None:
        """ValueError where a game cannot go on under its setup."""
        public, rules = games["public"], self._rules[self._which]
        hidden = (public["mine"]["goals"]["face"] == HIDDEN) & (rules["distances"] != 0)[:, None]
        wrong = {
            "is over, or its round is not dealt": (public["phase"] < PLAY) | (public["phase"] >= DEAL),
            "has other players": (games["private"]["role"] != NONE).sum(1) != self.players,
            "has a decision of nobody": (public["seat"] < 0) | (public["seat"] >= self.players),
            "is in a round that there is not": (public["round_index"] < 0) | (public["round_index"] >= rules["rounds"]),
            "measures no distances": (hidden & (public["distance"]["now"] == 0)).any(1),
        }
        for words, games_so in wrong.items():
            if games_so.any():
                index = int(games_so.argmax())
                raise ValueError(f"game {index} {words}; it cannot go on under {self.setups[index]}")

    # -- games ------------------------------------------------------------------------------------------

    def game(self, index: int) -> Game:
        """A copy of one of the games."""
        self.check_begun()
        return Game.of_bytes(self.setups[index], self.games[index].tobytes())

    def mean_distances(self) -> np.ndarray:
        """(size,) float64: the mean over face-down goals of the fewest further cards to them, 0 where there are none.

        Raises:
            ValueError: a setup does not measure distances, or the games have not begun.
        """
        self.check_begun()
        if not all(setup.distances for setup in self.setups):
            raise ValueError("a setup does not measure distances")
        means = np.empty(len(self))
        self._run(batch.mean_distances, (), self.games, means)
        return means
