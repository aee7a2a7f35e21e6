"""The command line from end to end."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from agents.arena import cli, run
from agents.arena.cli import main
from agents.arena.commands import COMMANDS
from saboteur_env.__main__ import main as saboteur

SMALL = ("--rounds", "6", "--suite", "sab-dev")
MATRIX = ("matrix", "--miners", "layer,raiser", "--saboteurs", "uniform,layer", "--chunk", "2", *SMALL)
ASKED = {
    "matrix": MATRIX,
    "visitor": ("visitor", "--host", "layer", "--visitors", "uniform", *SMALL),
    "mixed": ("mixed", "--miners", "layer,uniform", "--saboteurs", "layer", *SMALL),
    "games": ("games", "--agents", "layer,uniform", *SMALL),
    "inference": ("inference", "--miners", "believer", "--saboteurs", "layer", *SMALL),
    "frontier": ("frontier", "--miners", "layer", "--saboteurs", "layer", "--observers", "believer", *SMALL),
}
DOCS = (Path(__file__).parents[3] / "docs" / "arena.md").read_text(encoding="utf-8")


def written(path, *words):
    """What a command writes as JSON."""
    assert main([*words, "--json", str(path)]) == 0
    return json.loads(path.read_text(encoding="utf-8"))


def test_every_command_is_tried_here():
    assert set(ASKED) == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_shows_and_writes_its_rows_and_every_column_is_documented(name, tmp_path, capsys):
    found = written(tmp_path / "x.json", *ASKED[name])
    assert found["rows"] and found["header"]["command"] == name
    assert capsys.readouterr().out.strip()
    assert list(tmp_path.iterdir()) == [tmp_path / "x.json"]
    columns = {column for table in found.values() if isinstance(table, list) for row in table for column in row}
    assert columns - set(re.findall(r"`(\w+)`", DOCS)) == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_its_help(name, capsys):
    with pytest.raises(SystemExit) as stopped:
        main([name, "--help"])
    assert stopped.value.code == 0 and "--rounds N" in capsys.readouterr().out


def test_the_header_says_how_the_rows_came_about(tmp_path):
    header = written(tmp_path / "x.json", *MATRIX)["header"]
    assert header["suite"] == "sab-dev" and len(header["suite_sha256"]) == 64 and header["seed"] == 0
    assert header["miners"] == ["layer", "raiser"] and set(header["versions"]) == {"saboteur_env", "numpy", "openskill"}


def test_csv_pictures_and_records_are_written(tmp_path, capsys):
    more = ("--csv", tmp_path / "x.csv", "--plot", tmp_path / "plots", "--record", tmp_path / "x.jsonl", "--recorded", "1")
    assert main([*map(str, (*MATRIX, *more))]) == 0
    assert len((tmp_path / "x.csv").read_text().splitlines()) == 5
    assert [path.name for path in (tmp_path / "plots").iterdir()] == ["matrix-5-players-left-over.png"]
    assert saboteur(["replay", str(tmp_path / "x.jsonl")]) == 0


# -- interruptions ------------------------------------------------------------------------------------------


def interrupt(monkeypatch, path, after):
    """Run the matrix until so many chunks are played."""
    count, play_part = iter(range(100)), run.play_part

    def play_some(*words):
        if next(count) == after:
            raise KeyboardInterrupt
        return play_part(*words)

    with monkeypatch.context() as patch:
        patch.setattr(run, "play_part", play_some)
        assert main([*MATRIX, "--json", str(path)]) == 130


@pytest.mark.parametrize("after", [0, 4])
def test_an_interrupted_run_ends_the_same(after, tmp_path, monkeypatch, capsys):
    whole, cut = tmp_path / "whole.json", tmp_path / "cut.json"
    written(whole, *MATRIX)
    interrupt(monkeypatch, cut, after)
    assert "interrupted; go on with --resume" in capsys.readouterr().err and not cut.exists()
    played, play_part = [], run.play_part
    monkeypatch.setattr(run, "play_part", lambda *words: played.append(words) or play_part(*words))
    written(cut, *MATRIX, "--resume")
    assert cut.read_bytes() == whole.read_bytes() and len(played) == 12 - after


def test_a_run_of_other_settings_is_not_resumed(tmp_path, monkeypatch, capsys):
    path = tmp_path / "x.json"
    interrupt(monkeypatch, path, 2)
    capsys.readouterr()
    assert main([*MATRIX, "--json", str(path), "--resume", "--seed", "5"]) == 2
    assert capsys.readouterr().err == f"arena: {path}.work was begun with another seed: 0, not 5\n"


def test_a_run_of_other_code_is_not_resumed(tmp_path, monkeypatch, capsys):
    path = tmp_path / "x.json"
    interrupt(monkeypatch, path, 2)
    monkeypatch.setattr(cli, "code", lambda: "other")
    assert main([*MATRIX, "--json", str(path), "--resume"]) == 2
    assert "begun with another code" in capsys.readouterr().err


def test_threads_and_python_hashes_change_no_byte(tmp_path):
    program = """
import sys
import contestants
from agents import registry
from agents.arena.cli import main
contestants.enter(registry)
sys.exit(main(sys.argv[1:]))
"""
    found = []
    for seed, threads in (("1", "1"), ("2", "2")):
        path = tmp_path / f"{seed}.json"
        words = (*MATRIX, "--json", path, "--threads", threads)
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        subprocess.run([sys.executable, "-c", program, *map(str, words)], env=environment, check=True, capture_output=True)
        found.append(path.read_bytes())
    assert found[0] == found[1]


# -- refusals -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((*MATRIX, "--suite", "none"), "there is no suite 'none'"),
        ((*MATRIX, "--rounds", "2001"), "suite sab-dev has 2000 deals, not 2001"),
        ((*MATRIX, "--resume"), "--resume goes on with the run of a --json FILE"),
        ((*MATRIX, "--csv", "/nowhere/x.csv"), "--csv: there is no folder /nowhere"),
        (("inference", "--miners", "layer", "--saboteurs", "layer"), "nobody observes"),
        ((*MATRIX, "--json", "x", "--csv", "x"), "--json and --csv need files of their own"),
        ((*MATRIX, "--json", "/dev/null"), "--json: /dev/null is a folder or a device"),
        ((*MATRIX, "--suite", __file__), f"{__file__} is no suite"),
    ],
)
def test_what_is_impossible_is_refused_before_anything_is_played(words, told, capsys, monkeypatch):
    monkeypatch.setattr(cli, "play_cells", None)
    assert main(list(words)) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"arena: {told}") and said.count("\n") == 1


# -- suites -------------------------------------------------------------------------------------------------


def test_suites_are_listed_and_checked(capsys):
    assert main(["suites"]) == 0
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == ["sab-dev", "sab-test"]
    assert main(["suites", "--check"]) == 0
    assert capsys.readouterr().out.count(", checked\n") == 2


def test_a_new_suite_can_be_played_on_and_is_not_overwritten(tmp_path, capsys):
    path = tmp_path / "mine.json"
    assert main(["suites", "--new", str(path), "--seed", "4"]) == 0
    assert main([*MATRIX, "--suite", str(path)]) == 0
    assert main(["suites", "--new", str(path)]) == 2
    assert "suites are frozen" in capsys.readouterr().err
