"""A batch plays the very games that single games play: states, observations, masks and rewards, byte for byte."""

import numpy as np
import pytest
from playing import RULES, WAYS

from saboteur_env import saboteur_v0
from saboteur_env.game import Game, IllegalAction
from saboteur_env.rules import EDITIONS, Setup
from saboteur_env.spaces import Encoder, Options, observation_size
from saboteur_env.vector import Batch

SIZE = 6


def single_games(setup, seed, count=SIZE):
    """Games with the chance of those of a batch."""
    games = [Game(setup) for _ in range(count)]
    for game, chance in zip(games, np.random.SeedSequence(seed).generate_state(count, np.uint64), strict=True):
        game.games[0].hidden.random = chance
        game.reset(None)
    return games


def check_alike(batch, games, encoder):
    """States, seats, masks and the observations of the seats to decide and of others."""
    assert batch.games.tobytes() == b"".join(game.games.tobytes() for game in games)
    seats, masks = batch.seats(), batch.masks()
    assert seats.tolist() == [game.seat for game in games]
    assert masks.dtype == np.int8 and np.array_equal(masks, [game.mask() for game in games])
    for shift in (0, 1):
        watching = (seats + shift) % batch.players
        seen = batch.observe(watching)
        assert seen.dtype == np.float32
        for game, seat, observation in zip(games, watching, seen, strict=True):
            assert observation.tobytes() == encoder.observation(game, int(seat)).tobytes()


def step_game(game, action):
    """Play on in a single game, with a new one after its end; returns whether it ended, and the round's result."""
    rounds = game.round_index
    game.step(int(action))
    result = game.result(rounds) if game.round_index > rounds else None
    return game.is_over, result


@pytest.mark.parametrize("index", range(8))
def test_a_batch_plays_the_games_that_single_games_play(index):
    """Through the ends of rounds and games, with everything that is shown on the way."""
    (edition, variants), players = RULES[index * 9], 3 + index
    options = Options(index % 4 != 3, index % 2 == 0)
    setup = Setup(players, edition, variants, 1 + index % 2, options.distances)
    batch, games, encoder = Batch(SIZE, setup, options), single_games(setup, index), Encoder(options)
    ways = [WAYS[way](index) for way in (WAYS if options.distances else ("random", "quarrying"))]
    batch.reset(index)
    ended = 0
    for step in range(260):
        if step % 3 == 0 or ended:
            check_alike(batch, games, encoder)
        actions = np.array([ways[i % len(ways)](game, game.legal()) for i, game in enumerate(games)])
        batch.step(actions)
        ended = 0
        for i, game in enumerate(games):
            over, result = step_game(game, actions[i])
            assert batch.ended[i] == over
            assert batch.reached[i] == (-1 if result is None else result["treasure_reached"])
            if result is not None:
                roles = ["miner", "saboteur"]
                assert [roles[role] for role in batch.roles[i, :players]] == result["roles_at_end"]
            assert (batch.roles[i, players if result else 0 :] == -1).all()
            assert batch.nuggets[i].tolist() == [*(game.nuggets() if over else []), *[0] * (10 - players * over)]
            if over:
                game.reset(None)
                ended += 1


@pytest.mark.parametrize("reward", ["gold", "team", "win"])
@pytest.mark.parametrize("players", [3, 8])
def test_rewards_are_those_of_the_environment(players, reward):
    setup = Setup(players, rounds=2)
    batch = Batch(SIZE, setup, reward=reward)
    batch.reset(4)
    envs = [saboteur_v0.raw_env(players, rounds=2, reward=reward) for _ in range(SIZE)]
    for env, game in zip(envs, single_games(setup, 4), strict=True):
        env.set_state(game.get_state())
    choose, given = WAYS["digging"](1), 0.0
    for _ in range(200):
        actions = np.array([choose(env.game, env.game.legal()) for env in envs])
        rewards = batch.step(actions)
        assert rewards.dtype == np.float32 and rewards.shape == (SIZE, 10)
        for i, env in enumerate(envs):
            env.step(int(actions[i]))
            assert np.array_equal(rewards[i, :players], np.array(list(env.rewards.values()), np.float32))
            assert not rewards[i, players:].any()
            given += abs(rewards[i]).sum()
            if batch.ended[i]:
                assert all(env.terminations.values())
                env.reset()
    assert given > 0


