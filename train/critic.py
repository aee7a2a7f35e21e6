"""The critic: it sees everything, and is used in training only."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from agents.policy.parts import Head
from saboteur_env.core.cards import GOALS, KINDS
from saboteur_env.core.layout import SEATS

from .core.sight import SEAT, SIGHT

# What counts as about 1: cards of a kind in the deck, cards in the deck, cards to a goal; at most so much counts.
DECK_UNIT, LEFT_UNIT, CARDS_UNIT, FARTHEST = 4.0, 30.0, 8.0, 2.0


class Critic(nn.Module):
    """What a decision is worth, from what the actor's trunk makes of its observation and from a sight of everything.

    Args:
        trunk: the width of the actor's trunk.
        width: of the tokens of seats.
        sees: whether it is shown everything; else it knows what the seat knows, and judges by role.
    """

    def __init__(self, trunk: int, width: int = 32, sees: bool = True) -> None:
        super().__init__()
        self.sees = sees
        inputs = trunk + (3 * width + 2 * GOALS + KINDS + 1 if sees else 0)
        if sees:
            self.seat = nn.Linear(SEAT.itemsize, width)
            self.register_buffer("gains", torch.tensor([1.0, 1 / CARDS_UNIT]).repeat(GOALS), persistent=False)
        self.body = nn.Sequential(nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU())
        self.value = Head(64)

    def forward(self, whole: Tensor, role: Tensor, sights: Tensor | None) -> Tensor:
        """(n,) values from the (n, trunk) whole, (n,) roles of those who decide, and (n, size) int8 sights, if any."""
        parts = [whole, *(self._all(sights) if self.sees else ())]
        return self.value(self.body(torch.cat(parts, 1)), role).squeeze(1)

    def _all(self, sights: Tensor) -> list[Tensor]:
        """Seats summed by team and the one to decide, goals, deck."""
        seats, rest = sights.float().split([SEATS * SEAT.itemsize, SIGHT.itemsize - SEATS * SEAT.itemsize], 1)
        goals, deck, left = rest.split([2 * GOALS, KINDS, 1], 1)
        seats = seats.unflatten(1, (SEATS, -1))
        present, saboteur = seats[:, :, :1], seats[:, :, 1:2]
        tokens = F.relu(self.seat(seats))
        miners, saboteurs = ((tokens * side).sum(1) / 4 for side in (present - saboteur, saboteur))
        near = (goals * self.gains).clamp(max=FARTHEST)
        return [tokens[:, 0], miners, saboteurs, near, deck / DECK_UNIT, left / LEFT_UNIT]
