"""The posterior against the list of all ways to deal the roles and to lay the goals."""

import numpy as np
import pytest
from probes import conclude_all
from scenarios import do, scene

from agents import make
from agents.core.evidence import EVIDENCE
from agents.core.posterior import POSTERIOR
from saboteur_env.core.cards import GOALS, HIDDEN, SABOTEUR, TREASURE
from saboteur_env.game import Game
from saboteur_env.rules import Setup
from saboteur_env.worlds import ways_to_deal

PRIOR = make("bayes")._prior
MANNERS = int((PRIOR["manners"][0].sum(axis=0) > 0).sum())


def conclude(game, seat, evidence):
    """The posterior of a seat from its evidence."""
    out = np.zeros(1, POSTERIOR)
    conclude_all(*game.information(seat).arrays(), PRIOR, evidence, MANNERS, out)
    assert out[0]["saboteur"][seat] == game.games[0].private[seat].role
    out[0]["saboteur"][seat] = 0  # of the others only: the own role needs no conclusion
    return out[0]


def enumerated(game, seat, evidence):
    """The same by summing over all ways to deal and all places of the treasure."""
    ways, orders = ways_to_deal(game.games, game.rules, seat)
    players, mine, known = game.setup.players, game.public.mine, game.games[0].private[seat].known
    faces = [int(mine.goals[goal].face or known[goal]) for goal in range(GOALS)]
    saboteur, treasure = np.zeros(players), np.zeros(GOALS)
    for goal in range(GOALS):
        if faces[goal] in (HIDDEN, TREASURE) and TREASURE not in faces[:goal] + faces[goal + 1 :]:
            logs = evidence["logs"][0, :players, :, goal]
            role_logs = np.log(
                [(shares[:, None] * np.exp(logs.T - logs.max(axis=1))).sum(axis=0) for shares in PRIOR["manners"][0]]
            )
            role_logs += logs.max(axis=1)
            role_logs[:, seat] = 0
            likely = orders * np.exp(role_logs[ways[:, :players], np.arange(players)].sum(axis=1))
            treasure[goal] = likely.sum()
            saboteur += (likely[:, None] * (ways[:, :players] == SABOTEUR)).sum(axis=0)
    return saboteur / treasure.sum(), treasure / treasure.sum()


def dealt(players, seed, variants=()):
    game = Game(Setup(players, variants=variants))
    game.reset(seed)
    return game


def by_chance(seed, spread, told=1.0):
    evidence = np.zeros(1, EVIDENCE)
    rng = np.random.default_rng(seed)
    evidence["logs"] = rng.normal(-20, spread, (1, 10, 6, 1)) + told * rng.normal(0, 1, (1, 10, 6, 3))
    return evidence


@pytest.mark.course
@pytest.mark.parametrize("variants", [(), ("guaranteed-saboteurs",)])
@pytest.mark.parametrize("players", range(3, 11))
def test_the_posterior_is_that_of_an_enumeration(players, variants):
    """With and without a role card left over, for miners and saboteurs."""
    for seed, seat in enumerate([*range(players)] * 2):
        game, evidence = dealt(players, seed, variants), by_chance(seed, spread=3.0)
        posterior, (saboteur, treasure) = conclude(game, seat, evidence), enumerated(game, seat, evidence)
        others = [other for other in range(players) if other != seat]
        assert posterior["goals"] == pytest.approx(treasure, rel=1e-9)
        assert posterior["saboteur"][others] == pytest.approx(saboteur[others], rel=1e-9)


@pytest.mark.parametrize("players", [3, 5, 10])
@pytest.mark.parametrize("spread", [0.0, 3.0, 300.0])
def test_saboteurs_are_as_many_as_the_pool_has(players, spread):
    """However one-sided the evidence."""
    for seed in range(8):
        game = dealt(players, seed)
        posterior = conclude(game, seed % players, by_chance(seed, spread))
        others = posterior["saboteur"].sum()
        assert posterior["least"] - 1e-9 <= others <= posterior["most"] + 1e-9
        assert (
            np.isfinite(posterior["guilt"]).all()
            and np.isfinite(posterior["innocence"]).all()
            and (posterior["saboteur"] >= 0).all()
            and (posterior["saboteur"] <= 1 + 1e-9).all()
        )


@pytest.mark.parametrize("guilt", [100.0, -100.0])
@pytest.mark.parametrize("variants", [(), ("guaranteed-saboteurs",)])
@pytest.mark.parametrize("players", [3, 5, 10])
def test_the_counts_hold_where_everybody_seems_alike(players, variants, guilt):
    """Everybody plays like an overt saboteur, or like a greedy miner: still there are as many as there are."""
    game, evidence = dealt(players, 1, variants), np.zeros(1, EVIDENCE)
    evidence["logs"][:, :, 2 if guilt > 0 else 1 :, :] = guilt
    for seat in range(players):
        posterior = conclude(game, seat, evidence)
        count = posterior["most"] if guilt > 0 else posterior["least"]
        assert posterior["saboteur"].sum() == pytest.approx(count, abs=1e-6)


@pytest.mark.parametrize("players", range(3, 11))
def test_the_only_saboteurs_are_known_to_the_last_of_them(players):
    """Where no card is left over, the counts tell a seat how many the others are."""
    game = dealt(players, 2, ("guaranteed-saboteurs",))
    for seat in range(players):
        posterior, role = conclude(game, seat, by_chance(seat, 3.0)), game.games[0].private[seat].role
        assert posterior["saboteur"].sum() == pytest.approx(game.rules[0]["pool"][SABOTEUR] - role)


@pytest.mark.parametrize("goals", [("treasure", "stone-a", "stone-b"), ("stone-a", "treasure", "stone-b")])
def test_own_maps_leave_what_they_leave(goals):
    game = scene("S", {0: ["map"]}, goals=goals)
    do(game, "map", goal=0)
    posterior = conclude(game, 0, np.zeros(1, EVIDENCE))
    assert posterior["goals"] == pytest.approx([1, 0, 0] if goals[0] == "treasure" else [0, 0.5, 0.5])


def test_a_stone_on_the_table_is_no_treasure():
    game = scene("┌┴┼┴┼┴┼┼\nS......└┐", goals=("treasure", "stone-a", "stone-b"))
    assert conclude(game, 1, np.zeros(1, EVIDENCE))["goals"] == pytest.approx([0.5, 0, 0.5])
