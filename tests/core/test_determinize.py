"""Worlds: they agree with all that a seat knows, they can be played again, and none is likelier than another."""

from collections import Counter
from itertools import permutations

import pytest
from chances import chi_square_is_plausible, worlds
from hypothesis import given, settings
from hypothesis import strategies as st
from inventory import cards_of, gold_of
from playing import RULES, WAYS, decisions
from scenarios import do, scene

from saboteur_env.core.cards import CLAIM, HIDDEN, NAMES, NONE, PASS, PICK_GOLD, REVEAL, ROLES
from saboteur_env.core.turn import deal_round
from saboteur_env.game import Game, Setup
from saboteur_env.notation import move_of
from saboteur_env.rules import BASE_DECK, BASE_GOLD, ruleset

IN_THE_MIDDLE = ("stone-a", "treasure", "stone-b")


# -- worlds agree with what the seat knows -------------------------------------------------------------------


@settings(max_examples=15)
@given(st.integers(0, 2**32 - 1), st.integers(3, 10), st.sampled_from(RULES), st.sampled_from(list(WAYS)))
def test_worlds_agree_with_all_that_a_seat_knows_at_every_phase_of_every_round(seed, players, rules, way):
    game = Game(Setup(players, *rules))
    for step, _ in enumerate(decisions(game, seed, WAYS[way](seed))):
        if step % 5 == 0 or game.phase == "pick":
            seat = (seed + step) % players
            check_world(game, seat, game.determinize(seat, seed + step))


def check_world(game, seat, world):
    """What the seat knows is there to the byte, and the rest is possible."""
    truth, other = game.games[0], world.games[0]
    assert other.public.tobytes() == truth.public.tobytes()
    assert other.private[seat].tobytes() == truth.private[seat].tobytes()
    assert (world.seat, world.phase) == (game.seat, game.phase)
    assert cards_of(world) == [*BASE_DECK.values()] and gold_of(world) == [*BASE_GOLD.values()]
    check_roles(world)
    check_goals(world)
    check_hands(world)
    check_gold(world)


def check_roles(world):
    """Roles are the pool, and those shown are the ones held."""
    players, deal, seats = world.setup.players, world.deal(), world.truth()["seats"]
    assert (
        Counter(deal["roles"] + deal["left_over"]) == ruleset(world.setup.edition, world.setup.variants).roles[players]
    )
    assert [seat["role"] for seat in seats] == deal["roles"]
    shown = world.public.players["role"][:players]
    assert all(role in (NONE, ROLES.index(deal["roles"][seat])) for seat, role in enumerate(shown))


def check_goals(world):
    """Goals are one treasure and two stones; maps and reveals showed what lies there."""
    goals = world.games[0].hidden.goals.tolist()
    assert sorted(goals) == [1, 2, 3]
    assert all(face in (HIDDEN, goals[goal]) for goal, face in enumerate(world.public.mine.goals["face"]))
    for seat in range(world.setup.players):
        looked = world.public.players[seat].maps
        assert world.games[0].private[seat].known.tolist() == [face if looked[g] else 0 for g, face in enumerate(goals)]


def check_hands(world):
    """Hands and face-down discards are as large as everybody sees, hands sorted."""
    for seat in range(world.setup.players):
        player, private = world.public.players[seat], world.games[0].private[seat]
        hand, passed = private.hand.tolist(), private.discards.tolist()
        assert hand == sorted(hand[: player.cards]) + [NONE] * (len(hand) - player.cards)
        assert NONE not in passed[: player.passes] and set(passed[player.passes :]) <= {NONE}


def check_gold(world):
    """Every gain is in gold cards, and as many of them as everybody saw taken."""
    gains = world.games[0].hidden.gains[:, : world.setup.players].sum(axis=0)
    assert gains.tolist() == world.nuggets()
    for seat in range(world.setup.players):
        private = world.games[0].private[seat]
        assert private.gold.sum() == world.public.players[seat].gold_cards + private.paid.sum()


@settings(max_examples=15)
@given(st.integers(0, 2**32 - 1), st.integers(3, 10), st.sampled_from(RULES), st.sampled_from(list(WAYS)))
def test_a_world_is_its_own_deal_played_again_by_its_log(seed, players, rules, way):
    game = Game(Setup(players, *rules, rounds=2))
    for step, _ in enumerate(decisions(game, seed, WAYS[way](seed))):
        if step % 11 == 0 or game.phase == "pick":
            check_replay(game.determinize((seed + step) % players, step))


