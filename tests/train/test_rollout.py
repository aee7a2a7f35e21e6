"""What is collected from games is what happened in them."""

import numpy as np
import pytest

pytest.importorskip("torch")

import torch
from learning import learner_of, played, stretch, tables_of, tiny

from agents.observation import observe
from saboteur_env.core.cards import MINER, SABOTEUR, TREASURE
from saboteur_env.game import Game
from train import rollout
from train.core.sight import seen as sight_of
from train.opponents import KINDS, MIXED, PAST
from train.population import Population
from train.potential import FARTHEST, START, Potential
from train.rollout import seats_of


def decided(seen):
    """(row of the decisions, step, game, record before, seat, role) of each decision of the learner."""
    row = 0
    for time, step in enumerate(seen.steps):
        for game in step.games:
            record = seen.games[time][game]
            seat = int(record.public.seat)
            yield row, time, game, record, seat, int(record.private[seat].role)
            row += 1


def potential_of(record, weight):
    """Minus the mean distance to the hidden goals, at most 16, in starts of 8 cards."""
    hidden = [int(n) for n, goal in zip(record.public.distance.now, record.public.mine.goals, strict=True) if goal.face == 0]
    return -min(np.mean(hidden) if hidden else 0, 16) * weight / 8


# -- decisions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reward", ["team", "gold", "win"])
def test_decisions_are_those_of_the_learner_with_what_it_saw_and_what_was_true(reward):
    config = tiny(players="3-10", reward=reward, scripted=0.6, guests=0.5)
    seen, setups, others, told = played(config, 40), config.setups(), 0, set()
    decisions = seen.decisions
    for row, time, game, record, seat, role in decided(seen):
        assert seen.who[time][game, seat] == 0
        players, seats = setups[game].players, decisions.seats
        assert seats.roles[row] == role
        codes, masks = observe(Game.of_bytes(setups[game], record.tobytes()).information(seat))
        assert np.array_equal(seats.codes[row], codes[0]) and np.array_equal(seats.masks[row], masks[0])
        assert masks[0, decisions.actions[row]] == 1
        truth = [place < players and record.private[(seat + place) % players].role == SABOTEUR for place in range(1, 10)]
        assert decisions.saboteurs[row].tolist() == truth
        assert record.hidden.goals[int(decisions.treasure[row])] == TREASURE
        told |= {(sum(truth), int(decisions.treasure[row]))}
        others += 1
    assert others == len(decisions.actions) < 40 * 8 and len(told) > 5


def test_every_decision_of_the_learner_is_there():
    seen = played(tiny(players="3-10", scripted=0.6), 30)
    for time, step in enumerate(seen.steps):
        deciding = seen.who[time][np.arange(8), seen.games[time]["public"]["seat"]]
        assert step.games.tolist() == np.flatnonzero(deciding == 0).tolist()


def test_log_probabilities_are_those_of_the_network():
    config = tiny(players="3-10")
    learner = learner_of(config)
    decisions = stretch(tables_of(config), learner, 20).decisions
    found = []
    for row, action in enumerate(decisions.actions.tolist()):
        with torch.no_grad():
            choices, _ = learner.network(decisions.seats.codes[row][None], decisions.seats.masks[row][None].bool())
        weights = np.exp(choices.logits[0].double().numpy())
        ids = choices.ids[0].tolist()
        found.append(np.log(weights[ids.index(action)] / weights.sum()))
    assert decisions.logs.numpy() == pytest.approx(found, abs=1e-4)
    assert np.std(found) > 0.1


def test_actions_are_drawn_as_often_as_they_are_likely():
    config = tiny(games=1, scripted=0, past=0)
    learner, tables = learner_of(config), tables_of(config)
    seats = seats_of(tables, np.zeros(600, np.int64))
    actions, logs, _ = learner.act(seats)
    for action in set(actions.tolist()):
        expected = float(logs[actions == action][0].exp())
        share = float((actions == action).float().mean())
        assert abs(share - expected) < 5 * np.sqrt(expected * (1 - expected) / 600)


