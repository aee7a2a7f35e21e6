"""Scenes: a drawn mine and given hands, set up by a deal and by legal play from the start of a round.

    game = scene("S─┼", hands={0: ["NES"]})     # seat 0 is to decide and holds NES
    lay(game, "NES", 3, 0, turned=True)
    assert shows(game, "S─┼┤")

A deal fixes all chance of a round, so any mine that can be reached is a deal and a list of moves. The order
of laying is found with the referee's rules, not the engine's.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import numpy as np
from referee import GOAL_CELLS, GOAL_FACES, fits, frontier, goal_lies, half_turn, reached_goals

from saboteur_env.core import cards
from saboteur_env.core.layout import MINE
from saboteur_env.core.mine import FAR_OFF, fits_of, lay_out
from saboteur_env.core.tiles import START_TILE, tile_of
from saboteur_env.game import Game, Setup
from saboteur_env.notation import Move, parse_mine, revealed_of, tiles_of
from saboteur_env.rules import BASE_DECK, BASE_GOLD, ruleset

GOALS = ("stone-a", "stone-b", "treasure")
# A mine in which the middle goal was reached from the west: stone A, which leads on to the south.
STONE_FOUND = {"drawing": "┌┴┼┴┼┴┼┼\nS......└┐", "goals": ("treasure", "stone-a", "stone-b")}


def is_dead_end(card: str) -> bool:
    """Whether every opening of a card stands alone."""
    return set(card) <= set("NESW|") and all(len(group) == 1 for group in card.split("|"))


# What hands are filled up with, first things first: dead ends, then repair cards and on to the front.
FILLERS = (*filter(is_dead_end, BASE_DECK), *reversed([card for card in BASE_DECK if not is_dead_end(card)]))


def scene(
    drawing: str = "S",
    hands: Mapping[int, Sequence[str]] | None = None,
    *,
    fallen: Mapping[tuple[int, int], str] | None = None,
    broken: Sequence[tuple[str, int]] = (),
    saboteurs: Sequence[int] | None = None,
    goals: Sequence[str] = GOALS,
    gold: Sequence[int] = (),
    deck: int | None = None,
    draws: Sequence[str] = (),
    players: int = 3,
    edition: str = "amigo-2025",
    variants: Sequence[str] = (),
    rounds: int = 1,
) -> Game:
    """A game whose seat 0 is to decide in the drawn mine.

    Args:
        drawing: the mine as it lies.
        hands: cards that seats hold; filled up with others, unless the deck is empty: then they are all.
        fallen: faces, by cell, that were laid and brought down again.
        broken: (tool, seat) of the broken tools.
        saboteurs: their seats; all of the pool sit last unless given.
        goals: the goals from north to south.
        gold: the first gold cards; the others follow in ascending order.
        deck: cards left to draw; as many as there are after the fewest turns unless given.
        draws: the next cards of the deck.
    """
    fallen, hands, setup = fallen or {}, hands or {}, Setup(players, edition, tuple(variants), rounds)
    tiles, _ = parse_mine(drawing)
    lays = _order_of_laying(tiles + [(x, y, face) for (x, y), face in fallen.items()], goals)
    falls = [{"verb": "rockfall", "x": x, "y": y} for x, y in fallen]
    breaks = [{"verb": "break", "tool": tool, "seat": seat} for tool, seat in broken]
    counts = {seat: len(hands.get(seat, ())) for seat in range(players)} if deck == 0 else None
    starter, turns = _schedule(setup, [*lays, *falls, *breaks], counts, deck)
    deal = _deal(setup, starter, turns, hands, draws) | _roles(setup, saboteurs)
    deal |= {"goals": list(goals), "gold": stacked(gold), "starter": starter}
    game = Game(setup)
    game.reset(0, [deal])
    for seat, move in turns:
        assert game.seat == seat
        game.step(game.action(move))
    assert game.seat == 0 and game.phase == "play" and shows(game, drawing)
    return game


def shows(game: Game, drawing: str) -> bool:
    """Whether the mine lies as drawn."""
    tiles, goals = parse_mine(drawing)
    mine = game.public.mine
    return (sorted(tiles_of(mine)), revealed_of(mine)) == (sorted(tiles), goals)


def printed(face: str) -> tuple[str, bool]:
    """The card that lies with this face, and whether it is turned."""
    return (face, False) if face in BASE_DECK else (half_turn(face), True)


def _order_of_laying(tiles: Sequence[tuple[int, int, str]], goals: Sequence[str]) -> list[Move]:
    """The moves that build a mine, each of them legal; those that reach a goal wait until there is no other."""
    mine, waiting, moves = {(0, 0): "NESW"}, list(tiles), []

    def may_lie(x: int, y: int, face: str) -> bool:
        return (x, y) in frontier(mine) and fits(mine, (x, y), face)

    def turns_goals_over(tile: tuple[int, int, str]) -> bool:
        return bool(reached_goals(mine | {tile[:2]: tile[2]}))

    while waiting:
        x, y, face = min((tile for tile in waiting if may_lie(*tile)), key=turns_goals_over)
        waiting.remove((x, y, face))
        card, turned = printed(face)
        moves.append({"verb": "lay", "card": card, "x": x, "y": y, "turned": turned})
        mine[x, y] = face
        for cell, sides in reached_goals(mine).items():
            goal = goals[GOAL_CELLS.index(cell)]
            mine[cell] = goal_lies(mine, cell, GOAL_FACES[goal], sides)
    return moves


def _course(players: int, hand: int, starter: int) -> Iterator[tuple[int, list[int], int, bool]]:
    """The seat of each turn, the hand sizes and the deck before it, whether it draws a card."""
    counts, deck, seat = [hand] * players, sum(BASE_DECK.values()) - players * hand, starter
    while True:
        yield seat, list(counts), deck, deck > 0
        counts[seat] -= deck == 0
        deck -= deck > 0
        if not any(counts):
            return
        seat = next(s % players for s in range(seat + 1, seat + 1 + players) if counts[s % players])


def _schedule(setup: Setup, moves: list[Move], counts: Mapping[int, int] | None, deck: int | None):
    """The first starter and the turns that carry out the moves, with passes, until seat 0 decides in the scene."""
    hand = ruleset(setup.edition).hands[setup.players]
    for starter in range(setup.players):
        waiting, turns = list(moves), []
        for seat, held, left, _ in _course(setup.players, hand, starter):
            done = not waiting and seat == 0 and (deck is None or left == deck)
            if done and (counts is None or held == list(counts.values())):
                return starter, turns
            move = next((m for m in waiting[:1] if m["verb"] != "break" or m["seat"] != seat), None)
            waiting = waiting[1:] if move else waiting
            turns.append((seat, move or {"verb": "pass", "cards": None}))
    raise AssertionError("no starter leads to this scene")


def _card_of(move: Move) -> str | None:
    """The card that a move uses; None for a pass, whose card is still open."""
    return {"lay": move.get("card"), "rockfall": "rockfall", "break": f"broken-{move.get('tool')}"}.get(move["verb"])


def _deal(setup: Setup, starter: int, turns: list, hands: Mapping[int, Sequence[str]], draws: Sequence[str]) -> dict:
    """The hands and the deck with which these turns lead to these hands. Writes the cards of passes into the turns."""
    players = setup.players
    size = ruleset(setup.edition).hands[players]
    spare = Counter(BASE_DECK)
    spare.subtract(Counter(filter(None, (_card_of(move) for _, move in turns))))
    spare.subtract(Counter([*chain.from_iterable(hands.values()), *draws]))
    assert min(spare.values()) >= 0, f"too few {[card for card in spare if spare[card] < 0]}"
    rest = [card for card in FILLERS for _ in range(spare[card])]
    drawers = [seat for (seat, *_, draw), _ in zip(_course(players, size, starter), turns, strict=False) if draw]
    came = [[] for _ in range(players)]
    for seat in range(players):
        used = [move for s, move in turns if s == seat]
        held = list(hands.get(seat, ()))
        while len(held) + len(used) < size + drawers.count(seat):
            held.append(rest.pop(0))
        for move in used:
            if move["verb"] == "pass":
                move["cards"] = [rest.pop()]
        came[seat] = [_card_of(move) or move["cards"][0] for move in used] + held
    dealt = [came[seat][:size] for seat in range(players)]
    later = [iter(came[seat][size:]) for seat in range(players)]
    return {"hands": dealt, "deck": [*(next(later[seat]) for seat in drawers), *draws, *rest]}


def _roles(setup: Setup, saboteurs: Sequence[int] | None) -> dict:
    """Roles and left-over roles of a deal."""
    pool, players = ruleset(setup.edition, setup.variants).roles[setup.players], setup.players
    if saboteurs is None:
        saboteurs = range(players - pool["saboteur"], players)
    roles = ["saboteur" if seat in saboteurs else "miner" for seat in range(players)]
    left = Counter(pool)
    left.subtract(roles)
    return {"roles": roles, "left_over": [role for role in left for _ in range(left[role])]}


def stacked(first: Sequence[int], held: Sequence[int] = ()) -> list[int]:
    """The gold cards that nobody holds, with these first."""
    rest = Counter(BASE_GOLD)
    rest.subtract([*first, *held])
    return [*first, *sorted(rest.elements())]


# -- acts and questions ----------------------------------------------------------------------------------------


def do(game: Game, verb: str, **fields) -> None:
    """The seat to decide makes a move."""
    game.step(game.action({"verb": verb, **fields}))


def lay(game: Game, card: str, x: int, y: int, turned: bool = False) -> None:
    """The seat to decide lays a path card."""
    do(game, "lay", card=card, x=x, y=y, turned=turned)


def discard(game: Game, card: str | None = None) -> None:
    """The seat to decide passes, with this card or its first."""
    moves_of = [move for move in game.legal_moves() if move["verb"] == "pass"]
    do(game, "pass", cards=[card] if card else moves_of[0]["cards"])


def moves(game: Game, verb: str) -> list[Move]:
    """The legal moves of one verb, without the verb."""
    return [{k: v for k, v in move.items() if k != "verb"} for move in game.legal_moves() if move["verb"] == verb]


def cells(game: Game, card: str, turned: bool = False) -> set[tuple[int, int]]:
    """Where the seat to decide may lay a card of its hand."""
    return {(m["x"], m["y"]) for m in moves(game, "lay") if (m["card"], m["turned"]) == (card, turned)}


def rewrite(game: Game, drawing: str) -> None:
    """Put a mine on the table that the base game cannot reach by play; the cards of the deck stay as they are.

    There a card that conducts is joined to the start when it is laid, so no tunnel can end at a face-down goal.
    With bridges and ladders it can, and the rules speak of it.
    """
    tiles, goals = parse_mine(drawing)
    faces = {(x, y): face for x, y, face in tiles} | {GOAL_CELLS[goal]: face for goal, face in goals}
    mines, spaces = np.zeros(1, MINE), frontier({(0, 0): "NESW"} | faces)
    lay_out(mines, 0, np.array([(0, 0, START_TILE), *((x, y, tile_of(face)) for (x, y), face in faces.items())]))
    found = np.zeros(len(spaces), np.int64)
    fits_of(mines, 0, np.array(spaces), found)
    mine = mines[0]
    mine.cards, mine.spaces = len(tiles), len(spaces)
    for slot, (x, y, face) in enumerate(tiles):
        mine.laid[slot] = (x, y, cards.KIND[printed(face)[0]], printed(face)[1])
    for slot, (cell, fit) in enumerate(zip(spaces, found, strict=True)):
        away = [abs(cell[0] - x) + abs(cell[1] - y) for x, y in GOAL_CELLS if (x, y) not in faces]
        mine.frontier[slot] = (*cell, min(away, default=FAR_OFF), fit)
    for goal, face in goals:
        name = game.deal()["goals"][goal]
        mine.goals[goal] = (cards.GOAL_FACES.index(name), face != GOAL_FACES[name])
    game.public.mine = mine
