"""Observation and action spaces: the pieces as flat arrays, with views by name.

One `Encoder` serves one choice of optional groups. It turns a seat's knowledge into `int8` codes and these
into `float32`; a vector of scales is the only thing between them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod
from typing import Any

import gymnasium
import numpy as np

from .core import observe, pieces
from .core.actions import ACTIONS, BLOCKS, FIRST
from .core.cards import GOALS, KINDS, ROLES
from .core.layout import EVENTS, SEATS
from .core.pieces import Group
from .game import Game
from .rules import check_switch, is_whole


@dataclass(frozen=True)
class Options:
    """Which groups the observation holds.

    Attributes:
        distances: the distance groups.
        changes: the change of distance by each placement and rockfall; needs `distances`.
        history: how many past events, 0 to 86 (then the round is recalled in full).
        picture: the picture of the mine.
    """

    distances: bool = True
    changes: bool = False
    history: int = 0
    picture: bool = False

    def __post_init__(self) -> None:
        for name in ("distances", "changes", "picture"):
            check_switch(name, getattr(self, name))
        if not is_whole(self.history) or self.history not in range(EVENTS + 1):
            raise ValueError(f"history is a number of events from 0 to {EVENTS}, not {self.history!r}")
        if self.changes and not self.distances:
            raise ValueError("changes of distance need distances=True")
        object.__setattr__(self, "history", int(self.history))

    def groups(self) -> dict[str, Group]:
        """The groups of the observation, in order."""
        return {
            **pieces.BASE_GROUPS,
            **(pieces.DISTANCE_GROUPS if self.distances else {}),
            **(pieces.CHANGE_GROUPS if self.changes else {}),
            **(pieces.history_groups(self.history) if self.history else {}),
            **(pieces.PICTURE_GROUPS if self.picture else {}),
        }


@dataclass(frozen=True)
class Span:
    """Where a piece lies: `flat[offset : offset + slots * stride]`, seen as (slots, stride), columns `columns`.

    `slots` is None for a group that stands alone: then it has one row, and its pieces no axis of slots.
    """

    group: str
    name: str
    slots: int | None
    offset: int
    stride: int
    columns: slice
    shape: tuple[int, ...]
    scale: int
    meaning: str

    def rows(self, observation: np.ndarray) -> np.ndarray:
        """The piece in a flat observation (…, size): a view (…, slots, columns)."""
        slots = self.slots or 1
        block = observation[..., self.offset : self.offset + slots * self.stride]
        return block.reshape(*observation.shape[:-1], slots, self.stride)[..., self.columns]


def spans(options: Options) -> Iterator[Span]:
    """Every piece of the observation with its place."""
    offset = 0
    for group_name, group in options.groups().items():
        stride = sum(prod(piece.shape) for piece in group.pieces)
        column = 0
        for piece in group.pieces:
            size = prod(piece.shape)
            columns = slice(column, column + size)
            yield Span(
                group_name, piece.name, group.slots, offset, stride, columns, piece.shape, piece.scale, piece.meaning
            )
            column += size
        offset += (group.slots or 1) * stride


def observation_size(options: Options) -> int:
    """Length of the flat observation."""
    return sum((group.slots or 1) * prod(p.shape) for group in options.groups().values() for p in group.pieces)


def view(observation: np.ndarray, options: Options) -> dict[str, dict[str, np.ndarray]]:
    """A flat observation by name: group, then piece, to an array (…, slots, *shape); views where possible.

    Args:
        observation: (…, size), any dtype.
        options: those of the environment that made it, `env.options`.

    Raises:
        ValueError: other options made it.
    """
    if observation.shape[-1:] != (observation_size(options),):
        raise ValueError(
            f"these options make observations of {observation_size(options)} entries, not {observation.shape}"
        )
    named: dict[str, dict[str, np.ndarray]] = {}
    for span in spans(options):
        axes = span.shape if span.slots is None else (span.slots, *span.shape)
        piece = span.rows(observation).reshape((*observation.shape[:-1], *axes))
        named.setdefault(span.group, {})[span.name] = piece
    return named


def scales(options: Options) -> np.ndarray:
    """(size,) float32: what each code is multiplied by."""
    out = np.ones(observation_size(options), np.float32)
    for span in spans(options):
        span.rows(out)[:] = 1 / span.scale
    return out


def action_space() -> gymnasium.spaces.Discrete:
    """All action ids: see `core.actions` for the blocks."""
    return gymnasium.spaces.Discrete(ACTIONS)


def _lowest(options: Options) -> np.ndarray:
    """(size,) float32: the least value of each entry, -1 where codes have a sign."""
    low = np.zeros(observation_size(options), np.float32)
    for span in spans(options):
        if span.name in ("x", "y", "change", "without"):
            span.rows(low)[:] = -1
    return low


def _box(low: np.ndarray) -> gymnasium.spaces.Box:
    return gymnasium.spaces.Box(low, np.ones_like(low), dtype=np.float32)


def observation_space(options: Options) -> gymnasium.spaces.Dict:
    """`observation`: float32 in [-1, 1]; `action_mask`: int8, 1 for each legal action of the agent to decide."""
    return gymnasium.spaces.Dict(
        {
            "observation": _box(_lowest(options)),
            "action_mask": gymnasium.spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


@dataclass
class Encoder:
    """Observations of a game, seat by seat; keeps the buffers that the core writes into."""

    options: Options
    _codes: np.ndarray = field(init=False, repr=False)

    def __post_init__(self) -> None:
        options = self.options
        self._distances, self._more = options.distances, any(count for _, count in self._parts())
        self._scales = scales(options)
        self._shape = self._scales.shape
        size, whole = len(self._scales), pieces.OBSERVATION.itemsize
        self._codes = np.zeros((1, max(size, whole)), np.int8)
        self._record = self._codes[:, :whole].view(pieces.OBSERVATION)[:, 0]
        first = whole if options.distances else pieces.BASE_SIZE
        ends = np.cumsum([first, *(record.itemsize * count for record, count in self._parts())])
        self._changes, self._history, self._picture = (
            self._codes[0, start:end].view(record)
            for start, end, (record, _) in zip(ends, ends[1:], self._parts(), strict=False)
        )

    def _parts(self) -> list[tuple[np.dtype, int]]:
        """The records behind the first one, and how many of each."""
        options = self.options
        return [
            (pieces.CHANGE, options.changes),
            (pieces.HISTORY, options.history),
            (pieces.PICTURE_RECORD, options.picture),
        ]

    def observation(self, game: Game, seat: int) -> np.ndarray:
        """(size,) float32 in [-1, 1], fresh: what a seat observes."""
        if self._more:
            self._observe_more(game.games, game.rules, seat)
        out = np.empty(self._shape, np.float32)
        buffers = self._codes, self._record
        observe.observe(game.games, 0, game.rules, seat, self._distances, *buffers, self._scales, out)
        return out

    def _observe_more(self, games: np.ndarray, rules: np.ndarray, seat: int) -> None:
        """Write the codes of the groups that are off by default."""
        if self.options.changes:
            observe.observe_changes(games, 0, rules, seat, self._changes)
        if self.options.history:
            observe.observe_history(games, 0, rules, seat, self._history.view(np.int8), self._history)
        if self.options.picture:
            observe.observe_picture(games, 0, rules, seat, self._picture)


# The state for centralised critics: what the seat 0 observes, and all that is hidden.
STATE_PIECES = (
    ("roles", (SEATS, len(ROLES)), 1),
    ("hands", (SEATS, KINDS), 6),
    ("known", (SEATS, GOALS, 2), 1),
    ("goals", (GOALS, 3), 1),
    ("deck", (KINDS,), 6),
    ("gold", (SEATS, 3), 16),
)
STATE_HIDDEN = sum(prod(shape) for _, shape, _ in STATE_PIECES)


def state_space(options: Options) -> gymnasium.spaces.Box:
    """The space of `state_of`."""
    return _box(np.concatenate([_lowest(options), np.zeros(STATE_HIDDEN, np.float32)]))


def state_of(game: Game, encoder: Encoder) -> np.ndarray:
    """Everything, for centralised critics: the observation of seat 0, then `STATE_PIECES` by absolute seat."""
    game.check_begun()
    hidden, seats = game.games[0].hidden, game.setup.players
    named: dict[str, Any] = {name: np.zeros(shape, np.float32) for name, shape, _ in STATE_PIECES}
    for seat in range(seats):
        private = game.games[0].private[seat]
        named["roles"][seat, private.role] = 1
        for kind in private.hand[private.hand >= 0]:
            named["hands"][seat, kind] += 1
        for goal, face in enumerate(private.known):
            if face:
                named["known"][seat, goal, min(face - 1, 1)] = 1
        named["gold"][seat] = private.gold
    named["goals"][np.arange(GOALS), hidden.goals - 1] = 1
    np.add.at(named["deck"], hidden.deck[len(hidden.deck) - game.public.deck :], 1)
    hidden_part = [(named[name] / scale).ravel() for name, _, scale in STATE_PIECES]
    return np.concatenate([encoder.observation(game, 0), *hidden_part]).astype(np.float32)


assert len(FIRST) == len(BLOCKS) + 1
