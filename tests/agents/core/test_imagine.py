"""Worlds from a posterior: they agree with what the seat knows, and are as likely as it says."""

from itertools import product

import numpy as np
import pytest
from chances import chi_square_is_plausible
from inventory import cards_of
from probes import conclude_all, imagine_all
from situations import SPARSE, moment, moments

from agents import make
from agents.core.evidence import EVIDENCE
from agents.core.posterior import POSTERIOR
from saboteur_env.core.cards import HIDDEN, SABOTEUR, TREASURE
from saboteur_env.core.layout import GAME
from saboteur_env.game import Game
from saboteur_env.rules import BASE_DECK, EDITIONS, Setup

AGENT = make("bayes")


def imagined(game, seat, posterior, n, seed=0):
    """So many worlds of a seat."""
    chance, out = np.random.default_rng(seed).integers(2**64, size=n, dtype=np.uint64), np.zeros(n, GAME)
    imagine_all(*game.information(seat).arrays(), posterior, chance, out)
    return out


def posterior_of(game, seat, seed=None):
    """What an agent holds for likely, or by evidence drawn at random."""
    if seed is None:
        return AGENT.posteriors(game.information(seat))
    evidence, out = np.zeros(1, EVIDENCE), np.zeros(1, POSTERIOR)
    evidence["logs"] = np.random.default_rng(seed).normal(0, 1, evidence["logs"].shape)
    conclude_all(*game.information(seat).arrays(), AGENT._prior, evidence, 5, out)
    return out


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.course), 7, 10])
def test_worlds_agree_with_all_that_the_seat_knows_and_can_be_played_on(edition, players):
    pool = Game(Setup(players, edition)).rules[0]["pool"]
    for step, game in enumerate(moments(Setup(players, edition, rounds=1), players, by="stealth")):
        if game.phase != "pick" and step % (SPARSE * (7 if game.public.deck else 3)) in (0, 1):
            seat = step % players
            for world in imagined(game, seat, posterior_of(game, seat), 2, step):
                twin = Game.of_bytes(game.setup, world.tobytes())
                assert twin.information(seat).private.tobytes() == game.information(seat).private.tobytes()
                assert twin.public.tobytes() == game.public.tobytes()
                assert cards_of(twin) == [*BASE_DECK.values()]
                assert np.bincount(world["hidden"]["roles"][: pool.sum()], minlength=2).tolist() == pool.tolist()
                assert sorted(world["hidden"]["goals"]) == [1, 2, 3]
                looked = world["public"]["players"]["maps"][:players] > 0
                assert (world["private"]["known"][:players] == np.where(looked, world["hidden"]["goals"], HIDDEN)).all()
                while not twin.is_over:
                    twin.step(int(twin.legal()[0]))


@pytest.mark.parametrize(("players", "seat"), [(3, 0), (5, 2), (8, 1)])
@pytest.mark.parametrize("seed", [None, 1])
def test_roles_and_treasures_are_as_frequent_as_the_posterior_says(players, seat, seed):
    game = moment(Setup(players), after=4)
    posterior, n = posterior_of(game, seat, seed), 6000
    worlds, (known,) = imagined(game, seat, posterior, n), posterior
    others = [other for other in range(players) if other != seat]
    expected, counts = {}, {}
    for goal, ways in product(range(3), product((0, 1), repeat=players - 1)):
        if known["goals"][goal] > 0 and known["least"] <= sum(ways) <= known["most"]:
            factors = np.where(ways, known["guilt"][goal][others], known["innocence"][goal][others])
            expected[goal, ways] = float(factors.prod())
    for goal in range(3):
        total = sum(likely for (place, _), likely in expected.items() if place == goal)
        for key in [key for key in expected if key[0] == goal]:
            expected[key] *= n * known["goals"][goal] / total
    treasures = (worlds["hidden"]["goals"] == TREASURE).argmax(axis=1)
    for goal, roles in zip(treasures.tolist(), worlds["private"]["role"][:, others].tolist(), strict=True):
        counts[goal, tuple(roles)] = counts.get((goal, tuple(roles)), 0) + 1
    assert counts.keys() <= expected.keys()
    rare = [key for key in expected if expected[key] < 5]
    rows = [
        [*(row.get(key, 0) for key in expected if key not in rare), sum(row.get(key, 0) for key in rare)]
        for row in (counts, expected)
    ]
    assert chi_square_is_plausible(*rows)


@pytest.mark.parametrize(("guilt", "innocence"), [(1.0, 1e-32), (1e-32, 1.0)])
@pytest.mark.parametrize("players", [3, 5, 10])
def test_roles_fit_the_pool_where_the_posterior_is_sure_of_too_many(players, guilt, innocence):
    game = Game(Setup(players, variants=("guaranteed-saboteurs",)))
    game.reset(3)
    posterior = posterior_of(game, 0)
    posterior["guilt"][:, :, 1:players], posterior["innocence"][:, :, 1:players] = guilt, innocence
    pool = game.rules[0]["pool"]
    for world in imagined(game, 0, posterior, 20):
        assert (world["private"]["role"][:players] == SABOTEUR).sum() == pool[SABOTEUR]


def test_stones_lie_either_way_about():
    game = moment(Setup(4), after=2)
    goals = imagined(game, 0, posterior_of(game, 0), 3000)["hidden"]["goals"]
    counts = np.unique(goals, axis=0, return_counts=True)[1]
    assert len(counts) == 6 and chi_square_is_plausible(counts, [500] * 6)


def test_worlds_show_the_roles_that_the_table_shows():
    """When the pile goes round, whatever was thought before."""
    game = moment(Setup(5), "pick")
    worlds = imagined(game, game.seat, posterior_of(game, game.seat, seed=1), 20)
    assert (worlds["private"]["role"] == game.public.players["role"])[:, :5].all()
