"""One update: what is lowered, by hand, and that it goes where it should."""

from copy import deepcopy

import numpy as np
import pytest

pytest.importorskip("torch")

import torch
from learning import digest, learner_of, stretch, tables_of, tiny

from train.clone import clone
from train.config import Pace
from train.learner import clipped, divergence, entropy_of


def collected(horizon=12, opinions=True, **settings):
    """A learner and decisions that it took."""
    config = tiny(**{"players": "3,5", "scripted": 0.3, "past": 0.0, **settings})
    learner = learner_of(config, opinions)
    return learner, stretch(tables_of(config), learner, horizon).decisions


def probabilities(network, decisions):
    """(n, most) by plain arithmetic, and the column of each action."""
    with torch.no_grad():
        choices, _ = network(decisions.seats.codes, decisions.seats.masks.bool())
    weights = np.exp(choices.logits.double().numpy() - choices.logits.max(1, keepdim=True).values.double().numpy())
    shares = weights / weights.sum(1, keepdims=True)
    columns = [row.index(action) for row, action in zip(choices.ids.tolist(), decisions.actions.tolist(), strict=True)]
    return shares, np.array(columns)


def learn(learner, decisions, rate):
    return learner.update(decisions, Pace(rate, learner.config.entropy))


def loss_of(learner, decisions):
    loss, figures = learner._loss(decisions, learner.config.entropy)
    return float(loss.detach()), {name: float(value) for name, value in figures.items()}


# -- what is measured ------------------------------------------------------------------------------------------


def test_at_first_nothing_has_changed_and_the_policys_loss_is_minus_the_mean_advantage():
    learner, decisions = collected()
    _, figures = loss_of(learner, decisions)
    assert figures["policy/kl"] == pytest.approx(0, abs=1e-6) and figures["policy/clipped"] == 0
    assert figures["loss/policy"] == pytest.approx(-float(decisions.advantages.mean()), abs=1e-5) == pytest.approx(0, abs=1e-5)
    pushed = decisions._replace(advantages=decisions.advantages + 3)
    assert loss_of(learner, pushed)[1]["loss/policy"] == pytest.approx(-3, abs=1e-4)


def test_after_an_update_the_figures_are_those_of_plain_arithmetic():
    learner, decisions = collected(learning_rate=0.01, clip=0.1, critic_weight=0.7, entropy=0.3, auxiliary=0.2)
    learn(learner, decisions, 0.01)
    loss, figures = loss_of(learner, decisions)
    shares, columns = probabilities(learner.network, decisions)
    ratio = shares[np.arange(len(columns)), columns] / np.exp(decisions.logs.double().numpy())
    gains = decisions.advantages.double().numpy()
    policy = -np.mean([min(r * a, min(max(r, 0.9), 1.1) * a) for r, a in zip(ratio, gains, strict=True)])
    entropy = np.mean([-sum(p * np.log(p) for p in row if p > 0) for row in shares])
    seats = decisions.seats
    values = learner.values(seats.codes, seats.sights, seats.roles).double().numpy()
    returns = decisions.returns.double().numpy()
    assert figures["loss/policy"] == pytest.approx(policy, abs=1e-4)
    assert figures["policy/entropy"] == pytest.approx(entropy, abs=1e-4)
    assert figures["policy/clipped"] == pytest.approx(np.mean(np.abs(ratio - 1) > 0.1), abs=0.02) != 0
    assert figures["policy/kl"] == pytest.approx(np.mean(ratio - 1 - np.log(ratio)), abs=1e-4)
    assert figures["loss/critic"] == pytest.approx(np.mean((values - returns) ** 2), abs=1e-4)
    assert figures["critic/explained"] == pytest.approx(1 - np.var(returns - values) / np.var(returns), abs=1e-3)
    whole = policy + 0.7 * figures["loss/critic"] - 0.3 * entropy + 0.2 * (figures["belief/roles"] + figures["belief/treasure"])
    assert loss == pytest.approx(whole, abs=1e-3)


