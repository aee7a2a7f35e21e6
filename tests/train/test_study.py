"""Studies: runs that belong together."""

import csv
import json

import pytest

pytest.importorskip("torch")

from learning import TINY

from agents.policy import checkpoint as policy
from train import study
from train.config import PRESETS, Config
from train.study import STUDIES, Study, main, over_seeds, settled

RUNS = {f"3 players, seed {seed}": {**TINY, "players": "3", "rounds": 2, "seed": seed} for seed in (0, 1)}


@pytest.fixture
def small(monkeypatch):
    """The study `quick`, of two tiny runs."""
    monkeypatch.setitem(study.STUDIES, "quick", Study("smoke", RUNS))


def rows_of(path):
    with path.open() as lines:
        return {row["run"]: row for row in csv.DictReader(lines)}


def test_a_study_makes_all_runs_once_and_shows_them(small, tmp_path, capsys):
    words = ["quick", "--folder", str(tmp_path), "--csv", str(tmp_path / "table.csv")]
    assert main(words) == 0
    rows = rows_of(tmp_path / "table.csv")
    assert list(rows) == [*RUNS, *(f"3 players, {what}" for what in ("mean", "least", "most"))]
    for name in RUNS:
        folder = tmp_path / "quick" / name.replace(", ", "-").replace(" ", "-")
        results = json.loads((folder / "results.json").read_text())
        assert float(rows[name]["learner-saboteur"]) == results["rows"][0]["miners_win"]
        assert Config.of(results["header"]["run"]).seed == RUNS[name]["seed"]
    networks = {path: path.stat().st_mtime_ns for path in tmp_path.rglob(policy.FILE)}
    assert len(networks) == 2 and "3 players, mean" in capsys.readouterr().out
    assert main(words) == 0 and rows_of(tmp_path / "table.csv") == rows
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob(policy.FILE)} == networks


def test_an_interrupted_run_goes_on(small, tmp_path, monkeypatch, capsys):
    tasks = []
    monkeypatch.setattr(study.train, "run", lambda task: tasks.append(task) or 130)
    assert main(["quick", "--folder", str(tmp_path)]) == 130
    assert [task.resume for task in tasks] == [False] and "goes on" in capsys.readouterr().err
    (tasks[0].folder / "checkpoint.pt").touch()
    assert main(["quick", "--folder", str(tmp_path)]) == 130
    assert [task.resume for task in tasks] == [False, True] and tasks[0].folder == tasks[1].folder


def test_a_run_with_other_settings_is_not_taken_for_this_one(small, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(study.train, "run", lambda task: (task.folder / "config.json").write_text(task.config.dumps()) and 130)
    assert main(["quick", "--folder", str(tmp_path)]) == 130
    changed = {name: {**settings, "entropy": 0.5} for name, settings in RUNS.items()}
    monkeypatch.setitem(study.STUDIES, "quick", Study("smoke", changed))
    assert main(["quick", "--folder", str(tmp_path)]) == 2
    assert "has another entropy" in capsys.readouterr().err


def test_a_study_of_a_network_that_is_not_there_says_so(tmp_path, monkeypatch, capsys):
    alone = {"miners": {**TINY, "against": study.SEVEN, "role": "miners"}}
    monkeypatch.setitem(study.STUDIES, "responses", Study("smoke", alone))
    assert main(["responses", "--folder", str(tmp_path)]) == 2
    assert "7-players" in capsys.readouterr().err


def test_mean_and_range_are_those_of_the_runs_that_differ_by_their_seed():
    rows = [
        {"run": "a, seed 0", "x": 0.1, "minutes": 1.0},
        {"run": "a, seed 1", "x": 0.4, "minutes": 3.0},
        {"run": "b", "x": 0.9, "minutes": 9.0},
    ]
    assert over_seeds(rows) == [
        {"run": "a, mean", "x": pytest.approx(0.25), "minutes": 2.0},
        {"run": "a, least", "x": 0.1, "minutes": 1.0},
        {"run": "a, most", "x": 0.4, "minutes": 3.0},
    ]


@pytest.mark.parametrize("name", STUDIES)
def test_all_settings_of_all_studies_are_possible_and_different(name, tmp_path):
    chosen = [settled(STUDIES[name], settings, tmp_path) for settings in STUDIES[name].runs.values()]
    assert len(set(chosen)) == len(chosen)
    for config in chosen:
        assert all(not path or path == str(tmp_path / study.SEVEN) for path in (config.against, config.start))
    if name != "responses":
        assert not any(config.against for config in chosen)


def test_what_a_study_leaves_open_is_as_in_its_preset(tmp_path):
    assert settled(STUDIES["standard"], {}, tmp_path) == PRESETS["standard"]
