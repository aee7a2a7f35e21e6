"""The command line: record, replay, show; every fault is one clear line."""

import json

import pytest

from saboteur_env.__main__ import main


def run(*words):
    """The exit status of the program."""
    try:
        return main(list(words)) or 0
    except SystemExit as stop:
        return stop.code or 0


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """Two recorded games."""
    path = tmp_path_factory.mktemp("records") / "games.jsonl"
    assert run("record", "--players", "4", "--games", "2", "--seed", "7", "--legal", "--out", str(path)) == 0
    return path


def test_a_recorded_file_is_replayed(games, capsys):
    assert len(games.read_text().splitlines()) == 2
    assert run("replay", str(games)) == 0
    assert "2" in capsys.readouterr().out


def test_the_same_seed_gives_the_same_file(games, tmp_path):
    again = tmp_path / "again.jsonl"
    run("record", "--players", "4", "--games", "2", "--seed", "7", "--legal", "--out", str(again))
    assert again.read_bytes() == games.read_bytes()


def test_each_game_can_be_made_alone(games, tmp_path):
    alone = tmp_path / "alone.jsonl"
    run("record", "--players", "4", "--seed", "8", "--legal", "--games", "1", "--out", str(alone))
    assert alone.read_text() == games.read_text().splitlines(keepends=True)[1]


def test_a_turn_is_shown(games, capsys):
    assert run("replay", "--show", "5", str(games)) == 0
    assert "S" in capsys.readouterr().out


@pytest.mark.parametrize("cut", [10, 200, 5000])
def test_a_truncated_file_is_named_and_fails(games, tmp_path, capsys, cut):
    path = tmp_path / "cut.jsonl"
    path.write_bytes(games.read_bytes()[:cut])
    assert run("replay", str(path)) == 1
    shown = capsys.readouterr()
    assert "line 1" in shown.out + shown.err and "Traceback" not in shown.err


def test_a_hand_edited_file_is_named_and_fails(games, tmp_path, capsys):
    first, second = (json.loads(line) for line in games.read_text().splitlines())
    second["turns"][3]["seat"] = (second["turns"][3]["seat"] + 1) % 4
    path = tmp_path / "edited.jsonl"
    path.write_text(f"{json.dumps(first)}\n{json.dumps(second)}\n")
    assert run("replay", str(path)) == 1
    shown = capsys.readouterr()
    assert "line 2" in shown.out + shown.err and "turn 3" in shown.out + shown.err


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\n", b"5\n", b"{}\n", b'{"format": "other/1"}\n'])
def test_what_is_no_record_fails(tmp_path, capsys, content):
    path = tmp_path / "other.jsonl"
    path.write_bytes(content)
    assert run("replay", str(path)) == 1
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["record", "--players", "2", "--out", "-"],
        ["record", "--players", "x", "--out", "-"],
        ["record", "--edition", "none", "--out", "-"],
        ["record", "--variants", "none", "--out", "-"],
        ["record", "--games", "0", "--out", "-"],
        ["replay"],
        ["dance"],
    ],
)
def test_bad_words_are_refused(words, capsys):
    assert run(*words) == 2
    assert capsys.readouterr().err


def test_nothing_half_written_is_left(tmp_path):
    target = tmp_path / "missing" / "games.jsonl"
    assert run("record", "--out", str(target)) != 0
    assert not list(tmp_path.rglob("*.jsonl*"))


@pytest.mark.parametrize("what", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read_fails(tmp_path, capsys, what):
    assert run("replay", str(tmp_path / what)) == 1
    assert "Traceback" not in capsys.readouterr().err