def test_what_is_told_of_beliefs_is_their_log_loss():
    learner, decisions = collected(players="3,5")
    roles, treasures = [], []
    for row in range(len(decisions.actions)):
        codes, masks = decisions.seats.codes[row][None], decisions.seats.masks[row][None].bool()
        with torch.no_grad():
            _, state = learner.network(codes, masks)
            beliefs = learner.network.believe(codes, state)
        others = int(beliefs.seated.sum())
        truth = decisions.saboteurs[row][None, : beliefs.seated.shape[1]]
        roles.append(-float(beliefs.log_likelihood(truth)) / others)
        treasures.append(-float(beliefs.treasure[0, decisions.treasure[row]]))
    figures = loss_of(learner, decisions)[1]
    assert figures["belief/roles"] == pytest.approx(np.mean(roles), abs=1e-4)
    assert figures["belief/treasure"] == pytest.approx(np.mean(treasures), abs=1e-4)


def test_the_clipped_surrogate():
    ratio, gains = torch.tensor([0.5, 0.5, 1.5, 1.5, 1.0]), torch.tensor([1.0, -1.0, 1.0, -1.0, 2.0])
    assert float(clipped(ratio, gains, 0.2)) == pytest.approx(-(0.5 - 0.8 + 1.2 - 1.5 + 2) / 5)


def test_entropy_is_in_nats_and_knows_impossible_actions():
    logs = torch.tensor([[0.5, 0.25, 0.25, 0.0], [1.0, 0, 0, 0], [0.25] * 4]).log()
    assert entropy_of(logs).tolist() == pytest.approx([1.5 * np.log(2), 0, 2 * np.log(2)])


def test_divergence_is_that_of_kullback_and_leibler():
    one, other = torch.tensor([[0.5, 0.5], [0.9, 0.1]]), torch.tensor([[0.25, 0.75], [0.9, 0.1]])
    expected = 0.5 * (0.5 * np.log(2) + 0.5 * np.log(0.5 / 0.75))
    assert float(divergence(one.log(), other.log())) == pytest.approx(expected)


# -- what is learned -------------------------------------------------------------------------------------------


def test_good_actions_become_likelier_and_bad_ones_less_likely():
    learner, decisions = collected(opinions=False, entropy=0.0, auxiliary=0.0, epochs=4)
    gains = torch.where(torch.rand(len(decisions.actions), generator=torch.Generator().manual_seed(0)) < 0.5, 1.0, -1.0)
    decisions = decisions._replace(advantages=gains)
    before, columns = probabilities(learner.network, decisions)
    learn(learner, decisions, 1e-3)
    after, _ = probabilities(learner.network, decisions)
    rows = np.arange(len(columns))
    change = np.log(after[rows, columns] / before[rows, columns])
    assert change[gains.numpy() > 0].mean() > 0.02 > -0.02 > change[gains.numpy() < 0].mean()


def test_the_critic_learns_what_comes_back():
    learner, decisions = collected(opinions=False, epochs=20, critic_weight=1.0)
    decisions = decisions._replace(returns=torch.where(decisions.saboteurs[:, 0], 1.0, -1.0))
    before = loss_of(learner, decisions)[1]["loss/critic"]
    for _ in range(3):
        learn(learner, decisions, 3e-3)
    assert loss_of(learner, decisions)[1]["loss/critic"] < 0.3 * before


def test_beliefs_learn_what_is_true():
    learner, decisions = collected(opinions=False, epochs=20, auxiliary=1.0)
    before = loss_of(learner, decisions)[1]
    for _ in range(2):
        learn(learner, decisions, 3e-3)
    after = loss_of(learner, decisions)[1]
    assert after["belief/roles"] < 0.9 * before["belief/roles"] and after["belief/treasure"] < before["belief/treasure"]


def test_the_weight_of_entropy_is_the_one_that_is_given():
    ends = []
    for weight in (0.0, 5.0):
        learner, decisions = collected(entropy=1.0, epochs=6, auxiliary=0.0)
        learner.update(decisions._replace(advantages=torch.zeros_like(decisions.advantages)), Pace(1e-3, weight))
        ends.append(loss_of(learner, decisions)[1]["policy/entropy"])
    assert ends[1] > ends[0] + 0.005


def test_without_beliefs_there_are_no_parameters_for_them_and_no_figures():
    learner, decisions = collected(auxiliary=0.0)
    figures = learn(learner, decisions, 1e-3)
    assert not [name for name, _ in learner.network.named_parameters() if name.startswith("beliefs")]
    assert not [name for name in figures if name.startswith("belief/")]
    assert [name for name, _ in learner_of(tiny()).network.named_parameters() if name.startswith("beliefs")]


