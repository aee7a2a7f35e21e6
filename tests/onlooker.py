"""What a seat should observe, told once more in plain Python.

An `Onlooker` watches a game through its moves and its truth as JSON, and sees the mine with the referee's eyes;
it reads neither the state's records nor the encoder's tables.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

import numpy as np
from playing import WAYS
from referee import DECK, GOAL_CELLS, OPPOSITE, TOOLS, beside, frontier, groups, joined_openings, neighbours

from saboteur_env.core.layout import EVENTS
from saboteur_env.game import Game
from saboteur_env.rules import Setup
from saboteur_env.spaces import Encoder, Options, scales, view

ROLES = ("miner", "saboteur")
PHASES = ("play", "claim", "pick")
SIDES = "NESW"
JOINS = ("NE", "NS", "NW", "ES", "EW", "SW")
DEAD_ENDS = {"N", "E", *(card for card in DECK if "|" in card)}
KINDS = list(DECK)
EVERYTHING = Options(changes=True, history=EVENTS, picture=True)


def named(game: Game, seat: int, options: Options = EVERYTHING, encoder: Encoder | None = None) -> dict:
    """An observation by name, in whole numbers again."""
    codes = (encoder or Encoder(options)).observation(game, seat) / scales(options)
    assert np.allclose(codes, codes.round(), atol=1e-3)
    return view(codes.round().astype(int), options)


def one_hot(size, index):
    """Zeros with a one at an index, all zeros for None."""
    return [int(place == index) for place in range(size)]


def of_two(name, first, second):
    """Which of two words a word is, nothing if it is none."""
    return [int(name == first), int(name == second)]


def counts(cards):
    """How many of each kind."""
    found = Counter(cards)
    return [found[kind] for kind in KINDS]


class Onlooker:
    """Remembers every act of a game.

    Attributes:
        acts: (seat, move) of this round.
        picks: seats that took a gold card in earlier rounds.
        discards: cards that lie face up on the discards.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.acts, self.picks, self.discards = [], [], []

    def watch(self, action: int) -> None:
        """See the action that is about to be carried out."""
        move = self.game.move(action)
        if move["verb"] == "rockfall":
            fallen = next(tile for tile in self.laid() if tile[0] == (move["x"], move["y"]))
            self.discards += ["rockfall", fallen[1]]
        elif move["verb"] == "repair":
            self.discards += [move["card"], f"broken-{move['tool']}"]
        elif move["verb"] == "map":
            self.discards.append("map")
        self.acts.append((self.game.seat, move))

    def begin_round(self) -> None:
        """A new round has been dealt."""
        self.picks += [seat for seat, move in self.acts if move["verb"] == "pick"]
        self.acts, self.discards = [], []

    def laid(self):
        """(cell, printed card) of the cards in the mine, in the order of laying."""
        table = {}
        for _, move in self.acts:
            if move["verb"] == "lay":
                table[move["x"], move["y"]] = move["card"]
            elif move["verb"] == "rockfall":
                del table[move["x"], move["y"]]
        return list(table.items())

    # -- the pieces, by group ---------------------------------------------------------------------------

    def sees(self, seat: int) -> dict:
        """The base groups of a seat's observation, as nested lists."""
        truth, mine = self.game.truth(), self.mine()
        return {
            "me": self.me(truth, seat),
            "table": self.table(truth),
            "goals": self.goals(truth),
            "frontier": self.frontier(mine),
            "laid": self.cards(mine),
            "players": self.players(truth, seat),
        }

    def mine(self):
        """All that lies face up: {cell: face}."""
        truth = self.game.truth()
        mine = {(0, 0): "NESW", **{(tile["x"], tile["y"]): tile["lies"] for tile in truth["mine"]}}
        return mine | {GOAL_CELLS[goal["goal"]]: goal["lies"] for goal in truth["revealed"]}

    def picture(self, columns: range, rows: range) -> np.ndarray:
        """The picture of the mine: (planes, rows, columns)."""
        mine = self.mine()
        joined = joined_openings(mine)
        planes = {cell: [1, *chain(*tile_of(mine, joined, cell)), 0] for cell in mine}
        planes |= {cell: [0] * 15 + [1] for cell in GOAL_CELLS if cell not in mine}
        blank = [0] * 16
        return np.array([[planes.get((x, y), blank) for x in columns] for y in rows]).transpose(2, 0, 1)

    def me(self, truth, seat):
        own, decides = truth["seats"][seat], truth["seat"] == seat and truth["phase"] in PHASES
        picking = decides and truth["phase"] == "pick"
        hand = [*own["hand"], *[None] * 6][:6]
        return {
            "role": one_hot(2, ROLES.index(own["role"])),
            "phase": one_hot(3, PHASES.index(truth["phase"]) if decides else None),
            "hand": [one_hot(len(KINDS), KINDS.index(card) if card else None) for card in hand],
            "known": [of_two(face and face.partition("-")[0], "treasure", "stone") for face in own["known"]],
            "gold": own["gold"],
            "pile": truth["pile"] if picking else [0, 0, 0],
            "discarded": counts(own["discarded"]),
        }

    def table(self, truth):
        rules, played = self.game.setup, min(truth["round"], truth["rounds"] - 1)
        roles, variants = truth["deal"]["roles"] + truth["deal"]["left_over"], rules.variants
        reached = [int(result["treasure_reached"]) for result in truth["results"]] + [int(truth["phase"] == "pick")]
        flags = {
            "left over": "guaranteed-saboteurs" not in variants,
            "claims": "private-maps" not in variants,
            "self-break": "self-break" in variants or rules.edition == "classic",
            "unpaid": "unpaid-broken" in variants,
            "pile by players": rules.edition == "999-games",
            "clockwise": "clockwise-gold" in variants,
            "stuck": rules.edition != "amigo-2025",
            "path starts": rules.edition == "classic",
        }
        return {
            "deck": truth["deck_left"],
            "rounds_played": one_hot(3, played),
            "rounds_left": one_hot(3, truth["rounds"] - 1 - played),
            "pile": sum(truth["pile"]),
            "discards": counts(self.discards),
            "pool": [roles.count(role) for role in ROLES],
            "rules": list(map(int, flags.values())),
            "reached": padded(3, reached[:3]),
        }

    def goals(self, truth):
        lies = {goal["goal"]: goal["lies"] for goal in truth["revealed"]}
        faces = [truth["deal"]["goals"][goal] if goal in lies else "down" for goal in range(3)]
        return {
            "face": [one_hot(3, ("down", "treasure", "stone").index(face.partition("-")[0])) for face in faces],
            "openings": [[int(side in lies.get(goal, "")) for side in SIDES] for goal in range(3)],
        }

    def frontier(self, mine):
        joined = joined_openings(mine)
        cells = frontier(mine) if any(cell not in mine for cell in GOAL_CELLS) else None
        if cells is None:
            cells = sorted({beside(*opening) for opening in joined} - set(mine), key=lambda cell: cell[::-1])
        fit = [[one_hot(4, fit_of(mine, joined, cell, side)) for side in SIDES] for cell in cells]
        return slots(24, present=[1] * len(cells), x=[x for x, _ in cells], y=[y for _, y in cells], fit=fit)

    def cards(self, mine):
        joined = joined_openings(mine)
        cells = [cell for cell, _ in self.laid()]
        tiles = [tile_of(mine, joined, cell) for cell in cells]
        return slots(
            40,
            present=[1] * len(cells),
            x=[x for x, _ in cells],
            y=[y for _, y in cells],
            openings=[openings for openings, _, _ in tiles],
            joins=[joins for _, joins, _ in tiles],
            joined=[joined for _, _, joined in tiles],
        )

    def players(self, truth, me):
        seats = [(me + relative) % truth["players"] for relative in range(truth["players"])]
        found = [self.player(truth, seat, seats) for seat in seats]
        return slots(10, **{name: [player[name] for player in found] for name in found[0]})

    def player(self, truth, seat, seats):
        acts = [move for actor, move in self.acts if actor == seat]
        verbs = Counter(move["verb"] for move in acts)
        targets = {verb: [move["seat"] for move in acts if move["verb"] == verb] for verb in ("break", "repair")}
        dead_ends = sum(move["verb"] == "lay" and move["card"] in DEAD_ENDS for move in acts)
        shown = truth["seats"][seat]["role"] if truth["phase"] in ("pick", "over") else None
        said = {move["goal"]: move["face"] for move in acts if move["verb"] == "claim" and "goal" in move}
        ended = [result["roles_at_end"] for result in truth["results"]]
        past = [roles[seat] for roles in ended] + [shown if truth["phase"] == "pick" else None, None, None]
        return {
            "present": 1,
            "decides": int(truth["seat"] == seat and truth["phase"] in PHASES),
            "starts": int(truth["deal"]["starter"] == seat),
            "cards": len(truth["seats"][seat]["hand"]),
            "broken": [int(tool in truth["seats"][seat]["broken"]) for tool in TOOLS],
            "role": of_two(shown, *ROLES),
            "past_role": [of_two(role, *ROLES) for role in past[:3]],
            "gold_cards": self.picks.count(seat) + verbs["pick"],
            "picks": verbs["pick"],
            "claims": [of_two(said.get(goal), "treasure", "stone") for goal in range(3)],
            "lays": verbs["lay"] - dead_ends,
            "dead_ends": dead_ends,
            "rockfalls": verbs["rockfall"],
            "passes": verbs["pass"],
            "maps": [acts.count({"verb": "map", "goal": goal}) for goal in range(3)],
            "breaks": padded(10, [targets["break"].count(other) for other in seats]),
            "repairs": padded(10, [targets["repair"].count(other) for other in seats]),
        }


