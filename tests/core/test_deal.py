"""The deal (rulings 9 and 18): all cards are there, dealt and drawn in turn; nothing is kept from the last round."""

from collections import Counter

import pytest
from chances import chi_square_is_plausible
from hypothesis import given, settings
from hypothesis import strategies as st
from inventory import cards_of, gold_of
from playing import RULES, WAYS, decisions
from scenarios import discard, do, lay, scene

from saboteur_env.core.cards import NONE
from saboteur_env.game import Game, Setup
from saboteur_env.rules import BASE_DECK, BASE_GOLD, BASE_HANDS, EDITIONS, ruleset

# -- nothing is lost, nothing doubled ------------------------------------------------------------------------


@settings(max_examples=15)
@given(st.integers(0, 2**32 - 1), st.integers(3, 10), st.sampled_from(RULES), st.sampled_from(list(WAYS)))
def test_67_cards_and_28_gold_cards_are_there_at_every_step(seed, players, rules, way):
    game = Game(Setup(players, *rules))
    for _ in decisions(game, seed, WAYS[way](seed)):
        assert cards_of(game) == [*BASE_DECK.values()]
        assert gold_of(game) == [*BASE_GOLD.values()]
    assert cards_of(game) == [*BASE_DECK.values()]
    assert gold_of(game) == [*BASE_GOLD.values()]


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1), st.integers(3, 10), st.sampled_from(list(WAYS)))
def test_hands_are_sorted_and_as_large_as_everybody_sees(seed, players, way):
    game = Game(Setup(players, rounds=2))
    for _ in decisions(game, seed, WAYS[way](seed)):
        for seat in range(players):
            hand = game.games[0].private[seat].hand.tolist()
            size = game.public.players[seat].cards
            assert hand[:size] == sorted(hand[:size]) and NONE not in hand[:size]
            assert hand[size:] == [NONE] * (len(hand) - size)


# -- the deal --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", BASE_HANDS)
def test_a_round_begins_with_full_hands_and_the_rest_in_the_deck(players):
    game = Game(Setup(players))
    game.reset(players)
    assert [int(player.cards) for player in game.public.players[:players]] == [BASE_HANDS[players]] * players
    assert game.public.deck == 67 - players * BASE_HANDS[players]


