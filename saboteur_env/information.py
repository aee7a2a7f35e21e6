"""What one seat knows: the part of the state that a player may look at, in one game or in many."""

from dataclasses import dataclass

import numpy as np

from .core.layout import PUBLIC


@dataclass(frozen=True, eq=False)
class Information:
    """What one seat knows in each of n games, and nothing else of them.

    Attributes:
        public: (m,) PUBLIC: what everybody sees of m games, a copy; blank but for the n ones.
        rows: (n,) int64: which of the m games these are. A player that follows a game knows it again by its row.
        private: (n,) PRIVATE: what the seat alone knows, a copy.
        rules: (k,) RULES.
        which: (m,) int64: the rules of each of the m games.
    """

    public: np.ndarray
    rows: np.ndarray
    private: np.ndarray
    rules: np.ndarray
    which: np.ndarray

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, part: slice | np.ndarray) -> "Information":
        """The same of some of the n games."""
        return Information(self.public, self.rows[part], self.private[part], self.rules, self.which)

    def __repr__(self) -> str:
        players = ", ".join(map(str, np.unique(self.players)))
        return f"<Information of {len(self)} seats, at tables of {players} players>"

    def arrays(self) -> tuple[np.ndarray, ...]:
        """All of it, in order, as compiled functions take it."""
        return self.public, self.rows, self.private, self.rules, self.which

    @property
    def seats(self) -> np.ndarray:
        """(n,) int64, fresh: whose information it is."""
        return self.private["seat"].astype(np.int64)

    @property
    def players(self) -> np.ndarray:
        """(n,) int64, fresh: the players of each game."""
        return self.rules["players"][self.which[self.rows]].astype(np.int64)


def information_of(
    games: np.ndarray, rules: np.ndarray, which: np.ndarray, rows: np.ndarray, seats: np.ndarray
) -> Information:
    """What one seat knows in some games of an array.

    Args:
        games: (m,) GAME records.
        rules: (k,) RULES.
        which: (m,) int64: the rules of each game.
        rows: (n,) int64: the games in question.
        seats: (n,) int64: a seat in each of them.
    """
    public = np.zeros(len(games), PUBLIC)
    public[rows] = games["public"][rows]
    return Information(public, rows, games["private"][rows, seats], rules, which.copy())


def snapshot(games: np.ndarray, rules: np.ndarray, seat: int) -> Information:
    """What a seat knows of the first game of an array."""
    return information_of(games[:1], rules, np.zeros(1, np.int64), np.zeros(1, np.int64), np.array([seat]))
