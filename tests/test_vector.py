"""A batch plays the very games that single games play: states, observations, masks and rewards, byte for byte."""

import pickle
from copy import deepcopy
from dataclasses import fields, replace

import numpy as np
import pytest
from playing import RULES, WAYS

from saboteur_env import saboteur_v0
from saboteur_env.core.layout import GAME
from saboteur_env.game import Game, IllegalAction
from saboteur_env.rules import EDITIONS, Setup
from saboteur_env.spaces import Encoder, Options, observation_size, scales
from saboteur_env.vector import Batch

SIZE = 6


def single_games(setup, seed, count=SIZE):
    """Games with the chance of those of a batch."""
    games = [Game(setup) for _ in range(count)]
    for game, chance in zip(games, np.random.SeedSequence(seed).generate_state(count, np.uint64), strict=True):
        game.games[0].hidden.random = chance
        game.reset(None)
    return games


def check_alike(batch, turn, games, encoder):
    """States, seats, legal actions, and the observations of the seats to decide and of others."""
    assert batch.games.tobytes() == b"".join(game.games.tobytes() for game in games)
    assert turn.seats.tolist() == [game.seat for game in games]
    assert turn.masks.dtype == np.int8 and np.array_equal(turn.masks, [game.mask() for game in games])
    for ids, count, game in zip(turn.ids, turn.counts, games, strict=True):
        assert ids[:count].tolist() == game.legal().tolist() and (ids[count:] == -1).all()
    others = (turn.seats + 1) % batch.players
    for seats, seen in ((turn.seats, turn.observations), (others, batch.observe(others))):
        assert seen.dtype == np.float32
        for game, seat, observation in zip(games, seats, seen, strict=True):
            assert observation.tobytes() == encoder.observation(game, int(seat)).tobytes()


def arrays_of(turn):
    """All arrays of a turn, its codes aside: behind the observations they hold what happened to be there."""
    return [getattr(turn, field.name) for field in fields(turn) if field.name != "codes"]


def check_equal(turn, other):
    """The same bytes in both turns."""
    assert all(a.tobytes() == b.tobytes() for a, b in zip(arrays_of(turn), arrays_of(other), strict=True))


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
    turn, ended = batch.reset(index), 0
    for step in range(260):
        if step % 3 == 0 or ended:
            check_alike(batch, turn, games, encoder)
        actions = np.array([ways[i % len(ways)](game, game.legal()) for i, game in enumerate(games)])
        turn, ended = batch.step(actions), 0
        for i, game in enumerate(games):
            over, result = step_game(game, actions[i])
            assert turn.ended[i] == over
            assert turn.reached[i] == (-1 if result is None else result["treasure_reached"])
            if result is not None:
                roles = ["miner", "saboteur"]
                assert [roles[role] for role in turn.roles[i, :players]] == result["roles_at_end"]
            assert (turn.roles[i, players if result else 0 :] == -1).all()
            nuggets = game.nuggets() if over else []
            assert turn.nuggets[i].tolist() == [*nuggets, *[0] * (10 - len(nuggets))]
            assert turn.winners[i].nonzero()[0].tolist() == [s for s, n in enumerate(nuggets) if n == max(nuggets)]
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
        turn = batch.step(actions)
        rewards = turn.rewards
        assert rewards.dtype == np.float32 and rewards.shape == (SIZE, 10)
        for i, env in enumerate(envs):
            env.step(int(actions[i]))
            assert np.array_equal(rewards[i, :players], np.array(list(env.rewards.values()), np.float32))
            assert not rewards[i, players:].any()
            given += abs(rewards[i]).sum()
            if turn.ended[i]:
                assert all(env.terminations.values())
                env.reset()
    assert given > 0


def test_gold_sums_up_to_the_nuggets_of_the_games():
    batch, games = Batch(SIZE, Setup(5), reward="gold"), single_games(Setup(5), 2)
    turn = batch.reset(2)
    choose, total = WAYS["strolling"](2), np.zeros((SIZE, 10))
    playing = set(range(SIZE))
    while playing:
        actions = turn.masks.argmax(1)
        for i in playing:
            actions[i] = choose(games[i], games[i].legal())
        turn = batch.step(actions)
        for i in sorted(playing):
            games[i].step(int(actions[i]))
            total[i] += turn.rewards[i]
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
    turn = used.reset(1)
    for _ in range(100):
        turn = used.step(turn.masks.argmax(1))
    turn, beside = used.reset(2), fresh.reset(2)
    check_equal(turn, beside)
    for shift in range(4):
        seats = (turn.seats + shift) % 4
        assert np.array_equal(used.observe(seats), fresh.observe(seats))


