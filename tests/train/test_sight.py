"""The critic is shown the game as its record has it."""

import numpy as np

import agents
from saboteur_env.core.cards import KINDS, NONE, TREASURE
from saboteur_env.rules import Setup
from saboteur_env.vector import Batch
from train.core.sight import SIGHT, seen

PLAYERS = np.arange(3, 11)


def courses(steps=70, seed=0, player=None):
    """Batches of games of 3 to 10 players on their way, by random play or a player's."""
    batch, chance = Batch(8, [Setup(int(players), rounds=2) for players in PLAYERS]), np.random.default_rng(seed)
    turn = batch.reset(seed)
    for _ in range(steps):
        yield batch, chance
        words = chance.integers(2**64, size=8, dtype=np.uint64)
        known = player and batch.information(turn.seats)
        turn = batch.step(player.act_all(known, words) if player else turn.pick(chance.random(8)))


def look(batch, seats):
    """(n,) SIGHT."""
    return seen(batch.games, batch.players, np.asarray(seats)).view(SIGHT)[:, 0]


def test_seats_are_those_of_the_record_clockwise_from_any():
    broken, saboteurs, places = set(), set(), 0
    for batch, chance in courses():
        seats = chance.integers(batch.players)
        for game, sight, players, first in zip(batch.games, look(batch, seats), batch.players, seats, strict=True):
            for place, token in enumerate(sight.seats):
                if place >= players:
                    assert not any(token.tobytes())
                    continue
                seat = (first + place) % players
                private, public = game.private[seat], game.public.players[seat]
                hand = [int((private.hand == kind).sum()) for kind in range(KINDS)]
                tools = [int(public.broken) >> tool & 1 for tool in range(3)]
                assert token.present == 1 and token.saboteur == private.role
                assert token.hand.tolist() == hand and sum(hand) == (private.hand != NONE).sum()
                assert token.broken.tolist() == tools
                broken.add(tuple(tools))
                saboteurs.add(int(token.saboteur))
                places += 1
    assert len(broken) > 3 and saboteurs == {0, 1} and places > 3000


def test_the_treasure_comes_first_among_the_goals():
    orders, hidden = set(), set()
    for batch, _ in courses(90, player=agents.make("miner")):
        for game, sight in zip(batch.games, look(batch, np.zeros(8, int)), strict=True):
            faces = game.hidden.goals.tolist()
            order = [faces.index(TREASURE), *(goal for goal in range(3) if faces[goal] != TREASURE)]
            assert sight.goals["now"].tolist() == [game.public.distance.now[goal] for goal in order]
            assert sight.goals["hidden"].tolist() == [int(game.public.mine.goals[goal].face == 0) for goal in order]
            orders.add(order[0])
            hidden.update(sight.goals["hidden"].tolist())
    assert orders == {0, 1, 2} and hidden == {0, 1}


def test_the_deck_is_the_cards_that_will_be_drawn():
    """The cards of the deal that nobody was dealt and that were not drawn yet, and none besides."""
    empty = full = 0
    for batch, _ in courses(80):
        for game, sight in zip(batch.games, look(batch, np.zeros(8, int)), strict=True):
            left = int(game.public.deck)
            to_come = game.hidden.deck.tolist()[67 - left :]
            assert sight.deck.tolist() == [to_come.count(kind) for kind in range(KINDS)]
            assert sight.left == left == sum(sight.deck)
            empty, full = empty + (left == 0), full + (left > 20)
    assert empty and full


def test_what_is_drawn_was_in_the_deck():
    batch, chance = Batch(16, Setup(5, rounds=1)), np.random.default_rng(0)
    turn, drawn = batch.reset(0), 0
    for _ in range(40):
        before = look(batch, turn.seats).copy()
        acted, turn = turn.seats, batch.step(turn.pick(chance.random(16)))
        after = look(batch, acted)
        for one, other in zip(before, after, strict=True):
            fewer = one.deck.astype(int) - other.deck
            if one.left - other.left == 1:
                assert sorted(fewer)[-1] == 1 and (fewer >= 0).all() and fewer.sum() == 1
                assert other.seats[0].hand[fewer.argmax()] >= 1
                drawn += 1
    assert drawn > 300


def test_a_sight_is_of_the_seat_in_question():
    for batch, _ in courses(3):
        for seat in range(3):
            sights = look(batch, np.full(8, seat))
            for game, sight in zip(batch.games, sights, strict=True):
                assert sight.seats[0].saboteur == game.private[seat].role
