"""The course of a round: whose turn it is, when the round ends, who starts the next (rulings 9, 12, 14, 15, 18)."""

import pytest
from scenarios import discard, do, lay, scene

from saboteur_env.core.cards import NONE

BEFORE_THE_TREASURE = "S─┼─┼─┼"  # a cross at (7, 0) reaches the middle goal
IN_THE_MIDDLE = ("stone-a", "treasure", "stone-b")
EDITIONS = ["amigo-2025", "classic", "999-games"]
ENDS_WHEN_STUCK = ["classic", "999-games"]


def before_the_treasure(**options):
    """A game in which seat 0 can lay a cross that reaches the treasure."""
    return scene(BEFORE_THE_TREASURE, options.pop("hands", {0: ["NESW"]}), goals=IN_THE_MIDDLE, **options)


def reach(game):
    """Seat 0 reaches the treasure."""
    lay(game, "NESW", 7, 0)


def last_cards(*cards, **options):
    """A game with an empty deck: a card or a list of cards for each seat, nothing else is left."""
    hands = {seat: [card] if isinstance(card, str) else card for seat, card in enumerate(cards)}
    return scene(options.pop("drawing", "S"), hands, deck=0, players=len(cards), **options)


# -- whose turn it is ----------------------------------------------------------------------------------------


def test_turns_go_clockwise():
    game, seats = scene("S", players=4), []
    for _ in range(6):
        seats.append(game.seat)
        discard(game)
    assert seats == [0, 1, 2, 3, 0, 1]


def test_after_a_card_its_player_draws_one():
    game = scene("S", {0: ["map"]}, variants=["private-maps"])
    do(game, "map", goal=0)
    assert game.public.players[0].cards == 6


def test_the_claim_after_a_map_is_a_decision_of_the_same_player():
    game = scene("S", {0: ["map"]})
    do(game, "map", goal=0)
    assert (game.seat, game.phase) == (0, "claim")


def test_after_the_claim_it_is_the_next_players_turn():
    game = scene("S", {0: ["map"]})
    do(game, "map", goal=0)
    do(game, "claim", goal=1, face="stone")
    assert (game.seat, game.phase) == (1, "play")


def test_with_private_maps_there_are_no_claims():
    game = scene("S", {0: ["map"]}, variants=["private-maps"])
    do(game, "map", goal=0)
    assert (game.seat, game.phase) == (1, "play")


def test_a_player_with_no_card_is_passed_over_without_a_decision():
    """Hands shrink in turn, so play does not come to this in the base game: here the hand is taken away."""
    game = last_cards(["map", "EW"], "EW", "map")
    game.games[0].private[1].hand[:] = NONE
    game.public.players[1].cards = 0
    discard(game)
    assert game.seat == 2


# -- ruling 14: the treasure reached -------------------------------------------------------------------------


def test_the_treasure_reached_ends_the_round_at_once():
    game = before_the_treasure()
    reach(game)
    assert game.phase == "pick" and game.public.past[0].reached


def test_the_treasure_reached_ends_the_round_without_a_draw():
    game = before_the_treasure()
    left = int(game.public.deck)
    reach(game)
    assert (game.public.deck, game.public.players[0].cards) == (left, 5)


def test_the_miners_win_also_when_a_saboteur_laid_the_card():
    game = before_the_treasure(saboteurs=(0,))
    reach(game)
    assert game.public.past[0].reached and game.phase == "pick" and game.seat != 0


def test_the_miners_win_also_with_the_last_card_of_all():
    game = before_the_treasure(hands={0: ["NESW"]}, deck=0)
    reach(game)
    assert game.public.past[0].reached and game.phase == "pick"


def test_a_stone_reached_does_not_end_the_round():
    game = scene(BEFORE_THE_TREASURE, {0: ["NESW"]}, goals=("treasure", "stone-a", "stone-b"))
    reach(game)
    assert (game.phase, game.seat) == ("play", 1)


