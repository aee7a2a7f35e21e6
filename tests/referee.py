"""A slow, plain referee for recorded games of Saboteur (format `saboteur-game/1`), the base game.

It replays a record from its deals and moves alone and raises `RefereeError` at the first difference from the
rules. It shares no code with the engine and is written to be checked against the printed rules by reading:

- a card face is a string: the openings in the order N E S W, those joined inside the card stand together,
  groups are separated by "|" ("NES" is a tee, "N|S" a straight with its middle blocked);
- the mine is a dict {(x, y): face} of all that lies face up, oldest first; x grows east, y grows south;
- a round is a generator that reads like the rule book: it yields every `Decision`, is sent the move that
  was made, and returns the gold cards that each seat won.

Saboteur 2 is not judged yet. Its moves would be further rows of `BLOCKS` and `EFFECTS`; faces with several
joined groups and with marks ("NS|EW", "NE+ladder") are understood already.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import cycle, product, zip_longest
from typing import NamedTuple

# --- The box ----------------------------------------------------------------------------------------------

# The order of this table is also the order in which a hand is sorted.
PATH_CARDS = {
    "NESW": 5, "NES": 5, "NEW": 5, "NS": 4, "EW": 3, "NE": 5, "NW": 4,
    "N": 1, "E": 1, "N|S": 1, "E|W": 1, "N|E": 1, "N|W": 1, "N|E|S": 1, "N|E|W": 1, "N|E|S|W": 1,
}
ACTION_CARDS = {
    "map": 6, "rockfall": 3, "broken-pick": 3, "broken-lantern": 3, "broken-cart": 3,
    "repair-pick": 2, "repair-lantern": 2, "repair-cart": 2,
    "repair-pick-lantern": 1, "repair-pick-cart": 1, "repair-lantern-cart": 1,
}
DECK = PATH_CARDS | ACTION_CARDS
GOLD = {1: 16, 2: 8, 3: 4}

TOOLS = ("pick", "lantern", "cart")
REPAIRS = (
    ("repair-pick", "pick"), ("repair-lantern", "lantern"), ("repair-cart", "cart"),
    ("repair-pick-lantern", "pick"), ("repair-pick-lantern", "lantern"),
    ("repair-pick-cart", "pick"), ("repair-pick-cart", "cart"),
    ("repair-lantern-cart", "lantern"), ("repair-lantern-cart", "cart"),
)

START = (0, 0)
GOAL_CELLS = ((8, -2), (8, 0), (8, 2))
GOAL_FACES = {"treasure": "NESW", "stone-a": "NE", "stone-b": "NW"}

ROUNDS = 3
ROLE_POOL = {  # players: (saboteurs, miners); one more role than players
    3: (1, 3), 4: (1, 4), 5: (2, 4), 6: (2, 5), 7: (3, 5), 8: (3, 6), 9: (3, 7), 10: (4, 7),
}
HAND_SIZE = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}
SABOTEURS_PAY = {1: 4, 2: 3, 3: 3, 4: 2}  # saboteurs dealt: nuggets for each

assert sum(PATH_CARDS.values()) == 40 and sum(ACTION_CARDS.values()) == 27 and sum(GOLD.values()) == 28


# --- Editions and house variants --------------------------------------------------------------------------

ANY_CARD = frozenset({"lay", "rockfall", "break", "repair", "map"})  # a pass, a claim or a pick is no play
PATH_CARD = frozenset({"lay"})


@dataclass(frozen=True)
class Rules:
    """What differs between the printed editions and house variants."""

    self_break: bool = False  # may a broken tool go in front of oneself?
    plays_on_until_hands_empty: bool = True  # else the round ends when no card in any hand can be played
    gold_per_player: bool = False  # else one gold card per miner
    plays: frozenset = ANY_CARD  # who made the last such play has the next starter on his left
    claims: bool = True  # may one speak about a goal after looking at it?
    pile_direction: int = -1  # the gold goes round counter-clockwise (-1) or clockwise (+1)
    pays_broken: bool = True  # are miners with a broken tool paid?
    left_over_role: bool = True  # is one role card left over, unseen?


EDITIONS = {
    "amigo-2025": Rules(),
    "classic": Rules(self_break=True, plays_on_until_hands_empty=False, plays=PATH_CARD),
    "999-games": Rules(plays_on_until_hands_empty=False, gold_per_player=True),
}
VARIANTS = {
    "guaranteed-saboteurs": {"left_over_role": False},
    "private-maps": {"claims": False},
    "clockwise-gold": {"pile_direction": +1},
    "unpaid-broken": {"pays_broken": False},
    "self-break": {"self_break": True},
}


def rules_of(edition: str, variants: list) -> Rules:
    """The rules of an edition with house variants on top."""
    rules = EDITIONS[edition]
    for variant in variants:
        rules = replace(rules, **VARIANTS[variant])
    return rules


# --- Cards and the mine -----------------------------------------------------------------------------------

STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}


def groups(face: str) -> list:
    """The openings of a face, those joined inside the card together: "N|ES+green" gives ["N", "ES"].

    Whether a side is open at all is simply `side in face`: marks are written in small letters.
    """
    return face.partition("+")[0].split("|")


def half_turn(face: str) -> str:
    """The face after a turn by 180 degrees, written in the same notation."""
    turned = [sorted((OPPOSITE[side] for side in group), key="NESW".index) for group in groups(face)]
    turned.sort(key=lambda group: "NESW".index(group[0]))
    return "|".join("".join(group) for group in turned) + "".join(face.partition("+")[1:])


def beside(cell: tuple, side: str) -> tuple:
    """The cell on that side of a cell."""
    return cell[0] + STEP[side][0], cell[1] + STEP[side][1]


def neighbours(mine: dict, cell: tuple) -> dict:
    """For each side of the cell where a card lies face up: does that card have an opening towards it?"""
    around = {side: mine.get(beside(cell, side)) for side in STEP}
    return {side: OPPOSITE[side] in face for side, face in around.items() if face is not None}


def joined_openings(mine: dict) -> set:
    """All openings (cell, side) that a tunnel joins to the start.

    A tunnel goes on inside a card only to the openings of the same group, so a dead end leads nowhere, and
    across an edge only where both cards are open.
    """
    joined, waiting = set(), [(START, side) for side in STEP if side in mine[START]]
    while waiting:
        cell, side = waiting.pop()
        if (cell, side) in joined:
            continue
        joined.add((cell, side))
        waiting += [(cell, other) for group in groups(mine[cell]) if side in group for other in group]
        if neighbours(mine, cell).get(side):
            waiting.append((beside(cell, side), OPPOSITE[side]))
    return joined


def face_down_goals(mine: dict) -> list:
    """The cells of the goals nobody has turned over, from north to south."""
    return [cell for cell in GOAL_CELLS if cell not in mine]


def frontier(mine: dict) -> list:
    """The empty cells that a joined opening faces, nearest to a face-down goal first, then by y and x."""
    faced = {beside(cell, side) for cell, side in joined_openings(mine)}
    goals = face_down_goals(mine)

    def nearness(cell):
        return min(abs(cell[0] - x) + abs(cell[1] - y) for x, y in goals), cell[1], cell[0]

    return sorted(faced - set(mine) - set(GOAL_CELLS), key=nearness)


def fits(mine: dict, cell: tuple, face: str) -> bool:
    """Do all four sides match what lies face up around the cell: opening to opening, wall to wall?"""
    return all((side in face) == opened for side, opened in neighbours(mine, cell).items())


def reached_goals(mine: dict) -> dict:
    """Face-down goals that joined openings face, from north to south: {cell: sides it is reached from}."""
    joined = joined_openings(mine)
    reached = {
        cell: [side for side in STEP if (beside(cell, side), OPPOSITE[side]) in joined]
        for cell in face_down_goals(mine)
    }
    return {cell: sides for cell, sides in reached.items() if sides}


def goal_lies(mine: dict, cell: tuple, face: str, reached_from: list) -> str:
    """How a goal is put down: it meets the tunnel, then fits most neighbours, then lies unturned."""
    around = neighbours(mine, cell)

    def merit(way):
        meets = any(side in way for side in reached_from)
        return meets, sum((side in way) == opened for side, opened in around.items())

    return max(face, half_turn(face), key=merit)  # of equals, max takes the first


# --- The table: one round in play -------------------------------------------------------------------------


class Decision(NamedTuple):
    """A player's choice: `legal` holds every legal move once, in the order of the action ids."""

    seat: int
    phase: str  # "play", "claim" or "pick"
    legal: list


