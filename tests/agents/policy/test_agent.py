"""The agent plays by its network's probabilities, and by the words of chance alone."""

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

import agents
from agents.observation import OPTIONS, observe
from agents.policy import checkpoint
from agents.policy.agent import likeliest
from agents.policy.network import Network
from agents.policy.parts import Design
from agents.protocol import drawn
from saboteur_env.core.cards import CLAIMING
from saboteur_env.game import Game
from saboteur_env.information import information_of
from saboteur_env.rules import Setup
from saboteur_env.vector import Batch

SIZE = 40
SETUPS = [Setup(3 + game % 8, rounds=2) for game in range(SIZE)]
RULES, WHICH = np.concatenate([setup.rules() for setup in SETUPS]), np.arange(SIZE)
FIRST_HALF, SECOND_HALF = slice(0, SIZE // 2), slice(SIZE // 2, SIZE)


@pytest.fixture(scope="module")
def agent(folder):
    return agents.make("policy", path=folder, seed=3)


@pytest.fixture(scope="module")
def information():
    """Of the seats to decide in games of 3 to 10 players, after some decisions."""
    batch, chance = Batch(SIZE, SETUPS), np.random.default_rng(0)
    turn = batch.reset(seed=5)
    for _ in range(20):
        turn = batch.step(turn.pick(chance.random(SIZE)))
    return information_of(batch.games, RULES, WHICH, WHICH, turn.seats)


def words(count, seed=0):
    return np.random.default_rng(seed).integers(2**64, size=count, dtype=np.uint64)


def begun(players=5, seed=0):
    game = Game(Setup(players))
    game.reset(seed)
    return game


# -- in games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("best", [False, True])
def test_it_plays_whole_games_of_all_players_legally(folder, best):
    agent = agents.make("policy", path=folder, best=best)
    batch, over = Batch(SIZE, SETUPS), np.zeros(SIZE, np.bool_)
    turn = batch.reset(seed=4)
    for step in range(500):
        actions = agent.act_all(information_of(batch.games, RULES, WHICH, WHICH, turn.seats), words(SIZE, step))
        assert actions.dtype == np.int64
        turn = batch.step(actions)  # refuses what is illegal
        over |= turn.ended
        if over.all():
            break
    assert over.all()


def test_the_seed_fixes_the_choices_of_one_game(folder):
    def moves():
        agent, game, chosen = agents.make(f"policy:path={folder}", seed=7), begun(), []
        for _ in range(40):
            chosen.append(agent.act(game.information(game.seat)))
            game.step(chosen[-1])
        return chosen

    assert moves() == moves()


def test_it_claims(agent):
    game, chance = begun(), np.random.default_rng(1)
    while game.public["phase"] != CLAIMING:
        game.step(int(chance.choice(game.legal())))
    assert agent.claim(game.information(game.seat)) in game.legal()


# -- probabilities ---------------------------------------------------------------------------------------------


def test_every_legal_action_has_a_probability_and_no_other(agent, information):
    _, masks = observe(information)
    probabilities = agent.probabilities_all(information)
    assert np.array_equal(probabilities > 0, masks == 1)
    assert probabilities.sum(1) == pytest.approx(np.ones(SIZE), abs=1e-12)


def test_the_network_has_opinions(agent, information):
    """So that the other tests can fail."""
    probabilities = agent.probabilities_all(information)
    assert (probabilities.max(1) > 2 * probabilities.sum(1) / (probabilities > 0).sum(1)).any()


def test_evenly_spread_words_draw_each_action_as_often_as_it_is_likely(agent):
    information, count = begun().information(begun().seat), 4096
    probabilities = agent.probabilities_all(information)
    spread = np.arange(count, dtype=np.uint64) * np.uint64(2**64 // count)
    actions = drawn(probabilities.repeat(count, 0), spread)
    found = np.bincount(actions, minlength=probabilities.shape[1])
    assert np.abs(found - count * probabilities[0]).max() <= 1


def test_the_extremes_of_chance_draw_likely_actions():
    probabilities = np.array([[0, 0.1, 0.0, 0.9, 0]] * 2)
    assert drawn(probabilities, np.array([0, 2**64 - 1], np.uint64)).tolist() == [1, 3]


def test_words_of_chance_are_places_on_the_cumulative_probabilities():
    probabilities = np.array([[0.25, 0, 0.5, 0.25]] * 4)
    assert drawn(probabilities, np.arange(4, dtype=np.uint64) << np.uint64(62)).tolist() == [0, 2, 2, 3]


# -- the best --------------------------------------------------------------------------------------------------


def test_the_best_is_the_likeliest_whatever_the_chance(folder, agent, information):
    best, drawing = agents.make("policy", path=folder, best=True), agent.probabilities_all(information)
    assert np.array_equal(best.act_all(information, words(SIZE)), drawing.argmax(1))
    assert np.array_equal(best.act_all(information, words(SIZE, 1)), drawing.argmax(1))
    assert np.array_equal(best.probabilities_all(information), np.eye(drawing.shape[1])[drawing.argmax(1)])


def test_of_equally_likely_actions_the_first_is_the_best():
    assert likeliest(np.array([[0, 0.5 - 1e-15, 0.5 + 1e-15], [0, 0.4, 0.6]])).tolist() == [[0, 1, 0], [0, 0, 1]]


@pytest.mark.parametrize("value", [1, "yes", None])
def test_best_is_a_switch(folder, value):
    with pytest.raises(ValueError, match="best is True or False"):
        agents.make("policy", path=folder, best=value)


# -- the same chance, the same choice --------------------------------------------------------------------------

CUTS = {
    "one by one": [slice(i, i + 1) for i in range(SIZE)],
    "halves": [FIRST_HALF, SECOND_HALF],
    "backwards": [np.arange(SIZE)[::-1].copy()],
    "with others": [np.concatenate([np.arange(SIZE), np.arange(SIZE)])],
}


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("best", [False, True])
def test_equal_words_lead_to_equal_choices_however_the_batch_is_cut(folder, information, cut, best):
    agent, chance = agents.make("policy", path=folder, best=best), words(SIZE)
    whole = agent.act_all(information, chance)
    for part in CUTS[cut]:
        assert np.array_equal(agent.act_all(information[part], chance[part]), whole[part])


@pytest.mark.parametrize("cut", CUTS)
def test_the_cut_moves_probabilities_by_rounding_alone(agent, information, cut):
    """The promise of the documents: some 1e-15."""
    whole = agent.probabilities_all(information)
    for part in CUTS[cut]:
        assert np.abs(agent.probabilities_all(information[part]) - whole[part]).max() < 1e-13


def test_torchs_own_chance_plays_no_part(agent, information):
    torch.manual_seed(0)
    before, chance = torch.get_rng_state(), words(SIZE)
    first = agent.act_all(information, chance)
    assert torch.equal(torch.get_rng_state(), before)
    torch.manual_seed(1)
    assert np.array_equal(agent.act_all(information, chance), first)


def test_torch_has_as_many_threads_afterwards_as_before(agent, information):
    before = torch.get_num_threads()
    try:
        torch.set_num_threads(3)
        agent.probabilities_all(information)
        assert torch.get_num_threads() == 3
    finally:
        torch.set_num_threads(before)


def test_nobody_is_asked_and_nobody_answers(agent, information):
    none = information[:0]
    assert agent.act_all(none, words(0)).shape == (0,)
    assert agent.probabilities_all(none).shape == (0, agent.probabilities_all(information).shape[1])


# -- what it is not --------------------------------------------------------------------------------------------


def test_it_is_no_oracle(agent):
    assert not agent.is_oracle


def test_a_network_without_beliefs_has_none(tmp_path):
    (tmp_path / "policy.pt").write_bytes(checkpoint.packed(Network(OPTIONS, Design(believes=False))))
    agent = agents.make("policy", path=tmp_path)
    assert not agent.believes
    with pytest.raises(TypeError, match="no beliefs"):
        agent.belief(begun().information(0))


def test_what_is_hidden_changes_nothing(agent):
    """Two games that look alike to a seat, with other cards, roles and goals in them."""
    game = begun()
    seat = game.seat
    world = Game.of_bytes(game.setup, game.worlds(seat, 1, seed=1)[0].tobytes())
    assert world.truth()["seats"] != game.truth()["seats"]
    here, there = (agent.action_probabilities(one.information(seat)) for one in (game, world))
    assert np.array_equal(here, there)


@pytest.mark.parametrize("ask", ["act", "action_probabilities"])
def test_games_without_distances_are_refused(agent, ask):
    game = Game(Setup(4, distances=False))
    game.reset(0)
    with pytest.raises(ValueError, match="distances=True"):
        getattr(agent, ask)(game.information(game.seat))


def test_its_name_makes_it_again(folder):
    name = agents.make("policy", path=folder, best=True).name
    assert agents.make(name).name == name


def test_the_observation_is_that_of_training():
    assert pytest.importorskip("train.tables").OPTIONS is OPTIONS