# -- rewards ---------------------------------------------------------------------------------------------------


def test_a_team_gets_a_won_round_and_loses_a_lost_one():
    seen = played(tiny(players="3,5"), 120)
    outcomes = set()
    for step, turn in zip(seen.steps, seen.turns, strict=True):
        for game, reached in enumerate(turn.reached):
            assert step.rewards[game, 0] == {-1: 0, 0: -1, 1: 1}[int(reached)]
            outcomes.add(int(reached))
    assert outcomes == {-1, 0, 1}


def test_hiding_costs_the_saboteurs_alone_and_a_lap_of_certainty_costs_the_coefficient(monkeypatch):
    config = tiny(players="5", scripted=0.0, past=0.0, stealth_coef=0.25)
    tables, learner = tables_of(config), learner_of(config)
    monkeypatch.setattr(learner, "suspicion", lambda seats, _: (seats.roles.numpy() == MINER).astype(np.float32))
    monkeypatch.setattr(rollout, "credited", lambda parts, steps, values, _: (steps, values))
    (steps, open_values), _ = rollout.collect(tables, learner, 5, 0.0)
    assert open_values.shape == (8, 2)
    roles = tables.roles()[:, :5]
    for game in range(8):
        taken = sum(step.rewards[game] for step in steps)  # one lap: five decisions, and no round ends in it
        miners = (roles[game] == MINER).sum()
        assert taken == pytest.approx([0, 0.25]) and miners in (3, 4)
        assert [int(step.chains[game]) for step in steps].count(MINER) == miners


def test_seats_get_their_nuggets():
    seen, total, games = played(tiny(players="3", reward="gold"), 150), np.zeros((8, 10)), 0
    for step, turn in zip(seen.steps, seen.turns, strict=True):
        total += step.rewards
        for game in np.flatnonzero(turn.ended):
            assert total[game] == pytest.approx(turn.nuggets[game])
            games, total[game] = games + 1, 0
    assert games >= 8


def test_seats_win_or_lose_whole_games_of_three_rounds():
    seen, rounds, games = played(tiny(players="3", reward="win"), 320), np.zeros(8), 0
    for step, turn in zip(seen.steps, seen.turns, strict=True):
        rounds += turn.reached >= 0
        assert not step.rewards[~turn.ended].any()
        for game in np.flatnonzero(turn.ended):
            best = turn.nuggets[game, :3].max()
            won, lost = (step.rewards[game, :3][same] for same in (turn.nuggets[game, :3] == best, turn.nuggets[game, :3] < best))
            assert (won > 0).all() and (won.sum() == 1) and (lost <= 0).all()
            assert rounds[game] == 3
            games, rounds[game] = games + 1, 0
    assert games >= 8


# -- shaping ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reward", ["team", "gold"])
def test_shaping_sums_to_minus_the_first_potential_over_a_round(reward):
    """So that it changes no optimal play: in every round it brings the same, whatever is done."""
    seen, rounds = played(tiny(players="3,6", reward=reward), 150, shaping=0.7), 0
    first = [potential_of(record, 0.7) for record in seen.games[0]]
    total = np.zeros((8, seen.steps[0].rewards.shape[1]))
    for time, (step, turn) in enumerate(zip(seen.steps, seen.turns, strict=True)):
        plain = np.where(turn.reached > 0, 1, -1)[:, None] * (turn.reached >= 0)[:, None] if reward == "team" else turn.rewards
        total += step.rewards - plain
        for game in np.flatnonzero(turn.reached >= 0):
            sides = [1] if reward == "team" else [{0: 1, 1: -1}.get(int(role)) for role in turn.roles[game]]
            for chain, side in enumerate(sides):
                if side is not None:
                    assert total[game, chain] == pytest.approx(-side * first[game], abs=1e-4)
            first[game], total[game] = potential_of(seen.games[time + 1][game], 0.7), 0
            rounds += 1
    assert rounds >= 8