@dataclass
class Table:
    """All that lies on the table or is held by the players in one round."""

    rules: Rules
    roles: list
    goals: dict  # cell: "treasure", "stone-a" or "stone-b"
    hands: list
    deck: list  # the next card first
    gold: list  # the stock, the next card first
    starter: int
    broken: list  # per seat: the set of tools that lie broken in front of it
    mine: dict = field(default_factory=lambda: {START: "NESW"})
    finisher: int | None = None  # who reached the treasure
    last_to_play: int | None = None  # of the cards that count for the next starter

    @property
    def players(self) -> int:
        return len(self.roles)

    def seats_from(self, seat: int, direction: int = +1) -> list:
        """All seats once, from this one on; clockwise (to the left) is +1."""
        return [(seat + direction * i) % self.players for i in range(self.players)]


def table_of(rules: Rules, deal: dict) -> Table:
    """Set the table as a deal says."""
    goals = dict(zip(GOAL_CELLS, deal["goals"], strict=False))
    hands = [list(hand) for hand in deal["hands"]]
    whole = [set() for _ in deal["roles"]]
    return Table(rules, deal["roles"], goals, hands, list(deal["deck"]), deal["gold"], deal["starter"], whole)


def kinds(hand: list, deck: dict = DECK) -> list:
    """The hand in its order, equal cards only once."""
    return [card for card in deck if card in hand]


