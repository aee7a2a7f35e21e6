"""Worlds of gold: who holds which gold cards, so that a seat saw what it saw and was paid what it was paid."""

from collections import Counter
from itertools import count, islice, product
from math import comb, prod

import pytest
from chances import chi_square_is_plausible, worlds
from playing import WAYS, decisions
from referee import less, payment
from scenarios import do, lay, scene

from saboteur_env.core.cards import ROLES
from saboteur_env.game import Game
from saboteur_env.rules import BASE_GOLD, EDITIONS, Setup

IN_THE_MIDDLE = ("stone-a", "treasure", "stone-b")


def picked(players=3, saboteurs=(1,), picks=(), gold=(1, 2), **options):
    """A game in which seat 0 reached the treasure and these worths were picked."""
    game = scene(
        "S─┼─┼─┼", {0: ["NESW"]}, goals=IN_THE_MIDDLE, players=players, saboteurs=saboteurs, gold=gold, **options
    )
    lay(game, "NESW", 7, 0)
    for worth in picks:
        do(game, "pick", nuggets=worth)
    return game


def held(world, seat):
    """The worth of the one gold card of a seat."""
    return world.nuggets()[seat]


def drawn_in_order(counts, cards):
    """The chance of drawing gold cards of these worths, in this order, from so many of each worth."""
    left, chance = dict(counts), 1.0
    for worth in cards:
        chance *= left[worth] / sum(left.values())
        left[worth] -= 1
    return chance


def test_who_did_not_see_the_pile_draws_it_from_all_gold_cards():
    game = picked(picks=(1, 2), rounds=2)
    found = Counter((held(world, 0), held(world, 2)) for world in worlds(game, 1, 2000))
    pairs = [(a, b) for a in (1, 2, 3) for b in (1, 2, 3)]
    shares = [2000 * drawn_in_order(BASE_GOLD, pair) for pair in pairs]
    assert chi_square_is_plausible([found[pair] for pair in pairs], shares)


def test_who_picked_last_draws_what_left_the_pile_before_from_the_cards_not_seen():
    game = picked(picks=(1, 2), rounds=2)
    found = Counter(held(world, 0) for world in worlds(game, 2, 1500))
    rest = {**BASE_GOLD, 2: BASE_GOLD[2] - 1}
    assert chi_square_is_plausible([found[w] for w in rest], [1500 * drawn_in_order(rest, [w]) for w in rest])


def test_who_picked_first_knows_what_was_left_but_not_who_took_it():
    game = picked(players=4, saboteurs=(1,), picks=(3, 1, 2), gold=(1, 2, 3), rounds=2)
    found = Counter((held(world, 2), held(world, 3)) for world in worlds(game, 0, 1000))
    assert set(found) == {(1, 2), (2, 1)} and chi_square_is_plausible(found.values(), [500, 500])


def test_while_the_pile_goes_round_its_cards_are_those_that_a_picker_left_in_it():
    game = picked(players=5, saboteurs=(1, 2), picks=(3,), gold=(1, 2, 3))
    found = Counter(tuple(world.truth()["pile"]) for world in worlds(game, 0, 20))
    assert set(found) == {(1, 1, 0)}


def test_in_999_games_what_left_the_pile_between_two_visits_is_known():
    game = picked(players=5, saboteurs=(1, 3), picks=(3, 1, 2, 2), gold=(1, 1, 2, 2, 3), edition="999-games")
    found = Counter((held(world, 4), held(world, 2)) for world in worlds(game, 0, 1000))
    assert set(found) == {(1, 2), (2, 1)} and chi_square_is_plausible(found.values(), [500, 500])


def ways_to_draw(stock, cards):
    """In how many ways so many cards of each worth can be drawn from a stock."""
    return prod(comb(count, drawn) for count, drawn in zip(stock, cards, strict=True))


def chances_of_threes(game, seat):
    """How likely so many 3s were in the first pile, for a seat that did not see it.

    Every pile that leads to what the seat was paid in the second round, and to the pile that it saw in the
    third, counts by the ways there are to draw both.
    """
    private, roles, shares = game.games[0].private[seat], game.public.past[1].roles.tolist(), Counter()
    saboteurs, gold = (
        [other for other, role in enumerate(roles) if role == ROLES.index("saboteur")],
        tuple(BASE_GOLD.values()),
    )
    for pile in (pile for pile in product(range(10), range(9), range(5)) if sum(pile) == 9):
        stock, as_paid = less(gold, pile), True
        for other in saboteurs:
            paid = payment(stock, int(game.rules[0].pay[len(saboteurs)]))
            as_paid &= other != seat or paid == tuple(private.paid[1].tolist())
            stock = less(stock, paid)
        shares[pile[2]] += as_paid * ways_to_draw(gold, pile) * ways_to_draw(stock, private.sights[2, 0].pile.tolist())
    return {threes: share / shares.total() for threes, share in shares.items()}


def threes_of_the_first_pile(world):
    """How many gold cards of 3 nuggets were picked in the first round."""
    return sum(int((private.sights[0]["taken"] == 3).sum()) for private in world.games[0].private[:9])


def threes_are_drawn_as_they_should(game, seat):
    """Whether worlds hold as many 3s in the first pile as is likely."""
    shares = chances_of_threes(game, seat)
    found = Counter(threes_of_the_first_pile(world) for world in worlds(game, seat, 1500))
    return chi_square_is_plausible([found[t] for t in shares], [1500 * share for share in shares.values()])


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_what_a_saboteur_was_paid_tells_which_gold_cards_are_gone(seat):
    """Three saboteurs of two rounds; the pile of the first left two 3s, so the third of them was paid without one."""
    gold = (1, 1, 1, 1, 2, 2, 2, 3, 3)
    game = picked(9, (1, 2, 3), gold[:8], gold, edition="999-games", rounds=3)
    game.planned = [{**game.deal(), "starter": 1}]
    while game.round_index < 2:
        game.step(int(game.legal()[-1]))
    assert threes_are_drawn_as_they_should(game, seat)


def third_pile(seed):
    """A game whose piles of the first and the third round were drawn, if the third comes to one who saw no other."""
    game, digging, passing = Game(Setup(9, "999-games")), WAYS["digging"](seed), WAYS["random"](seed)
    for _ in decisions(game, seed, lambda game, ids: (passing if game.round_index == 1 else digging)(game, ids)):
        past, number = game.public.past, game.round_index
        if past["reached"][:number].tolist() != [1, 0][:number]:
            return None
        if number == 2 and game.phase == "pick":
            return game if past[0].roles[game.seat] == ROLES.index("saboteur") else None
    return None


def test_the_pile_of_a_later_round_tells_which_gold_cards_others_have():
    games = islice((game for seed in count() if (game := third_pile(seed))), 6)
    assert all(threes_are_drawn_as_they_should(game, game.seat) for game in games)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_world_keeps_nothing_that_its_seat_does_not_know(edition):
    """To the byte: a world of a world is what it would be of the truth."""
    game = Game(Setup(5, edition))
    for turn, _ in enumerate(decisions(game, 3, WAYS["digging"](3))):
        if turn % 3 == 0:
            seat = turn % 5
            once, twice = game.determinize(seat, 2), game.determinize(seat, 1).determinize(seat, 2)
            assert once.games.tobytes() == twice.games.tobytes()
