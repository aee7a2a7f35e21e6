"""Proofs that the arrays of the state are large enough, computed from the cards of the box.

No placement is ever refused for want of room, and compiled code does not notice a write beyond an array: so
every size in `core/layout.py` has its argument here.

**Frontier.** Draw the joined tiles that conduct as a graph: an edge wherever two of their openings meet. It is
connected, since all are joined to the start, so with k tiles it has at least k - 1 edges, and each edge uses
up two openings. So at most (sum of all openings) - 2 (k - 1) openings of theirs face an empty cell: the start
brings 4 and every further tile its openings less two. Crosses bring 2, tees 1, straights, corners and goal
stones 0; the stubs of dead ends that are joined face the tile that joins them. A frontier cell is faced by at
least one such opening, so there are no more cells than openings. The treasure, a cross, would bring 2 more:
but where it lies face up nothing is laid any more, so no frontier is needed.

**Rows.** Take the northernmost and the southernmost row in which a card was ever laid. When a card was laid
there, a tunnel led to it from the start, so it crossed every row between at that time: it came into the row
through one side, south or north, and left through the other. It did so inside one card that joins N and S, or
it came in by one card, ran along the row and left by another: two cards that turn. A card is laid once (a
rockfall discards it), so it counts in one row alone. A goal stone may take the place of a card that turns;
the treasure may not, since nothing is laid once it is found. With so many cards that join N and S, and so
many others that turn, the rows strictly between start and extremes are no more than

    (cards that join N and S) + (cards that turn but do not join N and S, stones too) // 2

The lines of the mine are these, the start's own, one extreme at either end, and those of goals that lie
beyond. Columns go the same way, with E and W.
"""

import numpy as np
import pytest
from playing import WAYS, decisions
from scenarios import lay, scene

from saboteur_env.core import layout
from saboteur_env.core.cards import CARDS, GOAL_CELLS, GOAL_TILES, LAY, STONE_A
from saboteur_env.core.distance import MARGIN
from saboteur_env.core.pieces import PICTURE_COLUMNS, PICTURE_NORTH, PICTURE_ROWS, PICTURE_WEST, REACH
from saboteur_env.core.tiles import JOINS, SIDES, START_TILE, tile_of
from saboteur_env.game import Game, Setup
from saboteur_env.notation import mine_text
from saboteur_env.rules import BASE_DECK, BASE_GOLD, BASE_HANDS, BASE_ROLES, EDITIONS, ruleset

PATH_CARDS = [tile_of(card.name) for card in CARDS if card.verb == LAY for _ in range(BASE_DECK[card.name])]
STONES = [tile_of(face) for face in GOAL_TILES[STONE_A:]]


def openings(tile):
    """How many openings a tile has."""
    return (tile & 15).bit_count()


def joins(tile, pair):
    """Whether two sides are joined inside a tile."""
    return bool(tile >> 4 + JOINS.index(tuple(SIDES.index(side) for side in pair)) & 1)


def turns(tile):
    """Whether a tunnel can turn inside a tile."""
    return any(joins(tile, pair) for pair in ("NE", "NW", "ES", "SW"))


def most_lines_between(straight):
    """The most rows (or columns) strictly between the start and the extreme cards, for the join that crosses one."""
    crossing = sum(joins(tile, straight) for tile in PATH_CARDS)
    turning = sum(turns(tile) and not joins(tile, straight) for tile in PATH_CARDS + STONES)
    return crossing + turning // 2


def ends(straight):
    """How far the mine can reach from the start in both directions at once: all pairs of lines before and behind."""
    between = most_lines_between(straight)
    reach = range(between + 2)
    return [(a, b) for a in reach for b in reach if max(a - 1, 0) + max(b - 1, 0) <= between]


def most_lines(straight, goals):
    """The most rows (or columns) that the mine can span; `goals` are those of the goals, the start's is 0."""
    first, last = min(*goals, 0), max(*goals, 0)
    return max(max(a, -first) + 1 + max(b, last) for a, b in ends(straight))


MOST_ROWS = most_lines("NS", [y for _, y in GOAL_CELLS])
MOST_COLUMNS = most_lines("EW", [x for x, _ in GOAL_CELLS])


# -- the mine ----------------------------------------------------------------------------------------------


def test_the_frontier_never_has_more_cells_than_slots():
    spare = sum(openings(tile) - 2 for tile in PATH_CARDS + STONES if tile >> 4 != 0)
    assert openings(START_TILE) + spare == layout.FRONTIER