def test_the_length_of_a_step_is_that_of_the_shortened_gradient(monkeypatch):
    """With plain descent the weights move by the rate times the longest gradient, where that is shorter."""
    moved = []
    for longest in (0.01, 1e6):
        learner, decisions = collected(longest_gradient=longest, epochs=1, minibatch=1000)
        learner.optimizer = torch.optim.SGD(learner.parameters, 1.0)
        before = torch.cat([values.detach().flatten().clone() for values in learner.parameters])
        figures = learn(learner, decisions, 0.5)
        after = torch.cat([values.detach().flatten() for values in learner.parameters])
        moved.append((float((after - before).norm()), figures["loss/gradient"]))
    (short, length), (whole, same) = moved
    assert short == pytest.approx(0.5 * 0.01, rel=1e-2) and length == pytest.approx(same) and same > 0.01
    assert whole == pytest.approx(0.5 * same, rel=1e-2)


def test_the_learning_rate_is_the_one_that_is_given():
    learner, decisions = collected(epochs=1)
    before = digest(learner.network)
    learn(learner, decisions, 0.0)
    assert digest(learner.network) == before
    learn(learner, decisions, 1e-3)
    assert digest(learner.network) != before


def test_an_epoch_goes_through_every_decision_once():
    learner = learner_of(tiny(minibatch=30))
    for count, parts in ((100, 3), (29, 1), (3, 1), (150, 5)):
        rows = list(learner._minibatches(count))
        assert len(rows) == parts and sorted(torch.cat(rows).tolist()) == list(range(count))
        assert max(map(len, rows)) - min(map(len, rows)) <= 1
    assert torch.cat(list(learner._minibatches(100))).tolist() != list(range(100))


def test_rows_of_decisions_stay_together():
    _, decisions = collected()
    some = decisions.rows(torch.tensor([5, 2]))
    for k, row in enumerate((5, 2)):
        assert all(torch.equal(part[k], whole[row]) for part, whole in zip(some.seats, decisions.seats, strict=True))
        assert all(torch.equal(part[k], whole[row]) for part, whole in zip(some[1:], decisions[1:], strict=True))


# -- the magnet ------------------------------------------------------------------------------------------------


def weights(network):
    return torch.cat([values.detach().flatten() for values in network.parameters()]).clone()


def test_the_magnet_begins_at_the_network_and_follows_by_its_speed():
    learner = learner_of(tiny(algo="mmd", magnet_speed=0.25), opinions=False)
    assert torch.equal(weights(learner.magnet), weights(learner.network))
    decisions = stretch(tables_of(learner.config), learner, 8).decisions
    for _ in range(2):
        before = weights(learner.magnet)
        learn(learner, decisions, 1e-3)
        expected = before + 0.25 * (weights(learner.network) - before)
        assert weights(learner.magnet).numpy() == pytest.approx(expected.numpy(), abs=1e-6)
        assert not torch.equal(weights(learner.magnet), weights(learner.network))
    assert not any(values.requires_grad for values in learner.magnet.parameters())


def test_a_magnet_without_speed_stays():
    learner = learner_of(tiny(algo="mmd", magnet_speed=0.0), opinions=False)
    before = weights(learner.magnet)
    learn(learner, stretch(tables_of(learner.config), learner, 8).decisions, 1e-3)
    assert torch.equal(weights(learner.magnet), before)


def test_the_magnet_attracts():
    distances = []
    for weight in (0.0, 20.0):
        learner, decisions = collected(algo="mmd", magnet=weight, entropy=0.0, auxiliary=0.0, epochs=4, opinions=False)
        decisions = decisions._replace(advantages=torch.where(decisions.actions % 2 == 0, 1.0, -1.0))
        figures = [learn(learner, decisions, 1e-3)["policy/magnet"] for _ in range(3)]
        distances.append(figures[-1])
    assert 0 <= distances[1] < 0.5 * distances[0]


def test_after_imitation_the_magnet_is_where_the_network_is():
    config = tiny(algo="mmd", clone=64)
    learner = learner_of(config)
    clone(learner, 64, np.random.default_rng(0))
    assert digest(learner.magnet) == digest(learner.network)