def watched(setup: Setup, seed: int, way: str) -> Iterator[Onlooker]:
    """Play a game; yields its onlooker before each decision and at the end."""
    game = Game(setup)
    onlooker, choose = Onlooker(game), WAYS[way](seed)
    game.reset(seed)
    while not game.is_over:
        yield onlooker
        action, rounds = choose(game, game.legal()), game.round_index
        onlooker.watch(action)
        game.step(action)
        if game.round_index > rounds and not game.is_over:
            onlooker.begin_round()
    yield onlooker


def tile_of(mine, joined, cell):
    """A tile: its openings, its joins, and which of its openings are joined to the start."""
    face = mine[cell]
    joins = [int(any({*join} <= {*group} for group in groups(face))) for join in JOINS]
    return [int(side in face) for side in SIDES], joins, [int((cell, side) in joined) for side in SIDES]


def fit_of(mine, joined, cell, side):
    """What a cell finds across a side: 0 nothing, 1 a wall, 2 an opening, 3 one that is joined to the start."""
    opened = neighbours(mine, cell).get(side)
    if opened is None:
        return 0
    return 1 + opened + ((beside(cell, side), OPPOSITE[side]) in joined)


def padded(size, values):
    """A list filled up with zeros of the shape of its entries."""
    blank = np.zeros_like(values[0]).tolist() if values else 0
    return [*values, *[blank] * (size - len(values))]


def slots(size, **pieces):
    """The pieces of a group, one entry for each slot that is used."""
    return {name: (size, values) for name, values in pieces.items()}