# All but one card of the widest frontier: tees up and to the left, crosses and tees towards the goal.
WIDE = {
    **{(0, -1 - i): ("NSW", "NES")[i % 2] for i in range(5)},
    **{(-1 - i, 0): "ESW" for i in range(3)},
    **{(1 + i, 0): face for i, face in enumerate(["NESW"] * 4 + ["ESW"] * 2)},
}


def wide(**options):
    """A mine whose frontier becomes as wide as it can when a cross is laid at (7, 0)."""
    drawing = mine_text([(x, y, face) for (x, y), face in WIDE.items()])
    return scene(drawing, {0: ["NESW"]}, **options)


def test_the_widest_frontier_can_be_reached_and_fits():
    game = wide(goals=("stone-b", "stone-a", "treasure"))
    lay(game, "NESW", 7, 0)
    assert game.public.mine.spaces == layout.FRONTIER


def test_the_treasure_is_found_from_the_widest_frontier():
    game = wide(goals=("stone-a", "treasure", "stone-b"))
    lay(game, "NESW", 7, 0)
    assert game.public.mine.goals["face"].tolist() == [0, 1, 0]
    assert game.public.mine.cards == len(WIDE) + 1


def test_the_planes_tell_all_cells_apart_up_to_the_neighbours_of_the_frontier():
    assert MOST_ROWS + 4 <= layout.ROWS
    assert MOST_COLUMNS + 4 <= layout.COLUMNS == np.iinfo(np.uint64).bits


def test_distances_have_a_frame_around_the_mine():
    assert MOST_ROWS + 2 * MARGIN <= layout.ROWS
    assert MOST_COLUMNS + 2 * MARGIN <= layout.COLUMNS


def test_no_card_is_seen_twice_in_the_picture():
    row, column = max(max(pair) for pair in ends("NS")), max(max(pair) for pair in ends("EW"))
    assert row + max(-PICTURE_NORTH, PICTURE_NORTH + PICTURE_ROWS - 1) < layout.ROWS
    assert column + max(-PICTURE_WEST, PICTURE_WEST + PICTURE_COLUMNS - 1) < layout.COLUMNS


def test_cells_of_an_observation_lie_within_its_scale():
    assert max(MOST_ROWS, MOST_COLUMNS) <= REACH


@pytest.mark.parametrize("way", WAYS)
def test_games_stay_within_the_bounds(way):
    most = [0, 0, 0]
    for seed in range(8):
        game = Game(Setup(3 + seed, rounds=1))
        for _ in decisions(game, seed, WAYS[way](seed)):
            mine = game.public.mine
            spans = (mine.south - mine.north + 1, mine.east - mine.west + 1, mine.spaces)
            most = list(map(max, most, map(int, spans)))
    assert most[0] <= MOST_ROWS and most[1] <= MOST_COLUMNS and most[2] <= layout.FRONTIER


# -- the round ---------------------------------------------------------------------------------------------

CARDS_IN_ALL = sum(BASE_DECK.values())
MOST_PICKS = max(max(rules.most_pile, max(pool["miner"] for pool in BASE_ROLES.values())) for rules in EDITIONS.values())


def test_the_deck_the_gold_and_the_roles_have_a_place_each():
    assert CARDS_IN_ALL == layout.DECK
    assert sum(BASE_GOLD.values()) == layout.GOLD
    assert max(sum(pool.values()) for pool in BASE_ROLES.values()) == layout.POOL
    assert max(BASE_ROLES) == layout.SEATS
    assert max(BASE_HANDS.values()) == layout.HAND


def test_every_path_card_can_lie_in_the_mine():
    assert len(PATH_CARDS) == layout.LAID


def test_all_events_of_a_round_fit_the_log():
    """Every card is played or passed once, a map is followed by one claim, a goal is turned over once."""
    assert CARDS_IN_ALL + BASE_DECK["map"] + len(GOAL_CELLS) + MOST_PICKS <= layout.EVENTS


def test_a_seat_can_pass_every_card_that_comes_to_it():
    """Cards are drawn in turn, so nobody draws more than the first share, rounded up."""
    most = max(hand + -(-(CARDS_IN_ALL - players * hand) // players) for players, hand in BASE_HANDS.items())
    assert most <= layout.DISCARDS


def test_the_pile_comes_to_a_seat_no_more_often_than_it_has_cards():
    assert max(rules.most_pile for rules in EDITIONS.values()) <= layout.VISITS
    assert all(rules.most_pile or pool["miner"] >= 1 for rules in EDITIONS.values() for pool in rules.roles.values())


def test_gold_never_runs_out():
    """Before the last round the piles of two rounds are gone at most, or what saboteurs were paid."""
    dearest = max(number * award for number, award in ruleset().saboteurs_pay.items())
    assert 2 * max(MOST_PICKS, dearest) + MOST_PICKS <= layout.GOLD
