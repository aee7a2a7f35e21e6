"""MaskablePPO of sb3-contrib learns by the same credit, and leaves the same file."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import torch
from learning import opinionated, tiny

import agents
from agents.observation import observe
from agents.policy import checkpoint as policy
from saboteur_env.game import Game
from saboteur_env.rules import Setup
from train.log import Log
from train.sb3 import run as module
from train.sb3.run import build, work
from train.sb3.seats import Seats

SMALL = {"algo": "maskable-ppo", "players": "3,5", "horizon": 100, "gamma": 0.97, "gae_lambda": 0.9, "minibatch": 100}


class Stop(Exception):
    pass


@pytest.fixture(scope="module")
def rollout():
    """The buffer of one rollout with a critic of opinions, before anything is learned; and the values of open ends."""
    model = build(tiny(**SMALL, reward="gold"))
    opinionated(model.policy.network, model.policy.critic)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(model, "train", lambda: (_ for _ in ()).throw(Stop))
        with pytest.raises(Stop):
            model.learn(10**6)
    return model, model.rollout_buffer


def test_a_buffers_advantages_are_sums_along_each_seats_own_decisions(rollout):
    """Over all games and seats, normalised within each role; what comes back is not."""
    model, buffer = rollout
    batch, expected = model.env.batch, np.full((100, 8), np.nan)
    values = buffer.values
    for game in range(8):
        for seat in range(batch.players[game]):
            times, gains, run, is_open = [], [], [], True
            for time, step in enumerate(buffer.steps):
                if step.chains[game] == seat:
                    run.append([time, 0.0])
                if run:
                    run[-1][1] += float(step.rewards[game, seat])
                if step.ended[game] or time == 99:
                    is_open = not step.ended[game]
                    if is_open:
                        seats = np.where(np.arange(8) == game, seat, 0)
                        codes = torch.from_numpy(batch.observe(seats)[game : game + 1])
                        with torch.no_grad():
                            last = float(model.policy.predict_values(codes))
                    after = [float(values[then, game]) for then, _ in run[1:]] + [last if is_open else 0.0]
                    surprises = [gain + 0.97 * then - float(values[now, game]) for (now, gain), then in zip(run, after, strict=False)]
                    for k, (now, _) in enumerate(run):
                        times.append(now)
                        gains.append(sum((0.97 * 0.9) ** j * surprise for j, surprise in enumerate(surprises[k:])))
                    run = []
            expected[times, game] = gains
    assert not np.isnan(expected).any() and any(step.ended.any() for step in buffer.steps)
    returns, roles = buffer.returns.reshape(-1), buffer.roles
    swapped = buffer.returns.shape != (100, 8)
    assert not swapped and returns.reshape(100, 8) == pytest.approx(expected + values, abs=1e-4)
    for role in (0, 1):
        ours = expected[roles == role]
        assert buffer.advantages[roles == role] == pytest.approx((ours - ours.mean()) / ours.std(), abs=1e-3)


def test_what_was_done_is_told_for_all_seats():
    seats = Seats([Setup(players, rounds=1) for players in (3, 4, 5)] * 4, "team", 0.0)
    seats.seed(1)
    seats.reset()
    chance, ended = np.random.default_rng(0), 0
    for _ in range(100):
        masks, deciding, roles = seats.action_masks(), seats.now.seats.copy(), seats.roles().copy()
        seats.step_async((masks * chance.random(masks.shape)).argmax(1))
        _, rewards, done, _ = seats.step_wait()
        acted = seats.acted
        assert np.array_equal(acted.seats, deciding) and np.array_equal(acted.ended, done)
        assert np.array_equal(acted.roles, roles[np.arange(12), deciding])
        assert np.array_equal(rewards, acted.rewards[np.arange(12), deciding])
        for game in np.flatnonzero(done):
            won = 1 if seats.now.reached[game] else -1
            players = seats.batch.players[game]
            assert acted.rewards[game, :players].tolist() == [won if role == 0 else -won for role in roles[game, :players]]
            ended += 1
        assert not acted.rewards[~done].any()
    assert ended > 10


def test_shaping_is_opposed_between_the_teams_and_may_be_ended():
    seats = Seats([Setup(6, rounds=1)] * 8, "team", 0.5)
    seats.seed(1)
    seats.reset()
    chance, moved = np.random.default_rng(0), 0
    for step in range(40):
        masks, roles = seats.action_masks(), seats.roles().copy()
        seats.shaping = 0.5 if step < 20 else 0.0
        seats.step_async((masks * chance.random(masks.shape)).argmax(1))
        _, _, done, _ = seats.step_wait()
        for game in np.flatnonzero(~done):
            gains = seats.acted.rewards[game, :6] * np.where(roles[game, :6] == 0, 1, -1)
            assert len(set(gains.tolist())) == 1 and (step < 20 or gains[0] == 0)
            moved += gains[0] != 0
    assert moved > 10


def test_actions_have_the_probabilities_of_the_network(rollout):
    model, _ = rollout
    game = Game(Setup(5, rounds=1))
    game.reset(3)
    codes, masks = map(torch.from_numpy, observe(game.information(game.seat)))
    with torch.no_grad():
        choices, _ = model.policy.network(codes, masks.bool())
        ids = choices.ids[0, : int(masks.sum())]
        many = codes.expand(len(ids), -1), ids, masks.expand(len(ids), -1)
        _, logs, entropy = model.policy.evaluate_actions(*many)
        first, values, drawn = model.policy(codes.expand(50, -1), action_masks=masks.expand(50, -1).numpy())
        best, *_ = model.policy(codes, deterministic=True, action_masks=masks.numpy())
    shares = torch.softmax(choices.logits[0, : len(ids)], 0)
    assert logs.exp().numpy() == pytest.approx(shares.numpy(), abs=1e-5)
    assert float(entropy[0]) == pytest.approx(-float((shares * shares.log()).sum()), abs=1e-4)
    assert int(best) == int(ids[shares.argmax()]) and values.shape == (50, 1)
    assert all(float(log) == pytest.approx(float(shares[ids.tolist().index(int(a))].log()), abs=1e-4) for a, log in zip(first, drawn, strict=True))


def test_a_run_leaves_a_network_that_plays(tmp_path):
    config = tiny(**{**SMALL, "horizon": 8, "decisions": 128, "shaping_until": 64})
    done = work(config, tmp_path)
    assert done.is_over and done.network == tmp_path / policy.FILE
    assert {policy.FILE, module.MODEL, "progress.csv"} <= {path.name for path in tmp_path.iterdir()}
    assert [row["decisions"] for row in done.rows] == [64, 128]
    agent, game = agents.make("policy", path=tmp_path), Game(Setup(3, rounds=1))
    game.reset(0)
    while not game.is_over:
        game.step(agent.act(game.information(game.seat)))
    assert not agent.believes


def test_the_seed_fixes_what_is_learned(tmp_path):
    made = []
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        (tmp_path / name).mkdir()
        config = tiny(**{**SMALL, "horizon": 8, "decisions": 128, "seed": seed})
        made.append(work(config, tmp_path / name).network.read_bytes())
    assert made[0] == made[1] != made[2]


def test_shaping_ends_in_time():
    config = replace(tiny(**{**SMALL, "horizon": 8}), shaping_until=64, decisions=128)
    model = build(config)
    class Quiet(Log):
        def __init__(self):
            pass

        def add(self, row):
            pass

    rows = []
    model.learn(128, callback=module.Watch(Quiet(), rows, config))
    assert model.env.shaping == 0 and build(config).env.shaping == 0.5 and len(rows) == 2
