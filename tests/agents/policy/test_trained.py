"""The networks that come with the project."""

from pathlib import Path

import pytest

pytest.importorskip("torch")

import agents
from saboteur_env.game import Game
from saboteur_env.rules import Setup

FOLDER = Path(agents.__file__).parent / "trained"
FILES = sorted(FOLDER.glob("*.pt"))


def test_there_are_some_and_each_says_how_it_was_made():
    told = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert FILES and all(f"`{path.name}`" in told for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_is_small_and_plays(path):
    assert path.stat().st_size < 2 * 10**6
    agent, game = agents.make(f"policy:path={path}", seed=0), Game(Setup(players=7, rounds=1))
    game.reset(seed=1)
    while not game.is_over:
        game.step(agent.act(game.information(game.seat)))
    assert agent.believes
