"""The tables in the environment's docstring are those of the code; the code in the documents runs."""

import inspect
import re
from pathlib import Path

import pytest

from agents.registry import MAKERS
from saboteur_env import saboteur_v0
from saboteur_env.core.actions import ACTIONS, BLOCKS, FIRST
from saboteur_env.core.layout import EVENTS
from saboteur_env.rules import EDITIONS, VARIANTS
from saboteur_env.spaces import Options, observation_size, spans

ROWS = [
    tuple(cell.strip() for cell in line.strip().strip("|").split(" | "))
    for line in inspect.getdoc(saboteur_v0.raw_env).splitlines()
    if line.strip().startswith("|")
]


def shape_words(*sizes):
    return " × ".join(map(str, sizes)) or "1"


def test_the_pieces_are_those_documented():
    written = [row for row in ROWS if len(row) == 4 and "." in row[0] and not row[0].isdigit()]
    coded = []
    for span in spans(Options(changes=True, history=1, picture=True)):
        slots = () if span.slots is None else ("H" if span.group == "history" else span.slots,)
        shape = shape_words(*slots, *span.shape)
        coded.append((f"{span.group}.{span.name}", shape, str(span.scale), span.meaning))
    assert written == coded


def test_the_action_blocks_are_those_documented():
    coded = [(name, str(FIRST[i]), shape_words(*shape)) for i, (name, shape) in enumerate(BLOCKS.items())]
    assert [row[:3] for row in ROWS if row[0] in BLOCKS and row[1].isdigit()] == coded
    assert ("Action Shape", f"Discrete({ACTIONS})") in ROWS


@pytest.mark.parametrize("name", ["players", "edition", "variants", "rounds", "reward", "render_mode", "viewer"])
def test_the_defaults_are_those_documented(name):
    default = inspect.signature(saboteur_v0.raw_env.__init__).parameters[name].default
    row = next(row for row in ROWS if row[0] == name)
    assert row[1] == repr(default).replace("'", '"')


def test_every_parameter_is_documented():
    names = list(inspect.signature(saboteur_v0.raw_env.__init__).parameters)[1:]
    assert set(names) <= {row[0] for row in ROWS}


def test_the_sizes_are_those_documented():
    shape = dict(row for row in ROWS if len(row) == 2)["Observation Shape"]
    assert f"({observation_size(Options())},)" in shape
    assert f"({observation_size(Options(distances=False))},)" in shape
    assert f"{EVENTS} is full recall" in next(row for row in ROWS if row[0] == "history")[2]


def test_editions_and_variants_are_documented():
    text = inspect.getdoc(saboteur_v0.raw_env)
    assert all(f'"{name}"' in text for name in (*EDITIONS, *VARIANTS))


def examples():
    text = (Path(__file__).parent.parent / "docs" / "agents.md").read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def test_the_examples_of_the_agents_run():
    """One after the other, as one reads them: later ones may use what earlier ones define."""
    assert len(examples()) == 5
    names = {"__name__": "example"}
    for example in examples():
        exec(example, names)


def test_every_agent_is_documented_with_its_parameters():
    text = (Path(__file__).parent.parent / "docs" / "agents.md").read_text(encoding="utf-8")
    for name, maker in MAKERS.items():
        assert f"`{name}`" in text
        for parameter in list(inspect.signature(maker).parameters)[2:]:
            assert re.search(rf"^\|[^|]*`{parameter}`[^|]*\|", text, re.MULTILINE), (name, parameter)
