"""Worlds in number, and what weights over the roles make of them."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from chances import chi_square_is_plausible
from playing import WAYS, decisions
from scenarios import lay, scene

from saboteur_env.core.cards import ROLES
from saboteur_env.game import Game
from saboteur_env.rules import EDITIONS, Setup, ruleset
from saboteur_env.worlds import ways_to_deal


def in_the_middle(players, edition="amigo-2025", steps=30, seed=3):
    """A game some decisions on."""
    game, rng = Game(Setup(players, edition)), np.random.default_rng(seed)
    game.reset(seed)
    for _ in range(steps):
        game.step(int(rng.choice(game.legal())))
    return game


def roles_of(worlds, players):
    """The roles of every world, as tuples."""
    return [tuple(world["private"]["role"][:players].tolist()) for world in worlds]


def possible_roles(game, seat):
    """All roles that a seat must reckon with, from the rules alone: each set of other saboteurs that the pool allows."""
    players = game.setup.players
    pool = ruleset(game.setup.edition, game.setup.variants).roles[players]
    own = game.truth()["seats"][seat]["role"]
    others = [other for other in range(players) if other != seat]
    for count in range(players):
        saboteurs = count + (own == "saboteur")
        if saboteurs <= pool["saboteur"] and players - saboteurs <= pool["miner"]:
            for chosen in combinations(others, count):
                yield tuple(int(s in chosen or (s == seat and own == "saboteur")) for s in range(players))


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_world_in_number_is_one_that_the_seat_could_be_in(edition):
    game = Game(Setup(4, edition, rounds=2))
    for step, _ in enumerate(decisions(game, 5, WAYS["digging"](5))):
        if step % 9 == 0 or game.phase == "pick":
            seat, truth = step % 4, game.games[0]
            for world in game.worlds(seat, 3, step):
                assert world["public"].tobytes() == truth.public.tobytes()
                assert world["private"][seat].tobytes() == truth.private[seat].tobytes()


def test_the_first_worlds_are_the_same_whatever_their_count():
    game = in_the_middle(5)
    few, many = game.worlds(2, 3, seed=8), game.worlds(2, 50, seed=8)
    assert many[:3].tobytes() == few.tobytes() != game.worlds(2, 3, seed=9).tobytes()
    assert few[0].tobytes() == game.determinize(2, 8).games[0].tobytes()
    assert len({world.tobytes() for world in many}) == 50


@pytest.mark.parametrize(("players", "seat"), [(3, 0), (5, 1), (7, 2), (7, 4)])
def test_all_ways_to_deal_the_roles_are_equally_likely(players, seat):
    game = in_the_middle(players)
    counts, ways = Counter(roles_of(game.worlds(seat, 40_000, 1), players)), list(possible_roles(game, seat))
    assert counts.keys() <= set(ways)
    assert chi_square_is_plausible([counts[way] for way in ways], [40_000 / len(ways)] * len(ways))


@pytest.mark.parametrize("seat", range(5))
def test_the_ways_to_deal_the_roles_are_all_that_the_rules_allow(seat):
    game = in_the_middle(5)
    ways, orders = ways_to_deal(game.games, game.rules, seat)
    assert sorted(map(tuple, ways[:, :5].tolist())) == sorted(possible_roles(game, seat))
    assert (orders == 1).all()
    pool = ruleset("amigo-2025", ()).roles[5]
    for way in ways.tolist():
        assert Counter(ROLES[role] for role in way[:6]) == pool and not any(way[6:])


def test_worlds_are_weighed_over_the_roles():
    """As likely as the weight says; what weighs nothing never happens; and the rest of a world knows nothing of it."""
    game, seat = in_the_middle(7), 3
    weights = {way: 0 if way[0] else 1 + 4 * way[1] + way[5] for way in possible_roles(game, seat)}
    worlds = game.worlds(seat, 40_000, 2, lambda ways: np.array([weights[tuple(way)] for way in ways.tolist()]))
    counts, total = Counter(roles_of(worlds, 7)), sum(weights.values())
    assert chi_square_is_plausible(
        [counts[way] for way in weights], [40_000 * weight / total for weight in weights.values()]
    )
    goals = Counter(tuple(world["goals"].tolist()) for world in worlds["hidden"])
    assert len(goals) in (1, 2, 6) and chi_square_is_plausible(goals.values(), [40_000 / len(goals)] * len(goals))


def test_weights_may_be_as_large_or_small_as_numbers_are():
    game = in_the_middle(5)
    even, huge, tiny = (
        roles_of(game.worlds(0, 2000, 3, lambda ways, weight=weight: np.full(len(ways), weight)), 5)
        for weight in (1.0, 1e308, 5e-324)
    )
    assert even == huge == tiny


def test_a_world_played_on_tells_nothing_of_its_own_hidden_cards():
    """Though the same seed is used again: search within a world must not see through it."""
    same, rng = 0, np.random.default_rng(0)
    for seed in range(300):
        game = Game(Setup(5))
        game.reset(5000 + seed)
        world = game.determinize(0, seed)
        world.step(int(rng.choice(world.legal()[-3:])))
        goals = world.games[0].hidden.goals
        same += (world.worlds(1, 1, seed)[0].hidden.goals == goals).all()
    assert 25 <= same <= 80  # one in six


def test_even_weights_are_as_good_as_none():
    game = in_the_middle(5)
    counts = Counter(roles_of(game.worlds(0, 20_000, 4, lambda ways: np.ones(len(ways))), 5))
    assert chi_square_is_plausible(counts.values(), [20_000 / len(counts)] * len(counts))
    assert len(counts) == len(list(possible_roles(game, 0)))


def test_roles_that_are_shown_leave_nothing_to_weigh():
    game = scene("S─┼─┼─┼", {0: ["NESW"]}, goals=("stone-a", "treasure", "stone-b"), rounds=2)
    lay(game, "NESW", 7, 0)
    asked = []
    worlds = game.worlds(1, 5, 0, lambda ways: asked.append(ways) or np.ones(len(ways)))
    assert set(roles_of(worlds, game.setup.players)) == set(roles_of(game.games, game.setup.players))
    assert asked[0].tolist() == [list(roles_of(game.games, game.setup.players)[0])]


@pytest.mark.parametrize(
    ("weigh", "words"),
    [
        (lambda ways: np.ones(3), "one weight for each of 10 ways"),
        (lambda ways: np.zeros(len(ways)), "not all of them 0"),
        (lambda ways: -np.ones(len(ways)), "finite numbers from 0"),
        (lambda ways: np.full(len(ways), np.nan), "finite numbers from 0"),
        (lambda ways: np.full(len(ways), np.inf), "finite numbers from 0"),
        (lambda ways: np.full(len(ways), 1j), "real numbers, not complex128"),
        (lambda ways: ["much"] * len(ways), "real numbers, not <U4"),
    ],
)
def test_impossible_weights_are_refused(weigh, words):
    game = in_the_middle(5)
    with pytest.raises(ValueError, match=words):
        game.worlds(next(s for s in range(5) if game.truth()["seats"][s]["role"] == "miner"), 2, 0, weigh)


@pytest.mark.parametrize("count", [0, -1, 2.0, True, None])
def test_a_count_of_worlds_is_a_whole_number_from_1(count):
    with pytest.raises(ValueError, match="count of worlds"):
        in_the_middle(3).worlds(0, count, 0)
