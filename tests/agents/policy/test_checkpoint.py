"""A network on disk is loaded whole and of this version, or refused in words that help."""

import pytest

pytest.importorskip("torch")

import torch

import agents
from agents.observation import OPTIONS
from agents.policy import checkpoint
from agents.policy.network import Network
from agents.policy.parts import Design


@pytest.fixture
def saved(folder):
    """What a good file holds."""
    return torch.load(folder / checkpoint.FILE, weights_only=True)


def refused(folder, contents):
    """The words in which a file is refused; `contents` are bytes, or what torch saves."""
    if isinstance(contents, bytes):
        (folder / checkpoint.FILE).write_bytes(contents)
    else:
        torch.save(contents, folder / checkpoint.FILE)
    with pytest.raises(ValueError) as refusal:
        agents.make("policy", path=folder)
    assert str(folder / checkpoint.FILE) in str(refusal.value)
    return str(refusal.value)


def test_what_is_saved_is_loaded(folder, saved):
    loaded = checkpoint.load(str(folder)).state_dict()
    assert loaded.keys() == saved["weights"].keys()
    assert all(torch.equal(loaded[name], values) for name, values in saved["weights"].items())


def test_a_folder_without_a_network_is_refused(tmp_path):
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(FileNotFoundError, match=r"there is no .*: name a network's file, or the folder of a run"):
            agents.make("policy", path=folder)


def test_no_folder_is_refused():
    with pytest.raises(ValueError, match="needs the folder of a run"):
        agents.make("policy")


@pytest.mark.parametrize("name", checkpoint.MADE_FOR)
def test_another_version_is_refused_and_both_are_named(tmp_path, saved, name):
    saved["made_for"] = {**saved["made_for"], name: 7}
    assert f"'{name}': 7" in (words := refused(tmp_path, saved))
    assert f"this version loads {checkpoint.MADE_FOR}" in words


@pytest.mark.parametrize("share", [0.0, 0.001, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_is_refused(folder, tmp_path, share):
    whole = (folder / checkpoint.FILE).read_bytes()
    assert "is damaged" in refused(tmp_path, whole[: int(share * len(whole))])


@pytest.mark.parametrize("contents", [b"hello\n", b"\x80\x02K\x07.", b"PK\x05\x06" + bytes(18), bytes(range(256))])
def test_a_foreign_file_is_refused(tmp_path, contents):
    assert "is damaged, or no file of torch's" in refused(tmp_path, contents)


def test_a_file_that_would_run_code_is_refused(tmp_path):
    assert "is damaged, or no file of torch's" in refused(tmp_path, {"made_for": print})


@pytest.mark.parametrize("contents", [[1, 2], torch.zeros(3), {}, {"weights": {}}])
def test_another_file_of_torchs_is_refused(tmp_path, contents):
    assert "was made for None" in refused(tmp_path, contents)


@pytest.mark.parametrize("name", ["actor.whole.weight", "actor.bias.bias"])
def test_weights_of_another_network_are_refused(tmp_path, saved, name):
    short = {**saved["weights"], name: saved["weights"][name][:-1]}
    gone = {other: values for other, values in saved["weights"].items() if other != name}
    for weights in (short, gone, {**saved["weights"], "more": torch.zeros(1)}, {**saved["weights"], name: 7}, None):
        assert "not those of this version's network" in refused(tmp_path, {**saved, "weights": weights})


def test_weights_that_are_not_finite_are_refused(tmp_path, saved):
    saved["weights"]["actor.bias.bias"][0] = float("nan")
    assert "not finite numbers: actor.bias.bias" in refused(tmp_path, saved)


@pytest.mark.parametrize("design", [None, 3, {"width": 64, "colour": 1}, {"width": "a"}, {"width": -1}, {"entities": 2}])
def test_a_file_without_a_design_is_refused(tmp_path, saved, design):
    assert "does not say what network it holds" in refused(tmp_path, {**saved, "design": design})


def test_a_network_is_loaded_by_its_file_too(folder):
    assert checkpoint.load(folder / checkpoint.FILE).design == checkpoint.load(folder).design


@pytest.mark.parametrize("design", [Design(width=16, trunk=24), Design(believes=False), Design(heads_by_role=False), Design(distances=False)])
def test_a_network_of_another_design_is_loaded_as_such(tmp_path, design):
    (tmp_path / checkpoint.FILE).write_bytes(checkpoint.packed(Network(OPTIONS, design)))
    assert agents.make("policy", path=tmp_path).believes == design.believes
    assert checkpoint.load(tmp_path).design == design
