"""What the network is shown is what a batch shows, made from one seat's information alone."""

import numpy as np
import pytest
from playing import WAYS, decisions

from agents.observation import OPTIONS, observe
from saboteur_env.game import Game
from saboteur_env.information import information_of
from saboteur_env.rules import EDITIONS, VARIANTS, Setup
from saboteur_env.spaces import Encoder, scales
from saboteur_env.vector import Batch

SETUPS = [Setup(3 + i % 8, list(EDITIONS)[i % len(EDITIONS)], rounds=2) for i in range(24)]


def test_codes_and_masks_are_those_of_a_batch():
    setups = [*SETUPS, *(Setup(5, variants=[name]) for name in VARIANTS)]
    rules, which = np.concatenate([setup.rules() for setup in setups]), np.arange(len(setups))
    batch, chance = Batch(len(setups), setups, OPTIONS, dtype="int8"), np.random.default_rng(0)
    turn = batch.reset(seed=1)
    for _ in range(120):
        codes, masks = observe(information_of(batch.games, rules, which, which, turn.seats))
        assert np.array_equal(codes, turn.observations)
        assert np.array_equal(masks, turn.masks)
        turn = batch.step(turn.pick(chance.random(len(setups))))


@pytest.mark.parametrize("edition", EDITIONS)
def test_codes_and_masks_are_those_of_one_game_in_every_phase(edition):
    game, encoder, phases = Game(Setup(4, edition, rounds=2)), Encoder(OPTIONS), set()
    for ids in decisions(game, 5, WAYS["digging"](5)):
        codes, masks = observe(game.information(game.seat))
        assert np.array_equal(codes[0] * scales(OPTIONS), encoder.observation(game, game.seat))
        assert np.array_equal(masks[0].nonzero()[0], ids)
        phases.add(game.phase)
    assert {"play", "pick"} <= phases <= {"play", "claim", "pick"}


def test_some_games_of_many_are_looked_at_in_the_order_asked_for():
    rules, which = np.concatenate([setup.rules() for setup in SETUPS]), np.arange(len(SETUPS))
    batch = Batch(len(SETUPS), SETUPS, OPTIONS, dtype="int8")
    turn, rows = batch.reset(seed=2), np.array([17, 3, 3, 20])
    codes, masks = observe(information_of(batch.games, rules, which, rows, turn.seats[rows]))
    assert np.array_equal(codes, turn.observations[rows])
    assert np.array_equal(masks, turn.masks[rows])


def test_games_without_distances_are_refused():
    game = Game(Setup(5, distances=False))
    game.reset(0)
    with pytest.raises(ValueError, match="distances=True"):
        observe(game.information(game.seat))
