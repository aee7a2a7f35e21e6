"""The registry holds the contestants alone."""

import contestants
import pytest

from agents import registry
from agents.arena import bounds


@pytest.fixture(autouse=True)
def _contestants_alone(monkeypatch):
    contestants.enter(registry, monkeypatch.setattr)
    bounds.is_bound.cache_clear()
    yield
    bounds.is_bound.cache_clear()
