"""`python -m train` from end to end: what a run leaves, how it is interrupted, and how it goes on."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("torch")

from learning import WORDS, tiny

import agents
from agents.policy import checkpoint as policy
from saboteur_env.game import Game
from saboteur_env.rules import Setup
from train import __main__ as program
from train import state
from train.config import Config
from train.evaluate import BEST, FINAL, LEARNER, OBSERVED
from train.run import Run

FILES = {"config.json", "policy.pt", "progress.csv", "curves.png", "results.json", "checkpoint.pt"}
ROOT = Path(program.__file__).parents[1]


@pytest.fixture(scope="module")
def ended(tmp_path_factory):
    """A tiny run through the command line: its exit status and its folder."""
    out = tmp_path_factory.mktemp("runs") / "tiny"
    return program.main([*WORDS, "--measure-every", "128", "--out", str(out)]), out


@pytest.fixture(scope="module")
def run(ended):
    return ended[1]


def test_a_run_ends_well_with_results(ended):
    status, folder = ended
    assert status == 0 and (folder / "results.json").is_file()


def test_a_run_leaves_its_files_and_no_part_of_any(run):
    names = {path.name for path in run.iterdir()} | {"results.json"}
    assert {name for name in names if not name.startswith("events.out.tfevents")} == FILES and len(names) == len(FILES) + 1
    assert (run / "curves.png").read_bytes().startswith(b"\x89PNG")
    assert (run / "policy.pt").stat().st_size < 2 * 2**20


def test_settings_are_kept(run):
    assert Config.of(json.loads((run / "config.json").read_text())) == tiny(measure_every=128)


def test_results_are_rows_of_the_arena(run):
    results = json.loads((run / "results.json").read_text())
    rows = results["rows"]
    network = f"policy:path={run / 'policy.pt'}"
    called = {network: LEARNER, f"{network},best=True": BEST}
    names = [tuple(called.get(row[role], row[role]) for role in ("miners", "saboteurs")) for row in rows]
    assert names == list(FINAL)
    assert {"edition", "players", "deal", "miners", "saboteurs", "rounds", "miners_win", "low", "high"} <= set.intersection(*map(set, rows))
    assert {(row["edition"], row["players"], row["deal"], row["rounds"]) for row in rows} == {("amigo-2025", 4, "left-over", 4)}
    assert all(-1e-9 <= row["low"] <= row["miners_win"] + 1e-9 and row["miners_win"] - 1e-9 <= row["high"] <= 1 for row in rows)
    header = results["header"]
    assert header["suite"] == "sab-test" and header["run"]["seed"] == 0
    assert {called.get(row["saboteurs"], row["saboteurs"]) for row in results["beliefs"]} == set(OBSERVED)


def test_the_log_has_a_row_for_each_update_and_figures_where_it_was_measured(run):
    with (run / "progress.csv").open() as lines:
        rows = list(csv.DictReader(lines))
    counts = [int(row["decisions"]) for row in rows]
    assert counts == sorted(set(counts)) and counts[-1] >= 256 > counts[-2]
    assert {"policy/entropy", "loss/policy", "belief/roles", "time/decisions_per_second", "win/4/learner-saboteur"} <= rows[0].keys()
    measured = [n for n, row in zip(counts, rows, strict=True) if row["win/4/learner-saboteur"]]
    assert measured == [next(n for n in counts if n >= 128), counts[-1]]


def test_the_agent_plays(run):
    agent, game = agents.make("policy", path=run), Game(Setup(4, rounds=1))
    game.reset(1)
    while not game.is_over:
        assert agent.belief(game.information(game.seat)).saboteur.shape[-1] == 4
        game.step(agent.act(game.information(game.seat)))
    assert agent.believes


def test_the_settings_of_a_run_make_it_again(run, tmp_path, monkeypatch):
    monkeypatch.setattr(program.final, "conclude", lambda *_: None)
    assert program.main(["--settings", str(run / "config.json"), "--out", str(tmp_path / "again")]) == 0
    for name in ("policy.pt", "config.json"):
        assert (tmp_path / "again" / name).read_bytes() == (run / name).read_bytes()


def test_an_interrupted_run_says_how_to_go_on(tmp_path, monkeypatch, capsys):
    update = Run.update

    def interrupted(self):
        os.kill(os.getpid(), signal.SIGINT)
        return update(self)

    monkeypatch.setattr(Run, "update", interrupted)
    folder = tmp_path / "a"
    assert program.main([*WORDS, "--out", str(folder)]) == 130
    shown = "".join(capsys.readouterr().out.split())
    assert f"Interrupted;goonwith:python-mtrain--resume{folder}" in shown
    assert {path.name for path in folder.iterdir() if "tfevents" not in path.name} == FILES - {"results.json"}
    monkeypatch.undo()
    monkeypatch.setattr(program.final, "conclude", lambda *_: None)
    assert program.main(["--resume", str(folder)]) == 0
    assert (folder / "checkpoint.pt").stat().st_size > 0
    policy.load(folder)


@pytest.mark.slow
def test_ctrl_c_reaches_all_processes_and_the_run_goes_on(tmp_path):
    """As a terminal does it: to the whole group at once."""
    folder, words = tmp_path / "a", [*WORDS, "--processes", "2", "--measure-every", "128", "--decisions", "1000000"]
    command = [sys.executable, "-m", "train", *words, "--out", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, start_new_session=True, stderr=subprocess.PIPE, text=True) as process:
        while not (folder / "checkpoint.pt").exists() and process.poll() is None:
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        told = process.communicate(timeout=120)[1]
    assert process.returncode == 130 and "Traceback" not in told
    learned = state.load(folder)["decisions"]
    assert program.main(["--resume", str(folder), "--decisions", str(learned + 200)]) == 0
    assert state.load(folder)["decisions"] >= learned + 200


def test_a_full_disk_is_one_line(tmp_path, monkeypatch, capsys):
    def full(*_):
        raise OSError("No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert program.main([*WORDS, "--out", str(tmp_path / "a")]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == "train: No space left on device"
    assert not any((tmp_path / "a").iterdir())


@pytest.mark.slow
def test_maskable_ppo_runs_from_end_to_end(tmp_path):
    words = [*WORDS, "--algo", "maskable-ppo", "--horizon", "100", "--minibatch", "100", "--decisions", "800", "--out", str(tmp_path / "a")]
    assert program.main(words) == 0
    assert {"policy.pt", "model.zip", "results.json", "curves.png"} <= {path.name for path in (tmp_path / "a").iterdir()}
    assert not json.loads((tmp_path / "a" / "results.json").read_text())["beliefs"]
