"""A game as a picture: the mine on the left; on the right the players, a hand, the last events.

The picture has one size. The mine is shown in a window of at least 13 columns and 9 rows; when it grows
beyond them, the window grows with it and the cards become smaller.
"""

from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from ..core.cards import GOAL_CELLS, HIDDEN, TOOLS, TREASURE
from .cards import back, goal_back, gold_card, hand_card, path_card
from .icons import Colour, Size, icon
from .view import Laid, View

WIDTH, HEIGHT = 1280, 800

_GROUND, _PANEL, _PANEL_LIT = (38, 32, 28), (52, 45, 40), (88, 70, 38)
_LINE, _DIM, _TEXT, _LIT = (58, 50, 44), (150, 138, 124), (236, 226, 208), (255, 206, 92)
_ROLE_COLOURS = {"miner": (130, 196, 255), "saboteur": (255, 122, 104), "?": _DIM}

_MARGIN = 16
_MINE = (44, 72, 736, 784)  # left, top, right, bottom
_WINDOW = (-2, -4, 10, 4)  # west, north, east, south
_CARD_RATIO = 0.72  # width to height
_RIGHT = 756  # left edge of the right column
_LINE_HEIGHT = 21
_ROW, _ROWS_TOP = 40, 82
_PILE = _RIGHT + 240  # of gold cards, up to ten of them
_ROLE, _TOOLS, _HAND, _GOLD, _CLAIMS = (_RIGHT + offset for offset in (36, 116, 200, 384, 440))
_TITLES = ((_RIGHT, "seat"), (_ROLE, "role"), (_TOOLS, "broken"), (_HAND, "hand"), (_GOLD, "gold"), (_CLAIMS, "claims"))
_SMALL, _LARGE = (25, 34), (72, 100)


@lru_cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


class _Canvas:
    """The picture in the making."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDTH, HEIGHT), _GROUND)
        self.draw = ImageDraw.Draw(self.image)

    def write(self, x: float, y: float, words: str, colour: Colour = _TEXT, size: int = 16, anchor: str = "lm") -> None:
        """Write one line; the anchor is Pillow's: by default left and middle."""
        self.draw.text((x, y), words, colour, _font(size), anchor)

    def place(self, x: float, y: float, image: Image.Image) -> None:
        """Put an image with its left upper corner here."""
        self.image.paste(image, (round(x), round(y)), image)


def picture(view: View) -> np.ndarray:
    """A view of a game as an image: uint8 of shape (HEIGHT, WIDTH, 3)."""
    canvas = _Canvas()
    _draw_heading(canvas, view)
    _draw_mine(canvas, view)
    _draw_players(canvas, view)
    _draw_focus(canvas, view)
    return np.array(canvas.image)


def _draw_heading(canvas: _Canvas, view: View) -> None:
    canvas.write(_MARGIN, 28, f"{view.round_words()}:", _DIM, 22)
    canvas.write(_MARGIN + 140, 28, view.decision_words(), _LIT, 22)
    canvas.place(_RIGHT, 10, back(_SMALL))
    canvas.write(_ROLE, 28, f"{view.public.deck} cards in the deck", _TEXT, 18)
    if view.public.pile:
        pile: list[int] | list[str] = view.pile() or ["?"] * view.public.pile
        for slot, worth in enumerate(pile):
            canvas.place(_PILE + 28 * slot, 10, gold_card(_SMALL))
            canvas.write(_PILE + 28 * slot + _SMALL[0] / 2, 28, str(worth), _GROUND, 20, "mm")


# -- the mine -------------------------------------------------------------------------------------------


def _window(view: View) -> tuple[int, int, int, int]:
    """West, north, east and south of what is shown: the usual window and whatever lies beyond it."""
    mine = view.public.mine
    west, north, east, south = _WINDOW
    return (
        min(west, int(mine.west) - 1),
        min(north, int(mine.north) - 1),
        max(east, int(mine.east) + 1),
        max(south, int(mine.south) + 1),
    )


