"""Roll-outs, and how they are judged."""

import numpy as np
import pytest
from scenarios import scene
from situations import moment

from agents.core.judge import FEATURES, describe_all
from agents.core.rollout import UNDECIDED, roll_out_all
from agents.manners import at_random, compile_plays, greedy, overt
from saboteur_env.game import Game
from saboteur_env.rules import EDITIONS, Setup

GOOD, BAD, ANY = greedy(), overt(), at_random()


def rolled(game, n=8, plays=(GOOD, BAD), decisions=1000, seed=0):
    """So many worlds of a seat, played on: the games, whether they reached the treasure, the decisions made."""
    worlds, reached = game.worlds(game.seat, n, seed), np.zeros(n, np.int64)
    made = roll_out_all(worlds, game.rules, np.zeros(n, np.int64), *compile_plays(list(plays)), decisions, reached)
    return worlds, reached, made


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [pytest.param(3, marks=pytest.mark.course), 7, 10])
def test_a_round_is_played_to_its_end_and_no_further(edition, players):
    game = moment(Setup(players, edition), after=5)
    worlds, reached, _ = rolled(game, 2)
    for world, outcome in zip(worlds, reached, strict=True):
        twin = Game.of_bytes(game.setup, world.tobytes())
        while twin.phase == "pick":
            twin.step(int(twin.legal()[0]))
        assert twin.public.round_index == 1 and outcome == twin.public.past[0].reached
        assert twin.public.logged == 0 or twin.public.phase > 2


def test_a_roll_out_stops_after_so_many_decisions():
    _, reached, made = rolled(moment(Setup(5)), 4, decisions=3)
    assert (reached == UNDECIDED).all() and made == 4 * 3


def test_games_that_are_decided_are_left_alone():
    game = moment(Setup(5), "pick")
    worlds, reached, made = rolled(game, 3)
    assert made == 0 and (reached == 1).all() and (worlds["public"]["logged"] == game.public.logged).all()


def test_miners_alone_win_and_saboteurs_alone_do_not():
    game = moment(Setup(5))
    good, any_, bad = (rolled(game, 30, (play, play))[1].mean() for play in (GOOD, ANY, BAD))
    assert good > 0.7 > 0.2 > max(any_, bad)


def test_a_roll_out_follows_from_the_chance_of_its_game():
    game = moment(Setup(5))
    (one, first, _), (same, again, _), (other, _, _) = (rolled(game, 5, seed=seed) for seed in (0, 0, 1))
    assert one.tobytes() == same.tobytes() != other.tobytes() and (first == again).all()


def test_a_round_is_described_in_numbers_of_about_1():
    game = scene(
        "S─┼", broken=[("pick", 1), ("cart", 2)], saboteurs=(2,), goals=("stone-a", "treasure", "stone-b"), deck=20
    )
    out = np.full((1, len(FEATURES)), np.nan)
    describe_all(game.games, game.rules, np.zeros(1, np.int64), out)
    cards = 20 + 3 * 6
    expected = [1, 5 / 4, cards / 32, 4 * 5 / (cards + 1), 2 / 3, 1 / 2, 1]
    assert out[0] == pytest.approx(expected)
