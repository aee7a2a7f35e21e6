"""Agents by name."""

import pytest
from situations import AGENTS

from agents import make
from agents.registry import MAKERS, read_parameters

ALIKE = {
    "stealth:lambda=0.2": "stealth:λ=0.2",
    "stealth:lie=0.1,λ=0.2": "stealth:λ=0.2,lie=0.1",
    "stealth:λ=0.5": "stealth",
    "greedy:truth=1": "greedy",
    "ismcts:worlds=bayes": "ismcts",
    "bayes:": "bayes",
}


@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_is_called_by_its_name(name):
    assert make(name).name == name and name in MAKERS


@pytest.mark.parametrize(
    "name",
    [
        *("miner:truth=0.5", "saboteur:lie=0.25", "greedy:truth=0.5,lie=0.25", "bayes:lie=0", "sleeper:close=1.5"),
        *("stealth:λ=0.2", "stealth:λ=1,close=4,short=2,lie=0.1,truth=0.2", "flat-mc:iterations=7,worlds=uniform"),
        *("ismcts:iterations=5,laps=1,depth=3,explore=1.5,lean=0", "ismcts:seconds=0.5"),
    ],
)
def test_a_name_with_parameters_is_the_name_of_its_agent(name):
    assert make(name).name == name and make(make(name).name).name == name


@pytest.mark.parametrize(("written", "name"), ALIKE.items())
def test_agents_that_play_alike_are_called_alike(written, name):
    assert make(written).name == name


def test_parameters_are_written_or_given():
    assert make("stealth", λ=0.2).name == make("stealth:λ=0.2").name
    assert make("stealth:λ=0.2,lie=0.1", λ=0.4).name == "stealth:λ=0.4,lie=0.1"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("clever", "there is no agent 'clever'; agents: random, "),
        ("", "there is no agent ''"),
        ("greedy:luck=1", "the agent greedy has no parameter 'luck'; parameters: truth, lie"),
        ("random:truth=1", "the agent random has no parameter 'truth'; parameters: none"),
        ("greedy:seed=1", "no parameter 'seed'"),
        ("greedy:name=1", "no parameter 'name'"),
        ("greedy:truth", "name=value, parted by commas, not 'truth'"),
        ("greedy:truth=", "name=value"),
        ("greedy:=1", "name=value"),
        ("greedy:truth=1.5", "truth is a probability from 0 to 1, not 1.5"),
        ("greedy:lie=-0.1", "lie is a probability from 0 to 1, not -0.1"),
        ("greedy:truth=often", "truth of the agent greedy is a finite number, not 'often'"),
        ("stealth:λ=2", "λ lies from 0 (open) to 1 (as a miner), not at 2"),
        ("stealth:λ=much", "λ of the agent stealth is a finite number, not 'much'"),
        ("stealth:truth=0.6", "truth and lie together are at most 1"),
        ("stealth:close=near", "close of the agent stealth is a finite number, not 'near'"),
        ("sleeper:short=soon", "short of the agent sleeper is a finite number"),
        ("ismcts:iterations=0", "iterations is a whole number from 1 to 1000000, not 0"),
        ("ismcts:iterations=2.5", "iterations is a whole number from 1 to 1000000, not 2.5"),
        ("ismcts:iterations=True", "iterations of the agent ismcts is a finite number, not True"),
        ("ismcts:depth=65", "at most 64 decisions deep, not 65"),
        ("ismcts:laps=0", "laps is a whole number from 1"),
        ("ismcts:seconds=0", "seconds are more than 0, not 0"),
        ("ismcts:seconds=long", "seconds are more than 0, not 'long'"),
        ("ismcts:worlds=real", "worlds are bayes or uniform, not 'real'"),
        ("ismcts:lean=1.1", "lean lies from 0 to 1"),
        ("ismcts:explore=0", "explore above 0"),
        ("ismcts:explore=far", "explore of the agent ismcts is a finite number"),
        ("greedy:sharp=0", "sharp is above 0 and at most 1000, not 0"),
        ("greedy:sharp=1e308", "sharp is above 0 and at most 1000"),
        (f"greedy:sharp=1{'0' * 400}", "sharp of the agent greedy is a finite number"),
        ("ismcts:iterations=10000000", "iterations is a whole number from 1 to 1000000"),
        ("stealth:λ=0.2,lambda=0.9", "the parameter 'λ' is given twice"),
        (5, "an agent is named by a word, not by 5"),
        ("greedy:sharp=1e999", "sharp"),
        ("stealth:close=1e999", "close"),
        ("ismcts:seconds=1e999", "seconds"),
        ("ismcts:explore=1e999", "explore"),
        ("flat-mc:depth=2", "no parameter 'depth'"),
    ],
)
def test_what_is_impossible_is_refused_in_words(name, words):
    with pytest.raises(ValueError) as refusal:
        make(name)
    assert words in str(refusal.value)


@pytest.mark.parametrize(
    ("written", "parameters"),
    [
        ("", {}),
        ("a=1,b=0.5,c=True,d=None,e=word", {"a": 1, "b": 0.5, "c": True, "d": None, "e": "word"}),
        ("lambda=0.2", {"λ": 0.2}),
        ("path=runs/best=1", {"path": "runs/best=1"}),
        ("path=2026_12_01", {"path": "2026_12_01"}),
    ],
)
def test_written_values_are_numbers_switches_or_words(written, parameters):
    assert read_parameters(written) == parameters
