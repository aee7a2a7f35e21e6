"""OpenSkill: one rating for each agent in each role, beside the raw rates.

A round is a match of two teams; whoever sits in several seats is in the team as often. Agents do not change, so
ratings have no drift (tau = 0). Weng and Lin (2011), Plackett-Luce, as in the package openskill.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from saboteur_env.core.cards import MINER, ROLES, SABOTEUR

from .bounds import is_bound
from .cells import Cell
from .play import Played
from .tables import Row

RATED = ("players", "deal", "agent", "role", "rounds", "mu", "sigma", "ordinal")


def ratings(games: Sequence[tuple[Cell, Played]]) -> list[Row]:
    """A row for each agent and role, for every number of players and way to deal; the better ones first."""
    found: list[Row] = []
    for group in dict.fromkeys((cell.edition, cell.players, cell.deal) for cell, _ in games):
        theirs = [(c, played) for c, played in games if (c.edition, c.players, c.deal) == group]
        rows = [{**dict(zip(("edition", "players", "deal"), group, strict=True)), **row} for row in _rated(theirs)]
        found += sorted(rows, key=lambda row: -row["ordinal"])
    return found


def _rated(games: Sequence[tuple[Cell, Played]]) -> list[Row]:
    from openskill.models import PlackettLuce

    model, held, rounds = PlackettLuce(tau=0.0), {}, {}
    for miners_won, teams in _matches(games):
        for key in dict.fromkeys(key for team in teams for key in team):
            held.setdefault(key, model.rating())
            rounds[key] = rounds.get(key, 0) + 1
        before = [[held[key] for key in team] for team in teams]
        after = model.rate(before, ranks=[1, 2] if miners_won else [2, 1])
        for team, rated in zip(teams, after, strict=True):
            held.update(zip(team, rated, strict=True))  # copies in a team move alike
    return [
        {
            "bound": is_bound(agent),
            "agent": agent,
            "role": ROLES[role],
            "rounds": rounds[agent, role],
            "mu": rating.mu,
            "sigma": rating.sigma,
            "ordinal": rating.ordinal(),
        }
        for (agent, role), rating in held.items()
    ]


def _matches(games: Sequence[tuple[Cell, Played]]) -> Iterator[tuple[bool, list[list[tuple[str, int]]]]]:
    """Whether the miners won, and who was in both teams; deal by deal, and no rounds without a saboteur."""
    for index in range(max((len(played.outcomes) for _, played in games), default=0)):
        for cell, played in games:
            outcome = played.outcomes[index]
            roles = outcome["roles"][0]
            if outcome["fair"] and (roles == SABOTEUR).any():
                seats = [np.flatnonzero(roles == role) for role in (MINER, SABOTEUR)]
                lineup, places = cell.lineup, outcome["places"]
                teams = [[(lineup[places[seat]], role) for seat in team] for role, team in enumerate(seats)]
                yield bool(outcome["reached"][0]), teams