def test_a_process_without_decisions_learns_nothing_and_fails_nowhere():
    learner, decisions = collected()
    before = digest(learner.network)
    nothing = decisions.rows(torch.zeros(0, dtype=torch.int64))
    assert learn(learner, nothing, 0.1) == {} and digest(learner.network) == before
    assert learner.suspicion(nothing.seats, nothing.saboteurs).shape == (0,)


def test_one_decision_is_a_minibatch():
    learner, decisions = collected(minibatch=1)
    figures = learn(learner, decisions.rows(torch.arange(3)), 1e-3)
    assert all(np.isfinite(value) for value in figures.values())


# -- suspicion -------------------------------------------------------------------------------------------------


def test_suspicion_is_what_miners_know_beyond_the_deal():
    learner, decisions = collected(opinions=False, stealth_coef=0.1)
    assert learner.suspicion(decisions.seats, decisions.saboteurs) == pytest.approx(0, abs=1e-6)
    with torch.no_grad():
        learner.network.beliefs.role.bias += 3.0  # all others are thought to be saboteurs
    told = learner.suspicion(decisions.seats, decisions.saboteurs)
    assert (told[decisions.seats.roles != 0] == 0).all() and told.min() >= 0 and told.max() <= 1


def test_certain_beliefs_are_whole_suspicion(monkeypatch):
    learner, decisions = collected(stealth_coef=0.1, players="5")
    believe = learner.network.believe
    monkeypatch.setattr(
        learner.network, "believe", lambda *args: believe(*args)._replace(logits=torch.where(decisions.saboteurs[:, :4], 50.0, -50.0))
    )
    told = learner.suspicion(decisions.seats, decisions.saboteurs)
    guilty = decisions.saboteurs.any(1).numpy() & (decisions.seats.roles == 0).numpy()
    assert told[guilty] == pytest.approx(1, abs=1e-4) and guilty.sum() > 10 and (told[~guilty] == 0).all()


def test_the_distance_from_the_magnet_is_part_of_the_loss():
    learner, decisions = collected(algo="mmd", magnet=3.0)
    loss, figures = loss_of(learner, decisions)
    mine, _ = probabilities(learner.network, decisions)
    theirs, _ = probabilities(learner.magnet, decisions)
    expected = np.mean([sum(p * np.log(p / q) for p, q in zip(*rows, strict=True) if p > 1e-30) for rows in zip(mine, theirs, strict=True)])
    assert figures["policy/magnet"] == pytest.approx(expected, rel=1e-3) and expected > 0.01
    learner.config = tiny(**{**vars(learner.config), "magnet": 0.0})
    assert loss - loss_of(learner, decisions)[0] == pytest.approx(3 * expected, rel=1e-3)


def test_with_ppo_there_is_no_magnet():
    assert learner_of(tiny()).magnet is None and "magnet" not in learner_of(tiny()).state()


def test_mirror_descent_does_without_entropy():
    """The settings say that the divergence from the magnet takes the place of the entropy."""
    learner, decisions = collected(algo="mmd", entropy=1.0)
    with_weight = loss_of(learner, decisions)[0]
    learner.config = tiny(**{**vars(learner.config), "entropy": 0.0})
    assert with_weight == pytest.approx(loss_of(learner, decisions)[0])


# -- chance and checkpoints ------------------------------------------------------------------------------------


def test_first_weights_are_the_seeds():
    one, same, other = (learner_of(tiny(seed=seed), opinions=False) for seed in (1, 1, 2))
    assert digest(one.network) == digest(same.network) != digest(other.network)
    assert digest(one.critic) == digest(same.critic)


def test_a_restored_learner_learns_on_as_if_nothing_had_happened():
    learner, decisions = collected(algo="mmd")
    learn(learner, decisions, 1e-3)
    twin = learner_of(tiny(**{**vars(learner.config), "seed": 8}))
    twin.restore(deepcopy(learner.state()))
    twin.chance.set_state(learner.chance.get_state())
    for one in (learner, twin):
        learn(one, decisions, 1e-3)
    assert [digest(getattr(learner, name)) for name in ("network", "critic", "magnet")] == [
        digest(getattr(twin, name)) for name in ("network", "critic", "magnet")
    ]
    assert torch.equal(learner.chance.get_state(), twin.chance.get_state())
