"""Text of the game: faces, mines, moves.

A mine as text has one glyph per cell, north on top; `S` is the start, `?` a face-down goal, `$` the treasure,
`.` an empty cell. Light lines are openings joined inside the card, double lines (and half lines) are dead
ends:

    ┼ ├ ┤ ┴ ┬ │ ─ └ ┘ ┌ ┐     NESW NES NSW NEW ESW NS EW NE NW ES SW
    ╬ ╠ ╣ ╩ ╦ ║ ═ ╚ ╝ ╔ ╗     the same, every opening alone
    ╵ ╶ ╷ ╴                   N E S W
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from .core.actions import CLAIM_FACES
from .core.cards import CARDS, CLAIM, GOAL_CELLS, KIND, LAY, NAMES, NONE, REPAIRS, TOOLS, VERBS
from .core.layout import COLUMNS, EVENT, MINE, ROWS
from .core.mine import fits_of, lay_out
from .core.tiles import GOAL_TILE, OPEN, SIDES, START_TILE, STEP_X, STEP_Y, TILE, WALL
from .core.tiles import face_of, fits, tile_of, turn
from .rules import is_whole

Tiles = Iterable[tuple[int, int, str]]
Goals = Iterable[tuple[int, str]]
Cell = tuple[int, int]
Move = dict[str, Any]

TREASURE_FACE = "NESW"
START, FACE_DOWN, GOLD, EMPTY = "S?$."
_FACES = ("NESW", "NES", "NSW", "NEW", "ESW", "NS", "EW", "NE", "NW", "ES", "SW")
GLYPHS = {
    **dict(zip(_FACES, "┼├┤┴┬│─└┘┌┐", strict=True)),
    **dict(zip(map("|".join, _FACES), "╬╠╣╩╦║═╚╝╔╗", strict=True)),
    **dict(zip(SIDES, "╵╶╷╴", strict=True)),
}
_FACE_OF_GLYPH = {glyph: face for face, glyph in GLYPHS.items()}


def turned_face(face: str) -> str:
    """The face turned by 180 degrees: `"NE|S"` becomes `"N|SW"`."""
    return face_of(turn(tile_of(face)))


def mine_text(tiles: Tiles, revealed_goals: Goals = ()) -> str:
    """Draw a mine.

    Args:
        tiles: laid cards as (x, y, face as it lies).
        revealed_goals: goals face up as (goal index, face as it lies).

    Raises:
        ValueError: text that is no face or has no glyph, a cell with two cards.
    """
    glyphs = {(0, 0): START, **dict.fromkeys(GOAL_CELLS, FACE_DOWN)}
    for cell, tile in _table(tiles, revealed_goals).items():
        face = face_of(tile)
        if face not in GLYPHS:
            raise ValueError(f"there is no glyph for the face {face!r}; glyphs: {' '.join(GLYPHS)}")
        if cell != (0, 0):
            glyphs[cell] = GOLD if cell in GOAL_CELLS and face == TREASURE_FACE else GLYPHS[face]
    xs, ys = [x for x, _ in glyphs], [y for _, y in glyphs]
    rows = range(min(ys), max(ys) + 1)
    return "\n".join("".join(glyphs.get((x, y), EMPTY) for x in range(min(xs), max(xs) + 1)) for y in rows)


def parse_mine(text: str) -> tuple[list[tuple[int, int, str]], list[tuple[int, str]]]:
    """Read a mine drawn by `mine_text`: its laid cards and its revealed goals.

    Raises:
        ValueError: no start or more than one, a glyph that is none, or a goal that is not where goals lie.
    """
    rows = text.strip("\r\n").splitlines()
    starts = [(x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph == START]
    if len(starts) != 1:
        raise ValueError(f"a mine has one start, drawn {START!r}; this text has {len(starts)}")
    west, north = starts[0]
    cells = {(x - west, y - north): glyph for y, row in enumerate(rows) for x, glyph in enumerate(row)}
    tiles, goals = [], []
    for (x, y), glyph in cells.items():
        if glyph in (START, EMPTY, " "):
            continue
        if glyph in (FACE_DOWN, GOLD) and (x, y) not in GOAL_CELLS:
            raise ValueError(f"there is no goal at ({x}, {y}); goals lie at {GOAL_CELLS}")
        if glyph not in (FACE_DOWN, GOLD) and glyph not in _FACE_OF_GLYPH:
            raise ValueError(f"{glyph!r} at ({x}, {y}) is no tile; tiles are {' '.join(_FACE_OF_GLYPH)}")
        face = TREASURE_FACE if glyph == GOLD else _FACE_OF_GLYPH.get(glyph)
        if (x, y) in GOAL_CELLS and face:
            goals.append((GOAL_CELLS.index((x, y)), face))
        elif face:
            tiles.append((x, y, face))
    return tiles, sorted(goals)


def tiles_of(mine: Any) -> list[tuple[int, int, str]]:
    """The laid cards of a MINE record, in the order of laying, as (x, y, face as it lies)."""
    return [(int(c.x), int(c.y), face_of(int(TILE[c.kind, c.turned]))) for c in mine.laid[: mine.cards]]


def revealed_of(mine: Any) -> list[tuple[int, str]]:
    """The goals of a MINE or PAST record that are face up, as (goal index, face as it lies)."""
    return [(i, face_of(int(GOAL_TILE[g.face, g.turned]))) for i, g in enumerate(mine.goals) if g.face]


def _table(tiles: Tiles, revealed_goals: Goals) -> dict[Cell, int]:
    """The face-up tiles of a mine by cell, the start among them."""
    table = {(0, 0): START_TILE}
    for x, y, face in tiles:
        if not (is_whole(x) and is_whole(y)):
            raise ValueError(f"a cell is two whole numbers, not ({x!r}, {y!r})")
        tile = tile_of(face.removesuffix("+ladder") if isinstance(face, str) else face)
        is_start = (x, y, tile) == (0, 0, START_TILE)  # it may be named, and is there in any case
        if (x, y) in (*table, *GOAL_CELLS) and not is_start:
            raise ValueError(f"({x}, {y}) is taken; one card a cell, the start at (0, 0), goals at {GOAL_CELLS}")
        table[x, y] = tile
    for goal, face in revealed_goals:
        if goal not in range(len(GOAL_CELLS)):
            raise ValueError(f"there is no goal {goal}; goals are 0, 1, 2 from north to south")
        if GOAL_CELLS[goal] in table:
            raise ValueError(f"goal {goal} is named twice")
        if tile_of(face) not in GOAL_TILE[1:]:
            lies = ", ".join(face_of(int(tile)) for tile in np.unique(GOAL_TILE[1:]))
            raise ValueError(f"no goal lies as {face!r}; goals lie as {lies}")
        table[GOAL_CELLS[goal]] = tile_of(face)
    return table


def _mine(tiles: Tiles, revealed_goals: Goals) -> tuple[np.ndarray, dict[Cell, int]]:
    """Lay out a mine; also returns its face-up tiles by cell."""
    table = _table(tiles, revealed_goals)
    xs, ys = [x for x, _ in table], [y for _, y in table]
    if max(*xs, 8) - min(*xs, 0) > COLUMNS - 4 or max(*ys, 2) - min(*ys, -2) > ROWS - 4:
        raise ValueError("the mine is wider than its cards could reach")
    mines = np.zeros(1, MINE)
    lay_out(mines, 0, np.array([(x, y, tile) for (x, y), tile in table.items()], np.int64))
    return mines, table


def joined_cells(tiles: Tiles, revealed_goals: Goals = ()) -> set[Cell]:
    """The cells that the tunnel from the start runs into: those with an opening joined to the start.

    The start is one of them; so is a dead end whose stub is joined, but nothing behind it.

    Args:
        tiles: laid cards as (x, y, face as it lies).
        revealed_goals: goals face up as (goal index, face as it lies).

    Raises:
        ValueError: text that is no face, a cell with two cards.
    """
    mines, table = _mine(tiles, revealed_goals)
    joined = mines[0].joined
    return {(x, y) for x, y in table if any(int(joined[y % ROWS, side]) >> x % COLUMNS & 1 for side in range(4))}


def legal_cells(tiles: Tiles, face: str, turned: bool = False, revealed_goals: Goals = ()) -> set[Cell]:
    """The cells on which a path card may be laid (rulings 1 to 4).

    Args:
        tiles: laid cards as (x, y, face as it lies).
        face: the printed face of the card to be laid.
        turned: whether it is laid turned by 180 degrees.
        revealed_goals: goals face up as (goal index, face as it lies).

    Raises:
        ValueError: text that is no face, a cell with two cards.
    """
    mines, table = _mine(tiles, revealed_goals)
    tile = turn(tile_of(face)) if turned else tile_of(face)
    around = {(x + dx, y + dy) for x, y in table for dx, dy in zip(STEP_X, STEP_Y, strict=True)}
    cells = sorted(around - set(table) - set(GOAL_CELLS))
    found = np.zeros(len(cells), np.int64)
    fits_of(mines, 0, np.array(cells, np.int64), found)
    return {cell for cell, fit in zip(cells, found, strict=True) if fits(tile, int(fit))}


def misfits(tile: int, fit: int) -> list[str]:
    """Why a tile may not lie in a cell with this fit, in words; empty if it may."""
    words = {"N": "north", "E": "east", "S": "south", "W": "west"}
    reasons = []
    for side, letter in enumerate(SIDES):
        found = fit >> 2 * side & 3
        if found == WALL and tile >> side & 1:
            reasons.append(f"its {words[letter]} side opens on a wall")
        if found >= OPEN and not tile >> side & 1:
            reasons.append(f"its {words[letter]} side walls off an opening")
    if not reasons and not fits(tile, fit):
        reasons.append("no opening of it meets a tunnel that is joined to the start")
    return reasons


# Moves. Fields by verb, in the order of the recorded game.
_MOVE_FIELDS = {
    "lay": ("card", "x", "y", "turned"),
    "rockfall": ("x", "y"),
    "break": ("tool", "seat"),
    "repair": ("card", "tool", "seat"),
    "map": ("goal",),
    "claim": ("goal", "face"),
    "pass": ("cards",),
    "pick": ("nuggets",),
}
_WRITE = {
    "card": lambda event: NAMES[event.kind],
    "x": lambda event: int(event.x),
    "y": lambda event: int(event.y),
    "turned": lambda event: bool(event.turned),
    "tool": lambda event: TOOLS[event.tool],
    "seat": lambda event: int(event.target),
    "goal": lambda event: int(event.goal),
    "face": lambda event: CLAIM_FACES[event.face],
    "cards": lambda event: [NAMES[event.kind]] if event.kind != NONE else [],
    "nuggets": lambda event: int(event.worth) if event.worth != NONE else None,
}


def move_of(event: Any) -> Move:
    """The move of an EVENT record, as in the recorded game."""
    verb = VERBS[event.verb]
    if event.verb == CLAIM and event.goal == NONE:
        return {"verb": verb}
    return {"verb": verb, **{field: _WRITE[field](event) for field in _MOVE_FIELDS[verb]}}


def _name(names: Iterable[str], what: str) -> Any:
    """A reader of names from a table."""
    table = {name: index for index, name in enumerate(names) if name}

    def read(value: Any) -> int:
        if not isinstance(value, str) or value not in table:
            raise ValueError(f"{value!r} is no {what}; there are {', '.join(table)}")
        return table[value]

    return read


def _whole(low: int, high: int, what: str) -> Any:
    """A reader of whole numbers in a range."""

    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
            raise ValueError(f"{what} must be a whole number from {low} to {high}, not {value!r}")
        return int(value)

    return read


def _boolean(value: Any) -> int:
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"turned must be true or false, not {value!r}")
    return int(value)


def _one_card(value: Any) -> int:
    if not isinstance(value, list) or len(value) != 1:
        raise ValueError(f"a pass discards a list of one card, not {value!r}")
    return _READ["card"][1](value[0])


# Field of a move: the event's field and the reader.
_READ: dict[str, tuple[str, Any]] = {
    "card": ("kind", _name(NAMES, "card")),
    "x": ("x", _whole(-COLUMNS, COLUMNS, "x")),
    "y": ("y", _whole(-COLUMNS, COLUMNS, "y")),
    "turned": ("turned", _boolean),
    "tool": ("tool", _name(TOOLS, "tool")),
    "seat": ("target", _whole(0, 11, "a seat")),
    "goal": ("goal", _whole(0, len(GOAL_CELLS) - 1, "a goal")),
    "face": ("face", _name(("", *CLAIM_FACES[1:]), "face to claim")),
    "cards": ("kind", _one_card),
    "nuggets": ("worth", _whole(1, 3, "nuggets")),
}
_BLANK = np.zeros(1, EVENT)
for _field in ("kind", "tool", "target", "goal", "face", "worth"):
    _BLANK[_field] = NONE
_PLAYED = {"rockfall": KIND["rockfall"], "map": KIND["map"]}


def event_of(move: Mapping[str, Any], seat: int) -> np.ndarray:
    """An array of one EVENT record for a move of a seat.

    Raises:
        ValueError: an unknown verb, a field too few or too many, or a value that is none of the game.
    """
    verb = move.get("verb") if isinstance(move, Mapping) else None
    if not isinstance(verb, str) or verb not in _MOVE_FIELDS:
        raise ValueError(f"{move!r} is no move; a move has a verb: {', '.join(_MOVE_FIELDS)}")
    fields = _MOVE_FIELDS[verb] if verb != "claim" or set(move) != {"verb"} else ()
    if set(move) != {"verb", *fields}:
        needed = ", ".join(("verb", *fields))
        raise ValueError(f"a move {verb!r} has the fields {needed}; this one has {', '.join(move)}")
    events = _BLANK.copy()
    event = events[0]
    event.verb, event.seat = VERBS.index(verb), seat
    event.kind = _PLAYED.get(verb, NONE)
    for name in fields:
        target, read = _READ[name]
        event[target] = read(move[name])
    if verb == "lay" and CARDS[event.kind].verb != LAY:
        raise ValueError(f"{move['card']!r} is no path card")
    if verb == "repair" and (event.kind, event.tool) not in REPAIRS:
        raise ValueError(f"{move['card']!r} does not mend a {move['tool']}")
    if verb == "break":
        event.kind = KIND[f"broken-{move['tool']}"]
    return events


def words_of(move: Move) -> str:
    """A move in words, for messages and drawings."""
    verb = move["verb"]
    if verb == "lay":
        return f"lay {move['card']}{' turned' if move['turned'] else ''} at ({move['x']}, {move['y']})"
    if verb == "rockfall":
        return f"bring down the card at ({move['x']}, {move['y']})"
    if verb == "break":
        return f"break the {move['tool']} of seat {move['seat']}"
    if verb == "repair":
        return f"mend the {move['tool']} of seat {move['seat']} with {move['card']}"
    if verb == "map":
        return f"look at goal {move['goal']}"
    if verb == "claim":
        return f"claim that goal {move['goal']} is {move['face']}" if "goal" in move else "say nothing"
    if verb == "pass":
        return f"pass {', '.join(move['cards']) or 'a card'}"
    return f"take {move['nuggets'] or 'a gold card'} from the pile"


assert set(GLYPHS) >= {face_of(int(tile)) for tile in TILE.flat}
