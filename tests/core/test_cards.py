"""The tables of cards, by literal numbers: the figures of the printed box."""

from saboteur_env.core import cards


def test_every_printed_face_is_a_kind_in_the_order_in_which_hands_are_sorted():
    assert (
        *("NESW", "NES", "NEW", "NS", "EW", "NE", "NW"),
        *("N", "E", "N|S", "E|W", "N|E", "N|W", "N|E|S", "N|E|W", "N|E|S|W"),
        *("map", "rockfall", "broken-pick", "broken-lantern", "broken-cart"),
        *("repair-pick", "repair-lantern", "repair-cart"),
        *("repair-pick-lantern", "repair-pick-cart", "repair-lantern-cart"),
    ) == cards.NAMES


def test_sixteen_kinds_are_path_cards():
    assert [card.name for card in cards.CARDS if card.verb == cards.LAY] == list(cards.NAMES[:16])


def test_a_card_breaks_or_mends_the_tools_it_shows():
    shown = {card.name: [cards.TOOLS[tool] for tool in card.tools] for card in cards.CARDS if card.tools}
    assert shown == {
        "broken-pick": ["pick"],
        "broken-lantern": ["lantern"],
        "broken-cart": ["cart"],
        "repair-pick": ["pick"],
        "repair-lantern": ["lantern"],
        "repair-cart": ["cart"],
        "repair-pick-lantern": ["pick", "lantern"],
        "repair-pick-cart": ["pick", "cart"],
        "repair-lantern-cart": ["lantern", "cart"],
    }


def test_three_broken_cards_break_and_six_repair_cards_mend():
    verbs = [card.verb for card in cards.CARDS]
    assert (verbs.count(cards.BREAK), verbs.count(cards.REPAIR)) == (3, 6)


def test_a_repair_is_a_card_with_one_of_its_tools():
    pairs = [(cards.NAMES[kind], cards.TOOLS[tool]) for kind, tool in cards.REPAIRS]
    assert pairs == [
        ("repair-pick", "pick"),
        ("repair-lantern", "lantern"),
        ("repair-cart", "cart"),
        ("repair-pick-lantern", "pick"),
        ("repair-pick-lantern", "lantern"),
        ("repair-pick-cart", "pick"),
        ("repair-pick-cart", "cart"),
        ("repair-lantern-cart", "lantern"),
        ("repair-lantern-cart", "cart"),
    ]


def test_goals_lie_seven_columns_from_the_start_and_one_row_apart():
    assert cards.GOAL_CELLS == ((8, -2), (8, 0), (8, 2))


def test_the_goals_are_one_cross_and_two_corners():
    assert dict(zip(cards.GOAL_FACES, cards.GOAL_TILES, strict=True)) == {
        "hidden": "",
        "treasure": "NESW",
        "stone-a": "NE",
        "stone-b": "NW",
    }
