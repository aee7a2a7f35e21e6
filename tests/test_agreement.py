"""The engine and the independent referee agree on whole games: every legal move, reveal, round end, pick and pay.

The normal run takes a sample. All rule sets with all numbers of players, played in five ways, are 3,200 games:

    pytest tests/test_agreement.py -m slow
"""

import json
from itertools import product
from multiprocessing import get_context
from typing import NamedTuple

import pytest
from playing import RULES, WAYS
from referee import RefereeError, referee

from saboteur_env import record
from saboteur_env.game import Game
from saboteur_env.rules import EDITIONS, Setup

PLAYERS = range(3, 11)


class Case(NamedTuple):
    """One game to be played and judged."""

    edition: str
    variants: tuple[str, ...]
    players: int
    way: str
    seed: int

    def __str__(self) -> str:
        return "-".join((self.edition, *self.variants, str(self.players), self.way, str(self.seed)))


ALL = [Case(*rules, players, way, seed) for seed, (rules, players, way) in enumerate(product(RULES, PLAYERS, WAYS))]
# Every edition with no variant, with each one, and with all that it admits.
FULLEST = {edition: max(len(variants) for name, variants in RULES if name == edition) for edition in EDITIONS}
CHOSEN = [(edition, variants) for edition, variants in RULES if len(variants) in (0, 1, FULLEST[edition])]
SAMPLE = [
    Case(*rules, PLAYERS[seed % len(PLAYERS)], list(WAYS)[seed % len(WAYS)], seed)
    for seed, rules in enumerate(rules for rules in CHOSEN for _ in range(3))
]


def recorded(case: Case) -> record.Record:
    """The game of a case with all its legal moves, as another program reads it."""
    game = Game(Setup(case.players, case.edition, case.variants))
    played = record.play(game, case.seed, WAYS[case.way](case.seed), [case.way] * case.players, legal=True)
    return json.loads(record.dumps(played))


def disagreement(case: Case) -> str:
    """What the referee finds wrong with a game, nothing if all is right."""
    try:
        referee(recorded(case))
    except RefereeError as error:
        return f"{case}: {error}"
    return ""


@pytest.mark.parametrize("case", SAMPLE, ids=str)
def test_referee_agrees(case):
    assert not disagreement(case)


def test_the_sample_covers_all_numbers_of_players_and_ways():
    assert {case.players for case in SAMPLE} == set(PLAYERS)
    assert {case.way for case in SAMPLE} == set(WAYS)


@pytest.mark.slow
def test_referee_agrees_over_all_rules_players_and_ways():
    with get_context("spawn").Pool(2) as pool:
        found = [words for words in pool.imap_unordered(disagreement, ALL, chunksize=16) if words]
    assert len(ALL) >= 2000
    assert not found
