"""Optimistic distances against a plain search over cells, and the promise that any placement is three look-ups."""

from itertools import islice

import pytest
from playing import WAYS, decisions
from referee import GOAL_CELLS, OPPOSITE, STEP, beside, groups, joined_openings
from scenarios import STONE_FOUND, do, lay, scene

from saboteur_env.core.cards import NAMES
from saboteur_env.core.distance import distance_after
from saboteur_env.core.field import FAR
from saboteur_env.core.tiles import TILE
from saboteur_env.game import Game, Setup
from saboteur_env.notation import revealed_of, tiles_of


class Search:
    """The ways through one mine, cell by cell."""

    def __init__(self, mine):
        self.faces = {(0, 0): "NESW"} | {(x, y): face for x, y, face in tiles_of(mine)}
        self.faces |= {GOAL_CELLS[goal]: face for goal, face in revealed_of(mine)}
        self.joined = joined_openings(self.faces)
        xs, ys = zip(*self.faces, *GOAL_CELLS, strict=True)
        self.columns, self.rows = range(min(xs) - 2, max(xs) + 3), range(min(ys) - 2, max(ys) + 3)
        faced = {beside(cell, side) for cell, side in self.joined}
        self.frontier = {cell for cell in faced if self.is_empty(cell)}

    def is_empty(self, cell):
        """Whether a card could be laid on a cell."""
        return cell not in self.faces and cell not in GOAL_CELLS and cell[0] in self.columns and cell[1] in self.rows

    def run_into(self, cell, side):
        """The cells without a face-up card that a tunnel runs into when it leaves a cell through a side.

        It runs through cut-off tiles; into a joined one it need not go.
        """
        found, seen, waiting = set(), set(), [(cell, side)]
        while waiting:
            cell, side = waiting.pop()
            entered = beside(cell, side), OPPOSITE[side]
            if entered[0] not in self.faces:
                found.add(entered[0])
            elif entered not in seen and entered not in self.joined:
                seen.add(entered)
                inside = [group for group in groups(self.faces[entered[0]]) if entered[1] in group]
                waiting += [(entered[0], other) for group in inside for other in group if other != entered[1]]
        return found

    def cards(self, goal, blocked=None):
        """How few cards lead from each empty cell to a goal, its own card included; ways are the same both ways."""
        counts, edge = {GOAL_CELLS[goal]: 0}, [GOAL_CELLS[goal]]
        while edge:
            around = {c for cell in edge for side in STEP for c in self.run_into(cell, side)}
            fresh = {c for c in around if self.is_empty(c) and c != blocked and c not in counts}
            counts |= dict.fromkeys(fresh, counts[edge[0]] + 1)
            edge = list(fresh)
        return counts

    def least(self, counts, cells):
        """The least of these counts over some cells."""
        return min((counts.get(cell, FAR) for cell in cells), default=FAR)

    def now(self, goal):
        """The fewest further cards to a goal."""
        return self.least(self.cards(goal), self.frontier)

    def around(self, goal, cell):
        """The same if a frontier cell is blocked, and if the tunnel leaves it through N, E, S, W."""
        counts = self.cards(goal, cell)
        blocked = self.least(counts, self.frontier - {cell})
        return blocked, [min(blocked, self.least(counts, self.run_into(cell, side) - {cell})) for side in STEP]


def agrees(game):
    """Whether all distances that the game keeps are those of the search."""
    mine, distance, search = game.public.mine, game.public.distance, Search(game.public.mine)
    for goal in range(3):
        if mine.goals[goal].face:
            assert distance.now[goal] == 0
            continue
        assert distance.now[goal] == search.now(goal)
        for slot in range(mine.spaces):
            cell = int(mine.frontier[slot].x), int(mine.frontier[slot].y)
            blocked = distance.second[goal] if slot == distance.nearest[goal] else distance.now[goal]
            found = blocked, distance.exit[slot, :, goal].tolist()
            assert found == search.around(goal, cell), (goal, cell)
    return True


def positions(way, seed, players=4):
    """The game whenever the mine has changed."""
    game, cards = Game(Setup(players, rounds=1)), 0
    for _ in decisions(game, seed, WAYS[way](seed)):
        if game.phase == "play" and game.public.mine.cards != cards:
            cards = game.public.mine.cards
            yield game


def is_cut_off(game):
    """Whether a rockfall has cut tiles off."""
    search = Search(game.public.mine)
    return any(not any((cell, side) in search.joined for side in STEP) for cell in search.faces)


