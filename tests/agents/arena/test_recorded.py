"""Games of the arena as recorded games."""

import pytest
from arena_games import SUITE, cell, play

from agents.arena import recorded
from agents.arena.cells import Cell
from saboteur_env.record import read, replay

CELLS = [
    cell("layer", "uniform", players=3),
    Cell(4, "guaranteed", "classic", (("layer", "uniform"),), rounds=3),
    cell("raiser"),
]


@pytest.fixture
def written(tmp_path):
    played = play(*CELLS, chunk=5)
    recorded.write(tmp_path / "x.jsonl", SUITE, CELLS, played, None)
    return played, [record for _, record in read(tmp_path / "x.jsonl")]


def test_they_replay_without_a_difference(written):
    for record in written[1]:
        for _ in replay(record):
            pass


def test_all_fair_games_are_there_with_their_results(written):
    played, records = written
    outcomes = [outcome for games in played for outcome in games.outcomes[games.outcomes["fair"]]]
    assert 24 < len(outcomes) == len(records) < 36
    for outcome, record in zip(outcomes, records, strict=True):
        assert [int(result["treasure_reached"]) for result in record["results"]] == [x for x in outcome["reached"] if x >= 0]
        assert record["nuggets"] == outcome["nuggets"][: record["players"]].tolist()


def test_agents_are_named_by_seat(written):
    record = written[1][0]
    by_role = {"miner": "layer", "saboteur": "uniform"}
    assert record["agents"] == [by_role[role] for role in record["deals"][0]["roles"]]


def test_at_most_so_many_of_each_cell(tmp_path):
    recorded.write(tmp_path / "x.jsonl", SUITE, CELLS, play(*CELLS, rounds=30), 2)
    assert [record["players"] for _, record in read(tmp_path / "x.jsonl")] == [3, 3, 4, 4, 5, 5]
