"""What a process pays before its first decision, measured in processes of their own."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from .measure import Figure

UNIT = "s"
CHECKOUT = Path(__file__).parent.parent
IMPORT = """
import time
start = time.process_time()
import saboteur_env.saboteur_v0
print(time.process_time() - start)
"""
FIRST_GAME = """
import time
start = time.process_time()
from benchmarks.play import play_aec
from benchmarks.uniform import UniformPlayer
from saboteur_env import saboteur_v0
play_aec(saboteur_v0.env(), UniformPlayer(0), 1, 0)
print(time.process_time() - start)
"""


def child(code: str, **variables: str) -> float:
    """The processor time that a new process says it took."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=CHECKOUT, env={**os.environ, **variables}, capture_output=True, check=True
    )
    return float(done.stdout)


def first_game_compiled_anew() -> float:
    """Seconds to the end of the first game where no compiled code is kept."""
    with tempfile.TemporaryDirectory() as empty:
        return child(FIRST_GAME, NUMBA_CACHE_DIR=empty)


def measure(repeats: int, cold: bool) -> list[Figure]:
    """All figures of the start; those of the cold start take a minute and more."""
    child(FIRST_GAME)
    anew = (first_game_compiled_anew(),) if cold else ()
    note = "" if cold else "left out by --quick"
    imports, games = (tuple(child(code) for _ in range(repeats)) for code in (IMPORT, FIRST_GAME))
    return [
        Figure("import, compiled code kept", UNIT, imports, "import_s"),
        Figure("import and first game, compiled code kept", UNIT, games, "first_game_s"),
        Figure("import and first game, compiled anew", UNIT, anew, "compile_s", note=note),
    ]