# -- known distances -----------------------------------------------------------------------------------------


def test_at_the_start_the_middle_goal_is_seven_cards_away_and_the_others_nine():
    assert scene("S").public.distance.now.tolist() == [9, 7, 9]


def test_a_goal_that_is_face_up_is_at_distance_0():
    game = scene("S─┼─┼─┼┼┐", {0: ["map"]}, goals=("treasure", "stone-a", "stone-b"))
    assert game.public.distance.now[1] == 0


def test_where_every_way_is_closed_there_is_none():
    game = scene(".╷.\n═S.\n.║.", {0: ["E"]})
    lay(game, "E", 1, 0, turned=True)
    assert game.public.distance.now.tolist() == [FAR] * 3


def test_cut_off_tiles_are_run_through_for_nothing():
    game = scene("S┼─┼─", {0: ["rockfall"]})
    do(game, "rockfall", x=1, y=0)
    assert game.public.distance.now[1] == 4


def test_face_down_goals_are_in_the_way():
    game = scene("┌─┴┴┴─┴─\nS.......")  # the way from (8, -1) to the southern goal leads round the middle one
    assert game.public.distance.now.tolist() == [1, 1, 5]


def tally(game, seat):
    """By how many sixths of a card a seat's own cards changed the mean distance: nearer, farther."""
    return int(game.public.players[seat].nearer), int(game.public.players[seat].farther)


def test_a_card_that_brings_every_goal_nearer_by_one_counts_six_sixths():
    game = scene("S", {0: ["EW"]})
    lay(game, "EW", 1, 0)
    assert tally(game, 0) == (6, 0)


def test_a_rockfall_that_takes_every_goal_farther_away_counts_too():
    game = scene("S─┼", {0: ["rockfall"]})
    before = tally(game, 0)
    do(game, "rockfall", x=1, y=0)
    assert game.public.distance.now.tolist() == [8, 6, 8]  # the cut-off cross is run through
    assert tally(game, 0) == (before[0], before[1] + 6)


def test_the_mean_is_over_the_goals_that_were_face_down():
    game = scene(**STONE_FOUND, hands={0: ["NE"]})
    assert game.public.distance.now.tolist() == [1, 0, 1]
    before = tally(game, 0)
    lay(game, "NE", 8, 1)  # a turn away from the southern goal
    assert game.public.distance.now.tolist() == [1, 0, 2]
    assert tally(game, 0) == (before[0], before[1] + 3)


# -- against the search --------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_distances_are_those_of_a_plain_search(way):
    for seed in range(2):
        assert all(agrees(game) for game in islice(positions(way, seed), 2, None, 5))


def test_distances_are_those_of_a_plain_search_where_tiles_are_cut_off():
    games = (game for seed in range(40) for game in positions("quarrying", seed, 3) if is_cut_off(game))
    checked = [agrees(game) for game in islice(games, 60)]
    assert len(checked) == 60


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_distances_are_those_of_a_plain_search_in_many_games(way):
    assert all(agrees(game) for seed in range(100) for game in positions(way, 1000 + seed, 3 + seed % 8))


@pytest.mark.parametrize(
    "drawing", ["\n".join([*"│┼├│┼├│┼├│┼├┼", "S"]), "\n".join(["S", *"│┼├│┼├│┼├│┼├┼"]), "┼┼┼┼┼┴┴─┴┴─S"]
)
def test_distances_are_those_of_a_plain_search_in_mines_that_reach_far(drawing):
    assert agrees(scene(drawing))


# -- the distance after a placement --------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_the_distance_after_any_placement_is_three_look_ups(way):
    for seed in range(3):
        for game in islice(positions(way, seed, 5), 0, None, 4):
            for action in game.legal():
                move = game.move(action)
                if move["verb"] == "lay":
                    check_placement(game, int(action), move)


def check_placement(game, action, move):
    """Lay a card in a clone and compare what is measured then with what was foretold."""
    distance, after = game.public.distance, game.clone()
    kind, slot = NAMES.index(move["card"]), action // 12
    foretold = [distance_after.py_func(distance, slot, int(TILE[kind, int(move["turned"])]), goal) for goal in range(3)]
    after.step(action)
    mine = after.public.mine
    if after.phase != "play":
        return
    revealed = (mine.goals["face"] != game.public.mine.goals["face"]).any()
    for goal in range(3):
        if not mine.goals[goal].face:
            measured = after.public.distance.now[goal]
            assert measured <= foretold[goal] if revealed else measured == foretold[goal]
