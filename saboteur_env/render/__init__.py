"""Drawings of a game: text for terminals, pictures for videos.

| mode | what `render` does |
|---|---|
| `"ansi"` | returns the drawing as text |
| `"rgb_array"` | returns the picture: uint8 of shape (800, 1280, 3), always of that size |
| `"human"` | prints the text; returns None. The environment calls it after each reset and step |
| `None` | warns that no mode was chosen; returns None |

`human` prints to the terminal and opens no window: the text holds all that the picture holds, works over ssh
and in a container, can be scrolled back, and needs no further package.

A drawing is made from a `View`, which holds what the viewer may know and nothing else.
"""

from typing import Any

from ..game import Game
from .text import text
from .view import Viewer, seat_of, view_of

__all__ = ["Viewer", "render", "seat_of"]


def render(game: Game, mode: str | None, viewer: Viewer = None) -> Any:
    """Draw a game.

    Args:
        game: a game that has begun.
        mode: see above.
        viewer: whose view: None for the seat to decide, a seat, its agent's name (`"player_3"`), or `"all"` for
            everything open.

    Returns:
        See above.

    Raises:
        ValueError: an unknown mode or viewer, or a game that has not begun.
    """
    if mode not in _MODES:
        raise ValueError(f"there is no render mode {mode!r}; modes: {', '.join(map(repr, _MODES))}")
    return _MODES[mode](game, viewer)


def _ansi(game: Game, viewer: Viewer) -> str:
    return text(view_of(game, viewer))


def _rgb_array(game: Game, viewer: Viewer) -> Any:
    from .picture import picture  # Pillow, and the cards to be drawn, only for those who want pictures

    return picture(view_of(game, viewer))


def _human(game: Game, viewer: Viewer) -> None:
    print(_ansi(game, viewer), flush=True)


def _nothing(game: Game, viewer: Viewer) -> None:
    from gymnasium import logger

    logger.warn("render() draws nothing: the environment was made without a render_mode.")


_MODES = {"ansi": _ansi, "rgb_array": _rgb_array, "human": _human, None: _nothing}
