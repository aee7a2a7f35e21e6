"""The cards' pictures: tunnels through rock, tools on paper, backs."""

from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw

from ..core.cards import CARDS, LAY, NAMES, TOOLS
from ..core.tiles import JOINS, TILE, conducts, is_open
from .icons import BLACK, WOOD, Colour, Size, draw_icon, paint

_ROCK, _ROCK_SPOT = (92, 80, 72), (108, 95, 85)
_TUNNEL, _TUNNEL_CUT_OFF, _TUNNEL_EDGE = (233, 196, 132), (158, 142, 124), (52, 42, 36)
_PAPER, _RED_PAPER, _GREEN_PAPER = (232, 216, 182), (226, 176, 160), (196, 214, 166)
_BACK, _BACK_LINE = (112, 62, 42), (160, 104, 66)
_GOLD, _GOLD_LINE = (226, 178, 62), (158, 112, 24)
_GOAL_BACK, _GOAL_BACK_LINE = (46, 78, 98), (96, 136, 156)

# -- path cards -----------------------------------------------------------------------------------------

# Light spots of the rock: x, y, radius in parts of the card.
_SPOTS = np.random.default_rng(7).random((26, 3)) * (1, 1, 0.05) + (0, 0, 0.015)
# Unit vectors from the middle to the sides N E S W.
_OUT = ((0, -1), (1, 0), (0, 1), (-1, 0))


@lru_cache(2048)
def path_card(tile: int, joined: int, size: Size, mark: str = "") -> Image.Image:
    """A card face up: the tunnel lit where it is joined to the start.

    Args:
        tile: openings and joins.
        joined: the openings that are joined to the start, as bits.
        size: width and height.
        mark: an icon for the middle.
    """

    def draw(draw: ImageDraw.ImageDraw, fine: Size) -> None:
        _draw_rock(draw, fine)
        for widen, lit, cut_off in ((1.35, _TUNNEL_EDGE, _TUNNEL_EDGE), (1.0, _TUNNEL, _TUNNEL_CUT_OFF)):
            for side in range(4):
                if is_open(tile, side):
                    _draw_tunnel(draw, fine, side, tile, widen, lit if joined >> side & 1 else cut_off)
        if mark:
            draw_icon(draw, mark, (fine[0] / 2, fine[1] / 2), 0.46 * fine[0])
        elif not conducts(tile):
            draw_icon(draw, "rockfall", (fine[0] / 2, fine[1] / 2), 0.56 * fine[0])

    return paint(size, draw)


def _draw_rock(draw: ImageDraw.ImageDraw, size: Size) -> None:
    width, height = size
    draw.rounded_rectangle((0, 0, width - 1, height - 1), width * 0.09, _ROCK, BLACK, round(width * 0.02))
    for x, y, radius in _SPOTS:
        _draw_disc(draw, (0.08 + 0.84 * x) * width, (0.06 + 0.88 * y) * height, radius * width, _ROCK_SPOT)


def _draw_disc(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, colour: Colour) -> None:
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour)


def _draw_tunnel(draw: ImageDraw.ImageDraw, size: Size, side: int, tile: int, widen: float, colour: Colour) -> None:
    """The way from a side to the middle, or half of it if it ends dead."""
    (width, height), (dx, dy) = size, _OUT[side]
    joins = any(tile >> 4 + index & 1 for index, pair in enumerate(JOINS) if side in pair)
    radius = width * 0.18 * widen
    end = 0.0 if joins else 0.62
    x, y = width / 2 * (1 + dx * end), height / 2 * (1 + dy * end)
    edge_x, edge_y = width / 2 * (1 + dx), height / 2 * (1 + dy)
    left, right = sorted((x, edge_x))
    top, bottom = sorted((y, edge_y))
    across_x, across_y = (radius, 0) if dx == 0 else (0, radius)
    draw.rectangle((left - across_x, top - across_y, right + across_x, bottom + across_y), colour)
    _draw_disc(draw, x, y, radius, colour)


# -- other cards ----------------------------------------------------------------------------------------


def _draw_paper(draw: ImageDraw.ImageDraw, size: Size, paper: Colour, line: Colour) -> None:
    width, height = size
    draw.rounded_rectangle((0, 0, width - 1, height - 1), width * 0.09, paper, BLACK, round(width * 0.02))
    inset = width * 0.07
    draw.rounded_rectangle((inset, inset, width - inset, height - inset), width * 0.06, None, line, round(width * 0.02))


@lru_cache(512)
def hand_card(kind: int, size: Size) -> Image.Image:
    """A card in a hand, face up."""
    if CARDS[kind].verb == LAY:
        tile = int(TILE[kind, 0])
        return path_card(tile, tile & 15, size)
    return paint(size, lambda draw, fine: _draw_action_card(draw, fine, kind))


def _draw_action_card(draw: ImageDraw.ImageDraw, size: Size, kind: int) -> None:
    """Broken tools on red, repairs on green; a repair of two tools shows both."""
    name, (width, height) = NAMES[kind], size
    repair = name.startswith("repair")
    paper = _RED_PAPER if name.startswith("broken") else _GREEN_PAPER if repair else _PAPER
    _draw_paper(draw, size, paper, WOOD)
    names = [TOOLS[tool] for tool in CARDS[kind].tools] if repair else [name]
    side = width * (0.78 if len(names) == 1 else 0.58)
    for index, shown in enumerate(names):
        middle = height * (index + 1) / (len(names) + 1) + (index - (len(names) - 1) / 2) * height * 0.1
        draw_icon(draw, shown, (width / 2, middle), side)


@lru_cache(64)
def back(size: Size) -> Image.Image:
    """A card of the deck, face down."""
    return paint(size, lambda draw, fine: _draw_back(draw, fine, _BACK, _BACK_LINE))


@lru_cache(16)
def gold_card(size: Size) -> Image.Image:
    """A gold card; its worth is left to be written."""
    return paint(size, lambda draw, fine: _draw_paper(draw, fine, _GOLD, _GOLD_LINE))


@lru_cache(64)
def goal_back(size: Size, mark: str) -> Image.Image:
    """A goal that lies face down; `mark` is the icon of what the viewer knows it to be, or nothing."""

    def draw(draw: ImageDraw.ImageDraw, fine: Size) -> None:
        _draw_back(draw, fine, _GOAL_BACK, _GOAL_BACK_LINE)
        if mark:
            draw_icon(draw, mark, (fine[0] / 2, fine[1] / 2), 0.6 * fine[0])

    return paint(size, draw)


def _draw_back(draw: ImageDraw.ImageDraw, size: Size, paper: Colour, line: Colour) -> None:
    width, height = size
    _draw_paper(draw, size, paper, line)
    draw.polygon(
        (width / 2, height * 0.16, width * 0.84, height / 2, width / 2, height * 0.84, width * 0.16, height / 2),
        None,
        line,
        round(width * 0.03),
    )