# --- Legal moves, block by block --------------------------------------------------------------------------


def lays(table: Table, seat: int) -> list:
    """Path cards: not with a broken tool; on a cell that the tunnel faces; all four sides must fit.

    That the card is joined needs no further test: where a joined opening faces the cell, a card that fits
    has an opening there.
    """
    if table.broken[seat]:
        return []
    return [
        {"verb": "lay", "card": card, "x": cell[0], "y": cell[1], "turned": turned}
        for cell in frontier(table.mine)
        for card in kinds(table.hands[seat], PATH_CARDS)
        for turned, face in ((False, card), (True, half_turn(card)))
        if not (turned and face == card) and fits(table.mine, cell, face)
    ]


def rockfalls(table: Table, seat: int) -> list:
    """Any laid path card, dead ends and cut-off ones too, never the start or a goal; oldest first."""
    if "rockfall" not in table.hands[seat]:
        return []
    laid = [cell for cell in table.mine if cell != START and cell not in GOAL_CELLS]
    return [{"verb": "rockfall", "x": x, "y": y} for x, y in laid]


def breaks(table: Table, seat: int) -> list:
    """A tool that is whole, of another player; of oneself only where the rules allow it."""
    return [
        {"verb": "break", "tool": tool, "seat": target}
        for tool in TOOLS
        if f"broken-{tool}" in table.hands[seat]
        for target in table.seats_from(seat)
        if tool not in table.broken[target] and (target != seat or table.rules.self_break)
    ]


def repairs(table: Table, seat: int) -> list:
    """One broken tool that the card shows, of anybody."""
    return [
        {"verb": "repair", "card": card, "tool": tool, "seat": target}
        for card, tool in REPAIRS
        if card in table.hands[seat]
        for target in table.seats_from(seat)
        if tool in table.broken[target]
    ]


def maps(table: Table, seat: int) -> list:
    """A look at a goal that is face down."""
    if "map" not in table.hands[seat]:
        return []
    return [{"verb": "map", "goal": GOAL_CELLS.index(cell)} for cell in face_down_goals(table.mine)]


def passes(table: Table, seat: int) -> list:
    """Discard one card face down."""
    return [{"verb": "pass", "cards": [card]} for card in kinds(table.hands[seat])]


def card_plays(table: Table, seat: int) -> list:
    """Every legal way to play a card, passing left out, in the order of the action ids."""
    return [move for block in BLOCKS for move in block(table, seat)]


BLOCKS = (lays, rockfalls, breaks, repairs, maps)


def claims(table: Table) -> list:
    """After a map: silence, or a word, true or false, about any face-down goal."""
    return [{"verb": "claim"}] + [
        {"verb": "claim", "goal": GOAL_CELLS.index(cell), "face": face}
        for cell in face_down_goals(table.mine)
        for face in ("treasure", "stone")
    ]


# --- What a move does -------------------------------------------------------------------------------------


def lay(table: Table, seat: int, move: dict) -> str:
    """Lay the path card, then turn over the goals that it reaches."""
    card = move["card"]
    table.mine[move["x"], move["y"]] = half_turn(card) if move["turned"] else card
    turn_over_goals(table)
    if treasure_reached(table):
        table.finisher = seat
    return card


def rockfall(table: Table, seat: int, move: dict) -> str:
    """Take the card out; what lay beyond it stays."""
    del table.mine[move["x"], move["y"]]
    return "rockfall"


