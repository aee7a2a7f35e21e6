"""What a viewer may see of a game, and nothing else."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..core.actions import CLAIM_FACES
from ..core.cards import GOAL_CELLS, GOAL_FACES, HIDDEN, NONE, PHASES, PICKING, REVEAL, ROLES, TOOLS
from ..core.layout import COLUMNS, ROWS
from ..core.tiles import GOAL_TILE, START_TILE, TILE, face_of
from ..game import Game
from ..notation import move_of, words_of
from ..rules import Setup

Viewer = int | str | None
EVERYTHING = "all"

_DECISIONS = {
    "play": "seat {} plays",
    "claim": "seat {} may make a claim",
    "pick": "seat {} picks gold",
    "over": "the game is over",
}


class Laid(NamedTuple):
    """A card that lies face up in the mine; `joined` are its openings that are joined to the start, as bits."""

    x: int
    y: int
    tile: int
    joined: int


@dataclass(frozen=True)
class View:
    """The public record, and the private records that are open to the viewer.

    Attributes:
        setup: what the players agreed on.
        public: PUBLIC record.
        private: PRIVATE records open to the viewer, by seat.
        goals: faces of the goals as the viewer knows them, `HIDDEN` if it does not.
        focus: the seat whose hand matters most: the viewer's own, or the one to decide.
    """

    setup: Setup
    public: Any
    private: dict[int, Any]
    goals: tuple[int, ...]
    focus: int

    # -- the table --------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """What is to be decided."""
        return PHASES[self.public.phase]

    @property
    def decider(self) -> int | None:
        """The seat to decide; None when the game is over."""
        return int(self.public.seat) if self.phase != "over" else None

    def round_words(self) -> str:
        """Which round it is."""
        number = min(int(self.public.round_index) + 1, self.setup.rounds)
        return f"round {number} of {self.setup.rounds}"

    def decision_words(self) -> str:
        """Who decides what."""
        return _DECISIONS[self.phase].format(self.decider)

    def pile(self) -> list[int] | None:
        """The gold cards in the pile, by worth; None if the viewer cannot look at them."""
        seat = self.decider
        if self.public.phase != PICKING or seat not in self.private:
            return None
        sight = self.private[seat].sights[self.public.round_index, self.public.players[seat].picks]
        return [worth for worth, count in enumerate(sight.pile, 1) for _ in range(count)]

    def event_words(self, most: int) -> list[str]:
        """The last public acts of the round in words, oldest first."""
        logged = int(self.public.logged)
        return [_event_words(event) for event in self.public.events[max(logged - most, 0) : logged]]

    def past_words(self) -> list[str]:
        """How the rounds before ended, a line each."""
        players = range(self.setup.players)
        lines = []
        for number, past in enumerate(self.public.past[: self.public.round_index], 1):
            end = f"seat {past.finisher} reached the treasure" if past.reached else "the treasure was not reached"
            saboteurs = [str(seat) for seat in players if ROLES[past.roles[seat]] == "saboteur"]
            lines.append(f"round {number}: {end}; saboteurs: {', '.join(saboteurs) or 'none'}")
        return lines

    # -- the mine ---------------------------------------------------------------------------------------

    def laid(self) -> list[Laid]:
        """The start and all laid cards."""
        mine = self.public.mine
        cards = [(int(card.x), int(card.y), int(TILE[card.kind, card.turned])) for card in mine.laid[: mine.cards]]
        return [Laid(x, y, tile, self._joined(x, y)) for x, y, tile in [(0, 0, START_TILE), *cards]]

    def shown_goal(self, goal: int) -> Laid | None:
        """A goal that is face up; None if it is face down."""
        shown, (x, y) = self.public.mine.goals[goal], GOAL_CELLS[goal]
        return Laid(x, y, int(GOAL_TILE[shown.face, shown.turned]), self._joined(x, y)) if shown.face else None

    def frontier(self) -> list[tuple[int, int]]:
        """The empty cells that a joined opening faces."""
        mine = self.public.mine
        return [(int(space.x), int(space.y)) for space in mine.frontier[: mine.spaces]]

    def _joined(self, x: int, y: int) -> int:
        planes = self.public.mine.joined
        return sum(1 << side for side in range(4) if int(planes[y % ROWS, side]) >> x % COLUMNS & 1)

    # -- a seat -----------------------------------------------------------------------------------------

    def role(self, seat: int) -> str | None:
        """The role of a seat; None if the viewer does not know it."""
        shown = self.public.players[seat].role
        role = self.private[seat].role if seat in self.private else shown
        return ROLES[role] if role != NONE else None

    def hand(self, seat: int) -> list[int] | None:
        """The kinds in a hand; None if the viewer cannot see them."""
        return [int(kind) for kind in self.private[seat].hand if kind != NONE] if seat in self.private else None

    def cards(self, seat: int) -> int:
        """How many cards a seat holds."""
        return int(self.public.players[seat].cards)

    def gold(self, seat: int) -> tuple[int, str]:
        """Nuggets of a seat, or where the viewer cannot look: gold cards it took from piles."""
        if seat not in self.private:
            return int(self.public.players[seat].gold_cards), "picked"
        return int(self.private[seat].gold @ (1, 2, 3)), "nuggets"

    def broken(self, seat: int) -> list[str]:
        """The tools of a seat that are broken."""
        return [tool for index, tool in enumerate(TOOLS) if self.public.players[seat].broken >> index & 1]

    def claims(self, seat: int) -> list[str | None]:
        """What a seat last claimed of each goal: treasure, stone, None."""
        return [CLAIM_FACES[face] if face else None for face in self.public.players[seat].claims]


def _event_words(event: Any) -> str:
    if event.verb != REVEAL:
        return f"seat {event.seat}: {words_of(move_of(event))}"
    lies = face_of(int(GOAL_TILE[event.face, event.turned]))
    return f"goal {event.goal} is turned over: {GOAL_FACES[event.face]}, it lies {lies}"


def seat_of(viewer: Viewer, players: int) -> int | None:
    """The seat that a viewer names; None for no seat in particular.

    Raises:
        ValueError: there is no such viewer.
    """
    seats = range(players)
    if viewer is None or isinstance(viewer, str) and viewer == EVERYTHING:
        return None
    if isinstance(viewer, str):
        viewer = {f"player_{seat}": seat for seat in seats}.get(viewer, viewer)
    if not isinstance(viewer, (int, np.integer)) or isinstance(viewer, bool) or viewer not in seats:
        raise ValueError(
            f"there is no viewer {viewer!r}; viewers are seats 0 to {seats[-1]}, 'player_0' to 'player_{seats[-1]}', "
            f"{EVERYTHING!r}, or None for the seat to decide"
        )
    return int(viewer)


def view_of(game: Game, viewer: Viewer = None) -> View:
    """What a viewer may see of a game.

    Raises:
        ValueError: there is no such viewer, or no game has begun.
    """
    seat, record = seat_of(viewer, game.setup.players), game.games[0]
    focus = game.seat if seat is None else seat
    everything = seat is None and viewer is not None
    if not record.public.mine.occupied.any():
        raise ValueError("there is nothing to draw yet; reset the game first")
    seats = range(game.setup.players) if everything else (focus,)
    goals = record.hidden.goals if everything else record.private[focus].known
    shown = record.public.mine.goals
    known = tuple(int(goal.face) if goal.face != HIDDEN else int(face) for goal, face in zip(shown, goals, strict=True))
    return View(game.setup, record.public, {seat: record.private[seat] for seat in seats}, known, focus)
