"""A checkpoint is written in full or not at all, and one that does not fit is refused in words."""

import os

import pytest

pytest.importorskip("torch")

import torch

from agents.policy import checkpoint as policy
from train import state

KEPT = {**dict.fromkeys(state.PARTS, 0), "rows": [{"a": 1.5}], "weights": torch.arange(3), "name": "x"}


def refused(folder):
    with pytest.raises(ValueError) as refusal:
        state.load(folder)
    assert str(folder / state.FILE) in str(refusal.value)
    return str(refusal.value)


def test_what_is_saved_is_loaded(tmp_path):
    state.save(KEPT, tmp_path)
    found = state.load(tmp_path)
    assert found.pop("made_for") == state.MADE_FOR
    assert torch.equal(found.pop("weights"), KEPT["weights"])
    assert found == {name: value for name, value in KEPT.items() if name != "weights"}
    assert [path.name for path in tmp_path.iterdir()] == [state.FILE]


def test_no_checkpoint_is_refused(tmp_path):
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(FileNotFoundError, match=r"holds no checkpoint\.pt: there is no run to go on with"):
            state.load(folder)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 0.99])
def test_a_truncated_checkpoint_is_refused(tmp_path, share):
    state.save(KEPT, tmp_path)
    whole = (tmp_path / state.FILE).read_bytes()
    (tmp_path / state.FILE).write_bytes(whole[: int(share * len(whole))])
    assert "is damaged; the run cannot go on" in refused(tmp_path)


def test_a_checkpoint_that_would_run_code_is_refused(tmp_path):
    torch.save({"made_for": print}, tmp_path / state.FILE)
    assert "is damaged" in refused(tmp_path)


@pytest.mark.parametrize("name", state.MADE_FOR)
def test_another_version_is_refused_and_both_are_named(tmp_path, name):
    state.save({**KEPT, "made_for": {**state.MADE_FOR, name: 7}}, tmp_path)
    words = refused(tmp_path)
    assert f"'{name}': 7" in words and f"goes on from {state.MADE_FOR}" in words


@pytest.mark.parametrize("contents", [[1, 2], torch.zeros(3), {}, {"decisions": 3}])
def test_another_file_of_torchs_is_refused(tmp_path, contents):
    torch.save(contents, tmp_path / state.FILE)
    assert "was made for None" in refused(tmp_path)


@pytest.mark.parametrize("name", sorted(state.PARTS))
def test_a_checkpoint_without_one_of_its_parts_is_refused(tmp_path, name):
    state.save({part: value for part, value in KEPT.items() if part != name}, tmp_path)
    assert f"lacks {name}" in refused(tmp_path)


def test_a_checkpoint_says_the_sizes_of_observations_and_actions():
    assert {"observation", "actions", "format"} == state.MADE_FOR.keys()
    assert all(state.MADE_FOR[name] == policy.MADE_FOR[name] for name in ("observation", "actions"))
    assert state.MADE_FOR["format"] != policy.MADE_FOR["format"]


def test_a_file_that_cannot_be_finished_is_not_there_at_all(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError("No space left on device")

    (tmp_path / "a").write_bytes(b"old")
    for call in ("fsync", "replace"):
        with monkeypatch.context() as patched:
            patched.setattr(os, call, fail)
            for name in ("a", "b"):
                with pytest.raises(OSError, match="No space left"):
                    state.write(tmp_path / name, b"new")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"old"}
    state.write(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"new"


def test_an_interrupt_while_writing_leaves_nothing(tmp_path, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        state.write(tmp_path / "a", b"new")
    assert not any(tmp_path.iterdir())
