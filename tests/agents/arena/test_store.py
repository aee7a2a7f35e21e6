"""The work file of an interrupted run."""

import sqlite3

import pytest
from arena_games import cell, one, same

from agents.arena.refused import Refused
from agents.arena.store import Store

SETTINGS = {"seed": 1, "players": (5, 7)}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.json.work"


def begun(path):
    store = Store(path, SETTINGS, False)
    store.put("cell", 3, one(cell(observers=("believer",)), rounds=2))
    store.close()


def test_a_finished_part_is_there_again(path):
    begun(path)
    store = Store(path, SETTINGS, True)
    assert same(store.get("cell", 3), one(cell(observers=("believer",)), rounds=2))


@pytest.mark.parametrize("key", [("cell", 2), ("other", 3)])
def test_other_parts_are_not(path, key):
    begun(path)
    assert Store(path, SETTINGS, True).get(*key) is None


def test_an_interrupted_run_is_not_overwritten_by_mistake(path):
    begun(path)
    with pytest.raises(Refused, match="interrupted run; go on with --resume, or delete it"):
        Store(path, SETTINGS, False)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({**SETTINGS, "seed": 2}, "another seed: 1, not 2"),
        ({"seed": 1}, r"another players: \[5, 7\], not null"),
        ({**SETTINGS, "rounds": 5}, "another rounds: null, not 5"),
    ],
)
def test_other_settings_are_refused_by_name(path, settings, words):
    begun(path)
    with pytest.raises(Refused, match=words):
        Store(path, settings, True)


def test_to_resume_what_was_not_begun_is_to_begin(path):
    assert Store(path, SETTINGS, True).get("cell", 0) is None


def test_another_file_is_refused(path):
    path.write_text("something else, and long enough to be taken for a database" * 20)
    with pytest.raises(Refused, match="no work file of the arena"):
        Store(path, SETTINGS, True)


def test_a_damaged_part_is_refused(path):
    begun(path)
    with sqlite3.connect(path) as file:
        file.execute("UPDATE parts SET body = substr(body, 1, 50)")
    with pytest.raises(Refused, match="is damaged; delete it and begin anew"):
        Store(path, SETTINGS, True).get("cell", 3)


def test_damaged_settings_are_refused(path):
    begun(path)
    with sqlite3.connect(path) as file:
        file.execute("UPDATE settings SET text = '{'")
    with pytest.raises(Refused, match="no work file of the arena"):
        Store(path, SETTINGS, True)


def test_a_part_is_there_in_full_or_not_at_all(path, monkeypatch):
    begun(path)
    store = Store(path, SETTINGS, True)
    other = sqlite3.connect(path)
    other.execute("BEGIN EXCLUSIVE")
    store._file.execute("PRAGMA busy_timeout = 0")
    with pytest.raises(sqlite3.OperationalError):
        store.put("cell", 4, one(cell(), rounds=1))
    other.close()
    assert store.get("cell", 4) is None and store.get("cell", 3) is not None


def test_the_work_file_goes_when_the_results_are_written(path):
    begun(path)
    store = Store(path, SETTINGS, True)
    store.close()
    store.discard()
    assert not path.exists()


def test_without_a_file_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    store = Store(None, SETTINGS, False)
    store.put("cell", 0, one(cell(), rounds=1))
    store.close()
    store.discard()
    assert not list(tmp_path.iterdir())
