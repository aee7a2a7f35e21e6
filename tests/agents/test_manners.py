"""Manners: what makes a play, and how it is compiled."""

import numpy as np
import pytest

from agents import manners
from agents.core.judge import FEATURES
from agents.core.style import STYLE, WEIGHTS, blend
from agents.manners import Play, compile_plays
from agents.weights import judge, named, style, table


@pytest.mark.parametrize("name", ["truth", "lie", "hide"])
@pytest.mark.parametrize("value", [-0.01, 1.01, float("nan")])
def test_probabilities_and_λ_lie_from_0_to_1(name, value):
    with pytest.raises(ValueError, match=r"from 0"):
        Play(named("miner"), **{name: value})


def test_truth_and_lie_are_at_most_everything():
    with pytest.raises(ValueError, match=r"together are at most 1, not 1\.25"):
        Play(named("miner"), truth=0.5, lie=0.75)


def test_each_play_is_compiled_to_its_own_styles():
    plays = [manners.greedy(), manners.sleeper(2.0, 1.5, 0.5, 0.25), manners.stealth(0.4, 3.0, 1.0, 0.5, 0.0)]
    styles, compiled = compile_plays(plays)
    assert (styles[0], styles[1]) == (named("saboteur")[0], named("miner")[0])
    for play, manner in zip(plays, compiled, strict=True):
        assert styles[manner["early"]] == play.early[0]
        assert styles[manner["late"]] == (play.early if play.late is None else play.late)[0]
        assert (manner["saboteur"], manner["miner"]) == (0, 1)
        for name in ("close", "short", "hide", "truth", "lie"):
            assert manner[name] == getattr(play, name)


@pytest.mark.parametrize(("share", "like"), [(0.0, "saboteur"), (1.0, "miner")])
def test_stealth_lies_between_the_overt_saboteur_and_the_miner(share, like):
    assert manners.stealth(share, 3.0, 1.5, 0.5, 0.0).early.view(float) == pytest.approx(named(like).view(float))


def test_a_blend_is_linear_in_the_weights():
    one, other = (named(name).view(float) for name in ("saboteur", "miner"))
    assert blend(one, other, 0.25).view(float) == pytest.approx(0.75 * one + 0.25 * other)


def test_a_style_has_a_number_for_each_weight_and_0_for_those_not_named():
    weights = style({"lays": 2.0, "keep_map": 3.0})
    assert weights.dtype == STYLE and weights["lays"] == 2 and weights["keep"][0, 3] == 3 and weights["noise"] == 0
    assert weights.view(float).sum() == 5


def test_an_unknown_weight_is_refused():
    with pytest.raises(ValueError, match="no weight 'luck'; weights: lays, gain"):
        style({"luck": 1.0})


@pytest.mark.parametrize("name", ["miner", "saboteur"])
def test_the_table_has_every_weight_of_each_style(name):
    assert set(table()[name]) == set(WEIGHTS) and np.isfinite(named(name).view(float)).all()
    assert 0 < table()[name]["noise"] < 1


def test_every_feature_of_a_judgement_has_a_weight():
    assert judge().shape == (len(FEATURES),) and np.isfinite(judge()).all()


def test_a_sharper_style_has_larger_scores_and_the_same_trust():
    plain, sharp = named("miner"), named("miner", 2.5)
    for name in ("lays", "keep", "pick", "breaks"):
        assert sharp[name] == pytest.approx(2.5 * plain[name])
    for name in ("noise", "trust", "trust_claim"):
        assert sharp[name] == plain[name]