def test_what_a_batch_gives_is_fresh():
    """What a learner keeps is not overwritten by the next step."""
    batch = Batch(4, Setup(3, rounds=1), Options(changes=True))
    turn = batch.reset(3)
    kept, copies = [], []
    for _ in range(150):
        arrays = [*arrays_of(turn), batch.observe(turn.seats), batch.mean_distances()]
        turn = batch.step(turn.masks.argmax(1))
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
    ({"dtype": "float64"}, "observations are float32 or int8, not 'float64'"),
    ({"reward": "points"}, "no reward 'points'; rewards: gold, team, win"),
    ({"setup": Setup(4, distances=False)}, "distances"),
    ({"size": 0}, "size"),
    ({"size": -1}, "size"),
    ({"threads": 0}, "threads is a whole number from 1, not 0"),
    ({"setup": [Setup(4)]}, "2 games need 2 setups, not 1"),
    ({"setup": None}, "setup is a Setup, or a sequence of them, not None"),
    ({"setup": [4, 5]}, "setup is a Setup, or a sequence of them"),
    ({"options": None}, "options are Options, not None"),
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
    turn = batch.reset(3)
    games = [Game(setup) for setup in MIXED]
    for game, chance in zip(games, np.random.SeedSequence(3).generate_state(len(MIXED), np.uint64), strict=True):
        game.games[0].hidden.random = chance
        game.reset(None)
    for step in range(150):
        if step % 10 == 0:
            check_alike(batch, turn, games, encoder)
        actions = np.array([rng.choice(game.legal()) for game in games])
        turn = batch.step(actions)
        for game, action in zip(games, actions, strict=True):
            game.step(int(action))
            if game.is_over:
                game.reset(None)


def test_an_illegal_action_is_refused_in_words_and_changes_nothing():
    batch = Batch(4, Setup(5))
    turn = batch.reset(0)
    before, actions = batch.games.tobytes(), turn.masks.argmax(1)
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
    assert batch.reset(1).observations.shape == (2, observation_size(Options(distances=False)))


def test_a_batch_has_as_many_games_as_said():
    assert len(Batch(7, Setup(3))) == 7


@pytest.mark.parametrize("numbers", [np.zeros(3, np.int64), np.zeros((4, 1), np.int64), np.zeros(4), 0, np.full(4, 2**64 - 1, np.uint64)])
def test_a_batch_takes_one_whole_number_a_game(numbers):
    batch = Batch(4, Setup(5))
    batch.reset(0)
    before = batch.games.tobytes()
    with pytest.raises(ValueError, match="actions are 4 whole numbers, one a game"):
        batch.step(numbers)
    with pytest.raises(ValueError, match="seats are 4 whole numbers, one a game"):
        batch.observe(numbers)
    assert batch.games.tobytes() == before


def test_the_caller_may_own_the_arrays():
    """Written in place they hold the same as fresh ones, and nothing else is handed out."""
    for options, dtype in ((Options(changes=True), "int8"), (Options(distances=False), "float32")):
        fresh, owned = (Batch(4, Setup(4, rounds=1), options, dtype=dtype) for _ in range(2))
        mine, kept = owned.blank(), fresh.reset(1)
        assert owned.reset(1, out=mine) is mine
        for _ in range(150):
            check_equal(mine, kept)
            actions = kept.pick(np.full(4, 0.5))
            kept = fresh.step(actions)
            assert owned.step(actions, out=mine) is mine


def test_arrays_that_are_not_the_batchs_own_are_refused():
    batch, other = Batch(2, Setup(4)), Batch(2, Setup(4))
    turn, before = batch.reset(1), batch.games.tobytes()
    other.reset(1)
    read_only = batch.blank()
    read_only.observations.flags.writeable = False
    for wrong in (other.blank(), deepcopy(turn), replace(turn, seats=turn.counts), {}, read_only):
        for call in (lambda out: batch.step(turn.masks.argmax(1), out=out), lambda out: batch.reset(2, out=out)):
            with pytest.raises(ValueError, match=r"out is a turn of this very batch|out\.observations is read-only"):
                call(wrong)
    assert batch.games.tobytes() == before


