"""A run that is stopped and goes on learns what it would have learned, bit for bit; a seed fixes everything."""

import errno
import os
import signal

import numpy as np
import pytest

pytest.importorskip("torch")

import torch
from learning import digest, fail_in, learn_and_tell, tiny

from agents.policy import checkpoint as policy
from train import loop, state
from train.processes import Processes, launch
from train.run import Run

# Enough for snapshots that play: 8 updates or so, each of at most 64 decisions.
LONG = {"decisions": 400, "past": 0.6, "scripted": 0.2, "snapshots": 8, "calls": 1, "measured_rounds": 1}


def learn(folder, resume=False, stop_at=0, **settings):
    """A run in this process."""
    folder.mkdir(exist_ok=True)
    return loop.work(Processes(), tiny(**{**LONG, **settings}), folder, resume, stop_at)


def differences(one, other, path=""):
    """Where two checkpoints differ, but for what measures time."""
    if path.startswith("/rows") and "/time/" in path:
        return []
    if isinstance(one, dict):
        assert one.keys() == other.keys(), path
        return [found for key in one for found in differences(one[key], other[key], f"{path}/{key}")]
    if isinstance(one, (list, tuple)):
        assert len(one) == len(other), path
        return [found for i, (a, b) in enumerate(zip(one, other, strict=True)) for found in differences(a, b, f"{path}/{i}")]
    same = one.numpy().tobytes() == other.numpy().tobytes() if torch.is_tensor(one) else one == other
    return [] if same else [path]


# -- to go on --------------------------------------------------------------------------------------------------

WAYS = {
    "ppo": {},
    "mmd": {"algo": "mmd"},
    "several players": {"players": "3-5"},
    "nuggets": {"reward": "gold"},
    "games of three rounds": {"reward": "win"},
    "a critic that knows what the seat knows": {"critic": "seat"},
    "no beliefs": {"auxiliary": 0.0},
}


@pytest.mark.parametrize("way", WAYS)
def test_a_run_that_is_stopped_and_goes_on_is_the_same_bit_for_bit(tmp_path, way):
    whole = learn(tmp_path / "whole", **WAYS[way])
    half = learn(tmp_path / "parts", stop_at=150, **WAYS[way])
    assert whole.is_over and not half.is_over
    kept = state.load(tmp_path / "parts")
    updates = kept["updates"]
    assert 150 <= kept["decisions"] < 300 and len(kept["population"]) >= 2 and len(kept["rows"]) == updates
    parts = learn(tmp_path / "parts", True, **WAYS[way])
    assert parts.is_over and parts.network.read_bytes() == whole.network.read_bytes()
    one, other = (state.load(tmp_path / name) for name in ("whole", "parts"))
    assert differences(one, other) == []
    assert len(one["rows"]) == one["updates"] > updates
    assert {"learner", "population", "processes", "rows", "decisions", "updates", "config"} < one.keys()
    assert ("magnet" in one["learner"]) == (way == "mmd")


def test_earlier_states_play_in_such_runs(tmp_path):
    """So that the test above says something of them."""
    learn(tmp_path / "a")
    kept = state.load(tmp_path / "a")
    assert len(kept["population"]) >= 6
    assert (kept["processes"][0]["tables"]["who"] == 1).any()


def test_a_run_that_is_stopped_twice_is_the_same_too(tmp_path):
    whole, _ = learn(tmp_path / "whole"), learn(tmp_path / "parts", stop_at=60)
    learn(tmp_path / "parts", state.load(tmp_path / "parts"), stop_at=250)
    learn(tmp_path / "parts", state.load(tmp_path / "parts"))
    assert differences(*(state.load(tmp_path / name) for name in ("whole", "parts"))) == []
    assert whole.is_over


def test_what_is_measured_on_the_way_changes_nothing_but_the_log(tmp_path):
    often, seldom = (learn(tmp_path / str(every), measure_every=every) for every in (100, 10**6))
    assert often.network.read_bytes() == seldom.network.read_bytes()
    measured = [sum(any(name.startswith("win/") for name in row) for row in run.rows) for run in (often, seldom)]
    assert measured[0] >= 4 and measured[1] == 1


def test_a_run_that_is_over_learns_nothing_more(tmp_path):
    learn(tmp_path / "a")
    before = (tmp_path / "a" / policy.FILE).read_bytes()
    again = learn(tmp_path / "a", True)
    assert again.is_over and again.network.read_bytes() == before


def test_rows_are_plain_numbers(tmp_path):
    """Rows with the rounds that ended among them, which are counted by numpy."""
    run = Run(tiny(horizon=80), tmp_path, Processes(), None)
    row = run.update()
    assert any(name.startswith("tables/") for name in row)
    assert {type(value) for value in row.values()} <= {int, float}


def test_going_on_leaves_the_checkpoint_as_it_was_read(tmp_path):
    """Processes that are handed the same one share its memory."""
    learn(tmp_path / "a", stop_at=60)
    kept, again = (state.load(tmp_path / "a") for _ in range(2))
    run = Run(tiny(**LONG), tmp_path / "a", Processes(), kept)
    run.update()
    rows = len(again["rows"])
    kept["rows"] = kept["rows"][:rows]
    assert differences(kept, again) == []


