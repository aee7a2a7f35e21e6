"""Editions and variants: their numbers held against the printed tables, and what is refused."""

from itertools import combinations

import pytest

from saboteur_env.core.cards import NAMES
from saboteur_env.rules import BASE_DECK, EDITIONS, VARIANTS, rules_record, ruleset

PLAYERS = range(3, 11)

# -- the printed tables ------------------------------------------------------------------------------------

PATH_CARDS = {
    **{"NESW": 5, "NES": 5, "NEW": 5, "NS": 4, "EW": 3, "NE": 5, "NW": 4},
    **dict.fromkeys(("N", "E", "N|S", "E|W", "N|E", "N|W", "N|E|S", "N|E|W", "N|E|S|W"), 1),
}
ACTION_CARDS = {
    **{"map": 6, "rockfall": 3, "broken-pick": 3, "broken-lantern": 3, "broken-cart": 3},
    **{"repair-pick": 2, "repair-lantern": 2, "repair-cart": 2},
    **{"repair-pick-lantern": 1, "repair-pick-cart": 1, "repair-lantern-cart": 1},
}
# players: saboteurs in the pool, miners in the pool, cards in hand
BY_PLAYERS = {3: (1, 3, 6), 4: (1, 4, 6), 5: (2, 4, 6), 6: (2, 5, 5), 7: (3, 5, 5), 8: (3, 6, 4), 9: (3, 7, 4), 10: (4, 7, 4)}


def numbers(players=5, edition="amigo-2025", variants=(), **options):
    """The record of a rule set."""
    return rules_record(players, edition, variants, **options)[0]


def test_the_deck_is_40_path_cards_and_27_action_cards():
    assert (sum(PATH_CARDS.values()), sum(ACTION_CARDS.values())) == (40, 27)
    assert BASE_DECK == PATH_CARDS | ACTION_CARDS


def test_31_path_cards_conduct_and_9_are_dead_ends():
    dead = [card for card in PATH_CARDS if len(card) == 1 or "|" in card]
    assert (sum(PATH_CARDS.values()) - len(dead), len(dead)) == (31, 9)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_plays_with_the_whole_deck(edition):
    rules = numbers(edition=edition)
    assert dict(zip(NAMES, rules.deck.tolist(), strict=True)) == PATH_CARDS | ACTION_CARDS


@pytest.mark.parametrize("edition", EDITIONS)
def test_there_are_16_gold_cards_of_1_8_of_2_and_4_of_3_nuggets(edition):
    assert numbers(edition=edition).gold.tolist() == [16, 8, 4]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", PLAYERS)
def test_role_pool_and_hand_size_follow_the_number_of_players(edition, players):
    rules = numbers(players, edition)
    miners, saboteurs = rules.pool
    assert (saboteurs, miners, rules.hand) == BY_PLAYERS[players]


@pytest.mark.parametrize("players", PLAYERS)
def test_one_role_card_of_the_pool_is_left_over(players):
    assert numbers(players).pool.sum() == players + 1


def test_saboteurs_are_paid_by_the_number_dealt():
    assert numbers(10).pay.tolist() == [0, 4, 3, 3, 2]


# -- editions ----------------------------------------------------------------------------------------------


def test_only_the_classic_edition_lets_a_player_break_the_own_tool():
    assert [edition for edition in EDITIONS if numbers(edition=edition).self_break] == ["classic"]


def test_classic_and_999_games_end_the_round_when_nobody_can_play():
    assert [edition for edition in EDITIONS if numbers(edition=edition).until_unplayable] == ["classic", "999-games"]


def test_only_999_games_draws_gold_cards_by_players_nine_at_most():
    assert {edition: int(numbers(edition=edition).pile_by_players) for edition in EDITIONS} == {
        "amigo-2025": 0,
        "classic": 0,
        "999-games": 9,
    }


def test_only_the_classic_edition_looks_at_the_last_path_card_for_the_next_starter():
    assert [edition for edition in EDITIONS if numbers(edition=edition).starter_by_path] == ["classic"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_passes_the_pile_counter_clockwise_and_has_claims(edition):
    rules = numbers(edition=edition)
    assert (rules.pile_step, rules.claims, rules.unpaid_broken) == (-1, 1, 0)


# -- variants ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_guaranteed_saboteurs_takes_one_miner_out_so_that_no_role_is_left_over(players):
    miners, saboteurs = numbers(players, variants=["guaranteed-saboteurs"]).pool
    assert (saboteurs, miners) == (BY_PLAYERS[players][0], BY_PLAYERS[players][1] - 1)
    assert miners + saboteurs == players


@pytest.mark.parametrize(
    ("variant", "field", "value"),
    [("private-maps", "claims", 0), ("clockwise-gold", "pile_step", 1), ("unpaid-broken", "unpaid_broken", 1), ("self-break", "self_break", 1)],
)
def test_a_switch_changes_one_number_and_nothing_else(variant, field, value):
    plain, changed = numbers(), numbers(variants=[variant])
    assert {name for name in plain.dtype.names if not (plain[name] == changed[name]).all()} == {field}
    assert changed[field] == value


@pytest.mark.parametrize("edition", EDITIONS)
def test_variants_compose_in_any_order(edition):
    names = [name for name in VARIANTS if edition != "classic" or name != "self-break"]
    for some in combinations(names, 3):
        assert ruleset(edition, some) == ruleset(edition, tuple(reversed(some)))


# -- what is refused ---------------------------------------------------------------------------------------


def test_an_unknown_edition_is_refused_with_a_list_of_editions():
    with pytest.raises(ValueError, match=r"no edition 'amigo'; editions: amigo-2025, classic, 999-games"):
        ruleset("amigo")


def test_an_unknown_variant_is_refused_with_a_list_of_variants():
    with pytest.raises(ValueError, match=r"no variant 'open-hands'; variants: guaranteed-saboteurs, private-maps"):
        ruleset(variants=["open-hands"])


def test_a_variant_named_twice_is_refused():
    with pytest.raises(ValueError, match="named twice"):
        ruleset(variants=["private-maps", "private-maps"])


def test_a_variant_that_changes_nothing_in_its_edition_is_refused():
    with pytest.raises(ValueError, match="'classic' has 'self-break' already"):
        ruleset("classic", ["self-break"])


def test_a_name_instead_of_a_list_of_variants_is_refused():
    with pytest.raises(ValueError, match="list of names"):
        ruleset(variants="private-maps")


@pytest.mark.parametrize("players", [0, 2, 11, -3, 5.0, "5", None])
def test_a_game_is_for_3_to_10_players(players):
    with pytest.raises(ValueError, match="3 to 10 players"):
        rules_record(players)


@pytest.mark.parametrize("rounds", [0, 4, 2.0, True, None])
def test_a_game_has_1_to_3_rounds(rounds):
    with pytest.raises(ValueError, match="1 to 3 rounds"):
        rules_record(rounds=rounds)


def test_the_numbers_cannot_be_changed_by_those_who_play_by_them():
    with pytest.raises(ValueError, match="read-only"):
        rules_record()["hand"] = 7
