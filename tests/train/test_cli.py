"""The command line: every setting is there and explained, and what is wrong is one line."""

import json
import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

pytest.importorskip("torch")

from learning import WORDS, docstrings, tiny

from agents.observation import OPTIONS
from agents.policy import checkpoint as policy
from agents.policy.network import Network
from train import __main__ as program
from train import loop
from train.cli import SETTINGS, parse
from train.config import PRESETS, Config
from train.processes import Processes


def refused(words, capsys):
    """The one line in which a command line is refused."""
    with pytest.raises(SystemExit) as stop:
        raise SystemExit(program.main(words))
    shown = capsys.readouterr()
    assert stop.value.code == 2 and shown.out == ""
    assert len(shown.err.strip().splitlines()) == 1, shown.err
    return shown.err


@pytest.fixture(scope="module")
def stopped(tmp_path_factory):
    """A run that was stopped before rounds ended."""
    folder = tmp_path_factory.mktemp("runs") / "stopped"
    folder.mkdir()
    (folder / SETTINGS).write_text(tiny().dumps())
    loop.work(Processes(), tiny(), folder, False, stop_at=60)
    return folder


@pytest.fixture(autouse=True)
def _nothing_is_learned(monkeypatch):
    """What is not refused would take its time."""
    monkeypatch.setattr(program, "learn", lambda task: pytest.fail(f"{task} is not refused"))


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# -- help ------------------------------------------------------------------------------------------------------


def test_help_shows_every_setting_with_its_explanation(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    with pytest.raises(SystemExit) as stop:
        parse(["--help"])
    shown = re.sub(r"[\s│]+", " ", capsys.readouterr().out)
    assert stop.value.code == 0
    for name, words in docstrings().items():
        assert f"--{name.replace('_', '-')} " in shown, name
        assert " ".join(words.split())[:40] in shown, name
    for name in ("preset", "settings", "resume", "out"):
        assert f"--{name} " in shown


# -- settings --------------------------------------------------------------------------------------------------


def test_words_are_settings(here):
    words = ["--players", "3-5", "--variants", "self-break", "private-maps", "--seed", "4", "--reward", "gold", "--distances", "False"]
    task = parse([*words, "--out", "x"])
    expected = Config(players="3-5", variants=("self-break", "private-maps"), seed=4, reward="gold", distances=False)
    assert task.config == expected and str(task.folder) == "x" and not task.resume
    assert (here / "x").is_dir()


@pytest.mark.parametrize("preset", PRESETS)
def test_settings_begin_with_a_preset(here, preset):
    assert parse(["--preset", preset]).config == PRESETS[preset]
    assert parse([f"--preset={preset}", "--seed", "9", "--out", "x"]).config == replace(PRESETS[preset], seed=9)


def test_without_words_it_is_the_quick_preset_in_a_folder_of_its_own(here):
    task = parse([])
    assert task.config == Config()
    assert re.fullmatch(r"runs/7-players-\d{8}-\d{6}", str(task.folder)) and task.folder.is_dir()


def test_the_settings_of_another_run_are_taken_over(here, stopped):
    file = str(stopped / SETTINGS)
    assert parse(["--settings", file, "--out", "a"]).config == tiny()
    assert parse(["--settings", file, "--out", "b", "--seed", "5"]).config == tiny(seed=5)


def test_every_setting_can_be_set(here):
    """To another value than the default."""
    others = {str: {"players": "5", "edition": "classic", "reward": "win", "algo": "mmd", "critic": "seat"}}
    network = Path("network.pt").resolve()
    network.write_bytes(policy.packed(Network(OPTIONS)))
    others[str] |= {"start": str(network), "against": str(network), "role": "miners"}
    for field in fields(Config):
        kind, default = type(field.default), field.default
        if kind is tuple:
            continue
        value = others[str][field.name] if kind is str else (not default) if kind is bool else default + 1 if kind is int and default < 2000 else default - 1 if kind is int else 0.125
        task = parse([f"--{field.name.replace('_', '-')}", str(value), "--out", f"x-{field.name}"])
        assert getattr(task.config, field.name) == value, field.name


# -- what is refused -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--players", "2"], "players"),
        (["--players", "7-5"], "players are a number"),
        (["--edition", "none"], "none"),
        (["--decisions", "0"], "decisions lies between"),
        (["--clip", "0"], "clip lies between"),
        (["--seed", "-1"], "seed lies between"),
        (["--entropy", "nan"], "entropy lies between"),
        (["--shaping", "inf"], "shaping lies between"),
        (["--scripted", "0.8", "--past", "0.5"], "sum to"),
        (["--settings", "nowhere.json"], "nowhere.json"),
        (["--resume", "nowhere"], "holds no checkpoint"),
        (["--resume", "nowhere", "--settings", "x"], "one of --preset, --settings and --resume"),
        (["--settings", "x", "--preset", "full"], "one of --preset, --settings and --resume"),
        (["--start", "nowhere"], "there is no"),
        (["--against", "nowhere.pt"], "nowhere.pt"),
        (["--out", "a,b"], "a comma"),
    ],
)
def test_impossible_settings_are_one_line(here, capsys, words, told):
    assert told in refused(words, capsys)
    assert not any(here.iterdir())