# -- chance ----------------------------------------------------------------------------------------------------


def test_the_seed_fixes_what_is_learned(tmp_path):
    runs = {name: learn(tmp_path / name, decisions=120, seed=seed).network.read_bytes() for name, seed in (("a", 1), ("b", 1), ("c", 2))}
    assert runs["a"] == runs["b"] != runs["c"]


def test_chance_used_elsewhere_plays_no_part(tmp_path):
    one = learn(tmp_path / "a", decisions=120).network.read_bytes()
    np.random.seed(3)
    torch.manual_seed(99)
    torch.rand(7)
    assert learn(tmp_path / "b", decisions=120).network.read_bytes() == one


def test_two_processes_learn_together_and_not_what_one_does(tmp_path):
    config = tiny(processes=2)
    found = launch(2, learn_and_tell, config, tmp_path, 3)
    assert len(found) == 2 and found[0] == found[1]
    alone = learn_and_tell(Processes(), config, tmp_path, 3)[0]
    assert alone[0] != found[0][0] and alone[1] != found[0][1]
    assert alone[2] < found[0][2] < 3 * alone[2]


@pytest.mark.slow
def test_two_processes_go_on_as_one_does(tmp_path):
    config = tiny(**LONG, processes=2)
    for name in ("whole", "parts"):
        (tmp_path / name).mkdir()
    launch(2, loop.work, config, tmp_path / "whole", False)
    launch(2, loop.work, config, tmp_path / "parts", False, 150)
    launch(2, loop.work, config, tmp_path / "parts", True)
    assert differences(*(state.load(tmp_path / name) for name in ("whole", "parts"))) == []


@pytest.mark.slow
def test_what_breaks_off_in_the_first_process_ends_all():
    with pytest.raises(ValueError, match="process 0 has had enough"):
        launch(2, fail_in)


# -- counting --------------------------------------------------------------------------------------------------


def test_a_run_counts_the_decisions_of_the_learner_alone(tmp_path):
    run = Run(tiny(scripted=1.0, past=0.0), tmp_path, Processes(), None)
    row = run.update()
    assert 0 < run.decisions < 8 * 8 and row["decisions"] == run.decisions and run.updates == 1
    alone = Run(tiny(scripted=0.0, past=0.0), tmp_path, Processes(), None)
    alone.update()
    assert alone.decisions == 64


def test_snapshots_come_at_even_distances_and_hold_the_network_of_their_time(tmp_path):
    run = Run(tiny(decisions=640, snapshots=5, scripted=0.0, past=0.0), tmp_path, Processes(), None)
    digests = {}
    while not run.is_over:
        run.update()
        digests[run.decisions] = digest(run.learner.network)
    assert [member.decisions for member in run.population.members] == [128, 256, 384, 512, 640]
    assert [digest(member.network) for member in run.population.members] == [digests[n] for n in (128, 256, 384, 512, 640)]


def test_shaping_ends_in_time(tmp_path, monkeypatch):
    weights = []
    from train import run as module

    collect = module.collect
    monkeypatch.setattr(module, "collect", lambda *args: weights.append(args[3]) or collect(*args))
    run = Run(tiny(scripted=0.0, past=0.0, shaping=0.7, shaping_until=100), tmp_path, Processes(), None)
    for _ in range(4):
        run.update()
    assert weights == [0.7, 0.7, 0, 0]


# -- interrupts and files --------------------------------------------------------------------------------------


def test_an_interrupt_saves_and_ends(tmp_path, monkeypatch):
    update = Run.update

    def interrupted(self):
        if self.updates == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return update(self)

    monkeypatch.setattr(Run, "update", interrupted)
    before = signal.getsignal(signal.SIGINT)
    done = learn(tmp_path / "a")
    assert signal.getsignal(signal.SIGINT) is before
    kept = state.load(tmp_path / "a")
    assert not done.is_over and kept["updates"] == 3 == len(kept["rows"])
    assert (tmp_path / "a" / "progress.csv").read_text().count("\n") == 4
    monkeypatch.undo()
    whole, parts = learn(tmp_path / "whole"), learn(tmp_path / "a", True)
    assert whole.network.read_bytes() == parts.network.read_bytes()


def test_a_second_interrupt_stops_at_once(tmp_path, monkeypatch):
    def impatient(self):
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)
        raise AssertionError("not reached")

    monkeypatch.setattr(Run, "update", impatient)
    with pytest.raises(KeyboardInterrupt):
        learn(tmp_path / "a")


def full(*_):
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_leaves_the_last_good_checkpoint(tmp_path, monkeypatch, call):
    learn(tmp_path / "a", stop_at=60)
    before = {path.name: path.read_bytes() for path in (tmp_path / "a").iterdir() if "tfevents" not in path.name}
    with monkeypatch.context() as patched:
        patched.setattr(os, call, full)
        with pytest.raises(OSError, match="No space left"):
            learn(tmp_path / "a", True)
    after = {path.name: path.read_bytes() for path in (tmp_path / "a").iterdir() if "tfevents" not in path.name}
    assert after == before
    assert learn(tmp_path / "a", True).is_over
