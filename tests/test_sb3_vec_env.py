"""Batches as stable-baselines3's vector environments."""

import numpy as np
import pytest

from saboteur_env.game import IllegalAction
from saboteur_env.rules import Setup
from saboteur_env.spaces import Encoder, Options

pytest.importorskip("stable_baselines3")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.vec_env import VecCheckNan, VecMonitor

from saboteur_env.sb3_vec_env import SaboteurVecEnv

MIXED = [Setup(players, rounds=1) for players in (3, 5, 7, 10)]


def choices(rng, masks):
    """A legal action for each game."""
    return (masks * rng.random(masks.shape)).argmax(1)


@pytest.mark.parametrize("dtype", ["float32", "int8"])
def test_a_step_is_that_of_the_games(dtype):
    """What the next seat observes and may do, what the seat that acted got, and the end of a game as it saw it."""
    env, rng, encoder, ends = SaboteurVecEnv(4, MIXED, dtype=dtype), np.random.default_rng(0), Encoder(Options()), 0
    env.seed(0)
    observations = env.reset()
    for _ in range(150):
        assert observations.dtype == dtype and all(row in env.observation_space for row in observations)
        games, masks = [env.batch.game(index) for index in range(4)], get_action_masks(env)
        assert np.array_equal(masks, [game.mask() for game in games])
        actions = choices(rng, masks)
        observations, rewards, dones, infos = env.step(actions)
        for i, game in enumerate(games):
            seat = game.seat
            game.step(int(actions[i]))
            assert infos[i]["acted"] == seat and rewards[i] == infos[i]["rewards"][seat] and dones[i] == game.is_over
            assert ("terminal_observation" in infos[i]) == game.is_over
            if game.is_over:
                seen, ends = encoder.observation(game, seat), ends + 1
                if dtype == "float32":
                    assert np.array_equal(infos[i]["terminal_observation"], seen)
                else:
                    assert np.array_equal(infos[i]["terminal_observation"] != 0, seen != 0)
    assert ends > 4


def test_what_it_gives_is_fresh():
    env, rng, kept = SaboteurVecEnv(4, MIXED), np.random.default_rng(0), []
    env.reset()
    for _ in range(60):
        masks = env.action_masks()
        step = *env.step(choices(rng, masks))[:3], masks
        kept.append((step, [np.copy(array) for array in step]))
    assert all(all(map(np.array_equal, step, copies)) for step, copies in kept)


def test_the_seed_fixes_all():
    runs = []
    for threads in (1, 3):
        env, rng = SaboteurVecEnv(4, MIXED, threads=threads), np.random.default_rng(0)
        env.seed(7)
        env.reset()
        runs.append([env.step(choices(rng, env.action_masks()))[0].tobytes() for _ in range(40)])
    assert runs[0] == runs[1]


def test_an_illegal_action_is_refused():
    env = SaboteurVecEnv(2, Setup(4))
    env.reset()
    with pytest.raises(IllegalAction, match="game 0: action 466 is illegal"):
        env.step(np.array([466, 466]))


def test_masked_ppo_learns_in_it():
    env = VecMonitor(VecCheckNan(SaboteurVecEnv(4, MIXED), raise_exception=True))
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=64, n_epochs=1, seed=0)
    model.learn(512)
    assert model.ep_info_buffer and all(7 <= episode["l"] <= 86 for episode in model.ep_info_buffer)
