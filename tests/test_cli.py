"""The command line: record, replay, show; whatever is wrong is told in one line."""

import json
import os
import subprocess
import sys

import pytest

from saboteur_env import __main__ as cli
from saboteur_env.render import render


def run(*words):
    """The exit status of the program."""
    try:
        return cli.main([str(word) for word in words])
    except SystemExit as stop:
        return stop.code


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """Two recorded games."""
    path = tmp_path_factory.mktemp("records") / "games.jsonl"
    assert run("record", "--players", 4, "--games", 2, "--seed", 7, "--legal", "--out", path) == 0
    return path


# -- record ---------------------------------------------------------------------------------------------


def test_what_is_asked_for_is_recorded(tmp_path, capsys):
    variants = ["--variants", "private-maps,clockwise-gold", "unpaid-broken", "--variants", "self-break"]
    assert run("record", "--players", 3, "--edition", "999-games", *variants, "--seed", 2) == 0
    game = json.loads(capsys.readouterr().out)
    assert (game["players"], game["edition"], game["seed"]) == (3, "999-games", 2)
    assert game["variants"] == ["private-maps", "clockwise-gold", "unpaid-broken", "self-break"]
    assert game["agents"] == ["random"] * 3
    assert "legal" not in game["turns"][0]


def test_legal_lists_every_legal_move(games):
    turns = json.loads(games.read_text().splitlines()[0])["turns"]
    assert all(turn["move"] in turn["legal"] for turn in turns)
    assert max(len(turn["legal"]) for turn in turns) > 10


def test_each_game_can_be_made_alone(games, tmp_path):
    alone = tmp_path / "alone.jsonl"
    assert run("record", "--players", 4, "--seed", 8, "--legal", "--out", alone) == 0
    assert alone.read_text() == games.read_text().splitlines(keepends=True)[1]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--players", "2"], "3 to 10 players"),
        (["--players", "9" * 5000], "must be a whole number"),
        (["--players", "x"], "must be a whole number"),
        (["--edition", "none"], "editions: amigo-2025, classic, 999-games"),
        (["--variants", "none"], "variants: guaranteed-saboteurs"),
        (["--games", "0"], "--games"),
        (["--games", "-1"], "must not be negative"),
        (["--seed", "-1"], "must not be negative"),
        (["--seed", "1.5"], "must be a whole number"),
        (["--speed", "3"], "--speed"),
        (["--out", "."], "Is a directory"),
        (["--out", "missing/games.jsonl"], "No such file or directory"),
    ],
)
def test_bad_words_are_refused_in_one_line(words, reason, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run("record", "--out", "games.jsonl", *words) == 2
    shown = capsys.readouterr()
    assert reason in shown.err and shown.err.count("\n") == 1 and not shown.out
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [[], ["dance"], ["replay"]])
def test_a_command_is_needed(words, capsys):
    assert run(*words) == 2
    assert capsys.readouterr().err.count("\n") == 1


def interrupt(*_):
    raise KeyboardInterrupt


def test_an_interrupted_run_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "games.jsonl"
    path.write_text("as it was")
    monkeypatch.setattr(cli, "dumps", interrupt)
    assert run("record", "--out", path) == 130
    assert path.read_text() == "as it was" and list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="links and devices of POSIX")
def test_a_link_stays_a_link_and_a_device_a_device(tmp_path):
    path, link = tmp_path / "games.jsonl", tmp_path / "link"
    link.symlink_to(path)
    assert run("record", "--out", link) == 0
    assert link.is_symlink() and run("replay", path) == 0
    link.unlink()
    link.symlink_to(os.devnull)
    assert run("record", "--out", link) == 0
    assert link.is_char_device()


# -- replay ---------------------------------------------------------------------------------------------


def test_recorded_games_replay(games, capsys):
    assert run("replay", games, games) == 0
    assert capsys.readouterr().out == f"{games}: 2 games replayed without a difference\n" * 2


def test_a_difference_is_located(games, tmp_path, capsys):
    first, second = games.read_text().splitlines()
    game = json.loads(second)
    game["turns"][3]["seat"] += 1
    path = tmp_path / "edited.jsonl"
    path.write_text(f"{first}\n{json.dumps(game)}\n")
    assert run("replay", path, games) == 1
    shown = capsys.readouterr()
    assert shown.err.startswith(f"{path}: line 2: turn 3: seat: the record says")
    assert shown.err.endswith("(1 game before it replayed without a difference)\n")
    assert shown.out.startswith(f"{games}: 2 games")


