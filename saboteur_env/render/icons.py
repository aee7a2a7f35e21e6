"""Icons: tools, maps, boulders, gold, each a table of shapes in a unit square.

Everything is drawn four times as large and scaled down, which smooths the edges.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from PIL import Image, ImageDraw

from ..core.cards import TOOLS

Size = tuple[int, int]
Colour = tuple[int, int, int]

_FINE = 4  # how many times larger than shown

BLACK, RED, WOOD = (30, 26, 24), (196, 44, 36), (128, 82, 44)
_SCROLL, _FLAME, _SHINE = (246, 236, 204), (242, 140, 40), (214, 214, 216)
_STEEL_EDGE = (66, 70, 78)

# A shape: a method of ImageDraw, its points in a unit square, its style with widths in the same unit.
Shape = tuple[str, tuple[float, ...], dict[str, Any]]

_STEEL = {"fill": (146, 152, 162), "outline": _STEEL_EDGE, "width": 0.03}
_GLASS = {"fill": (255, 226, 120), "outline": _STEEL_EDGE, "width": 0.04}
_WHEEL = {"fill": BLACK, "outline": (146, 152, 162), "width": 0.04}
_GOLD = {"fill": (250, 204, 64), "outline": (150, 104, 20), "width": 0.04}
_STONE = {"fill": (168, 168, 170), "outline": (84, 84, 88), "width": 0.04}
_PAPER = {"fill": _SCROLL, "outline": WOOD, "width": 0.03}
_TRAIL, _MARK = {"fill": WOOD, "width": 0.05}, {"fill": RED, "width": 0.07}
_BEAM, _STROKE = {"fill": WOOD, "width": 0.09}, {"fill": RED, "width": 0.09}

_TOOLS: dict[str, tuple[Shape, ...]] = {
    "pick": (
        ("line", (0.28, 0.90, 0.60, 0.26), _BEAM),
        (
            "polygon",
            (0.12, 0.36, 0.34, 0.14, 0.60, 0.12, 0.82, 0.30, 0.92, 0.62, 0.74, 0.42, 0.58, 0.32, 0.36, 0.28),
            _STEEL,
        ),
    ),
    "lantern": (
        ("arc", (0.34, 0.04, 0.66, 0.40), {"start": 180, "end": 360, "fill": _STEEL_EDGE, "width": 0.05}),
        ("polygon", (0.36, 0.22, 0.64, 0.22, 0.74, 0.36, 0.26, 0.36), _STEEL),
        ("rectangle", (0.32, 0.36, 0.68, 0.78), _GLASS),
        ("ellipse", (0.42, 0.46, 0.58, 0.72), {"fill": _FLAME}),
        ("rectangle", (0.24, 0.78, 0.76, 0.92), _STEEL),
    ),
    "cart": (
        ("ellipse", (0.20, 0.20, 0.50, 0.52), _GOLD),
        ("ellipse", (0.46, 0.16, 0.80, 0.52), _GOLD),
        ("polygon", (0.06, 0.36, 0.94, 0.36, 0.82, 0.76, 0.18, 0.76), _STEEL),
        ("ellipse", (0.20, 0.68, 0.44, 0.92), _WHEEL),
        ("ellipse", (0.56, 0.68, 0.80, 0.92), _WHEEL),
    ),
}
_CROSSED_OUT: tuple[Shape, ...] = (
    ("line", (0.12, 0.12, 0.88, 0.88), _STROKE),
    ("line", (0.88, 0.12, 0.12, 0.88), _STROKE),
)
ICONS: dict[str, tuple[Shape, ...]] = {
    **_TOOLS,
    **{f"broken-{tool}": (*shapes, *_CROSSED_OUT) for tool, shapes in _TOOLS.items()},
    "map": (
        (
            "polygon",
            (0.08, 0.22, 0.34, 0.12, 0.66, 0.22, 0.92, 0.12, 0.92, 0.80, 0.66, 0.90, 0.34, 0.80, 0.08, 0.90),
            _PAPER,
        ),
        ("line", (0.20, 0.72, 0.34, 0.56), _TRAIL),
        ("line", (0.42, 0.54, 0.56, 0.62), _TRAIL),
        ("line", (0.60, 0.32, 0.80, 0.52), _MARK),
        ("line", (0.80, 0.32, 0.60, 0.52), _MARK),
    ),
    "rockfall": (
        ("polygon", (0.10, 0.72, 0.20, 0.46, 0.44, 0.44, 0.54, 0.70, 0.36, 0.90, 0.16, 0.88), _STONE),
        ("polygon", (0.48, 0.74, 0.60, 0.52, 0.84, 0.54, 0.92, 0.78, 0.76, 0.92, 0.54, 0.90), _STONE),
        ("polygon", (0.30, 0.30, 0.46, 0.10, 0.70, 0.16, 0.74, 0.40, 0.54, 0.54, 0.34, 0.48), _STONE),
    ),
    "treasure": (
        ("ellipse", (0.06, 0.44, 0.54, 0.88), _GOLD),
        ("ellipse", (0.46, 0.44, 0.94, 0.88), _GOLD),
        ("ellipse", (0.26, 0.12, 0.74, 0.58), _GOLD),
    ),
    "stone": (
        ("polygon", (0.10, 0.60, 0.24, 0.24, 0.60, 0.12, 0.90, 0.40, 0.86, 0.74, 0.56, 0.92, 0.22, 0.84), _STONE),
        ("line", (0.36, 0.34, 0.56, 0.28), {"fill": _SHINE, "width": 0.06}),
    ),
    "ladder": (
        ("line", (0.30, 0.02, 0.30, 0.98), _BEAM),
        ("line", (0.70, 0.02, 0.70, 0.98), _BEAM),
        *(("line", (0.26, y, 0.74, y), _BEAM) for y in (0.16, 0.38, 0.60, 0.82)),
    ),
}


def paint(size: Size, draw: Callable[[ImageDraw.ImageDraw, Size], None]) -> Image.Image:
    """A picture of this size, transparent where nothing is drawn; `draw` is given the size that it draws at."""
    fine = size[0] * _FINE, size[1] * _FINE
    image = Image.new("RGBA", fine)
    draw(ImageDraw.Draw(image), fine)
    return image.resize(size, Image.Resampling.BOX)


def draw_icon(draw: ImageDraw.ImageDraw, name: str, middle: tuple[float, float], side: float) -> None:
    """Draw an icon of this side length around a point."""
    for method, points, style in ICONS[name]:
        left, top = middle[0] - side / 2, middle[1] - side / 2
        placed = [(top if i % 2 else left) + point * side for i, point in enumerate(points)]
        widths = {"width": max(1, round(style["width"] * side))} if "width" in style else {}
        getattr(draw, method)(placed, **{**style, **widths})


@lru_cache(256)
def icon(name: str, side: int) -> Image.Image:
    """An icon of `ICONS`, square."""
    return paint((side, side), lambda draw, size: draw_icon(draw, name, (size[0] / 2, size[1] / 2), size[0]))


assert set(_TOOLS) == set(TOOLS)