def check_replay(world):
    """Deal the round of a world again and make the moves of its log, each of them legal, up to where it stands."""
    again, log = world.clone(), world.public.events[: world.public.logged]
    put_gold_back(again.games[0])
    deal_round(again.games, 0, again.rules)
    again.set_state(again.get_state())
    passes, picks = Counter(), Counter()
    for event in log:
        private = world.games[0].private[event.seat]
        if event.verb == PASS:
            event = event.copy()
            event.kind = private.discards[passes[event.seat]]
            passes[event.seat] += 1
        if event.verb == PICK_GOLD:
            event = event.copy()
            event.worth = private.sights[world.round_index, picks[event.seat]].taken
            picks[event.seat] += 1
        if event.verb != REVEAL:
            assert again.seat == event.seat and not again.is_over
            again.step(again.action(move_of(event)))
    assert again.truth() == world.truth()
    assert again.public.events[: world.public.logged].tobytes() == log.tobytes()
    assert again.public.players.tobytes() == world.public.players.tobytes()
    assert again.public.distance.now.tolist() == world.public.distance.now.tolist()
    assert again.games[0].private.tobytes() == world.games[0].private.tobytes()


@pytest.mark.parametrize("way", WAYS)
def test_a_seats_own_cards_came_to_it_as_they_did(way):
    """A seat remembers its first hand and each card it drew."""
    game = Game(Setup(4, rounds=2))
    for step, _ in enumerate(decisions(game, 8, WAYS[way](8))):
        if step % 9 == 0:
            seat = step % 4
            assert own_cards(game.determinize(seat, step), seat) == own_cards(game, seat)


def own_cards(game, seat):
    """The first hand of a seat and the cards that it drew, in order."""
    deal, public = game.deal(), game.public
    turns = [event.seat for event in public.events[: public.logged] if event.verb not in (CLAIM, REVEAL, PICK_GOLD)]
    drawn = deal["deck"][: len(deal["deck"]) - public.deck]
    return deal["hands"][seat], [card for card, drawer in zip(drawn, turns, strict=False) if drawer == seat]


def put_gold_back(game):
    """Undo the picks of the round: the cards of the pile come first in the stock again."""
    hidden, number, pile = game.hidden, game.public.round_index, game.hidden.pile.copy()
    past = game.public.past[number]
    for private in game.private:
        for sight in private.sights[number]:
            if sight.taken:
                pile[sight.taken - 1] += 1
                private.gold[sight.taken - 1] -= 1
                sight.taken = 0
            sight.pile[:] = 0
    drawn = [worth + 1 for worth in range(3) for _ in range(pile[worth])]
    hidden.gold[: hidden.stock + len(drawn)] = [*drawn, *hidden.gold[: hidden.stock]]
    hidden.stock += len(drawn)
    hidden.gains[number] = 0
    game.public.players["gold_cards"] -= game.public.players["picks"]
    past.reached, past.finisher, past.taken, past.order = 0, NONE, 0, NONE
    past.roles[:] = NONE
    past.goals["face"] = past.goals["turned"] = 0


def test_a_game_that_is_over_has_no_worlds():
    game = Game(Setup(3, rounds=1))
    for _ in decisions(game, 0, WAYS["random"](0)):
        pass
    with pytest.raises(ValueError, match="the game is over"):
        game.determinize(0, 1)


def test_the_seed_of_a_deal_tells_a_world_nothing():
    """As often as by chance the roles and the goals are the true ones, though deal and world share their seed."""
    roles = goals = 0
    for seed in range(2000):
        game = Game(Setup(7, variants=("guaranteed-saboteurs",)))
        game.reset(seed)
        deal, world = game.deal(), game.determinize(0, seed).deal()
        roles += deal["roles"] == world["roles"]
        goals += deal["goals"] == world["goals"]
    # Seat 0 knows its own role: with 3 saboteurs among 7, a miner leaves 20 ways and a saboteur 15.
    share = 4 / 7 / 20 + 3 / 7 / 15
    assert chi_square_is_plausible([roles, 2000 - roles], [2000 * share, 2000 * (1 - share)])
    assert chi_square_is_plausible([goals, 2000 - goals], [2000 / 6, 2000 * 5 / 6])


def test_a_world_changes_nothing_in_the_game():
    game = scene("S─┼")
    before = game.get_state()
    game.determinize(1, 5)
    assert game.get_state() == before


# -- no world is likelier than another -----------------------------------------------------------------------


def test_roles_are_drawn_evenly_over_all_seats_and_the_one_left_over():
    game, found = scene("S", players=5, saboteurs=[3, 4]), Counter()
    for world in worlds(game, 0, 2000):
        deal = world.deal()
        found[tuple(place for place, role in enumerate(deal["roles"] + deal["left_over"]) if role == "saboteur")] += 1
    assert len(found) == 10 and chi_square_is_plausible(found.values(), [200] * 10)


def test_a_saboteur_draws_the_roles_of_the_others_from_what_is_left_of_the_pool():
    game, found = scene("S", players=5, saboteurs=[0, 4]), Counter()
    for world in worlds(game, 0, 1000):
        deal = world.deal()
        found[(deal["roles"] + deal["left_over"]).index("saboteur", 1)] += 1
    assert chi_square_is_plausible([found[place] for place in range(1, 6)], [200] * 5)


