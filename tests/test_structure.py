"""Imports run one way, the rules know no framework, and an import compiles nothing."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import saboteur_env

PACKAGE = Path(saboteur_env.__file__).parent

# Each may import from those before it, never from those behind it.
ROOMS = (
    *("core", "rules", "notation", "deals", "explain", "worlds", "information", "game", "record", "render"),
    *("spaces", "env", "turns", "vector", "vector_env", "sb3_vec_env", "checked", "saboteur_v0", "__main__"),
)
CORE = (
    *("jit", "cards", "layout", "random", "seats", "tiles", "mine", "field", "tunnels", "distance", "without", "actions"),
    *("legal", "deal", "payout", "effects", "turn", "gold", "determinize", "pieces", "observe", "ahead", "batch", "playout"),
)
RENDER = ("view", "icons", "cards", "text", "picture")
# What knows no framework.
RULES = ROOMS[: ROOMS.index("render")]
FRAMEWORKS = {"gymnasium", "pettingzoo", "torch", "stable_baselines3", "ray", "PIL", "pygame"}


def files_of(room):
    """The source files of a room."""
    folder = PACKAGE / room
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [PACKAGE / f"{room}.py"]


def imported(path):
    """The modules that a file imports, dotted from the package where they are its own."""
    package, found = path.relative_to(PACKAGE).with_suffix("").parts[:-1], []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            home = ("saboteur_env", *package[: len(package) + 1 - node.level], *filter(None, [node.module]))
            found += [".".join((*home, alias.name)) for alias in node.names]
    return found


def own(path, *below):
    """The modules of a folder of the package that a file imports, by their name in that folder."""
    prefix = ".".join(("saboteur_env", *below)) + "."
    return {name.removeprefix(prefix).split(".")[0] for name in imported(path) if name.startswith(prefix)}


def breaches(order, folder, *below):
    """Imports against an order, as (who, whom)."""
    rank = {name: place for place, name in enumerate(order)}
    files = {name: folder / f"{name}.py" for name in order}
    used = {name: own(path, *below) & set(order) for name, path in files.items()}
    return [(name, other) for name in order for other in used[name] if rank[other] >= rank[name]]


def modules_of(folder):
    """The names of a folder's files."""
    return {path.stem for path in folder.glob("*.py")} - {"__init__"}


def test_every_file_has_its_place_in_the_order():
    assert modules_of(PACKAGE) | {path.parent.name for path in PACKAGE.glob("*/__init__.py")} == set(ROOMS)
    assert modules_of(PACKAGE / "core") == set(CORE)
    assert modules_of(PACKAGE / "render") == set(RENDER)


def test_imports_between_rooms_run_one_way():
    rank = {room: place for place, room in enumerate(ROOMS)}
    found = {room: {name for path in files_of(room) for name in own(path)} & set(ROOMS) - {room} for room in ROOMS}
    assert [(room, other) for room in ROOMS for other in found[room] if rank[other] > rank[room]] == []


def test_imports_inside_the_core_run_one_way():
    assert breaches(CORE, PACKAGE / "core", "core") == []


def test_imports_inside_the_drawings_run_one_way():
    assert breaches(RENDER, PACKAGE / "render", "render") == []


def test_the_core_imports_nothing_of_the_package_but_itself():
    outside = {name for path in files_of("core") for name in imported(path) if name.startswith("saboteur_env.")}
    assert {".".join(name.split(".")[:2]) for name in outside} == {"saboteur_env.core"}


@pytest.mark.parametrize("room", RULES)
def test_the_rules_import_no_framework(room):
    assert not {name.split(".")[0] for path in files_of(room) for name in imported(path)} & FRAMEWORKS


def test_only_its_own_folders_know_ray():
    checkout = PACKAGE.parent
    parts = ("saboteur_env", "agents", "train", "benchmarks", "tests")
    users = {path.parent for part in parts for path in (checkout / part).rglob("*.py") if knows(path, "ray")}
    assert users == {checkout / "train/rllib", checkout / "tests/rllib"}


def knows(path, framework):
    """Whether a file imports a framework."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    return framework in {name.split(".")[0] for name in names}


def test_the_order_of_the_design_is_kept():
    first = ("cards", "layout", "random", "tiles", "mine", "actions")
    then = ("legal", "deal", "effects", "turn", "observe", "batch")
    places = [CORE.index(name) for name in first + then]
    assert places == sorted(places)


def run(program):
    """Run a program in a process of its own, compiled as usual; the lines that it prints."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    environment.pop("NUMBA_DISABLE_JIT", None)
    result = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    return result.stdout.split()


def test_recorded_games_need_no_framework():
    assert run(f"import sys, saboteur_env.record; print(*({FRAMEWORKS!r} & set(sys.modules)))") == []


def test_agents_need_torch_only_when_a_learned_one_is_made():
    assert run("import sys, agents; print(*({'torch'} & set(sys.modules)))") == []


def test_the_learned_agent_needs_nothing_of_the_trainer():
    pytest.importorskip("torch")
    trainer = {"stable_baselines3", "sb3_contrib", "train"}
    assert run(f"import sys, agents.policy.agent; print(*({trainer!r} & set(sys.modules)))") == []


def test_without_torch_the_learned_agent_says_what_to_install():
    program = """
import sys
sys.modules["torch"] = None
import agents
try:
    agents.make("policy", path="runs")
except ModuleNotFoundError as error:
    print(error)
"""
    assert " ".join(run(program)).endswith('needs torch: pip install -e ".[policy]"')


def test_an_import_compiles_nothing():
    program = """
import sys, saboteur_env.saboteur_v0, saboteur_env.vector, saboteur_env.record
from numba.core.dispatcher import Dispatcher
found = [value for module in list(sys.modules.values()) if module.__name__.startswith("saboteur_env")
         for value in vars(module).values() if isinstance(value, Dispatcher)]
print(len(found) > 50, *(function.__name__ for function in found if function.signatures))
"""
    assert run(program) == ["True"]