@pytest.mark.parametrize("words", [["--colour", "red"], ["--seed", "x"], ["--algo", "dqn"], ["--preset", "none"], ["--seed"], ["--dec", "5"]])
def test_words_that_there_are_not_end_with_status_2(here, capsys, words):
    with pytest.raises(SystemExit) as stop:
        program.main(words)
    assert stop.value.code == 2
    assert not any(here.iterdir())
    assert words[0] in capsys.readouterr().err


@pytest.mark.parametrize("text", ["{", "[]", '{"colour": 1}', '{"seed": "x"}', '{"players": "2"}', "\x00\xff"])
def test_files_that_hold_no_settings_are_one_line(here, capsys, text):
    (here / "a.json").write_text(text, encoding="latin-1")
    assert "a.json holds no settings of a run" in refused(["--settings", "a.json"], capsys)


def test_a_folder_that_is_not_empty_is_refused_and_left_alone(here, capsys):
    (here / "a").mkdir()
    (here / "a" / "b").write_text("mine")
    (here / "c").write_text("mine")
    for name in ("a", "c"):
        assert "is there already and not empty; name another folder" in refused(["--out", name], capsys)
    assert {path.name for path in here.rglob("*")} == {"a", "b", "c"} and (here / "a" / "b").read_text() == "mine"


def test_an_empty_folder_is_taken(here):
    (here / "a").mkdir()
    assert parse(["--out", "a"]).folder.name == "a"


# -- to go on --------------------------------------------------------------------------------------------------


def test_a_run_goes_on_with_its_own_settings(stopped):
    task = parse(["--resume", str(stopped)])
    assert task.config == tiny() and task.folder == stopped and task.resume


def test_a_run_goes_on_for_more_decisions(stopped):
    assert parse(["--resume", str(stopped), "--decisions", "512"]).config == tiny(decisions=512)


def test_a_setting_that_is_said_again_is_none_that_changes(stopped):
    assert parse(["--resume", str(stopped), *WORDS]).config == tiny()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--seed", "5"], "leave --seed out"),
        (["--minibatch", "32", "--gae-lambda", "0.5"], "leave --minibatch, --gae-lambda out"),
        (["--seed", "5", "--decisions", "999"], "leave --seed out"),
        (["--out", "elsewhere"], "leave --out out"),
    ],
)
def test_a_run_does_not_go_on_with_other_settings(stopped, capsys, words, told):
    assert told in refused(["--resume", str(stopped), *words], capsys)


def test_a_run_does_not_go_on_from_a_damaged_checkpoint(here, stopped, capsys):
    (here / "checkpoint.pt").write_bytes((stopped / "checkpoint.pt").read_bytes()[:-100])
    assert "is damaged" in refused(["--resume", str(here)], capsys)


def test_settings_in_the_checkpoint_and_beside_it_are_the_same(stopped):
    assert Config.of(json.loads((stopped / SETTINGS).read_text())) == parse(["--resume", str(stopped)]).config
