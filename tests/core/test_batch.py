"""Some rows of an array of games: checked, looked ahead and stepped, while the others stay as they are."""

import numpy as np
import pytest

from saboteur_env.core.batch import act_some, illegal_some, last_some, reset_all
from saboteur_env.core.cards import OVER
from saboteur_env.core.layout import GAME
from saboteur_env.game import Game
from saboteur_env.rules import Setup

SETUP = Setup(4, rounds=2)
WHICH = np.zeros(5, np.int64)
ROWS = np.array([3, 0])


@pytest.fixture
def games():
    games = np.empty(5, GAME)
    reset_all(SETUP.rules(), games, WHICH, np.arange(5, dtype=np.uint64))
    return games


def twin(games, row):
    return Game.of_bytes(SETUP, games[row].tobytes())


def first_legal(games, rows):
    return np.array([twin(games, row).legal()[0] for row in rows])


def test_an_action_is_judged_in_the_game_of_its_row(games):
    illegal = np.empty(2, np.bool_)
    for action in range(0, 467, 7):
        illegal_some(SETUP.rules(), games, WHICH, ROWS, np.full(2, action), illegal)
        assert illegal.tolist() == [action not in twin(games, row).legal() for row in ROWS]


def test_whole_games_of_some_rows_go_the_same_way_as_by_themselves(games):
    before, singles = games.copy(), [twin(games, row) for row in ROWS]
    while not any(single.is_over for single in singles):
        actions = first_legal(games, ROWS)
        act_some(SETUP.rules(), games, WHICH, ROWS, actions)
        for single, action in zip(singles, actions, strict=True):
            single.step(int(action))
        assert [games[row].tobytes() for row in ROWS] == [single.games[0].tobytes() for single in singles]
    others = [1, 2, 4]
    assert games[others].tobytes() == before[others].tobytes()


def test_the_last_action_of_a_round_is_foreseen_and_nothing_changes(games):
    row, last, foreseen, ended = ROWS[:1], np.empty(1, np.bool_), [], []
    while games[row]["public"]["round_index"][0] == 0:
        actions, before = first_legal(games, row), games.tobytes()
        last_some(SETUP.rules(), games, WHICH, row, actions, last)
        assert games.tobytes() == before
        foreseen.append(bool(last[0]))
        act_some(SETUP.rules(), games, WHICH, row, actions)
        ended.append(games[row]["public"]["past"]["roles"][0, 0, 0] >= 0)
    assert foreseen == ended and foreseen[-1]


def test_a_game_that_is_over_stays_over(games):
    rules = Setup(4, rounds=1).rules()
    while games[3].public.phase != OVER:
        act_some(rules, games, WHICH, ROWS[:1], first_legal(games, ROWS[:1]))
    assert games[3].public.round_index == 1
