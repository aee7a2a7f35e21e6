"""Advantages are those of a plain sum over each chain of decisions."""

import numpy as np
import pytest

pytest.importorskip("torch")

from learning import played, tiny

from saboteur_env.core.cards import MINER
from train.credit import Step, advantages, normalised, sign

CREDITS = [(1.0, 0.95), (0.9, 0.5), (1.0, 1.0), (0.97, 0.0), (0.0, 1.0)]


def chain_of(steps, game, chain):
    """The decisions of a chain in runs that an end of the game cuts: [(step, row, value, reward until the next)], open.

    Rewards before a run's first decision belong to nobody.
    """
    run = []
    for time, step in enumerate(steps):
        rows = np.flatnonzero((step.games == game) & (step.chains == chain))
        run += [[time, row, float(step.values[row]), 0.0] for row in rows]
        if run:
            run[-1][3] += float(step.rewards[game, chain])
        if step.ended[game]:
            yield run, False
            run = []
    yield run, True


def by_hand(steps, open_values, gamma, gae_lambda):
    """The advantage of each decision as the sum of all later surprises."""
    found = [np.full(len(step.games), np.nan) for step in steps]
    for game in range(len(open_values)):
        for chain in range(open_values.shape[1]):
            for run, is_open in chain_of(steps, game, chain):
                after = [value for _, _, value, _ in run[1:]] + [float(open_values[game, chain]) if is_open else 0.0]
                surprises = [reward + gamma * then - value for (_, _, value, reward), then in zip(run, after, strict=False)]
                for first, (time, row, *_) in enumerate(run):
                    weights = (gamma * gae_lambda) ** np.arange(len(run) - first)
                    found[time][row] = (weights * surprises[first:]).sum()
    return found


def invented(chains, seed=0, steps=60, games=5):
    """Steps in which some games have a decision of the learner and all have rewards; games end now and then."""
    chance = np.random.default_rng(seed)
    out = []
    for _ in range(steps):
        rows = np.flatnonzero(chance.random(games) < 0.6)
        out.append(
            Step(
                rows,
                chance.integers(chains, size=len(rows)),
                chance.normal(size=len(rows)).astype(np.float32),
                chance.normal(size=(games, chains)).astype(np.float32),
                chance.random(games) < 0.06,
            )
        )
    return out, chance.normal(size=(games, chains)).astype(np.float32)


def agree(found, expected):
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert one == pytest.approx(other, abs=1e-4)


@pytest.mark.parametrize(("gamma", "gae_lambda"), CREDITS)
@pytest.mark.parametrize("chains", [1, 4])
def test_advantages_are_sums_of_later_surprises_in_any_steps(chains, gamma, gae_lambda):
    steps, open_values = invented(chains)
    agree(advantages(steps, open_values, gamma, gae_lambda), by_hand(steps, open_values, gamma, gae_lambda))


@pytest.mark.parametrize(("gamma", "gae_lambda"), CREDITS)
@pytest.mark.parametrize("reward", ["team", "gold", "win"])
def test_advantages_are_sums_of_later_surprises_in_played_games(reward, gamma, gae_lambda):
    """Among scripted players and guests, so that chains have gaps; what is learned is that, normalised by role."""
    config = tiny(reward=reward, players="3,5", scripted=0.5, past=0, guests=0.5, gamma=gamma, gae_lambda=gae_lambda)
    seen = played(config, 80, shaping=0.5)
    found = np.concatenate(by_hand(seen.steps, seen.open_values, gamma, gae_lambda))
    assert sum(step.ended.sum() for step in seen.steps) > 2 or reward == "win"
    assert 0 < min(len(step.games) for step in seen.steps) < len(seen.open_values)
    values = np.concatenate([step.values for step in seen.steps])
    assert seen.decisions.returns.numpy() == pytest.approx(found + values, abs=1e-4)
    roles, gains = seen.decisions.seats.roles.numpy(), seen.decisions.advantages.numpy()
    for role in (0, 1):
        ours = found[roles == role] * (-1 if reward == "team" and role else 1)
        assert gains[roles == role] == pytest.approx((ours - ours.mean()) / ours.std(), abs=1e-3)


def test_nothing_is_changed_in_what_is_given():
    steps, open_values = invented(3)
    before = open_values.copy(), [[array.copy() for array in step] for step in steps]
    advantages(steps, open_values, 0.9, 0.9)
    assert np.array_equal(open_values, before[0])
    assert all(np.array_equal(a, b) for step, copy in zip(steps, before[1], strict=True) for a, b in zip(step, copy, strict=True))


def test_without_a_critic_every_decision_of_a_team_is_credited_with_its_round():
    """A fresh critic says 0: without discount and shaping what comes back is 1 or -1, or 0 for rounds that go on."""
    config = tiny(players="3,5", past=0, gae_lambda=1.0)
    seen = played(config, 120, opinions=False)
    returns, signs = iter(seen.decisions.returns.tolist()), iter(sign(seen.decisions.seats.roles.numpy()))
    outcomes = set()
    for time, step in enumerate(seen.steps):
        for game in step.games:
            later = [turn.reached[game] for turn in seen.turns[time:] if turn.reached[game] >= 0]
            expected = (1 if later[0] else -1) if later else 0
            assert next(returns) == expected
            outcomes.add((expected, next(signs)))
    assert len(outcomes) >= 4


@pytest.mark.parametrize("reward", ["gold", "win"])
def test_without_a_critic_every_decision_of_a_seat_is_credited_with_what_the_seat_still_gets(reward):
    config = tiny(reward=reward, players="3", past=0, gae_lambda=1.0)
    seen = played(config, 250, opinions=False)
    returns, credited = iter(seen.decisions.returns.tolist()), 0
    for time, step in enumerate(seen.steps):
        for game, seat in zip(step.games, step.chains, strict=True):
            total = 0.0
            for turn in seen.turns[time:]:
                total += float(turn.rewards[game, seat])
                if turn.ended[game]:
                    break
            assert next(returns) == pytest.approx(total, abs=1e-5)
            credited += total != 0
    assert credited > 50


def test_a_team_is_one_chain_and_seats_are_chains_of_their_own():
    for reward, chains in (("team", 1), ("gold", 10)):
        seen = played(tiny(reward=reward), 20)
        assert {step.rewards.shape[1] for step in seen.steps} == {chains}
        assert seen.open_values.shape[1] == chains
        assert {int(chain) for step in seen.steps for chain in step.chains} == set(range(1 if chains == 1 else 4))


def test_miners_count_upwards_and_saboteurs_downwards():
    assert sign(np.array([MINER, 1 - MINER, MINER])).tolist() == [1, -1, 1]


def test_advantages_are_normalised_within_each_role():
    values = np.array([1, 50, 3, 70, 5, 60], np.float32)
    found = normalised(values, np.array([0, 1, 0, 1, 0, 1]))
    deviation = np.sqrt(8 / 3)
    assert found == pytest.approx([-2 / deviation, -10 / (5 * deviation), 0, 10 / (5 * deviation), 2 / deviation, 0], abs=1e-5)


@pytest.mark.parametrize("role", [0, 1])
def test_a_stretch_without_one_of_the_roles_is_normalised(role):
    assert normalised(np.array([1.0, 3.0]), np.full(2, role)) == pytest.approx([-1, 1], abs=1e-6)


def test_a_single_decision_of_a_role_teaches_nothing():
    assert normalised(np.array([1.0, 3.0, 7.0]), np.array([0, 0, 1]))[2] == 0