def test_all_roles_are_shown_at_the_end_of_the_round_and_not_before():
    game = before_the_treasure(saboteurs=(2,))
    assert game.public.players["role"][:3].tolist() == [NONE] * 3
    reach(game)
    assert game.public.players["role"][:3].tolist() == [0, 0, 1]


# -- ruling 15: the end without the treasure -----------------------------------------------------------------

# Full hands that nobody can play from.
PATHS_ALONE = dict.fromkeys(range(3), ["NESW", "NES", "NEW", "NE", "NW", "NS"])
ALL_PICKS = [("pick", seat) for seat in range(3)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_round_goes_on_while_there_is_a_deck(edition):
    game = scene("S", PATHS_ALONE, broken=ALL_PICKS, deck=2, draws=["EW", "EW"], edition=edition)
    discard(game)
    assert not game.is_over  # nobody can play a card, but one is left to draw


@pytest.mark.parametrize("edition", ENDS_WHEN_STUCK)
def test_the_round_ends_with_the_last_draw_if_nobody_can_play_then(edition):
    game = scene("S", PATHS_ALONE, broken=ALL_PICKS, deck=1, draws=["EW"], edition=edition)
    discard(game)
    assert game.is_over


def test_in_amigo_2025_the_round_ends_when_all_hands_are_empty_neither_earlier_nor_later():
    game, left = last_cards("repair-pick", "repair-pick", "repair-cart"), []
    while not game.is_over:
        left.append(game.seat)
        discard(game)
    assert left == [0, 1, 2]


@pytest.mark.parametrize("edition", ENDS_WHEN_STUCK)
def test_elsewhere_the_round_ends_when_nobody_can_play_though_some_hold_cards(edition):
    game = last_cards("EW", "repair-pick", "repair-cart", edition=edition)
    discard(game)
    assert game.is_over and game.public.players["cards"][:3].tolist() == [0, 1, 1]


@pytest.mark.parametrize("edition", ENDS_WHEN_STUCK)
@pytest.mark.parametrize("card", ["EW", "map", "broken-pick"])
def test_elsewhere_the_round_goes_on_while_anybody_can_play_a_card(edition, card):
    game = last_cards("NS", "repair-pick", card, edition=edition)
    discard(game)
    assert (game.phase, game.seat) == ("play", 1)


@pytest.mark.parametrize("edition", ENDS_WHEN_STUCK)
def test_elsewhere_a_player_who_cannot_play_still_passes_while_another_can(edition):
    game = last_cards("NS", "repair-pick", "EW", edition=edition)
    discard(game)
    assert game.legal_moves() == [{"verb": "pass", "cards": ["repair-pick"]}]


@pytest.mark.parametrize("edition", ENDS_WHEN_STUCK)
def test_elsewhere_path_cards_that_fit_nowhere_do_not_keep_the_round_going(edition):
    game = last_cards("map", "NESW", "NS", drawing=".╷.\n═S╴\n.║.", edition=edition)
    discard(game)
    assert game.is_over


@pytest.mark.parametrize("edition", ENDS_WHEN_STUCK)
def test_elsewhere_a_broken_tool_makes_path_cards_unplayable(edition):
    game = last_cards("map", "EW", "NS", broken=[("pick", 1), ("cart", 2)], edition=edition)
    discard(game)
    assert game.is_over


@pytest.mark.parametrize("edition", ENDS_WHEN_STUCK)
def test_elsewhere_a_repair_for_anybody_keeps_the_round_going(edition):
    game = last_cards("map", "repair-cart", "NS", broken=[("pick", 1), ("cart", 2)], edition=edition)
    discard(game)
    assert game.phase == "play"


@pytest.mark.parametrize("edition", ENDS_WHEN_STUCK)
def test_elsewhere_a_rockfall_keeps_the_round_going_if_there_is_a_target(edition):
    game = last_cards("map", "rockfall", "repair-pick", drawing="S─", edition=edition)
    discard(game)
    assert game.phase == "play"
    game = last_cards("map", "rockfall", "repair-pick", edition=edition)
    discard(game)
    assert game.is_over


def test_a_map_as_the_last_card_is_followed_by_its_claim_before_the_round_ends():
    game = last_cards("map", [], [])
    do(game, "map", goal=0)
    assert game.phase == "claim"
    do(game, "claim")
    assert game.is_over


def test_a_round_without_treasure_is_no_win_of_the_miners():
    game = last_cards("map", [], [])
    discard(game)
    assert (game.result(0)["treasure_reached"], game.result(0)["finisher"]) == (False, None)


# -- ruling 18: rounds ---------------------------------------------------------------------------------------


def test_a_game_has_three_rounds():
    game = last_cards("map", [], [], rounds=3)
    discard(game)
    rounds = {game.round_index}
    while not game.is_over:
        rounds.add(game.round_index)
        game.step(int(game.legal()[-1]))
    assert rounds == {1, 2} and game.round_index == 3


def next_starter(game):
    """The seat that starts the second round, once the first is passed and picked to its end."""
    while game.round_index == 0:
        game.step(int(game.legal()[-1]))
    assert game.seat == game.public.starter
    return game.seat


@pytest.mark.parametrize(
    ("move", "hand"),
    [
        ({"verb": "lay", "card": "EW", "x": 1, "y": 0, "turned": False}, "EW"),
        ({"verb": "break", "tool": "pick", "seat": 2}, "broken-pick"),
        ({"verb": "repair", "card": "repair-cart", "tool": "cart", "seat": 1}, "repair-cart"),
        ({"verb": "map", "goal": 0}, "map"),
        ({"verb": "rockfall", "x": -1, "y": 0}, "rockfall"),
    ],
)
def test_the_next_round_is_started_left_of_the_one_who_played_the_last_card(move, hand):
    game = last_cards(hand, "NESW", "NS", drawing="─S", broken=[("cart", 1)], rounds=2)
    game.step(game.action(move))
    assert next_starter(game) == 1


def test_a_pass_is_no_play():
    game = last_cards("NES", "EW", "repair-cart", rounds=2)
    discard(game)
    lay(game, "EW", 1, 0)
    discard(game)
    assert game.seat == 2  # left of seat 1, who laid a card before seat 2 passed


def test_a_gold_pick_is_no_play():
    game = before_the_treasure(rounds=2)
    reach(game)
    assert game.public.pile == 2  # seat 1 picks last
    assert next_starter(game) == 1


def test_in_the_classic_edition_the_last_path_card_decides_the_next_starter():
    game = last_cards("EW", "broken-pick", "NS", edition="classic", rounds=2)
    lay(game, "EW", 1, 0)
    do(game, "break", tool="pick", seat=2)
    assert game.round_index == 1 and game.seat == 1


@pytest.mark.parametrize("edition", ["amigo-2025", "999-games"])
def test_elsewhere_the_last_card_of_any_kind_decides_the_next_starter(edition):
    game = last_cards("EW", "broken-pick", "NS", edition=edition, rounds=2)
    lay(game, "EW", 1, 0)
    do(game, "break", tool="pick", seat=2)
    assert next_starter(game) == 2


def test_a_dead_end_is_a_path_card_too():
    game = last_cards("N|S", "broken-pick", "NS", edition="classic", rounds=2)
    lay(game, "N|S", 0, 1)
    do(game, "break", tool="pick", seat=2)
    assert game.seat == 1


def test_where_nobody_played_a_card_the_same_seat_starts_again():
    game = last_cards("map", [], [], rounds=2)
    starter = int(game.public.starter)
    discard(game)
    assert game.seat == starter


def test_broken_tools_are_cleared_for_the_next_round():
    game = last_cards("map", [], [], broken=[("pick", 0), ("cart", 2)], rounds=2)
    discard(game)
    assert not game.public.players["broken"].any()


def test_the_first_starter_is_the_one_that_is_given():
    game = scene("S", players=5)
    deal = game.deal()
    for starter in range(5):
        game.reset(0, [{**deal, "starter": starter}])
        assert game.seat == starter
