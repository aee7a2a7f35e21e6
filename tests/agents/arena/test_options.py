"""What the command line understands."""

import argparse

import pytest

from agents.arena import options
from agents.arena.options import OPTIONS, PLAYING, Parser, add


def parsed(*words, names=("miners", "players", "deal", "rounds", "overtime", "resume")):
    parser = Parser(prog="arena")
    add(parser, names)
    return parser.parse_args(["--miners", "layer", *words] if "miners" in names else words)


def test_agents_are_parted_by_commas_but_their_parameters_are_not():
    assert options.agent_list("layer,digger:width=3,lie=1,uniform") == ("layer", "digger:width=3,lie=1", "uniform")


def test_agents_go_by_the_name_that_the_registry_gives_them():
    assert options.agent_list("digger:lie=0,width=2") == ("digger:width=2",)


def test_defaults():
    values = parsed()
    assert (values.players, values.deal, values.rounds, values.overtime, values.resume) == ((5,), ("left-over",), 2000, 60, False)


def test_lists():
    values = parsed("--players", "7,3", "--deal", "guaranteed,left-over")
    assert values.players == (7, 3) and values.deal == ("guaranteed", "left-over")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--players", "11"], "argument --players: there is no number of players '11'; there are 3, 4"),
        (["--players", "5,5"], "argument --players: 5 is named twice"),
        (["--deal", "x"], "argument --deal: there is no way to deal 'x'; there are left-over, guaranteed"),
        (["--rounds", "0"], "argument --rounds: '0' is no whole number from 1"),
        (["--rounds", "²"], "argument --rounds: '²' is no whole number from 1"),
        (["--overtime", "nan"], "argument --overtime: 'nan' is no number above 0"),
        (["--miners", "nobody"], "argument --miners: there is no agent 'nobody'; agents: uniform"),
        (["--miners", "layer,layer"], "argument --miners: layer is named twice"),
        (["--miners", ""], "argument --miners: there is no agent ''"),
        (["--speed", "3"], "unrecognized arguments: --speed 3"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(words, told, capsys):
    with pytest.raises(SystemExit) as stopped:
        parsed(*words)
    said = capsys.readouterr().err
    assert stopped.value.code == 2 and said.startswith(f"arena: {told}") and said.count("\n") == 1


def test_who_has_no_beliefs_cannot_observe(capsys):
    with pytest.raises(SystemExit):
        parsed("--observers", "layer", names=("observers",))
    assert "layer has no beliefs" in capsys.readouterr().err


def test_settings_are_what_decides_the_results():
    values = argparse.Namespace(rounds=5, json="x", threads=2, resume=True, run=None, command="matrix", seed=3)
    assert options.settings(values) == {"rounds": 5, "seed": 3}


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_explained_and_accepts_its_default(name):
    option = OPTIONS[name]
    assert option.help and not option.help.endswith(".")
    if option.default not in (..., None, (), False):
        text = ",".join(map(str, option.default)) if isinstance(option.default, tuple) else str(option.default)
        assert option.parse(text) == option.default


def test_every_option_that_decides_nothing_is_one_of_all_commands():
    assert {name for name, option in OPTIONS.items() if not option.decides} <= {*PLAYING}
