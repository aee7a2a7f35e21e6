"""What one seat knows, and nothing else."""

import numpy as np
import pytest
from situations import moment, moments, together

from saboteur_env import saboteur_v0
from saboteur_env.core.layout import PRIVATE, PUBLIC
from saboteur_env.game import Game
from saboteur_env.information import information_of
from saboteur_env.rules import EDITIONS, Setup
from saboteur_env.vector import Batch


def content(information):
    """All bytes of the games in question."""
    public, rows, private, rules, which = information.arrays()
    return [public[rows].tobytes(), private.tobytes(), rules[which[rows]].tobytes()]


@pytest.mark.parametrize("edition", EDITIONS)
def test_all_worlds_of_a_seat_give_it_the_same_information(edition):
    for step, game in enumerate(moments(Setup(4, edition, rounds=2), 1)):
        if step % 9 == 0 or game.phase == "pick":
            seat = step % 4
            for world in game.worlds(seat, 3, step):
                twin = Game.of_bytes(game.setup, world.tobytes())
                assert content(twin.information(seat)) == content(game.information(seat))


def test_it_is_the_public_part_and_that_of_the_seat():
    game = moment(Setup(5), after=20)
    for seat in range(5):
        information = game.information(seat)
        assert content(information) == [
            part.tobytes() for part in (game.public, game.games[0].private[seat], game.rules)
        ]
        assert (len(information), information.seats.tolist(), information.players.tolist()) == (1, [seat], [5])
        assert (information.public.dtype, information.private.dtype) == (PUBLIC, PRIVATE)


def test_it_is_a_copy():
    """Neither does writing into it change the game, nor does the game change it."""
    game = moment(Setup(5), after=20)
    information, state = game.information(game.seat), game.get_state()
    before = content(information)
    game.step(int(game.legal()[0]))
    assert content(information) == before
    game.set_state(state)
    information.public["deck"] = 0
    information.private["hand"] = 0
    assert game.get_state() == state


def test_rules_cannot_be_written_into():
    with pytest.raises(ValueError, match="read-only"):
        moment(Setup(5)).information(0).rules["players"] = 3


@pytest.mark.parametrize("seat", [-1, 5, 1.0, None, "0", True])
def test_there_is_none_of_a_seat_where_nobody_sits(seat):
    with pytest.raises(ValueError, match="there is no seat"):
        moment(Setup(5)).information(seat)


def test_there_is_none_before_a_round_is_dealt():
    with pytest.raises(ValueError, match="no round is dealt yet"):
        Game(Setup(5)).information(0)


def test_there_is_some_when_the_game_is_over():
    *_, game = moments(Setup(3, rounds=1))
    while not game.is_over:
        game.step(int(game.legal()[0]))
    assert content(game.information(0))[0] == game.public.tobytes()


def test_many_games_at_once_are_as_each_by_itself():
    games = [moment(Setup(players), after=players) for players in range(3, 11)]
    many = together(games)
    assert len(many) == 8 and many.players.tolist() == [*range(3, 11)]
    for j, game in enumerate(games):
        assert content(many[j : j + 1]) == content(game.information(game.seat))
    part = np.array([5, 2])
    assert content(many[part])[1] == b"".join(content(many[j : j + 1])[1] for j in part)
    assert many[part].seats.tolist() == many.seats[part].tolist()


def test_what_is_known_of_many_games_is_a_copy_that_leads_nowhere():
    games = moment(Setup(5)).games.copy()
    before, one, rows = games.tobytes(), Setup(5).rules(), np.zeros(1, np.int64)
    information = information_of(games, one, rows, rows, rows + 2)
    information.public["deck"] = information.private["hand"] = 7
    assert games.tobytes() == before
    assert information.public.base is None and information.private.base is None


@pytest.mark.parametrize("maker", [saboteur_v0.raw_env, saboteur_v0.env])
def test_environments_give_the_information_of_an_agent(maker):
    env = maker(players=4)
    env.reset(seed=1)
    for seat, agent in enumerate(env.possible_agents):
        assert content(env.unwrapped.information(agent)) == content(env.unwrapped.game.information(seat))
        assert content(env.information(agent)) == content(env.unwrapped.information(agent))
    with pytest.raises(ValueError, match="nobody"):
        env.unwrapped.information("nobody")


def test_a_batch_gives_what_one_seat_of_each_game_knows():
    batch = Batch(4, [Setup(players, rounds=1) for players in (3, 5, 7, 10)])
    turn = batch.reset(seed=1)
    many = batch.information(turn.seats)
    for index, seat in enumerate(turn.seats.tolist()):
        assert content(many[index : index + 1]) == content(batch.game(index).information(seat))
    with pytest.raises(ValueError, match="game 0: there is no seat 3 among 3 players"):
        batch.information(np.full(4, 3))