def break_tool(table: Table, seat: int, move: dict) -> str:
    """Put the broken tool in front of its victim."""
    table.broken[move["seat"]].add(move["tool"])
    return f"broken-{move['tool']}"


def repair(table: Table, seat: int, move: dict) -> str:
    """Take one broken tool away."""
    table.broken[move["seat"]].remove(move["tool"])
    return move["card"]


EFFECTS = {  # each returns the card that leaves the hand
    "lay": lay,
    "rockfall": rockfall,
    "break": break_tool,
    "repair": repair,
    "map": lambda table, seat, move: "map",
    "pass": lambda table, seat, move: move["cards"][0],
}


def perform(table: Table, seat: int, move: dict) -> None:
    """Carry out a move of the phase "play"."""
    card = EFFECTS[move["verb"]](table, seat, move)
    table.hands[seat].remove(card)
    if move["verb"] in table.rules.plays:
        table.last_to_play = seat


def turn_over_goals(table: Table) -> None:
    """Turn over all goals that are joined, and those joined through the stones so found, and so on.

    With the treasure among them the round is over, and nothing further is turned over.
    """
    while reached := reached_goals(table.mine):
        faces = {cell: GOAL_FACES[table.goals[cell]] for cell in reached}
        table.mine |= {cell: goal_lies(table.mine, cell, faces[cell], reached[cell]) for cell in reached}
        if treasure_reached(table):
            return


def treasure_reached(table: Table) -> bool:
    """Does the treasure lie face up?"""
    return any(table.goals[cell] == "treasure" for cell in GOAL_CELLS if cell in table.mine)


# --- The course of a round --------------------------------------------------------------------------------


def play_round(table: Table):
    """Play one round: yields each Decision, is sent the move made, returns the gold cards won per seat."""
    seat = table.starter
    while True:
        move = yield Decision(seat, "play", card_plays(table, seat) + passes(table, seat))
        perform(table, seat, move)
        if treasure_reached(table):
            return (yield from share_the_pile(table))
        if move["verb"] == "map" and table.rules.claims:
            yield Decision(seat, "claim", claims(table))
        if table.deck:
            table.hands[seat].append(table.deck.pop(0))
        if nobody_can_act(table):
            return pay_saboteurs(table)
        seat = next_seat(table, seat)


def nobody_can_act(table: Table) -> bool:
    """The end without treasure: the deck is used up and the hands are empty, or hold nothing playable."""
    if table.deck:
        return False
    if table.rules.plays_on_until_hands_empty:
        return not any(table.hands)
    return not any(card_plays(table, seat) for seat in range(table.players))


def next_seat(table: Table, seat: int) -> int:
    """The next player clockwise who holds a card (in the end the same one again)."""
    return next(other for other in table.seats_from((seat + 1) % table.players) if table.hands[other])


def next_starter(table: Table) -> int:
    """Left of who played the last card; if none was played the same starter again."""
    return table.starter if table.last_to_play is None else (table.last_to_play + 1) % table.players


# --- Gold -------------------------------------------------------------------------------------------------


def pickers(table: Table) -> list:
    """The paid miners in the order in which the pile reaches them: the finisher first if he is a miner."""
    return [
        seat
        for seat in table.seats_from(table.finisher, table.rules.pile_direction)
        if table.roles[seat] == "miner" and (table.rules.pays_broken or not table.broken[seat])
    ]


def share_the_pile(table: Table):
    """The miners' gold: each takes one card and passes the pile on until it is used up."""
    order = pickers(table)
    pile = table.gold[: min(table.players, 9) if table.rules.gold_per_player else len(order)]
    won = [[] for _ in table.roles]
    for seat in cycle(order):
        if not pile:
            break
        choices = [{"verb": "pick", "nuggets": worth} for worth in sorted(set(pile))]
        move = yield Decision(seat, "pick", choices)
        pile.remove(move["nuggets"])
        won[seat].append(move["nuggets"])
    return won


def pay_saboteurs(table: Table) -> list:
    """The saboteurs' gold, in seat order, in gold cards from the stock."""
    saboteurs = [seat for seat, role in enumerate(table.roles) if role == "saboteur"]
    won = [[] for _ in table.roles]
    stock = tuple(table.gold.count(worth) for worth in GOLD)
    for seat in saboteurs:
        paid = payment(stock, SABOTEURS_PAY[len(saboteurs)])
        stock = less(stock, paid)
        won[seat] = [worth for worth, number in zip(GOLD, paid, strict=False) for _ in range(number)]
    return won


