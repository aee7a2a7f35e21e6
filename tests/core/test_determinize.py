"""Worlds: they agree with all that a seat knows, they can be played again, and none is likelier than another."""

import subprocess
import sys
from collections import Counter
from itertools import count, islice, permutations, product
from math import comb, prod

import pytest
from chances import chi_square_is_plausible
from hypothesis import given, settings
from hypothesis import strategies as st
from inventory import cards_of, gold_of
from playing import RULES, WAYS, decisions
from referee import less, payment
from scenarios import do, lay, scene

from saboteur_env.core.cards import HIDDEN, NAMES, NONE, PASS, PICK_GOLD, REVEAL, ROLES
from saboteur_env.core.turn import deal_round
from saboteur_env.game import Game, Setup
from saboteur_env.notation import move_of
from saboteur_env.rules import BASE_DECK, BASE_GOLD, ruleset

IN_THE_MIDDLE = ("stone-a", "treasure", "stone-b")


def worlds(game, seat, number):
    """So many worlds of a seat."""
    return (game.determinize(seat, seed) for seed in range(number))


# -- worlds agree with what the seat knows -------------------------------------------------------------------


@settings(max_examples=25)
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
    assert Counter(deal["roles"] + deal["left_over"]) == ruleset(world.setup.edition, world.setup.variants).roles[players]
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


@settings(max_examples=25)
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


def test_a_game_that_is_over_has_worlds_too():
    """In a process of its own, which is given up where it does not come back."""
    program = f"""
import sys
sys.path[:0] = {sys.path!r}
from playing import WAYS, decisions
from saboteur_env.game import Game, Setup
for seed in range(12):
    game = Game(Setup(3, ("amigo-2025", "classic", "999-games")[seed % 3], rounds=1 + seed % 2))
    for _ in decisions(game, seed, WAYS[("random", "digging")[seed % 2]](seed)):
        pass
    for seat in range(3):
        world = game.determinize(seat, seed)
        assert world.games[0].public.tobytes() == game.games[0].public.tobytes()
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


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
    assert chi_square_is_plausible([found[1], found[2], found[None]], [2000 * share, 2000 * share, 2000 * (1 - 2 * share)])


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


# -- worlds of gold --------------------------------------------------------------------------------------------


def picked(players=3, saboteurs=(1,), picks=(), gold=(1, 2), **options):
    """A game in which seat 0 reached the treasure and these worths were picked."""
    game = scene("S─┼─┼─┼", {0: ["NESW"]}, goals=IN_THE_MIDDLE, players=players, saboteurs=saboteurs, gold=gold, **options)
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
    saboteurs, gold = [other for other, role in enumerate(roles) if role == ROLES.index("saboteur")], tuple(BASE_GOLD.values())
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


@pytest.mark.xfail(reason="gold of past rounds is drawn uniformly, not weighed by what was seen later", strict=False)
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


@pytest.mark.xfail(reason="gold of past rounds is drawn uniformly, not weighed by what was seen later", strict=False)
def test_the_pile_of_a_later_round_tells_which_gold_cards_others_have():
    games = islice((game for seed in count() if (game := third_pile(seed))), 6)
    assert all(threes_are_drawn_as_they_should(game, game.seat) for game in games)
