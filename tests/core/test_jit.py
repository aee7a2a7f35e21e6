"""The compiler's cache: it follows the sources, and where none can be kept everything still works."""

import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from saboteur_env.core import jit

# Begins a game through a function whose callees lie in other files; says what came of it and how it was loaded.
PROGRAM = """
import numpy as np
from saboteur_env.core.layout import GAME, RULES
from saboteur_env.core.turn import begin
games = np.zeros(1, GAME)
rules = np.zeros(1, RULES)
rules[0].players = 3
begin(games, 0, rules, np.uint64(1))
print(int(games[0].public.round_index), sum(begin.stats.cache_hits.values()))
"""


@pytest.fixture
def copied(tmp_path):
    """A copy of the package, with a cache of its own: what the program says when it runs there."""
    shutil.copytree(jit.SOURCES.parent, tmp_path / "saboteur_env", ignore=shutil.ignore_patterns("__pycache__"))
    elsewhere = [path for path in sys.path if not (Path(path) / "saboteur_env").is_dir()]
    environment = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": os.pathsep.join([str(tmp_path), *elsewhere]),
    }

    def run():
        command = [sys.executable, "-c", PROGRAM]
        return subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)

    return tmp_path / "saboteur_env" / "core", run


@pytest.fixture
def anew():
    """The directory of the cache is looked for anew, in the test and after it."""
    jit.cache_directory.cache_clear()
    yield
    jit.cache_directory.cache_clear()


def twice(x):
    """A small function to be compiled."""
    return 2 * x


# -- stale code ------------------------------------------------------------------------------------------------


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_an_edit_of_a_function_that_another_file_calls_is_seen(copied):
    sources, run = copied
    assert [run().stdout.split(), run().stdout.split()] == [["0", "0"], ["0", "1"]]  # compiled, then loaded
    edited = sources / "deal.py"
    text = edited.read_text(encoding="utf-8")
    first = "    games[i] = BLANK[0]\n"
    assert text.count(first) == 1
    edited.write_text(text.replace(first, first + "    games[i].public.round_index = 7\n"), encoding="utf-8")
    assert run().stdout.split() == ["7", "0"]


def test_the_fingerprint_changes_with_any_source(tmp_path):
    shutil.copytree(jit.SOURCES, tmp_path / "core")
    prints = {jit.fingerprint(tmp_path / "core")}
    for path in sorted((tmp_path / "core").glob("*.py")):
        path.write_bytes(path.read_bytes() + b"#\n")
        prints.add(jit.fingerprint(tmp_path / "core"))
    assert len(prints) == 1 + len(list(jit.SOURCES.glob("*.py")))


def test_the_fingerprint_changes_with_the_checks_that_are_compiled_in(monkeypatch):
    before = jit.fingerprint(jit.SOURCES)
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1 if numba.config.BOUNDSCHECK != 1 else 0)
    assert jit.fingerprint(jit.SOURCES) != before


# -- where it is kept ------------------------------------------------------------------------------------------


def test_the_cache_lies_where_numba_is_told_to_keep_it(anew, monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert jit.cache_directory() == tmp_path / "saboteur_env" / jit.fingerprint(jit.SOURCES)


def test_else_it_lies_in_the_users_cache(anew, monkeypatch, tmp_path):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert jit.cache_directory() == tmp_path / "saboteur_env" / jit.fingerprint(jit.SOURCES)


def test_a_directory_that_cannot_be_made_takes_no_files(tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert not jit.writable(tmp_path / "file" / "cache")


def test_where_nothing_can_be_written_there_is_no_cache(anew, monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(jit, "writable", lambda directory: False)
    assert jit.cache_directory() is None


def test_a_user_without_a_home_has_no_cache(anew, monkeypatch):
    """As in a container that runs under a number which no account has."""

    def nobody(number):
        raise KeyError(number)

    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    assert jit.cache_directory() is None


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_without_a_cache_functions_are_compiled_all_the_same(anew, monkeypatch):
    monkeypatch.setattr(jit, "writable", lambda directory: False)
    compiled = jit.entry(twice)
    assert (compiled(21), compiled.stats.cache_path) == (42, None)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_numbas_own_settings_are_left_as_they_were():
    before = numba.config.CACHE_DIR
    jit.entry(twice)
    assert before == numba.config.CACHE_DIR


# -- what is said ----------------------------------------------------------------------------------------------


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_compiling_is_announced_once_and_loading_is_not(copied):
    _, run = copied
    first, second = run().stderr, run().stderr
    assert [line.split(":")[0] for line in first.splitlines()] == ["saboteur_env"]
    assert second == ""