@pytest.mark.parametrize("variants", [(), ("guaranteed-saboteurs",)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_roles_are_the_pool_and_so_is_what_is_left_over(edition, variants):
    for players, pool in ruleset(edition, variants).roles.items():
        game = Game(Setup(players, edition, variants))
        game.reset(0)
        deal = game.deal()
        assert Counter(deal["roles"] + deal["left_over"]) == pool
        assert len(deal["roles"]) == players and len(deal["left_over"]) == (0 if variants else 1)


def test_a_given_deal_is_dealt_as_it_is():
    game, twin = Game(Setup(4)), Game(Setup(4))
    game.reset(5)
    twin.reset(6, [game.deal()])
    assert twin.deal() == game.deal()
    assert twin.truth()["seats"] == game.truth()["seats"]


def test_every_draw_takes_the_next_card_of_the_deck():
    game = scene("S", {0: ["map"], 1: ["map"]}, draws=["rockfall", "NESW"])
    discard(game, "map")
    discard(game, "map")
    assert "rockfall" in game.truth()["seats"][0]["hand"] and "NESW" in game.truth()["seats"][1]["hand"]


def test_no_card_is_drawn_from_an_empty_deck():
    game = scene("S", {0: ["map", "EW"], 1: ["map", "EW"], 2: ["map", "EW"]}, deck=0)
    discard(game, "map")
    assert game.truth()["seats"][0]["hand"] == ["EW"]


def test_the_draw_takes_place_after_the_claim():
    game = scene("S", {0: ["map"]})
    left = game.public.deck
    game.step(game.action({"verb": "map", "goal": 0}))
    assert game.public.deck == left
    game.step(game.action({"verb": "claim"}))
    assert game.public.deck == left - 1


def test_every_seat_every_goal_and_every_starter_is_equally_likely():
    """Which role is left over, where the treasure lies, who starts and who holds a certain card."""
    game, seen = Game(Setup(4, distances=False)), Counter()
    for seed in range(1200):
        game.reset(seed)
        deal = game.deal()
        place = [*deal["roles"], *deal["left_over"]].index("saboteur")
        owner = next((seat for seat in range(4) if "N|E|S|W" in deal["hands"][seat]), None)
        seen.update([("saboteur", place), ("treasure", deal["goals"].index("treasure")), ("starts", deal["starter"])])
        seen[("holds", owner)] += 1
    expected = {
        "saboteur": dict.fromkeys(range(5), 1 / 5),
        "treasure": dict.fromkeys(range(3), 1 / 3),
        "starts": dict.fromkeys(range(4), 1 / 4),
        "holds": {**dict.fromkeys(range(4), 6 / 67), None: 43 / 67},
    }
    for what, shares in expected.items():
        assert chi_square_is_plausible([seen[what, one] for one in shares], [1200 * share for share in shares.values()])


# -- the next round ------------------------------------------------------------------------------------------


TALLIES = (
    "broken",
    "lays",
    "dead_ends",
    "rockfalls",
    "passes",
    "maps",
    "claims",
    "nearer",
    "farther",
    "picks",
)


def acts(game):
    """The tallies that are not zero for some seat."""
    return {name for name in TALLIES if game.public.players[name].any()}


@pytest.fixture
def second_round():
    """A game whose second round has just been dealt, after a first one with every kind of act."""
    hands = {0: ["map", "NESW"], 1: ["repair-cart"]}
    broken, goals = [("cart", 1), ("pick", 2)], ("stone-a", "treasure", "stone-b")
    game = scene("S─┼─┼─┼\n║......", hands, broken=broken, fallen={(7, 0): "NSW"}, goals=goals, rounds=2)
    do(game, "map", goal=0)
    do(game, "claim", goal=0, face="treasure")
    do(game, "repair", card="repair-cart", tool="cart", seat=1)
    discard(game)
    lay(game, "NESW", 7, 0)
    while game.public.pile > 1:
        game.step(int(game.legal()[0]))
    assert acts(game) == set(TALLIES)
    game.step(int(game.legal()[0]))
    return game


def test_a_new_round_keeps_nothing_of_the_last_one_but_gold_and_results(second_round):
    public, seats = second_round.public, second_round.truth()["seats"]
    assert (public.logged, public.pile, public.mine.cards, public.deck) == (0, 0, 0, 49)
    assert not public.discards.any() and not public.mine.goals["face"].any()
    assert acts(second_round) == set() and set(public.players["role"][:3].tolist()) == {NONE}
    assert all(seat["broken"] == seat["discarded"] == [] and seat["known"] == [None] * 3 for seat in seats)


def test_gold_is_kept_and_the_rest_is_shuffled_again(second_round):
    held = sum(map(sum, (seat["gold"] for seat in second_round.truth()["seats"])))
    assert held == second_round.public.past[0].taken > 0
    assert len(second_round.deal()["gold"]) == 28 - held


def test_roles_goals_deck_and_gold_are_dealt_anew_each_round():
    deals = {0: set(), 1: set()}
    for seed in range(12):
        game = Game(Setup(3, rounds=2))
        for _ in decisions(game, seed, WAYS["random"](seed)):
            deal = game.deal()
            deals[game.round_index].add((str(deal["roles"]), str(deal["goals"]), str(deal["hands"]), str(deal["gold"])))
    for rounds in deals.values():
        assert [len(set(column)) > 1 for column in zip(*rounds, strict=True)] == [True] * 4


def test_the_pool_of_the_second_round_is_whole_again(second_round):
    deal = second_round.deal()
    assert Counter(deal["roles"] + deal["left_over"]) == {"saboteur": 1, "miner": 3}


def test_the_same_seed_deals_the_same_game_to_the_byte_whatever_was_played_before():
    games = [Game(Setup(6)), Game(Setup(6))]
    for _ in decisions(games[0], 1, WAYS["digging"](1)):
        pass
    for game in games:
        game.reset(77)
    assert games[0].truth() == games[1].truth()
    assert games[0].get_state() == games[1].get_state()


def test_two_seeds_deal_two_games():
    games = [Game(Setup(6)), Game(Setup(6))]
    for seed, game in enumerate(games):
        game.reset(seed)
    assert games[0].deal() != games[1].deal()
