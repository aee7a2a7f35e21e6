"""Earlier states of the learner, asked to play the more often the more they win."""

from copy import deepcopy
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import torch

from agents.observation import OPTIONS
from agents.policy.network import Network
from agents.policy.parts import Design
from saboteur_env.core.cards import ROLES

FADING = 0.99  # what games count for after one more update


@dataclass
class Member:
    """An earlier state.

    Attributes:
        network: what it played by.
        decisions: how many it had learned from.
        games, won: (roles,) how many games it has played against the learner since, and won; older ones count less.
    """

    network: Network
    decisions: int
    games: np.ndarray = field(default_factory=lambda: np.zeros(len(ROLES)))
    won: np.ndarray = field(default_factory=lambda: np.zeros(len(ROLES)))


class Population:
    """All members, oldest first.

    Prioritised fictitious self-play (Vinyals et al., 2019): who wins a share p of its games in a role is drawn in
    proportion to p², where p counts one more game won and one more lost.
    """

    def __init__(self) -> None:
        self.members: list[Member] = []

    def __len__(self) -> int:
        return len(self.members)

    def add(self, network: Network, decisions: int) -> None:
        """Keep a copy of a network."""
        self.members.append(Member(deepcopy(network).requires_grad_(False), decisions))

    def draw(self, role: int, chance: np.random.Generator) -> int:
        """The number of a member to play a role."""
        share = np.array([(member.won[role] + 1) / (member.games[role] + 2) for member in self.members])
        return int(chance.choice(len(self), p=share**2 / (share**2).sum()))

    def count(self, games: np.ndarray, won: np.ndarray) -> None:
        """Take note of (members, roles) games, and of those won, since the last call."""
        for member, played, gained in zip(self.members, games, won, strict=True):
            member.games = member.games * FADING + played
            member.won = member.won * FADING + gained

    def state(self) -> list[dict[str, Any]]:
        """What a checkpoint keeps."""
        return [
            {
                "design": asdict(member.network.design),
                "weights": member.network.state_dict(),
                "decisions": member.decisions,
                "games": torch.from_numpy(member.games),
                "won": torch.from_numpy(member.won),
            }
            for member in self.members
        ]

    def restore(self, state: list[dict[str, Any]]) -> None:
        """Become what a checkpoint kept."""
        self.members.clear()
        for kept in state:
            network = Network(OPTIONS, Design(**kept["design"]))
            network.load_state_dict(kept["weights"])
            counts = (kept[name].numpy() for name in ("games", "won"))
            self.members.append(Member(network.requires_grad_(False), kept["decisions"], *counts))
