"""The gold (rulings 16 and 17): who picks, in which order, and how saboteurs are paid."""

from itertools import product

import numpy as np
import pytest
from referee import less, times_payable, ways_to_pay
from scenarios import discard, lay, moves, scene

from saboteur_env.core.cards import NONE
from saboteur_env.core.payout import choose_payment
from saboteur_env.rules import BASE_GOLD

IN_THE_MIDDLE = ("stone-a", "treasure", "stone-b")


def won(**options):
    """A game in which seat 0 has just reached the treasure."""
    game = scene("S─┼─┼─┼", {0: ["NESW"]}, goals=IN_THE_MIDDLE, **options)
    lay(game, "NESW", 7, 0)
    return game


def lost(players, saboteurs, **options):
    """A game whose round has just ended without the treasure."""
    hands = {0: ["map"], **{seat: [] for seat in range(1, players)}}
    game = scene("S", hands, deck=0, players=players, saboteurs=saboteurs, **options)
    discard(game)
    return game


def picks(game):
    """The seats that pick, in order; everybody takes the least."""
    seats = []
    while game.phase == "pick":
        seats.append(game.seat)
        game.step(int(game.legal()[0]))
    return seats


def gold(game, seat):
    """The gold cards of a seat, by worth."""
    return game.games[0].private[seat].gold.tolist()


# -- the miners' gold ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["amigo-2025", "classic"])
def test_as_many_gold_cards_as_there_are_miners_are_drawn(edition):
    assert won(players=5, saboteurs=(1, 3), edition=edition).public.pile == 3


@pytest.mark.parametrize(("players", "cards"), [(3, 3), (5, 5), (9, 9), (10, 9)])
def test_in_999_games_as_many_gold_cards_as_players_are_drawn_nine_with_ten(players, cards):
    assert won(players=players, edition="999-games").public.pile == cards


def test_the_pile_is_the_next_gold_cards_of_the_stock():
    game = won(players=5, saboteurs=(1, 3), gold=(3, 1, 3))
    assert game.truth()["pile"] == [1, 0, 2]


@pytest.mark.parametrize("edition", ["amigo-2025", "classic"])
def test_the_finisher_picks_first_then_each_miner_counter_clockwise_once(edition):
    assert picks(won(players=5, saboteurs=(1, 3), edition=edition)) == [0, 4, 2]


def test_if_a_saboteur_finished_the_first_miner_to_his_right_starts():
    assert picks(won(players=5, saboteurs=(0, 4))) == [3, 2, 1]


def test_a_saboteur_picks_nothing():
    game = won(players=5, saboteurs=(0, 4))
    picks(game)
    assert [sum(gold(game, seat)) for seat in range(5)] == [0, 1, 1, 1, 0]


def test_in_999_games_the_pile_is_passed_on_round_after_round_until_none_is_left():
    assert picks(won(players=5, saboteurs=(1, 3), edition="999-games")) == [0, 4, 2, 0, 4]


def test_in_999_games_with_ten_players_nine_cards_go_round():
    game = won(players=10, saboteurs=(1, 2, 3, 4), edition="999-games")
    assert picks(game) == [0, 9, 8, 7, 6, 5, 0, 9, 8]


def test_in_999_games_too_the_first_miner_to_the_right_of_a_saboteur_starts():
    assert picks(won(players=5, saboteurs=(0, 1), edition="999-games")) == [4, 3, 2, 4, 3]


def test_with_clockwise_gold_the_pile_is_passed_clockwise():
    assert picks(won(players=5, saboteurs=(1, 3), variants=["clockwise-gold"])) == [0, 2, 4]


def test_with_clockwise_gold_the_first_miner_to_the_left_of_a_saboteur_starts():
    assert picks(won(players=5, saboteurs=(0, 4), variants=["clockwise-gold"])) == [1, 2, 3]


def test_with_clockwise_gold_in_999_games_the_pile_goes_round_and_round_clockwise():
    game = won(players=5, saboteurs=(0, 1), edition="999-games", variants=["clockwise-gold"])
    assert picks(game) == [2, 3, 4, 2, 3]


def test_without_a_saboteur_among_the_players_everybody_picks():
    assert picks(won(players=4, saboteurs=())) == [0, 3, 2, 1]


def test_miners_with_broken_tools_are_paid():
    assert picks(won(players=5, saboteurs=(1, 3), broken=[("pick", 4)])) == [0, 4, 2]


def test_with_unpaid_broken_miners_with_a_broken_tool_get_no_gold_and_none_is_drawn_for_them():
    game = won(players=5, saboteurs=(1, 3), broken=[("pick", 4)], variants=["unpaid-broken"])
    assert (game.public.pile, picks(game)) == (2, [0, 2])


def test_with_unpaid_broken_in_999_games_the_others_share_the_whole_pile():
    game = won(players=5, saboteurs=(1, 3), broken=[("pick", 4)], edition="999-games", variants=["unpaid-broken"])
    assert (game.public.pile, picks(game)) == (5, [0, 2, 0, 2, 0])


def test_with_unpaid_broken_one_miner_may_take_the_whole_pile():
    options = {"players": 9, "saboteurs": (1, 2), "edition": "999-games", "variants": ["unpaid-broken"]}
    broken = [*(("pick", seat) for seat in (3, 4, 5)), *(("cart", seat) for seat in (6, 7, 8))]
    assert picks(won(broken=broken, **options)) == [0] * 9