def test_goals_are_drawn_evenly_over_all_orders():
    game = scene("S")
    found = Counter(tuple(world.deal()["goals"]) for world in worlds(game, 0, 1200))
    orders = [*permutations(("treasure", "stone-a", "stone-b"))]
    assert chi_square_is_plausible([found[order] for order in orders], [200] * 6)


@pytest.mark.parametrize("seen", [0, 1])
def test_goals_that_a_map_showed_stay_and_the_others_are_drawn_evenly(seen):
    game = scene("S", {0: ["map"]}, goals=IN_THE_MIDDLE)
    do(game, "map", goal=seen)
    found = Counter(tuple(world.deal()["goals"]) for world in worlds(game, 0, 1000))
    orders = [order for order in permutations(IN_THE_MIDDLE) if order[seen] == IN_THE_MIDDLE[seen]]
    assert chi_square_is_plausible([found[order] for order in orders], [500] * 2) and set(found) == set(orders)


def test_another_players_map_tells_a_seat_nothing():
    game = scene("S", {0: ["map"]}, goals=IN_THE_MIDDLE)
    do(game, "map", goal=1)
    found = Counter(world.deal()["goals"].index("treasure") for world in worlds(game, 1, 1200))
    assert chi_square_is_plausible([found[goal] for goal in range(3)], [400] * 3)


def test_revealed_goals_stay():
    game = scene("S─┼─┼─┼┼┐", goals=("treasure", "stone-a", "stone-b"))
    found = Counter(tuple(world.deal()["goals"]) for world in worlds(game, 2, 1000))
    orders = [("treasure", "stone-a", "stone-b"), ("stone-b", "stone-a", "treasure")]
    assert chi_square_is_plausible([found[order] for order in orders], [500] * 2) and set(found) == set(orders)


def unseen(game, seat):
    """The cards that a seat has not seen, by name."""
    cards = Counter(dict(zip(NAMES, cards_of(game), strict=True)))
    truth, public = game.truth()["seats"], game.public
    cards -= Counter(truth[seat]["hand"] + truth[seat]["discarded"])
    cards -= Counter(f"broken-{tool}" for other in truth for tool in other["broken"])
    cards -= Counter(NAMES[card.kind] for card in public.mine.laid[: public.mine.cards])
    return cards - Counter({NAMES[kind]: int(count) for kind, count in enumerate(public.discards)})


@pytest.mark.parametrize("place", ["the next card of the deck", "the last card of the deck", "what another passed"])
def test_every_unseen_card_is_equally_likely_at_every_unseen_place(place):
    game = scene("S─", broken=[("pick", 2)], deck=30)
    look = {
        "the next card of the deck": lambda world: world.deal()["deck"][-30],
        "the last card of the deck": lambda world: world.deal()["deck"][-1],
        "what another passed": lambda world: world.truth()["seats"][1]["discarded"][0],
    }[place]
    found, cards = Counter(look(world) for world in worlds(game, 0, 2000)), unseen(game, 0)
    assert set(found) <= set(cards)
    shares = [2000 * cards[card] / cards.total() for card in cards]
    assert chi_square_is_plausible([found[card] for card in cards], shares)


def test_every_unseen_card_is_equally_likely_in_every_other_hand():
    game, found = scene("S─", {0: ["EW"]}), Counter()
    for world in worlds(game, 0, 2000):
        seats = world.truth()["seats"]
        found[next((seat for seat in (1, 2) if "N|E|S|W" in seats[seat]["hand"]), None)] += 1
    share = 6 / unseen(game, 0).total()
    assert chi_square_is_plausible(
        [found[1], found[2], found[None]], [2000 * share, 2000 * share, 2000 * (1 - 2 * share)]
    )


@pytest.mark.parametrize("edition", ["classic", "999-games"])
def test_that_the_round_goes_on_tells_that_somebody_can_play(edition):
    """Seat 0 cannot, so not both of the other cards are repairs or rockfalls, in a mine without cards."""
    game = scene("S", {0: ["repair-pick"], 1: ["EW"], 2: ["map"]}, deck=0, edition=edition)
    cards = unseen(game, 0)
    idle = {card for card in cards if card.startswith("repair") or card == "rockfall"}
    stuck, total = sum(cards[card] for card in idle), cards.total()
    pairs = total * (total - 1) - stuck * (stuck - 1)
    shares = {card: cards[card] * (total - (stuck if card in idle else 1)) / pairs for card in cards}
    found = Counter(world.truth()["seats"][1]["hand"][0] for world in worlds(game, 0, 2000))
    assert chi_square_is_plausible([found[card] for card in cards], [2000 * shares[card] for card in cards])