def test_gold_sums_up_to_the_nuggets_of_the_games():
    batch, games = Batch(SIZE, Setup(5), reward="gold"), single_games(Setup(5), 2)
    batch.reset(2)
    choose, total = WAYS["strolling"](2), np.zeros((SIZE, 10))
    playing = set(range(SIZE))
    while playing:
        actions = batch.masks().argmax(1)
        for i in playing:
            actions[i] = choose(games[i], games[i].legal())
        rewards = batch.step(actions)
        for i in sorted(playing):
            games[i].step(int(actions[i]))
            total[i] += rewards[i]
        playing -= {i for i in playing if games[i].is_over}
    assert np.array_equal(total[:, :5], [game.nuggets() for game in games]) and total.any()


def test_the_first_game_of_a_batch_is_the_game_of_that_seed():
    batch, game = Batch(3, Setup(5)), Game(Setup(5))
    batch.reset(11)
    game.reset(11)
    assert batch.games[0].tobytes() == game.games[0].tobytes()


def test_the_seed_fixes_the_batch():
    states = []
    for seed in (1, 1, 2):
        batch = Batch(4, Setup(4))
        batch.reset(seed)
        states.append(batch.games.tobytes())
        assert len({game.tobytes() for game in batch.games}) == 4
    assert states[0] == states[1] != states[2]


def test_a_larger_batch_begins_with_the_smaller_one():
    small, large = Batch(3, Setup(4)), Batch(8, Setup(4))
    for batch in (small, large):
        batch.reset(5)
    assert large.games[:3].tobytes() == small.games.tobytes()


def test_a_reset_batch_begins_anew():
    used, fresh = Batch(4, Setup(4)), Batch(4, Setup(4))
    used.reset(1)
    for _ in range(100):
        used.step(used.masks().argmax(1))
    for batch in (used, fresh):
        batch.reset(2)
    assert np.array_equal(used.seats(), fresh.seats()) and np.array_equal(used.masks(), fresh.masks())
    for shift in range(4):
        seats = (used.seats() + shift) % 4
        assert np.array_equal(used.observe(seats), fresh.observe(seats))


def test_what_a_batch_gives_is_fresh():
    """What a learner keeps is not overwritten by the next step."""
    batch = Batch(4, Setup(3, rounds=1), Options(changes=True))
    batch.reset(3)
    kept, copies = [], []
    for _ in range(150):
        seats, masks = batch.seats(), batch.masks()
        rewards = batch.step(masks.argmax(1))
        arrays = [seats, masks, rewards, batch.observe(seats), batch.mean_distances()]
        arrays += [batch.ended, batch.reached, batch.roles, batch.nuggets]
        kept += arrays
        copies += [array.copy() for array in arrays]
    assert all(np.array_equal(array, before) for array, before in zip(kept, copies, strict=True))


def test_mean_distances_are_those_of_the_face_down_goals():
    batch, games = Batch(SIZE, Setup(6)), single_games(Setup(6), 7)
    batch.reset(7)
    choose = WAYS["straying"](7)
    for _ in range(60):
        for mean, game in zip(batch.mean_distances(), games, strict=True):
            down = game.public.distance.now[game.public.mine.goals["face"] == 0]
            assert mean == (down.mean() if len(down) else 0)
        actions = np.array([choose(game, game.legal()) for game in games])
        batch.step(actions)
        for game, action in zip(games, actions, strict=True):
            game.step(int(action))


