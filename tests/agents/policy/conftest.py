"""A network that has learned nothing but has opinions, as a run would leave it."""

import pytest

pytest.importorskip("torch")

import torch

from agents.observation import OPTIONS
from agents.policy import checkpoint
from agents.policy.network import Network


def save_opinions(folder, seed=0):
    """Write a network of random weights, its last layers among them; its folder."""
    network, chance = Network(OPTIONS), torch.Generator().manual_seed(seed)
    for values in network.parameters():
        torch.nn.init.normal_(values, std=0.1, generator=chance)
    (folder / checkpoint.FILE).write_bytes(checkpoint.packed(network))
    return folder


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return save_opinions(tmp_path_factory.mktemp("runs"))