class _Grid:
    """Where cells lie in the picture."""

    def __init__(self, window: tuple[int, int, int, int]) -> None:
        self.west, self.north, self.east, self.south = window
        left, top, right, bottom = _MINE
        columns, rows = self.east - self.west + 1, self.south - self.north + 1
        height = min((bottom - top) // rows, int((right - left) / columns / _CARD_RATIO))
        self.cell: Size = int(height * _CARD_RATIO), height
        self.left = left + (right - left - columns * self.cell[0]) // 2
        self.top = top + (bottom - top - rows * height) // 2

    def corner(self, x: int, y: int) -> tuple[int, int]:
        """The left upper corner of a cell."""
        return self.left + (x - self.west) * self.cell[0], self.top + (y - self.north) * self.cell[1]


def _draw_mine(canvas: _Canvas, view: View) -> None:
    grid = _Grid(_window(view))
    _draw_grid(canvas, grid)
    for x, y in view.frontier():
        left, top = grid.corner(x, y)
        width, height = grid.cell
        canvas.draw.rounded_rectangle((left + 3, top + 3, left + width - 4, top + height - 4), 5, None, _DIM, 1)
    for card in view.laid():
        _draw_laid(canvas, grid, card, "ladder" if (card.x, card.y) == (0, 0) else "")
    for goal in range(len(GOAL_CELLS)):
        _draw_goal(canvas, grid, view, goal)


def _draw_grid(canvas: _Canvas, grid: _Grid) -> None:
    """Faint lines between the cells, coordinates along the edges."""
    width, height = grid.cell
    for x in range(grid.west, grid.east + 1):
        left, _ = grid.corner(x, 0)
        canvas.write(left + width / 2, grid.top - 10, str(x), _DIM, 14, "mm")
    for y in range(grid.north, grid.south + 1):
        _, top = grid.corner(0, y)
        canvas.write(grid.left - 8, top + height / 2, str(y), _DIM, 14, "rm")
    for x in range(grid.west, grid.east + 1):
        for y in range(grid.north, grid.south + 1):
            left, top = grid.corner(x, y)
            canvas.draw.rectangle((left, top, left + width, top + height), None, _LINE)


def _draw_laid(canvas: _Canvas, grid: _Grid, card: Laid, mark: str) -> None:
    canvas.place(*grid.corner(card.x, card.y), path_card(card.tile, card.joined, grid.cell, mark))


def _draw_goal(canvas: _Canvas, grid: _Grid, view: View, goal: int) -> None:
    """A goal as it lies, with what the viewer knows of it and, while it is face down, its number."""
    face, card = view.goals[goal], view.shown_goal(goal)
    mark = "" if face == HIDDEN else "treasure" if face == TREASURE else "stone"
    if card:
        _draw_laid(canvas, grid, card, mark)
        return
    left, top = grid.corner(*GOAL_CELLS[goal])
    width, height = grid.cell
    canvas.place(left, top, goal_back(grid.cell, mark))
    if not mark:
        canvas.write(left + width / 2, top + height / 2, "?", _TEXT, height // 3, "mm")
    canvas.write(left + width - 6, top + height - 5, str(goal), _TEXT, 14, "rs")


# -- the players ----------------------------------------------------------------------------------------


def _draw_players(canvas: _Canvas, view: View) -> None:
    for x, title in _TITLES:
        canvas.write(x, _ROWS_TOP - 14, title, _DIM, 14)
    for seat in range(view.setup.players):
        _draw_player(canvas, view, seat, _ROWS_TOP + seat * _ROW)


def _draw_player(canvas: _Canvas, view: View, seat: int, top: int) -> None:
    """One row: a player as the viewer sees it, lit if it is to decide."""
    lit, middle = seat == view.decider, top + _ROW // 2
    box = (_RIGHT - 6, top + 1, WIDTH - _MARGIN + 6, top + _ROW - 2)
    canvas.draw.rounded_rectangle(box, 6, _PANEL_LIT if lit else _PANEL)
    canvas.write(_RIGHT + 8, middle, str(seat), _LIT if lit else _TEXT, 22)
    role = view.role(seat) or "?"
    canvas.write(_ROLE, middle, role, _ROLE_COLOURS[role])
    for tool in view.broken(seat):
        canvas.place(_TOOLS + 27 * TOOLS.index(tool), middle - 13, icon(f"broken-{tool}", 26))
    _draw_small_hand(canvas, view, seat, middle)
    amount, unit = view.gold(seat)
    canvas.place(_GOLD, middle - 11, icon("treasure", 22) if unit == "nuggets" else gold_card((16, 22)))
    canvas.write(_GOLD + 26, middle, str(amount), _LIT if amount else _DIM, 18)
    for goal, claim in enumerate(view.claims(seat)):
        _draw_claim(canvas, _CLAIMS + 25 * goal, middle, goal, claim)


def _draw_small_hand(canvas: _Canvas, view: View, seat: int, middle: int) -> None:
    """A hand: face up if the viewer may see it."""
    hand = view.hand(seat)
    cards = [back(_SMALL)] * view.cards(seat) if hand is None else [hand_card(kind, _SMALL) for kind in hand]
    for slot, card in enumerate(cards):
        canvas.place(_HAND + slot * (_SMALL[0] + 3), middle - _SMALL[1] // 2, card)


def _draw_claim(canvas: _Canvas, left: int, middle: int, goal: int, claim: str | None) -> None:
    """What a player last said of a goal: its icon, or only the goal's number."""
    if claim:
        canvas.place(left, middle - 11, icon(claim, 22))
    else:
        canvas.write(left + 11, middle, str(goal), _DIM, 13, "mm")


# -- below the players ----------------------------------------------------------------------------------


def _draw_focus(canvas: _Canvas, view: View) -> None:
    """The hand of the seat in focus, large; below it the last events and the rounds before."""
    top = _ROWS_TOP + view.setup.players * _ROW + 16
    hand = view.hand(view.focus) or []
    canvas.write(_RIGHT, top, f"hand of seat {view.focus}{'' if hand else ': no cards'}", _DIM, 14)
    for slot, kind in enumerate(hand):
        canvas.place(_RIGHT + slot * (_LARGE[0] + 8), top + 12, hand_card(kind, _LARGE))
    top += _LARGE[1] + 30
    past = view.past_words()
    room = (HEIGHT - _MARGIN - top) // _LINE_HEIGHT - len(past)
    lines = [(words, _TEXT) for words in view.event_words(room)] + [(words, _DIM) for words in past]
    for number, (words, colour) in enumerate(lines):
        canvas.write(_RIGHT, top + number * _LINE_HEIGHT, words, colour, 15)
