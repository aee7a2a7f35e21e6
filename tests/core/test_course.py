"""The course of `playground.py` in three ways: compiled, with bounds checked, as plain Python.

By hand:
    NUMBA_BOUNDSCHECK=1 pytest tests/core -m course
    NUMBA_DISABLE_JIT=1 pytest tests/core -m course
"""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest
from inventory import cards_of, gold_of
from playground import SCENES, course, wandering

from saboteur_env.rules import BASE_DECK, BASE_GOLD

TESTS = Path(__file__).parents[1]
PLAIN = bool(numba.config.DISABLE_JIT)
SHORT, LONG = 16, 400


def run(*command, **settings):
    """Run Python with these settings; what it printed."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **settings}
    return subprocess.run(
        [sys.executable, *command], env=environment, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.course
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_every_scene_keeps_all_cards(scene):
    game = scene()
    assert cards_of(game) == [*BASE_DECK.values()] and gold_of(game) == [*BASE_GOLD.values()]


@pytest.mark.course
def test_a_game_by_chance_keeps_all_cards():
    for game in wandering(SHORT if PLAIN else LONG):
        assert cards_of(game) == [*BASE_DECK.values()] and gold_of(game) == [*BASE_GOLD.values()]
        if game.is_over:
            break


@pytest.mark.course
def test_the_course_is_the_same_each_time():
    assert course(SHORT) == course(SHORT)


@pytest.mark.skipif(PLAIN, reason="this is the other one")
def test_compiled_code_and_plain_python_write_the_same_bytes():
    assert run(TESTS / "playground.py", str(SHORT), NUMBA_DISABLE_JIT="1").strip() == course(SHORT)


@pytest.mark.slow
def test_nothing_is_read_or_written_beyond_an_array():
    """Compiles everything once more, with checks."""
    run("-m", "pytest", TESTS / "core" / "test_course.py", "-m", "course", NUMBA_BOUNDSCHECK="1")


# Compiles everything without a cache, plays the course and lists all variables that are numbers with a point.
FIND_FLOATS = """
import sys
from numba.core import dispatcher, types
from playground import course
course(16)
for name in sorted(module for module in sys.modules if module.startswith("saboteur_env.core")):
    for function in vars(sys.modules[name]).values():
        if isinstance(function, dispatcher.Dispatcher) and function.__module__ == name:
            for compiled in function.overloads.values():
                kinds = compiled.type_annotation.typemap.values()
                if any(isinstance(getattr(kind, "dtype", kind), types.Float) for kind in kinds):
                    print(name.rpartition(".")[2], function.__name__)
"""
# Observations on the wire, rewards and means are numbers with a point.
FLOATS = {"observe observe", "batch step_all", "batch reward", "batch share_of_win", "batch mean_distances"}


@pytest.mark.slow
def test_no_signed_number_is_mixed_with_an_unsigned_one(tmp_path):
    """numba makes a float of a uint64 and an int64, silently."""
    found = run("-c", FIND_FLOATS, NUMBA_CACHE_DIR=str(tmp_path), PYTHONPATH=os.pathsep.join([str(TESTS), *sys.path]))
    assert set(found.splitlines()) <= FLOATS
