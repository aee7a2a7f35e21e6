"""Given deals: any game can be set up, and a deal that the rules do not allow is refused."""

from copy import deepcopy

import pytest
from playing import WAYS, course

from saboteur_env import record, saboteur_v0
from saboteur_env.game import Game
from saboteur_env.rules import Setup

KEYS = ("roles", "left_over", "goals", "hands", "deck", "gold", "starter")


def deal_of(seed, **setup):
    """A deal made by chance."""
    env = saboteur_v0.raw_env(**setup)
    env.reset(seed=seed)
    return env.truth()["deal"]


@pytest.mark.parametrize("maker", [saboteur_v0.raw_env, saboteur_v0.env])
@pytest.mark.parametrize("players", range(3, 11))
def test_a_deal_is_dealt(maker, players):
    deal = deal_of(5, players=players)
    env = maker(players=players)
    env.reset(seed=6, options={"deal": deal})
    assert env.truth()["deal"] == deal
    assert list(deal) == list(KEYS)
    assert env.agent_selection == f"player_{deal['starter']}"
    assert [seat["role"] for seat in env.truth()["seats"]] == deal["roles"]
    assert [seat["hand"] for seat in env.truth()["seats"]] == deal["hands"]


def test_cards_come_in_the_order_of_the_deck():
    env = saboteur_v0.raw_env(players=4)
    env.reset(options={"deal": deal_of(5, players=4)})
    for card in deal_of(5, players=4)["deck"]:
        seat = env.game.seat
        held = env.truth()["seats"][seat]["hand"]
        env.step(env.action({"verb": "pass", "cards": held[:1]}))
        assert sorted(env.truth()["seats"][seat]["hand"]) == sorted([*held[1:], card])


def test_hands_may_be_given_in_any_order():
    deal = deal_of(1)
    env = saboteur_v0.raw_env()
    env.reset(options={"deal": {**deal, "hands": [hand[::-1] for hand in deal["hands"]]}})
    assert env.truth()["deal"] == deal


def test_the_later_rounds_of_a_single_deal_are_chance():
    deal, starts = deal_of(1, players=3), set()
    for seed in (2, 3):
        env = saboteur_v0.raw_env(players=3)
        env.reset(seed=seed, options={"deal": deal})
        while env.game.round_index == 0:
            env.step(int(env.game.legal()[-1]))
        starts.add(str(env.truth()["deal"]))
    assert len(starts) == 2


@pytest.mark.parametrize("maker", [saboteur_v0.raw_env, saboteur_v0.env])
def test_a_list_of_deals_fixes_a_whole_game(maker):
    setup = {"players": 5, "edition": "999-games"}
    played = record.play(Game(Setup(**setup)), 3, WAYS["strolling"](3), ["x"] * 5)
    env = maker(**setup)
    env.reset(seed=99, options={"deal": played["deals"]})
    for turn in played["turns"]:
        assert env.agent_selection == f"player_{turn['seat']}"
        env.step(turn["action"])
    assert all(env.terminations.values())
    assert env.truth()["results"] == played["results"]


def test_a_deal_may_be_a_tuple_of_deals_or_none():
    deal = deal_of(1)
    env = saboteur_v0.raw_env()
    env.reset(seed=1, options={"deal": (deal,)})
    assert env.truth()["deal"] == deal
    env.reset(seed=1, options={"deal": []})
    assert env.truth()["deal"] == deal


def test_other_options_are_ignored():
    env = saboteur_v0.raw_env()
    env.reset(seed=1, options={"weather": "fine"})
    assert env.truth()["deal"] == deal_of(1)


def test_the_given_deal_stays_as_it_is():
    deal = deal_of(1, players=3)
    before = deepcopy(deal)
    env = saboteur_v0.raw_env(players=3, rounds=1)
    env.reset(options={"deal": deal})
    for _ in course(env.clone(), 1, "digging"):
        pass
    assert deal == before


def without(deal, field):
    """A deal that lacks a field."""
    return {key: value for key, value in deal.items() if key != field}


def swapped(hands, deck):
    """The first card of the first hand replaced by another kind."""
    other = next(card for card in deck if card != hands[0][0])
    return [[other, *hands[0][1:]], *hands[1:]]


