"""Recorded games for tests, and the verdict of their replay."""

import functools
import json

from playing import WAYS

from saboteur_env import record
from saboteur_env.game import Game
from saboteur_env.record import Record, RecordError, replay
from saboteur_env.rules import Setup


def played(setup: Setup, seed: int = 0, way: str = "digging", legal: bool = False) -> Record:
    """A recorded game, as read from a file."""
    game = record.play(Game(setup), seed, WAYS[way](seed), [way] * setup.players, legal)
    return json.loads(record.dumps(game))


@functools.cache
def varied() -> Record:
    """A game of two rounds in which every kind of move is made."""
    games = (played(Setup(5, rounds=2), seed) for seed in range(1000))
    return next(game for game in games if len({turn["move"]["verb"] for turn in game["turns"]}) == 8)


def judged(game: Record) -> str:
    """What the replay says of a record, nothing if all is right."""
    try:
        for _ in replay(game):
            pass
    except RecordError as error:
        return str(error)
    return ""