@pytest.mark.parametrize("edition", ["amigo-2025", "999-games"])
def test_with_unpaid_broken_nobody_is_paid_where_a_saboteur_finished_and_every_miner_has_a_broken_tool(edition):
    broken = [("pick", 1), ("cart", 2)]
    game = won(saboteurs=(0,), broken=broken, edition=edition, variants=["unpaid-broken"])
    assert game.is_over and game.nuggets() == [0, 0, 0]


def test_each_pick_is_a_decision_of_the_picker_among_the_cards_still_there():
    game = won(players=5, saboteurs=(1, 3), gold=(3, 1, 1))
    assert moves(game, "pick") == [{"nuggets": 1}, {"nuggets": 3}]
    game.step(game.action({"verb": "pick", "nuggets": 3}))
    assert moves(game, "pick") == [{"nuggets": 1}]


def test_the_card_picked_goes_to_its_picker():
    game = won(players=5, saboteurs=(1, 3), gold=(3, 1, 1))
    game.step(game.action({"verb": "pick", "nuggets": 3}))
    assert (gold(game, 0), game.nuggets()) == ([0, 0, 1], [3, 0, 0, 0, 0])


def test_the_log_tells_that_a_card_was_picked_not_which():
    game = won(players=5, saboteurs=(1, 3), gold=(3, 1, 1))
    game.step(game.action({"verb": "pick", "nuggets": 3}))
    newest = game.public.events[game.public.logged - 1]
    assert (newest.seat, newest.worth) == (0, NONE)


def test_a_picker_remembers_the_pile_that_came_and_the_card_taken():
    game = won(players=5, saboteurs=(1, 3), gold=(3, 1, 1))
    game.step(game.action({"verb": "pick", "nuggets": 3}))
    sight = game.games[0].private[0].sights[0, 0]
    assert (sight.pile.tolist(), sight.taken) == ([2, 0, 1], 3)


def test_only_pickers_see_the_pile():
    game = won(players=5, saboteurs=(1, 3), gold=(3, 1, 1))
    picks(game)
    saw = [bool(game.games[0].private[seat].sights["pile"].any()) for seat in range(5)]
    assert saw == [True, False, True, False, True]


# -- the saboteurs' gold -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "saboteurs", "award"),
    [
        (3, [2], 4),
        (5, [1], 4),
        (5, [1, 4], 3),
        (7, [1, 2], 3),
        (7, [1, 2, 3], 3),
        (10, [0, 1, 2], 3),
        (10, [1, 2, 5, 9], 2),
    ],
)
def test_saboteurs_are_paid_by_the_number_dealt_not_by_the_pool(players, saboteurs, award):
    game = lost(players, saboteurs)
    assert game.nuggets() == [award if seat in saboteurs else 0 for seat in range(players)]


@pytest.mark.parametrize("players", [3, 4])
def test_with_no_saboteur_dealt_and_no_treasure_nobody_is_paid(players):
    assert lost(players, []).nuggets() == [0] * players


def test_saboteurs_get_nothing_when_the_treasure_is_reached():
    game = won(players=5, saboteurs=(1, 3))
    picks(game)
    assert game.nuggets()[1] == game.nuggets()[3] == 0


def test_a_saboteur_is_paid_in_gold_cards_of_the_exact_total():
    assert gold(lost(3, [2]), 2) == [1, 0, 1]


def test_what_a_saboteur_was_paid_is_known_to_him_alone():
    game = lost(5, [1, 4])
    assert [private.paid[0].tolist() for private in game.games[0].private[:5]] == [
        gold(game, seat) for seat in range(5)
    ]


# -- which cards pay -----------------------------------------------------------------------------------------

STOCKS = list(product(*(range(count + 1) for count in BASE_GOLD.values())))


@pytest.fixture(scope="module")
def payments():
    """Every stock with every award and what is paid."""
    rows, paid = [], np.zeros(3, np.int64)
    for stock, award in product(STOCKS, (2, 3, 4)):
        choose_payment(np.array(stock), award, paid)
        rows.append((stock, award, tuple(paid.tolist())))
    return rows


def worth(cards):
    """The nuggets of so many 1s, 2s and 3s."""
    return cards[0] + 2 * cards[1] + 3 * cards[2]


def test_the_award_is_paid_exactly_or_else_the_largest_total_below_it(payments):
    for stock, award, paid in payments:
        possible = next(total for total in range(award, -1, -1) if ways_to_pay(stock, total))
        assert worth(paid) == possible and min(less(stock, paid)) >= 0


def test_the_cards_that_pay_leave_the_stock_best_able_to_pay_again(payments):
    """Ties go to the fewest cards, then to the larger ones."""
    for stock, award, paid in payments:
        others = ways_to_pay(stock, worth(paid))
        left = {other: times_payable(less(stock, other), award) for other in others}
        assert left[paid] == max(left.values())
        equal = [other for other in others if left[other] == left[paid]]
        assert paid == min(equal, key=lambda cards: (sum(cards), -cards[2]))


@pytest.mark.parametrize("gone", [9, 2 * 7])
def test_every_award_is_paid_exactly_but_in_the_last_round_of_999_games(gone):
    """Before the last round one pile of nine is gone at most; in the other editions two of seven in the last."""
    for taken in (stock for stock in STOCKS if sum(stock) == gone):
        left = less(BASE_GOLD.values(), taken)
        assert all(times_payable(left, award) >= number for number, award in ((1, 4), (2, 3), (3, 3), (4, 2)))


def test_where_the_stock_cannot_pay_exactly_a_saboteur_gets_less():
    paid = np.zeros(3, np.int64)
    choose_payment(np.array([0, 0, 4]), 2, paid)
    assert paid.tolist() == [0, 0, 0]