def less(stock: tuple, paid: tuple) -> tuple:
    """What is left; a stock and a payment are triples: how many gold cards of worth 1, 2 and 3."""
    return tuple(there - gone for there, gone in zip(stock, paid, strict=False))


def ways_to_pay(stock: tuple, total: int) -> list:
    """All payments of exactly that total out of the stock."""
    choices = product(*(range(min(number, total // worth) + 1) for worth, number in zip(GOLD, stock, strict=False)))
    return [paid for paid in choices if sum(worth * number for worth, number in zip(GOLD, paid, strict=False)) == total]


@cache
def times_payable(stock: tuple, award: int) -> int:
    """How many times at most the stock can pay exactly this award."""
    return max((1 + times_payable(less(stock, paid), award) for paid in ways_to_pay(stock, award)), default=0)


def payment(stock: tuple, award: int) -> tuple:
    """Pay the award exactly, or the largest total below it, so that the stock can best pay it again.

    Ties go to the fewest cards, then to more 3s.
    """
    total = next(total for total in range(award, -1, -1) if ways_to_pay(stock, total))

    def merit(paid):
        return times_payable(less(stock, paid), award), -sum(paid), paid[2]

    return max(ways_to_pay(stock, total), key=merit)


# --- The record -------------------------------------------------------------------------------------------


class RefereeError(Exception):
    """The record differs from the rules; the message says where, what was expected and what was found."""


class Nothing:
    """Stands for what is not in the record."""

    def __repr__(self):
        return "nothing"


NOTHING = Nothing()

# The shape of what the referee reads. Results and totals are compared with the expected ones as they are.
DEAL = {
    "roles": [str], "left_over": [str], "goals": [str], "hands": [[str]], "deck": [str], "gold": [int],
    "starter": int, "set_aside": (list, Nothing),
}
TURN = {"round": int, "seat": int, "phase": str, "action": int, "move": dict, "legal": (list, Nothing)}
RECORD = {
    "format": str, "env": str, "edition": str, "variants": [str], "players": int, "seed": (int, type(None)),
    "agents": [str], "deals": [DEAL], "turns": [TURN], "results": list, "nuggets": list, "winners": list,
}


def check_shape(where: str, value, shape) -> None:
    """Raise unless the value has the types of the shape and, if an object, its fields and no others."""
    kind = shape if isinstance(shape, (type, tuple)) else type(shape)
    allowed = kind if isinstance(kind, tuple) else (kind,)
    if type(value) not in allowed:  # not isinstance: a bool is no int here
        names = " or ".join(one.__name__ for one in allowed)
        raise RefereeError(f"{where}: expected {names}, the record says {value!r}")
    if isinstance(shape, list):
        for i, item in enumerate(value):
            check_shape(f"{where}[{i}]", item, shape[0])
    if isinstance(shape, dict):
        for name in shape | value:
            check_shape(f"{where}.{name}", value.get(name, NOTHING), shape.get(name, Nothing))


def difference(expected, found, at: str = ""):
    """The first place where two JSON values differ, as (place, expected, found), or None.

    Stricter than ==, for which True is 1 and 1.0 is 1.
    """
    if type(expected) is type(found) is dict:
        pairs = {f".{key}": (expected.get(key, NOTHING), found.get(key, NOTHING)) for key in expected | found}
    elif type(expected) is type(found) is list:
        pairs = {f"[{i}]": pair for i, pair in enumerate(zip_longest(expected, found, fillvalue=NOTHING))}
    else:
        return None if type(expected) is type(found) and expected == found else (at, expected, found)
    return next((inner for place, pair in pairs.items() if (inner := difference(*pair, at + place))), None)


def expect(where: str, what: str, expected, found) -> None:
    """Raise unless the record says what the rules say."""
    if differs := difference(expected, found):
        at, wanted, said = differs
        raise RefereeError(f"{where}: {what}{at}: expected {wanted!r}, the record says {said!r}")


def expect_one_of(where: str, what: str, allowed: list, found) -> None:
    """Raise unless the record names one of the allowed values."""
    if all(difference(value, found) for value in allowed):
        raise RefereeError(f"{where}: {what}: expected one of {allowed!r}, the record says {found!r}")


def check_heading(record: dict) -> None:
    """The fields that stand for the whole game."""
    expect("heading", "format", "saboteur-game/1", record["format"])
    expect("heading", "env", "saboteur_v0", record["env"])
    expect_one_of("heading", "edition", list(EDITIONS), record["edition"])
    for i, variant in enumerate(record["variants"]):
        unused = [name for name in VARIANTS if name not in record["variants"][:i]]
        expect_one_of("heading", f"variants[{i}]", unused, variant)
    expect_one_of("heading", "players", list(ROLE_POOL), record["players"])
    expect("heading", "number of agents", record["players"], len(record["agents"]))
    expect("heading", "number of deals", ROUNDS, len(record["deals"]))
    expect("heading", "number of results", ROUNDS, len(record["results"]))


def check_deal(where: str, rules: Rules, players: int, deal: dict, holdings: list, starters: list) -> None:
    """Everything that must hold whatever the shuffle: nothing lost, nothing doubled, the right starter."""
    saboteurs, miners = ROLE_POOL[players]
    pool = {"saboteur": saboteurs, "miner": miners if rules.left_over_role else miners - 1}
    stock = Counter(GOLD) - Counter(worth for held in holdings for worth in held)
    cards = [card for hand in deal["hands"] for card in hand] + deal["deck"]
    expect(where, "number of roles", players, len(deal["roles"]))
    expect(where, "role pool", pool, dict(Counter(deal["roles"] + deal["left_over"])))
    expect(where, "goals, sorted", sorted(GOAL_FACES), sorted(deal["goals"]))
    expect(where, "hand sizes", [HAND_SIZE[players]] * players, [len(hand) for hand in deal["hands"]])
    expect(where, "cards in hands and deck", DECK, dict(Counter(cards)))
    expect(where, "cards set aside", [], deal.get("set_aside", []))
    expect(where, "gold cards in the stock", dict(stock), dict(Counter(deal["gold"])))
    expect_one_of(where, "starter", starters, deal["starter"])


def check_turn(where: str, number: int, decision: Decision, turn: dict) -> None:
    """Is it this player's decision, and a legal move? If the legal moves are listed, are they all there?"""
    expect(where, "round", number, turn["round"])
    expect(where, "seat", decision.seat, turn["seat"])
    expect(where, "phase", decision.phase, turn["phase"])
    expect(where, "legal", decision.legal, turn.get("legal", decision.legal))
    expect_one_of(where, "move", decision.legal, turn["move"])


def replay_round(number: int, table: Table, turns) -> list:
    """Take the turns of one round from the record; returns the gold cards won per seat."""
    course = play_round(table)
    decision = next(course)
    while True:
        index, turn = next(turns, (None, None))
        if turn is None:
            awaited = f"a {decision.phase} of seat {decision.seat}"
            raise RefereeError(f"round {number}: expected {awaited}, the record has no more turns")
        check_turn(f"round {number}, turn {index}", number, decision, turn)
        try:
            decision = course.send(turn["move"])
        except StopIteration as end:
            return end.value


def result_of(number: int, table: Table, won: list) -> dict:
    """The result of a round as a record tells it."""
    face_up = [cell for cell in GOAL_CELLS if cell in table.mine]
    revealed = [{"goal": GOAL_CELLS.index(cell), "lies": table.mine[cell]} for cell in face_up]
    return {
        "round": number,
        "treasure_reached": treasure_reached(table),
        "finisher": table.finisher,
        "nuggets": [sum(cards) for cards in won],
        "roles_at_end": table.roles,
        "revealed": revealed,
    }


def referee(record: dict) -> None:
    """Replay one recorded game; raise RefereeError at the first difference from the rules."""
    check_shape("record", record, RECORD)
    check_heading(record)
    players, rules = record["players"], rules_of(record["edition"], record["variants"])
    turns = iter(enumerate(record["turns"]))
    holdings, starters = [[] for _ in range(players)], list(range(players))
    for number, (deal, result) in enumerate(zip(record["deals"], record["results"], strict=False)):
        check_deal(f"deal of round {number}", rules, players, deal, holdings, starters)
        table = table_of(rules, deal)
        won = replay_round(number, table, turns)
        expect(f"result of round {number}", "result", result_of(number, table, won), result)
        holdings = [held + cards for held, cards in zip(holdings, won, strict=False)]
        starters = [next_starter(table)]
    if (surplus := next(turns, None)) is not None:
        raise RefereeError(f"turn {surplus[0]}: expected the end of the game, the record says {surplus[1]!r}")
    nuggets = [sum(held) for held in holdings]
    expect("end of the game", "nuggets", nuggets, record["nuggets"])
    winners = [seat for seat in range(players) if nuggets[seat] == max(nuggets)]  # ties share the win
    expect("end of the game", "winners", winners, record["winners"])
