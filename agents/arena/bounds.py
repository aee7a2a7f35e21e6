"""Which agents are bounds and no competitors: those that see everything."""

import functools

from agents import registry

MARK = " †"
NOTE = "† sees everything: a bound, no competitor"


@functools.cache
def is_bound(name: str) -> bool:
    """Whether an agent is an oracle."""
    return registry.make(name).is_oracle


def marked(name: str) -> str:
    """An agent's name, with the mark of a bound if it is one."""
    return name + MARK if is_bound(name) else name
