"""The all-seeing critic heeds what is hidden; the other one knows what the seat knows."""

import numpy as np
import pytest

pytest.importorskip("torch")

import torch
from learning import learner_of, opinionated, tables_of, tiny

from saboteur_env.core.layout import GAME
from saboteur_env.rules import Setup
from saboteur_env.vector import Batch
from train.core.sight import SIGHT, seen
from train.critic import Critic

SIGHTS = SIGHT.itemsize


@pytest.fixture(scope="module")
def begun():
    """A learner of each kind, and its tables on their way."""
    tables = tables_of(tiny(players="5", scripted=0.0, past=0.0))
    chance = np.random.default_rng(0)
    for _ in range(12):
        tables.step(np.arange(8), tables.turn.pick(chance.random(8)))
    return tables


def worlds_of(tables, game=0, count=20):
    """A batch of games that look alike to the seat that decides in one of the tables' games."""
    one = tables.batch.game(game)
    batch = Batch(count, Setup(5, rounds=1), tables.batch.options, dtype="int8")
    batch.resume(one.worlds(one.seat, count, seed=1).view(GAME))
    return batch, np.full(count, one.seat)


@pytest.mark.parametrize(("critic", "heeds"), [("all-seeing", True), ("seat", False)])
def test_what_is_hidden_moves_the_all_seeing_critic_alone(begun, critic, heeds):
    learner, (batch, seats) = learner_of(tiny(players="5", critic=critic)), worlds_of(begun)
    codes, sights = batch.observe(seats), seen(batch.games, batch.players, seats)
    assert (codes == codes[0]).all() and not (sights == sights[0]).all()
    roles = torch.from_numpy(batch.games["private"]["role"][np.arange(20), seats].astype(np.int64))
    values = learner.values(torch.from_numpy(codes), torch.from_numpy(sights), roles)
    assert (values.std() > 1e-3) == heeds
    assert values.shape == (20,)


@pytest.mark.parametrize("part", SIGHT.names)
def test_every_part_of_the_sight_is_heeded(part):
    critic, chance = Critic(16), np.random.default_rng(0)
    opinionated(critic)
    sights = np.zeros((2, SIGHTS), np.int8)
    records = sights.view(SIGHT)[:, 0]
    records["seats"]["present"][:, :5] = 1
    if part == "seats":
        records["seats"]["hand"][1, 2] = chance.integers(1, 3, 27)[: records["seats"]["hand"].shape[-1]]
    elif part == "left":
        records["left"][1] = 20
    else:
        records[part][1] = np.frombuffer(bytes([1] * records[part][1].nbytes), records[part].dtype).reshape(records[part][1].shape)[0] if part == "goals" else 1
    with torch.no_grad():
        values = critic(torch.zeros(2, 16), torch.zeros(2, dtype=torch.int64), torch.from_numpy(sights))
    assert abs(float(values[0] - values[1])) > 1e-5


def test_who_sits_between_the_seat_and_others_of_a_team_plays_no_part():
    """Teams are sums of their members, but the seat in question is known."""
    critic = Critic(16)
    opinionated(critic)
    sights = np.zeros((3, SIGHTS), np.int8)
    seats = sights.view(SIGHT)[:, 0]["seats"]
    seats["present"][:, :5] = 1
    seats["saboteur"][:, 4] = 1
    for row, place in enumerate((1, 3, 0)):
        seats["hand"][row, place, 2] = 3
    with torch.no_grad():
        one, same, other = critic(torch.zeros(3, 16), torch.zeros(3, dtype=torch.int64), torch.from_numpy(sights)).tolist()
    assert one == pytest.approx(same, abs=1e-6) and abs(one - other) > 1e-5


def test_a_fresh_critic_expects_nothing(begun):
    learner = learner_of(tiny(players="5"), opinions=False)
    batch = begun.batch
    sights = torch.from_numpy(seen(batch.games, batch.players, begun.turn.seats))
    assert not learner.values(torch.from_numpy(begun.turn.observations), sights, torch.zeros(8, dtype=torch.int64)).any()


@pytest.mark.parametrize("sees", [True, False])
def test_each_role_is_judged_by_outputs_of_its_own(sees):
    critic = Critic(16, sees=sees)
    opinionated(critic)
    sights = torch.zeros(2, SIGHTS, dtype=torch.int8) if sees else None
    with torch.no_grad():
        values = critic(torch.ones(2, 16), torch.tensor([0, 1]), sights)
    assert abs(float(values[0] - values[1])) > 1e-4


def test_of_a_teams_reward_the_critic_says_the_same_whatever_role_is_named(begun):
    batch, roles = begun.batch, torch.tensor([0, 1] * 4)
    sights, codes = torch.from_numpy(seen(batch.games, batch.players, begun.turn.seats)), torch.from_numpy(begun.turn.observations)
    for reward, same in (("team", True), ("gold", False)):
        learner = learner_of(tiny(players="5", reward=reward))
        assert torch.equal(learner.values(codes, sights, roles), learner.values(codes, sights, 1 - roles)) == same