# How a deal for 4 players is spoiled, and what the message says.
BAD = {
    "no mapping": (lambda d: 5, "a deal is a mapping with the fields roles, left_over"),
    "none": (lambda d: None, "a deal is a mapping"),
    "text": (lambda d: "deal", "a deal is a mapping"),
    "empty": (lambda d: {}, "missing: .*'roles'.*'starter'"),
    **{f"no {key}": (lambda d, key=key: without(d, key), f"missing: .'{key}'") for key in KEYS},
    "surplus field": (lambda d: {**d, "weather": 1}, "unknown: .'weather'"),
    "set aside": (lambda d: {**d, "set_aside": ["map"]}, "set_aside"),
    "a role too few": (lambda d: {**d, "roles": d["roles"][:3]}, "3 roles for 4 players"),
    "a role too many": (lambda d: {**d, "roles": [*d["roles"], "miner"]}, "5 roles for 4 players"),
    "an unknown role": (lambda d: {**d, "left_over": ["geologist"]}, "'geologist'.*miner, saboteur"),
    "all saboteurs": (lambda d: {**d, "roles": ["saboteur"] * 4}, "in its roles, the rules ask for"),
    "no role left over": (lambda d: {**d, "left_over": []}, "in its roles"),
    "roles no list": (lambda d: {**d, "roles": "miner"}, "roles of a deal are a list, not 'miner'"),
    "two treasures": (lambda d: {**d, "goals": ["treasure", "treasure", "stone-a"]}, "in its goals, the rules"),
    "a goal too few": (lambda d: {**d, "goals": ["treasure", "stone-a"]}, "stone-b in its goals"),
    "an unknown goal": (lambda d: {**d, "goals": ["treasure", "stone-a", "stone-c"]}, "'stone-c'.*stone-b"),
    "a hidden goal": (lambda d: {**d, "goals": ["treasure", "stone-a", "hidden"]}, "hidden"),
    "a hand too few": (lambda d: {**d, "hands": d["hands"][:3]}, "needs 4 hands"),
    "hands no list": (lambda d: {**d, "hands": 4}, "needs 4 hands"),
    "a short hand": (lambda d: {**d, "hands": [d["hands"][0][:5], *d["hands"][1:]]}, "needs 6 cards"),
    "a hand no list": (lambda d: {**d, "hands": ["map", *d["hands"][1:]]}, "hands of a deal are a list"),
    "an unknown card": (lambda d: {**d, "deck": ["NS|EW", *d["deck"][1:]]}, "'NS|EW' in the deck"),
    "another card": (lambda d: {**d, "hands": swapped(d["hands"], d["deck"])}, "in its hands and deck"),
    "a card too few": (lambda d: {**d, "deck": d["deck"][1:]}, "in its hands and deck"),
    "a card too many": (lambda d: {**d, "deck": [*d["deck"], "map"]}, "7 .*map in its hands and deck.* ask for 6"),
    "a number for a card": (lambda d: {**d, "deck": [0, *d["deck"][1:]]}, "0 in the deck"),
    "a list for a card": (lambda d: {**d, "deck": [[], *d["deck"][1:]]}, r"\[\] in the deck"),
    "a gold card too few": (lambda d: {**d, "gold": d["gold"][1:]}, "in its gold"),
    "a gold card of 4": (lambda d: {**d, "gold": [4, *d["gold"][1:]]}, "gold"),
    "gold no list": (lambda d: {**d, "gold": 28}, "gold of a deal"),
    "gold no whole number": (lambda d: {**d, "gold": [float(n) for n in d["gold"]]}, "gold"),
    "gold a list": (lambda d: {**d, "gold": [[1], *d["gold"][1:]]}, "gold"),
    "starter too large": (lambda d: {**d, "starter": 4}, "a seat from 0 to 3, not 4"),
    "starter negative": (lambda d: {**d, "starter": -1}, "a seat from 0 to 3, not -1"),
    "starter a name": (lambda d: {**d, "starter": "player_0"}, "a seat from 0 to 3, not 'player_0'"),
    "starter true": (lambda d: {**d, "starter": True}, "a seat from 0 to 3, not True"),
    "starter no whole number": (lambda d: {**d, "starter": 1.0}, "a seat from 0 to 3, not 1.0"),
    "starter none": (lambda d: {**d, "starter": None}, "a seat from 0 to 3, not None"),
    "four deals": (lambda d: [d] * 4, "4 deals for a game of 3 rounds"),
    "bad in a list": (lambda d: [without(d, "deck")], "missing: .'deck'"),
}


@pytest.mark.parametrize("maker", [saboteur_v0.raw_env, saboteur_v0.env])
@pytest.mark.parametrize("name", BAD)
def test_a_bad_deal_is_refused_and_the_old_game_stays(maker, name):
    spoil, words = BAD[name]
    env = maker(players=4)
    env.reset(seed=1, options={"deal": [deal_of(1, players=4)] * 2})
    env.step(int(env.unwrapped.game.legal()[-1]))
    before, agent = env.get_state(), env.agent_selection
    with pytest.raises(ValueError, match=words):
        env.reset(seed=2, options={"deal": spoil(deal_of(2, players=4))})
    assert (env.get_state(), env.agent_selection) == (before, agent)
    env.step(int(env.unwrapped.game.legal()[-1]))


def test_a_bad_deal_before_the_first_game_leaves_none():
    env = saboteur_v0.env(players=4)
    with pytest.raises(ValueError, match="missing"):
        env.reset(options={"deal": {}})
    with pytest.raises((AssertionError, AttributeError), match="reset"):
        env.step(0)


def test_a_bad_deal_for_a_later_round_is_refused_at_once():
    """What needs no knowledge of the first round: the cards, roles and goals."""
    deal = deal_of(1, players=4)
    env = saboteur_v0.env(players=4)
    env.reset(seed=1)
    before = env.get_state()
    with pytest.raises(ValueError, match="in its hands and deck"):
        env.reset(options={"deal": [deal, {**deal, "deck": deal["deck"][1:]}]})
    assert env.get_state() == before


@pytest.mark.parametrize(("field", "words"), [("starter", "starts this round"), ("gold", "in its gold")])
def test_a_later_deal_that_contradicts_the_game_is_refused_and_the_game_stays(field, words):
    """Who starts and which gold cards are left is known when the first round has ended, not before."""
    played = record.play(Game(Setup(4)), 3, WAYS["digging"](3), ["x"] * 4)
    first, second, _ = played["deals"]
    wrong = {"starter": (second["starter"] + 1) % 4, "gold": first["gold"]}[field]
    env = saboteur_v0.raw_env(players=4)
    env.reset(options={"deal": [first, {**second, field: wrong}]})
    turns = [turn["action"] for turn in played["turns"] if turn["round"] == 0]
    for action in turns[:-1]:
        env.step(action)
    before = env.get_state()
    with pytest.raises(ValueError, match=words):
        env.step(turns[-1])
    assert env.get_state() == before
    assert turns[-1] in env.game.legal()