def changed(game, **fields):
    """A record with other fields."""
    return json.dumps({**game, **fields}).encode()


FAULTS = {
    "empty": (lambda line, game: b"", "no game"),
    "blank lines": (lambda line, game: b"\n\n", "no game"),
    "cut off": (lambda line, game: line[:5000], "cut off"),
    "not UTF-8": (lambda line, game: line.replace(b"random", b"r\xe4ndom", 1), "line 1"),
    "a number": (lambda line, game: b"5\n", "line 1"),
    "nested": (lambda line, game: b"[" * 100_000 + b"]" * 100_000, "recursion"),
    "nested inside": (lambda line, game: line.replace(b'"pass"', b"[" * 990 + b"]" * 990, 1), ""),
    "a huge number": (lambda line, game: line.replace(b'"players":4', b'"players":4' + b"0" * 9000), "line 1"),
    "another format": (lambda line, game: changed(game, format="saboteur-game/2"), "saboteur-game/2"),
    "a field too few": (lambda line, game: b'{"format": "saboteur-game/1"}', "no env"),
    "a card too few": (lambda line, game: line.replace(b'"deck":["', b'"deck":["map","', 1), "line 1"),
    "a turn too few": (lambda line, game: changed(game, turns=game["turns"][:-1]), "the game goes on"),
    "a turn too many": (
        lambda line, game: changed(game, turns=[*game["turns"], game["turns"][-1]]),
        "the game is over",
    ),
    "no turns": (lambda line, game: changed(game, turns=[]), "the game goes on"),
    "a verb that is a list": (lambda line, game: line.replace(b'"verb":"pass"', b'"verb":["pass"]', 1), "line 1: turn"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_spoilt_file_is_told_in_one_line(fault, games, tmp_path, capsys):
    spoil, reason = FAULTS[fault]
    line = games.read_bytes().splitlines()[0]
    path = tmp_path / "spoilt.jsonl"
    path.write_bytes(spoil(line, json.loads(line)))
    for words in (["replay"], ["replay", "--show", 10_000]):
        capsys.readouterr()
        assert run(*words, path) == 1
        error = capsys.readouterr().err
        assert reason in error and error.count("\n") == 1 and len(error) < 1000


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read_is_told(name, tmp_path, capsys):
    assert run("replay", tmp_path / name) == 1
    assert capsys.readouterr().err.count("\n") == 1


# -- show -----------------------------------------------------------------------------------------------


def test_a_turn_is_shown_with_everything_open(games, capsys):
    record = json.loads(games.read_text().splitlines()[1])
    state = next(game.clone() for turn, game in enumerate(cli.replay(record)) if turn == 40)
    assert run("replay", "--show", 40, "--game", 1, games) == 0
    assert capsys.readouterr().out == render(state, "ansi", "all") + "\n"


def test_the_end_of_a_game_is_its_last_turn(games, capsys):
    turns = len(json.loads(games.read_text().splitlines()[0])["turns"])
    assert run("replay", "--show", turns, games) == 0
    assert "the game is over" in capsys.readouterr().out
    assert run("replay", "--show", turns + 1, games) == 2
    assert f"0 to {turns - 1}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--show", "0", "--game", "2"], "has 2 games"),
        (["--show", "-1"], "must not be negative"),
        (["--game", "1"], "--show"),
        (["--show", "1", "again.jsonl"], "one file"),
    ],
)
def test_what_cannot_be_shown_is_refused(words, reason, games, capsys):
    assert run("replay", *words, games) == 2
    error = capsys.readouterr().err
    assert reason in error and error.count("\n") == 1


# -- the process ----------------------------------------------------------------------------------------


def test_python_m_runs_it_and_a_reader_may_leave_early():
    command = [sys.executable, "-m", "saboteur_env", "record", "--games", "100000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert json.loads(process.stdout.readline())["format"] == "saboteur-game/1"
        process.stdout.close()
        assert process.wait(60) == 1
        assert process.stderr.read() == b""


def test_drawings_reach_an_output_of_any_encoding(games):
    command = [sys.executable, "-m", "saboteur_env", "replay", "--show", "0", str(games)]
    result = subprocess.run(command, env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=True)
    assert "━━S━━" in result.stdout.decode("utf-8")
