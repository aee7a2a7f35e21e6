"""The agents know the package, not those who use them; their compiled part knows the core alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from imports import imported

import agents

FOLDER = Path(agents.__file__).parent
# Each may import from those before it.
CORE = (
    *("style", "mind", "score", "sums", "disguise", "scripted", "decide", "rollout", "follow", "pages", "evidence"),
    *("posterior", "infer", "imagine", "judge", "search", "look"),
)


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.py")), ids=lambda path: str(path.relative_to(FOLDER)))
def test_agents_import_neither_the_trainer_nor_the_benchmarks(path):
    assert not {name.split(".")[0] for name in imported(path)} & {"train", "benchmarks", "stable_baselines3"}


def test_every_file_of_the_core_has_its_place():
    assert {path.stem for path in (FOLDER / "core").glob("*.py")} - {"__init__"} == set(CORE)


@pytest.mark.parametrize("name", CORE)
def test_imports_inside_the_core_run_one_way(name):
    own = [module.split(".")[2] for module in imported(FOLDER / "core" / f"{name}.py") if module.startswith("agents.")]
    assert [other for other in own if CORE.index(other) >= CORE.index(name)] == []


@pytest.mark.parametrize("name", CORE)
def test_the_core_imports_the_core_of_the_package_alone(name):
    others = {module for module in imported(FOLDER / "core" / f"{name}.py") if not module.startswith("agents.core.")}
    assert {module for module in others if not module.startswith("saboteur_env.core.")} <= {"math", "numpy"}


def test_an_import_compiles_nothing_and_needs_no_torch():
    program = """
import sys, agents
from numba.core.dispatcher import Dispatcher
found = [value for module in list(sys.modules.values()) if module.__name__.startswith("agents")
         for value in vars(module).values() if isinstance(value, Dispatcher)]
print(len(found) > 50, "torch" in sys.modules, *(function.__name__ for function in found if function.signatures))
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    environment.pop("NUMBA_DISABLE_JIT", None)
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False"]