def test_the_potential_grows_by_what_a_mine_comes_nearer():
    config = tiny(players="3,6")
    tables, chance = tables_of(config), np.random.default_rng(0)
    growing, signs = Potential(tables.batch, 0.5), set()
    for _ in range(60):
        before = [potential_of(record, 0.5) for record in tables.batch.games]
        rows = tables.learners()
        turn, _ = tables.step(rows, tables.turn.pick(chance.random(8))[rows])
        after = [0 if over else potential_of(record, 0.5) for over, record in zip(turn.reached >= 0, tables.batch.games, strict=True)]
        growth = growing.growth(turn.reached >= 0)
        assert growth == pytest.approx(np.subtract(after, before))
        signs |= set(np.sign(growth))
    assert signs == {-1, 0, 1} and (FARTHEST, START) == (16, 8)


def test_a_weight_of_nothing_shapes_nothing():
    seen, shaped = (played(tiny(), 10, shaping=weight) for weight in (0.0, 0.5))
    assert not any(step.rewards.any() for step in seen.steps)
    assert any(step.rewards.any() for step in shaped.steps)


# -- the open ends ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reward", ["team", "gold"])
def test_open_values_are_the_critics_of_each_game_and_seat(reward):
    config = tiny(players="3,5", reward=reward)
    learner, tables = learner_of(config), tables_of(config)
    seen = stretch(tables, learner, 15)
    games, players = tables.batch.games, tables.batch.players
    for game in range(8):
        seats = [int(games[game].public.seat)] if reward == "team" else range(players[game])
        for chain, seat in enumerate(seats):
            codes, _ = observe(tables.batch.game(game).information(seat))
            sight = sight_of(games[game : game + 1], players[game : game + 1], np.array([seat]))
            role = MINER if reward == "team" else int(games[game].private[seat].role)
            with torch.no_grad():
                whole = learner.network.encoder(torch.from_numpy(codes)).whole
                value = learner.critic(whole, torch.tensor([role]), torch.from_numpy(sight))
            assert seen.open_values[game, chain] == pytest.approx(float(value), abs=1e-5)
    assert seen.open_values.std() > 1e-4


@pytest.mark.parametrize("reward", ["team", "gold"])
def test_values_are_those_before_the_decision(reward):
    config = tiny(players="3,5", reward=reward, scripted=0)
    learner = learner_of(config)
    seen = stretch(tables_of(config), learner, 8)
    seats = seen.decisions.seats
    roles = torch.zeros_like(seats.roles) if reward == "team" else seats.roles
    with torch.no_grad():
        expected = learner.critic(learner.network.encoder(seats.codes).whole, roles, seats.sights)
    assert np.concatenate([step.values for step in seen.steps]) == pytest.approx(expected.numpy(), abs=1e-5)


# -- tallies ---------------------------------------------------------------------------------------------------


def test_rounds_are_tallied_by_who_played_and_who_won():
    config = tiny(players="3,5", scripted=0.4, past=0.5)
    learner, population = learner_of(config), Population()
    population.add(learner.network, 0)
    population.add(learner.network, 1)
    tables = tables_of(config, population=population)
    tables.call()
    seen = stretch(tables, learner, 200)
    rounds, won = np.zeros((2, MIXED + 1, MIXED + 1))
    member_rounds, member_won = np.zeros((2, 2, 2))
    for over in seen.ended:
        for reached, (miners, saboteurs), members in zip(over.reached, over.kinds, over.members, strict=True):
            rounds[miners, saboteurs] += 1
            won[miners, saboteurs] += reached
            for role, member in enumerate(members):
                if member >= 0:
                    member_rounds[member, role] += 1
                    member_won[member, role] += reached == (role == 0)
    assert np.array_equal(seen.tally.rounds, rounds) and np.array_equal(seen.tally.won, won)
    assert np.array_equal(seen.tally.member_rounds, member_rounds)
    assert np.array_equal(seen.tally.member_won, member_won)
    assert member_rounds.sum() > 3 and rounds[PAST].sum() + rounds[:, PAST].sum() > 3 and len(KINDS) == MIXED