BAD_BATCHES = [
    ({"options": Options(history=3)}, "no history"),
    ({"options": Options(picture=True)}, "no picture"),
    ({"reward": "points"}, "no reward 'points'; rewards: gold, team, win"),
    ({"setup": Setup(4, distances=False)}, "distances"),
    ({"size": 0}, "size"),
    ({"size": -1}, "size"),
    ({"threads": 0}, "threads is a whole number from 1, not 0"),
    ({"setup": [Setup(4)]}, "2 games need 2 setups, not 1"),
]


@pytest.mark.parametrize(("fields", "words"), BAD_BATCHES, ids=str)
def test_an_impossible_batch_is_refused(fields, words):
    with pytest.raises(ValueError, match=words):
        Batch(**{"size": 2, "setup": Setup(4), **fields})


MIXED = [Setup(players, edition, rounds=1 + players % 3) for players in range(3, 11) for edition in EDITIONS]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_games_of_any_players_and_rounds_share_a_batch(threads):
    """Each is the game that it would be alone, whatever the number of threads."""
    batch, encoder, rng = Batch(len(MIXED), MIXED, threads=threads), Encoder(Options()), np.random.default_rng(1)
    batch.reset(3)
    games = [Game(setup) for setup in MIXED]
    for game, chance in zip(games, np.random.SeedSequence(3).generate_state(len(MIXED), np.uint64), strict=True):
        game.games[0].hidden.random = chance
        game.reset(None)
    for step in range(150):
        if step % 10 == 0:
            check_alike(batch, games, encoder)
        actions = np.array([rng.choice(game.legal()) for game in games])
        batch.step(actions)
        for game, action in zip(games, actions, strict=True):
            game.step(int(action))
            if game.is_over:
                game.reset(None)


def test_an_illegal_action_is_refused_in_words_and_changes_nothing():
    batch = Batch(4, Setup(5))
    batch.reset(0)
    before, actions = batch.games.tobytes(), batch.masks().argmax(1)
    for wrong, words in ((466, "game 2: action 466 is illegal for seat"), (467, "game 2: an action is a whole number")):
        actions[2] = wrong
        with pytest.raises(IllegalAction, match=words):
            batch.step(actions)
    assert batch.games.tobytes() == before


def test_a_seat_that_nobody_has_is_refused():
    batch = Batch(2, [Setup(3), Setup(5)])
    batch.reset(0)
    with pytest.raises(ValueError, match="game 0: there is no seat 4 among 3 players"):
        batch.observe(np.array([4, 4]))


def test_a_batch_waits_for_its_first_deal():
    with pytest.raises(ValueError, match="reset the batch first"):
        Batch(2, Setup(3)).step(np.zeros(2, np.int64))


def test_a_game_of_a_batch_can_be_taken_out():
    batch = Batch(2, [Setup(3), Setup(5)])
    batch.reset(1)
    game = batch.game(1)
    assert game.setup == Setup(5) and game.games.tobytes() == batch.games[1].tobytes()
    game.step(int(game.legal()[0]))
    assert game.games.tobytes() != batch.games[1].tobytes()


def test_a_batch_without_distances_is_shorter():
    batch = Batch(2, Setup(4, distances=False), Options(distances=False))
    batch.reset(1)
    assert batch.observe(batch.seats()).shape == (2, observation_size(Options(distances=False)))


def test_a_batch_has_as_many_games_as_said():
    assert len(Batch(7, Setup(3))) == 7


@pytest.mark.parametrize("numbers", [np.zeros(3, np.int64), np.zeros((4, 1), np.int64), np.zeros(4), 0])
def test_a_batch_takes_one_whole_number_a_game(numbers):
    batch = Batch(4, Setup(5))
    batch.reset(0)
    before = batch.games.tobytes()
    with pytest.raises(ValueError, match="actions are 4 whole numbers, one a game"):
        batch.step(numbers)
    with pytest.raises(ValueError, match="seats are 4 whole numbers, one a game"):
        batch.codes(numbers)
    assert batch.games.tobytes() == before
