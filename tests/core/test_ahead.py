"""Reading ahead changes nothing but the time."""

import numpy as np

from saboteur_env.core import ahead
from saboteur_env.core.jit import entry
from saboteur_env.core.layout import GAME, LAID, MINE, PUBLIC
from saboteur_env.rules import Setup
from saboteur_env.vector import Batch


@entry
def read_all_ahead(games):
    """Ask for every game's memory, also where none follows."""
    for i in range(len(games)):
        ahead.read_ahead(games, i)


def test_reading_ahead_changes_no_byte():
    batch = Batch(5, [Setup(players) for players in (3, 5, 7, 9, 10)])
    batch.reset(1)
    before = batch.games.tobytes()
    for count in range(6):
        read_all_ahead(batch.games[:count])
    assert batch.games.tobytes() == before


def test_what_is_asked_for_lies_in_the_game_and_holds_what_a_decision_touches():
    lines = set((ahead._LINES // ahead.LINE).tolist())
    assert ahead._LINES.min() >= 0 and ahead._LINES.max() < GAME.itemsize
    laid, players = MINE.fields["laid"][1], PUBLIC.fields["players"][1]
    touched = [laid, laid + LAID, players, PUBLIC.fields["seat"][1], GAME.fields["hidden"][1]]
    assert {byte // ahead.LINE for byte in touched} <= lines


def test_as_plain_python_nothing_is_asked_for():
    assert ahead.fetch(np.zeros(1, GAME)[0], 0) is None
