"""Tables in the terminal, CSV and JSON."""

import csv
import json

import pytest

from agents.arena.tables import Results, show, write_csv, write_json

ROWS = [
    {"players": 5, "miners": "layer", "share": 0.25, "faults": 0},
    {"players": 5, "miners": "seer", "share": None, "faults": 2, "more": "x"},
]


def test_a_table_in_the_terminal(capsys):
    show(Results("rows", "Title", ("players", "miners", "share"), ROWS, ["A note [with brackets]."]))
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines() if line.strip()]
    assert lines[0] == "Title, players: 5"
    assert [line.split() for line in lines[1:2] + lines[3:5]] == [["miners", "share"], ["layer", "0.250"], ["seer", "†", "–"]]
    assert lines[-2:] == ["† sees everything: a bound, no competitor", "A note [with brackets]."]


def test_a_team_with_an_oracle_is_marked(capsys):
    show(Results("rows", "Title", ("miners",), [{"miners": "layer+seer"}, {"miners": "layer+uniform"}]))
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["layer+seer", "†"] in lines and ["layer+uniform"] in lines


def test_values_that_differ_stay_in_the_table(capsys):
    show(Results("rows", "Title", ("players", "miners"), [*ROWS, {"players": 6, "miners": "layer"}]))
    assert "players   miners" in capsys.readouterr().out


def test_a_table_without_rows_is_not_shown(capsys):
    show(Results("rows", "Title", ("players",), []))
    assert not capsys.readouterr().out


def test_csv_has_every_column(tmp_path):
    write_csv(tmp_path / "x.csv", ROWS)
    with open(tmp_path / "x.csv", encoding="utf-8") as lines:
        read = list(csv.DictReader(lines))
    assert list(read[0]) == ["players", "miners", "share", "faults", "more"]
    assert read[0]["share"] == "0.25" and read[1]["share"] == "" and read[1]["more"] == "x"


def test_json_has_a_header_and_all_tables(tmp_path):
    write_json(tmp_path / "x.json", {"seed": 1}, [Results("rows", "", (), ROWS), Results("faults", "", ())])
    assert json.loads((tmp_path / "x.json").read_text()) == {"header": {"seed": 1}, "rows": ROWS, "faults": []}


def test_what_json_cannot_hold_leaves_the_old_file(tmp_path):
    path = tmp_path / "x.json"
    path.write_text("old")
    with pytest.raises(ValueError, match="JSON"):
        write_json(path, {"x": float("nan")}, [])
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]