def test_a_blank_turn_holds_nothing():
    for dtype in ("int8", "float32"):
        turn = Batch(2, Setup(3), dtype=dtype).blank()
        assert (turn.ids == -1).all() and (turn.reached == -1).all() and (turn.roles == -1).all()
        others = {f.name for f in fields(turn)} - {"ids", "reached", "roles"}
        assert not any(getattr(turn, name).any() for name in others)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_copied_batch_plays_on_by_itself(threads):
    batch = Batch(6, Setup(4), threads=threads)
    turn = batch.reset(1)
    for copy in (deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        assert copy.step(turn.masks.argmax(1)).observations.tobytes() and batch.games.tobytes() != copy.games.tobytes()


@pytest.mark.parametrize("seed", [True, [1, 2], 1.5, "x", -1])
def test_what_is_no_seed_is_refused(seed):
    batch = Batch(2, Setup(3))
    with pytest.raises(ValueError, match="a seed is a whole number from 0"):
        batch.reset(seed)


def test_a_reset_without_a_seed_goes_on_from_the_last_chance():
    states = []
    for _ in range(2):
        batch = Batch(3, Setup(4))
        first = batch.reset(1).observations.tobytes()
        assert batch.reset().observations.tobytes() != first
        states.append(batch.games.tobytes())
    assert states[0] == states[1]


def test_nothing_is_told_of_games_that_have_not_begun():
    batch = Batch(2, Setup(3))
    for ask in (lambda: batch.game(0), batch.mean_distances, batch.deciding):
        with pytest.raises(ValueError, match="reset the batch first"):
            ask()


def test_distances_that_are_not_measured_have_no_mean():
    batch = Batch(2, [Setup(3), Setup(4, distances=False)], Options(distances=False))
    batch.reset(1)
    with pytest.raises(ValueError, match="does not measure distances"):
        batch.mean_distances()


def test_codes_are_the_observations_as_whole_numbers():
    for options in (Options(changes=True), Options(distances=False)):
        codes, floats = (Batch(3, Setup(7), options, dtype=dtype) for dtype in ("int8", "float32"))
        turn, beside = codes.reset(5), floats.reset(5)
        for _ in range(40):
            assert turn.observations.dtype == np.int8
            assert np.array_equal(turn.observations * scales(options), beside.observations)
            turn, beside = (batch.step(turn.masks.argmax(1)) for batch in (codes, floats))


def test_a_pick_is_a_legal_action_and_each_has_its_share_of_chance():
    turn = Batch(2, Setup(5)).reset(3)
    shares = (np.arange(turn.counts[0]) + 0.5) / turn.counts[0]
    assert [int(turn.pick(np.array([share, 0.0]))[0]) for share in shares] == turn.masks[0].nonzero()[0].tolist()


def test_a_batch_goes_on_from_games_as_they_are_given():
    """Worlds of one game are played on like the game itself."""
    game, rng = Game(Setup(4)), np.random.default_rng(0)
    game.reset(3)
    for _ in range(25):
        game.step(int(rng.choice(game.legal())))
    worlds = game.worlds(game.seat, 5, 1)
    batch = Batch(5, game.setup)
    turn = batch.resume(worlds)
    check_alike(batch, turn, [Game.of_bytes(game.setup, world.tobytes()) for world in worlds], Encoder(Options()))
    assert not turn.ended.any() and (turn.reached == -1).all()
    before = worlds.tobytes()
    batch.step(turn.masks.argmax(1))
    assert worlds.tobytes() == before


def begun(setup, steps=0):
    """A game by its first legal actions."""
    game = Game(setup)
    game.reset(1)
    for _ in range(steps):
        game.step(int(game.legal()[0]))
    return game.games


def second_round():
    """A game of three rounds in its second."""
    game = Game(Setup(3))
    game.reset(1)
    while game.round_index < 1:
        game.step(int(game.legal()[-1]))
    return game.games


@pytest.mark.parametrize(
    ("games", "words"),
    [
        (begun(Setup(4)), "has other players"),
        (begun(Setup(3, distances=False)), "measures no distances"),
        (second_round(), "is in a round that there is not"),
        (np.zeros(1, GAME), "has other players|is over"),
    ],
    ids=["players", "distances", "rounds", "nothing"],
)
def test_games_of_another_setup_are_refused(games, words):
    batch = Batch(2, Setup(3, rounds=1))
    turn = batch.reset(5)
    before = batch.games.tobytes()
    with pytest.raises(ValueError, match=f"game 1 ({words}).*cannot go on under"):
        batch.resume(np.concatenate([batch.games[:1], games]))
    assert batch.games.tobytes() == before and turn.counts.all()


def test_games_that_cannot_go_on_are_refused():
    batch, game = Batch(2, Setup(3, rounds=1)), Game(Setup(3, rounds=1))
    game.reset(1)
    for wrong in (game.games, [game.games, game.games], np.zeros(2)):
        with pytest.raises(ValueError, match="games are an array of 2 GAME records"):
            batch.resume(wrong)
    while not game.is_over:
        game.step(int(game.legal()[0]))
    with pytest.raises(ValueError, match="game 0 is over, or its round is not dealt"):
        batch.resume(np.concatenate([game.games, game.games]))
