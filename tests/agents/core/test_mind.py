"""What a scripted agent makes of tallies and claims, tally by tally."""

from math import exp, log

import pytest
from scenarios import STONE_FOUND, discard, do, lay, scene

from agents.manners import Play
from agents.scripted import ScriptedAgent
from agents.weights import style

PRIOR = log(1 / 2)  # three players: one saboteur among the cards, and two miners beside the own one


def logistic(odds):
    return 1 / (1 + exp(-odds))


def belief(game, seat, **weights):
    play = Play(style(weights))
    return ScriptedAgent("", play, play).belief(game.information(seat))


def test_before_anything_happens_the_role_cards_speak():
    saboteur, treasure = belief(scene("S"), 1)
    assert saboteur == pytest.approx([1 / 3, 0, 1 / 3]) and treasure == pytest.approx(1 / 3)


def test_trust_shifts_everybody_but_oneself():
    saboteur, _ = belief(scene("S", saboteurs=(2,)), 2, trust=1.5)
    assert saboteur == pytest.approx([logistic(PRIOR + 1.5), logistic(PRIOR + 1.5), 1])


def lead(game, weights):
    """By how much seat 1 suspects seat 0 more than seat 2, in log-odds."""
    odds = [log(share / (1 - share)) for share in belief(game, 1, **weights).saboteur[[0, 2]]]
    return odds[0] - odds[1]


@pytest.mark.parametrize(
    ("weight", "card", "act"),
    [
        ("trust_dead_end", "N", lambda game: lay(game, "N", 0, 1)),
        ("trust_nearer", "EW", lambda game: lay(game, "EW", 1, 0)),
        ("trust_rockfall", "rockfall", lambda game: do(game, "rockfall", x=0, y=-1)),
        ("trust_pass", "N", lambda game: discard(game, "N")),
    ],
)
def test_a_tally_speaks_by_its_weight(weight, card, act):
    game = scene("║\nS", {0: [card]})
    before = lead(game, {weight: 2.0})
    act(game)
    assert lead(game, {weight: 2.0}) - before == pytest.approx(2.0)


def test_who_breaks_the_tool_of_one_who_is_trusted_is_less_trusted():
    game = scene("S", {0: ["broken-pick"]})
    do(game, "break", tool="pick", seat=2)
    saboteur, _ = belief(game, 1, trust_break=3.0)
    assert saboteur[0] == pytest.approx(logistic(PRIOR + 3.0 * (1 - 2 / 3))) and saboteur[2] == pytest.approx(1 / 3)


@pytest.mark.parametrize(("face", "sign"), [("treasure", 1), ("stone", -1)])
def test_a_claim_speaks_as_far_as_the_speaker_is_trusted(face, sign):
    game = scene("S", {0: ["map"]})
    do(game, "map", goal=0)
    do(game, "claim", goal=1, face=face)
    likely = exp(sign * 3.0 * (1 - 2 / 3))
    assert belief(game, 1, trust_claim=3.0).treasure == pytest.approx(
        [1 / (2 + likely), likely / (2 + likely), 1 / (2 + likely)]
    )
    assert belief(game, 0, trust_claim=3.0).treasure[1:] == pytest.approx([0.5, 0.5])  # its own word is nothing to it


def test_a_stone_on_the_table_is_no_treasure():
    assert belief(scene(**STONE_FOUND), 1).treasure == pytest.approx([0.5, 0, 0.5])
