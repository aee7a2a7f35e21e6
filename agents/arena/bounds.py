"""Which agents are bounds and no competitors: those that see everything."""

import functools

from agents import registry

from .cells import MIXED

MARK = " †"
NOTE = "† sees everything: a bound, no competitor"


@functools.cache
def is_bound(team: str) -> bool:
    """Whether an agent is an oracle, or one of a mixed team is."""
    return any(registry.make(name).is_oracle for name in team.split(MIXED))


def marked(team: str) -> str:
    """The name of an agent or a team, with the mark of a bound if it is one."""
    return team + MARK if is_bound(team) else team
