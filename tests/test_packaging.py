"""What the README and the package's files promise is there."""

import csv
import importlib.util
import inspect
import re
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import saboteur_env
from agents import make
from saboteur_env import saboteur_v0
from saboteur_env.__main__ import main
from saboteur_env.core.actions import ACTIONS

CHECKOUT = Path(__file__).parent.parent
README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MAKEFILE = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
VERSION = re.escape(saboteur_env.__version__)


def blocks(language: str) -> list[str]:
    """The README's blocks of code in a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def found(pattern: str, *texts: str) -> list[str]:
    """Everything that the pattern's group matches, each once; at least one."""
    matches = sorted({match for text in texts for match in re.findall(pattern, text)})
    assert matches, f"no text matches {pattern}"
    return matches


def test_one_version_everywhere():
    assert re.search(rf"^version: {VERSION}$", (CHECKOUT / "CITATION.cff").read_text(), re.MULTILINE)
    newest = re.search(r"^## \[(.+?)\] - (.+)$", (CHECKOUT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest and newest[1] == saboteur_env.__version__
    assert f"date-released: {newest[2]}\n" in (CHECKOUT / "CITATION.cff").read_text()


@pytest.mark.parametrize("target", found(r"`make ([a-z]+)", README, CONTRIBUTING))
def test_make_has_the_target(target):
    assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)


@pytest.mark.parametrize("module", found(r"`python -m ([\w.]+\w)", README))
def test_the_module_runs(module):
    package = importlib.util.find_spec(module)
    assert package is not None
    assert not package.submodule_search_locations or importlib.util.find_spec(f"{module}.__main__")


@pytest.mark.parametrize("extra", found(r"[\[,]([a-z]+)(?=[],])", *found(r"\.(\[[a-z,]+\])", README, MAKEFILE)))
def test_the_extra_exists(extra):
    assert re.search(rf"^{extra} = \[", (CHECKOUT / "pyproject.toml").read_text(), re.MULTILINE)


@pytest.mark.parametrize("page", found(r"\]\(([^):]+)\)", README))
def test_the_linked_page_exists(page):
    assert (CHECKOUT / page).is_file()


def test_the_examples_run(capsys):
    games = [{}, {}, {}]
    for example, names in zip(blocks("python"), games, strict=True):
        exec(compile(example, "README.md", "exec"), names)
    assert len(capsys.readouterr().out.splitlines()) == 3  # one line a round
    assert games[1]["rewards"].shape == (256, 10)
    assert set(games[2]["miners_won"].tolist()) <= {0, 1}


def test_the_commands_for_recorded_games_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (commands,) = (block for block in blocks("sh") if block.startswith("saboteur"))
    for command in commands.splitlines():
        program, *arguments = shlex.split(command)
        assert program == "saboteur"
        assert main(arguments) == 0
    assert "round 1 of 3" in capsys.readouterr().out


def test_the_table_of_scripted_agents_is_what_the_arena_has_written():
    with open(CHECKOUT / "docs/results/scripted.csv", encoding="utf-8") as lines:
        told = {(row["deal"], row["saboteurs"], row["players"]): row["miners_win"] for row in csv.DictReader(lines)}
    rows = re.findall(r"^\| (?:overt \(`)?(random|saboteur|stealth|sleeper)(?:`\))? \| (\..+) \|$", README, re.MULTILINE)
    assert len(rows) == 4
    for name, cells in rows:
        shares = [f"{float(told['left-over', name, str(players)]):.3f}"[1:] for players in range(3, 11)]
        assert cells.split(" | ") == shares


@pytest.mark.parametrize("agents", found(r"arena matrix (--miners \S+ --saboteurs \S+)", README))
def test_the_agents_of_the_commands_exist(agents):
    for names in agents.split()[1::2]:
        assert all(make(name).name == name for name in names.split(","))


def test_the_parameters_are_those_of_the_environment():
    table = dict(re.findall(r"^\| `(\w+)` \| `(.+?)` \|", README, re.MULTILINE))
    parameters = inspect.signature(saboteur_v0.raw_env).parameters.values()
    assert table == {p.name: repr(p.default).replace("'", '"') for p in parameters}


def test_the_number_of_actions():
    assert f"{ACTIONS}\nactions" in README or f"{ACTIONS} actions" in README


@pytest.mark.slow
def test_the_wheel_ships_the_package_alone(tmp_path):
    build = [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(CHECKOUT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        scripts = archive.read(f"saboteur_env-{saboteur_env.__version__}.dist-info/entry_points.txt").decode()
    sources = {str(path.relative_to(CHECKOUT)) for path in (CHECKOUT / "saboteur_env").rglob("*.py")}
    assert {name for name in names if ".dist-info/" not in name} == sources | {"saboteur_env/py.typed"}
    assert "saboteur = saboteur_env.__main__:main" in scripts
