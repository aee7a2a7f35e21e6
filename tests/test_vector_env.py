"""Batches as gymnasium's vector environments."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from saboteur_env.game import IllegalAction
from saboteur_env.rules import Setup
from saboteur_env.spaces import Encoder, Options
from saboteur_env.vector_env import SaboteurVectorEnv

MIXED = [Setup(players, rounds=1) for players in (3, 5, 7, 10)]


def choices(rng, masks):
    """A legal action for each game."""
    return (masks * rng.random(masks.shape)).argmax(1)


def played(steps, setup=MIXED, seed=0, **options):
    """The environment, and what each step gave."""
    env, rng = SaboteurVectorEnv(4, setup, **options), np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    for _ in range(steps):
        actions = choices(rng, info["action_mask"])
        before = [env.batch.game(index) for index in range(4)]
        step = env.step(actions)
        info = step[4]
        yield env, before, actions, step


def test_it_says_that_games_begin_again_in_the_same_step():
    assert SaboteurVectorEnv.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP


def test_every_step_lies_in_the_spaces():
    for env, _, actions, (observations, rewards, terminated, truncated, info) in played(80):
        assert actions in env.action_space and observations in env.observation_space
        assert rewards.shape == terminated.shape == truncated.shape == (4,) and not truncated.any()
        assert terminated.dtype == truncated.dtype == np.bool_
        assert info["action_mask"].any(1).all()


def test_a_step_is_that_of_the_games():
    """Rewards of all seats, the last observation of a game that ends, and the next decision of one that goes on."""
    encoder, ends = Encoder(Options()), 0
    for _, before, actions, (observations, rewards, ended, _, info) in played(200):
        for i, game in enumerate(before):
            seat = game.seat
            game.step(int(actions[i]))
            assert info["acted"][i] == seat and rewards[i] == info["rewards"][i, seat] and ended[i] == game.is_over
            if game.is_over:
                ends += 1
                assert info["_final_obs"][i]
                assert np.array_equal(info["final_obs"][i], encoder.observation(game, seat))
                won = game.result(0)["treasure_reached"]
                signs = [1 if (role == "miner") == won else -1 for role in game.result(0)["roles_at_end"]]
                assert info["rewards"][i, : len(signs)].tolist() == signs
                assert info["nuggets"][i, : len(signs)].tolist() == game.nuggets()
            else:
                assert info["seat"][i] == game.seat and np.array_equal(info["action_mask"][i], game.mask())
                assert np.array_equal(observations[i], encoder.observation(game, game.seat))
                assert "final_obs" not in info or not info["final_obs"][i].any()
    assert ends > 4


def test_the_seed_fixes_all():
    runs = [[step[0].tobytes() for *_, step in played(60, threads=threads)] for threads in (1, 3)]
    assert runs[0] == runs[1]


def test_what_it_gives_is_fresh():
    kept = [(step, [np.copy(array) for array in (*step[:4], *step[4].values())]) for *_, step in played(80)]
    for step, copies in kept:
        assert all(map(np.array_equal, (*step[:4], *step[4].values()), copies))


def test_an_illegal_action_is_refused():
    env = SaboteurVectorEnv(2, Setup(4))
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="game 0: action 466 is illegal"):
        env.step(np.array([466, 466]))


def test_gymnasiums_own_wrapper_counts_its_episodes():
    env, rng = RecordEpisodeStatistics(SaboteurVectorEnv(4, MIXED)), np.random.default_rng(0)
    _, info = env.reset(seed=0)
    lengths = []
    for _ in range(150):
        _, _, ended, _, info = env.step(choices(rng, info["action_mask"]))
        if ended.any():
            lengths += info["episode"]["l"][ended].tolist()
    assert lengths and all(7 <= length <= 86 for length in lengths)
