"""The log of a run: all rows, all columns, and a warning when learning collapses."""

import csv

import pytest

pytest.importorskip("torch")

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from train.log import COLLAPSED, SPEED, TABLE, USUAL, Log


def note(folder, rows, known=(), quiet=False, flush=True):
    """Log rows one after the other, after those that are known already."""
    noted = list(known)
    log = Log(folder, noted, 10**6, quiet)
    for row in rows:
        noted.append(row)
        log.add(row)
    if flush:
        log.flush()
    log.close()


def test_columns_stand_in_the_order_in_which_they_came_up(tmp_path):
    note(tmp_path, [{"decisions": 1, "b": 1, "a": 2.5}, {"decisions": 2, "d": 3, "a": 4, "c": 5}, {"decisions": 3, "b": 1 / 3}])
    assert (tmp_path / TABLE).read_text().splitlines() == ["decisions,b,a,d,c", "1,1,2.5,,", "2,,4,3,5", "3,0.3333333333,,,"]


def test_a_run_that_goes_on_rewrites_the_rows_that_it_knows(tmp_path):
    first, second, third = ({"decisions": n, "a": n} for n in (10, 20, 30))
    note(tmp_path, [first, second, third])
    note(tmp_path, [{"decisions": 20, "a": 7}], known=[first])
    with (tmp_path / TABLE).open() as lines:
        assert list(csv.DictReader(lines)) == [{"decisions": "10", "a": "10"}, {"decisions": "20", "a": "7"}]


def test_large_counts_are_written_to_the_last_digit(tmp_path):
    note(tmp_path, [{"decisions": 12_345_678, "a": 1}])
    assert (tmp_path / TABLE).read_text().splitlines()[1] == "12345678,1"


def test_a_number_that_is_none_is_written_all_the_same(tmp_path):
    note(tmp_path, [{"decisions": 1, "a": float("nan")}])
    assert (tmp_path / TABLE).read_text().splitlines()[1] == "1,nan"


def test_the_table_is_there_after_close_without_a_flush(tmp_path):
    note(tmp_path, [{"decisions": 1, "a": 1}], flush=False)
    assert (tmp_path / TABLE).read_text() == "decisions,a\n1,1\n"


def test_tensorboard_is_told_the_same(tmp_path):
    note(tmp_path, [{"decisions": 5, "x/y": 0.5}, {"decisions": 9, "x/y": 0.25}])
    events = EventAccumulator(str(tmp_path)).Reload()
    assert events.Tags()["scalars"] == ["x/y"]
    assert [(event.step, event.value) for event in events.Scalars("x/y")] == [(5, 0.5), (9, 0.25)]


def test_events_behind_the_checkpoint_are_forgotten(tmp_path):
    first = {"decisions": 5, "a": 1.0}
    note(tmp_path, [first, {"decisions": 9, "a": 2.0}])
    note(tmp_path, [{"decisions": 8, "a": 3.0}], known=[first])
    events = EventAccumulator(str(tmp_path)).Reload().Scalars("a")
    assert [(event.step, event.value) for event in events] == [(5, 1.0), (8, 3.0)]


def test_all_but_the_first_process_are_quiet(tmp_path, capsys):
    note(tmp_path, [{"decisions": n, SPEED: 1000 if n < 90 else 1} for n in range(100)], quiet=True)
    assert not any(tmp_path.iterdir()) and capsys.readouterr().err == ""


def warnings(folder, speeds, capsys):
    note(folder, [{"decisions": n, SPEED: speed} for n, speed in enumerate(speeds)])
    return capsys.readouterr().err.count("decisions a second where")


def test_a_collapse_is_told_once(tmp_path, capsys):
    assert warnings(tmp_path, [1000] * USUAL + [100] * 20 + [1000] * 60 + [100] * 20, capsys) == 1


@pytest.mark.parametrize(("share", "told"), [(COLLAPSED * 0.95, 1), (COLLAPSED * 1.05, 0)])
def test_a_collapse_is_less_than_a_share_of_the_usual(tmp_path, capsys, share, told):
    assert warnings(tmp_path, [1000] * USUAL + [1000 * share] * 12, capsys) == told


def test_a_slow_update_is_no_collapse(tmp_path, capsys):
    assert warnings(tmp_path, ([1000] * 11 + [1]) * 10, capsys) == 0


def test_a_slow_beginning_is_no_collapse(tmp_path, capsys):
    assert warnings(tmp_path, [10] * 20 + [1000] * 100, capsys) == 0
    assert warnings(tmp_path, [1000] * 20 + [10] * 20, capsys) == 0
