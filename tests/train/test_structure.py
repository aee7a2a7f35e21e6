"""The trainer knows the agents and the package, nobody knows the trainer, and its compiled part the core alone."""

from pathlib import Path

import pytest
from imports import ROOT, imported

import train

FOLDER = Path(train.__file__).parent
FILES = sorted(FOLDER.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_the_trainer_imports_neither_tests_nor_benchmarks(path):
    assert not {name.split(".")[0] for name in imported(path)} & {"tests", "benchmarks", "learning", "pytest"}


@pytest.mark.parametrize("path", sorted((FOLDER / "core").glob("*.py")), ids=lambda path: path.name)
def test_the_core_imports_the_core_of_the_package_alone(path):
    others = [name for name in imported(path) if not name.startswith(("saboteur_env.core.", "train.core."))]
    assert set(others) <= {"numpy", "math"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_stable_baselines_is_used_in_its_own_folder_alone(path):
    if path.parent.name != "sb3":
        assert not {name.split(".")[0] for name in imported(path)} & {"stable_baselines3", "sb3_contrib"}


def test_neither_the_package_nor_the_agents_import_the_trainer():
    paths = [path for folder in ("saboteur_env", "agents") for path in (ROOT / folder).rglob("*.py")]
    assert len(paths) > 50
    assert [path for path in paths if any(name.split(".")[0] == "train" for name in imported(path))] == []
