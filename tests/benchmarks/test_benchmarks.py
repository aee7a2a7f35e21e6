"""The benchmarks measure what they say. No test looks at a time."""

import json

import pytest

from agents import RandomAgent
from benchmarks import __main__ as command
from benchmarks import copies, core, loop, startup
from benchmarks.measure import Figure, table
from saboteur_env import saboteur_v0


def test_play_counts_the_decisions_of_whole_games():
    env, decisions = saboteur_v0.raw_env(players=3, rounds=1), []
    step = env.step
    env.step = lambda action: (decisions.append(action), step(action))
    taken = loop.play(env, RandomAgent(0), steps=1, seed=0)
    assert taken == sum(action is not None for action in decisions)
    assert taken > 0
    assert env.agents == []


def test_every_environment_stands_beside_the_peer_of_its_own_repeat():
    makers = loop.peer()
    if not makers:
        pytest.skip("the peer needs pygame")
    figures = loop.measure(steps=1, repeats=2)
    beside = figures[0]
    assert beside.name == loop.PEER and beside.ratios == (1, 1)
    assert [figure.name for figure in figures[1:]] == list(loop.ours())
    for figure in figures:
        assert figure.ratios == tuple(a / b for a, b in zip(figure.values, beside.values, strict=True))


def test_a_missing_peer_is_said_to_be_missing(monkeypatch):
    monkeypatch.setattr(loop, "peer", dict)
    beside, *others = loop.measure(steps=1, repeats=1)
    assert beside.values == () and "missing" in table([beside])
    assert all(figure.values and not figure.ratios for figure in others)


def test_the_core_copies_whole_records():
    envs = copies.positions(count=3, players=4)
    assert len({env.get_state() for env in envs}) == 3
    assert len(copies.core_copy(envs, rounds=1, repeats=2)) == 2


def test_the_core_plays_on_and_observes_what_it_is_asked_for():
    for load in core.LOADS:
        play = core.Play(load, players=4, games=6)
        before = play.batch.games.tobytes()
        assert len(core.rates(play, steps=3, repeats=2)) == len(core.threads_ratio(play, steps=3, repeats=2)) == 2
        assert play.batch.games.tobytes() != before
        assert play.codes.any() == play.masks.any() == load.observed


def test_every_figure_has_a_key_of_its_own():
    figures = [*core.measure(1, 1), *loop.measure(1, 1), *copies.measure(1, 1, 3)]
    keys = [figure.key for figure in figures]
    assert all(keys) and len(set(keys)) == len(keys)
    assert {"core.observed.5p", "core.bare.7p", "aec.raw.5p", "aec.wrapped.5p", "clone.core_us"} <= set(keys)


def test_the_table_has_medians():
    lines = table([Figure("a", "s", (1.0, 9.0, 2.0), (0.5, 4.0, 3.0))]).splitlines()
    assert lines[2] == "| a | 2.00 | s | 3.00 |"


def test_the_command_prints_a_table_and_writes_every_repeat(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(core, "measure", lambda steps, repeats: [])
    figure = Figure("loop", "1/s", (1.0, 3.0, 2.0), key="aec.raw.5p")
    monkeypatch.setattr(loop, "measure", lambda steps, repeats: [figure])
    monkeypatch.setattr(copies, "measure", lambda rounds, repeats: [])
    monkeypatch.setattr(startup, "measure", lambda repeats, cold: [Figure("cold", "s", (), note=f"cold={cold}")])
    command.main(["--quick", "--json", str(tmp_path / "speed.json")])
    assert "| loop | 2.00 | 1/s |" in capsys.readouterr().out
    record = json.loads((tmp_path / "speed.json").read_text())
    loop_figure, cold = record["figures"]
    assert record["aec.raw.5p"] == 2
    assert loop_figure["values"] == [1, 3, 2] and loop_figure["median"] == 2
    assert cold["median"] is None and cold["note"] == "cold=False"
