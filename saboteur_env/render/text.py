"""A game as text: five characters by three lines for each card, coordinates along the edges.

    ░░┃░░   a tunnel that is      ░░░░░   a corner that is     ░░┃░░   a dead end: its
    ━━╋━━   joined to the start   ──┐░░   cut off              ━━■░░   stubs meet rubble
    ░░┃░░                         ░░│░░                        ░░░░░

The middle of the start reads `S`, that of a goal what the viewer knows of it; `·` is a cell that a joined tunnel
runs into.
"""

from collections.abc import Iterable

from ..core.cards import GOAL_CELLS, HIDDEN, NAMES, TREASURE
from ..core.tiles import EAST, NORTH, SOUTH, WEST, conducts, face_of, is_open
from ..notation import GLYPHS
from .view import Laid, View

WIDE, HIGH = 5, 3  # characters and lines of a card
_CUT_OFF = "│─┼├┤┴┬└┘┌┐"
_JOINED = str.maketrans(_CUT_OFF, "┃━╋┣┫┻┳┗┛┏┓")
_ROCK, _RUBBLE, _BACK, _OPEN_CELL = "░", "■", "▒", "·"
_UNKNOWN, _TREASURE, _STONE = "?$o"
_LEGEND = "S start, ━ joined to it, ─ cut off, ■ dead end, · open to lay, ? goal face down, $ treasure, o stone"
_LAST_EVENTS = 8

Cell = tuple[int, int]
Block = list[str]


def text(view: View) -> str:
    """A view of a game as text; lines end in no spaces."""
    parts = [_heading(view), _mine(view), [_LEGEND], _seats(view), _events(view), view.past_words()]
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts if part)


def _heading(view: View) -> Block:
    lines = [f"{view.round_words()}; {view.decision_words()}; {view.public.deck} cards in the deck"]
    pile = view.pile()
    if pile is not None:
        lines.append(f"gold cards in the pile: {', '.join(map(str, pile))}")
    elif view.public.pile:
        lines.append(f"{view.public.pile} gold cards in the pile")
    return lines


# -- the mine -------------------------------------------------------------------------------------------


def _mine(view: View) -> Block:
    """The mine with coordinates: columns above, rows on the left."""
    blocks = _blocks(view)
    xs, ys = [x for x, _ in blocks], [y for _, y in blocks]
    columns, rows = range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)
    nothing = [" " * WIDE] * HIGH
    lines = ["     " + "".join(f"{x:^{WIDE}}" for x in columns)]
    for y in rows:
        row = [blocks.get((x, y), nothing) for x in columns]
        for line in range(HIGH):
            label = f"{y:>3}  " if line == HIGH // 2 else "     "
            lines.append(label + "".join(block[line] for block in row))
    return lines


def _blocks(view: View) -> dict[Cell, Block]:
    """All that there is to draw in the mine, by cell."""
    blocks = {cell: _open_cell() for cell in view.frontier()}
    blocks |= {(card.x, card.y): card_block(card) for card in view.laid()}
    blocks |= {cell: _goal(view, goal) for goal, cell in enumerate(GOAL_CELLS)}
    return blocks


def _open_cell() -> Block:
    return [" " * WIDE, f"{_OPEN_CELL:^{WIDE}}", " " * WIDE]


def card_block(card: Laid, mark: str = "") -> Block:
    """A card that lies face up, as three lines of five characters; a mark takes the place of its middle."""
    north, east, south, west = (_stub(card, side) for side in (NORTH, EAST, SOUTH, WEST))
    middle = "S" if (card.x, card.y) == (0, 0) else mark or _middle(card)
    return [_ROCK * 2 + north + _ROCK * 2, west * 2 + middle + east * 2, _ROCK * 2 + south + _ROCK * 2]


def _stub(card: Laid, side: int) -> str:
    """What leads from a side of a card to its middle."""
    if not is_open(card.tile, side):
        return _ROCK
    return _light("─" if side in (EAST, WEST) else "│", card.joined >> side & 1)


def _middle(card: Laid) -> str:
    return _light(GLYPHS[face_of(card.tile)], card.joined) if conducts(card.tile) else _RUBBLE


def _light(glyph: str, joined: int) -> str:
    return glyph.translate(_JOINED) if joined else glyph


def _goal(view: View, goal: int) -> Block:
    """A goal: its number and what the viewer knows of it; its tunnel once it is face up."""
    face, card = view.goals[goal], view.shown_goal(goal)
    mark = _UNKNOWN if face == HIDDEN else _TREASURE if face == TREASURE else _STONE
    return card_block(card, mark) if card else [_BACK * WIDE, f"{_BACK}{goal}:{mark}{_BACK}", _BACK * WIDE]


# -- the players ----------------------------------------------------------------------------------------


def _seats(view: View) -> Block:
    """A table of the players, the seat to decide marked."""
    rows = [_seat(view, seat) for seat in range(view.setup.players)]
    return _columns([("", "seat", "role", "broken", "gold", "claims", "hand"), *rows])


def _seat(view: View, seat: int) -> tuple[str, ...]:
    hand, (amount, unit) = view.hand(seat), view.gold(seat)
    claims = (f"{goal} {face}" for goal, face in enumerate(view.claims(seat)) if face)
    return (
        ">" if seat == view.decider else "",
        str(seat),
        view.role(seat) or "?",
        ", ".join(view.broken(seat)) or "-",
        f"{amount} {unit}",
        ", ".join(claims) or "-",
        " ".join(NAMES[kind] for kind in hand) if hand else f"{view.cards(seat)} cards",
    )


def _columns(rows: Iterable[tuple[str, ...]]) -> Block:
    """Rows of equal length with their columns lined up."""
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]


def _events(view: View) -> Block:
    return view.event_words(_LAST_EVENTS) or ["nothing has been played in this round"]
