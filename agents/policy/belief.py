"""What a network holds for likely: who is a saboteur, and where the treasure lies.

Each other player has a logit. The probability of an assignment of roles is the exponential of the sum of its
saboteurs' logits, normalised over the assignments that the pool of role cards allows: a pool of S saboteurs with one
card left over makes S or S - 1 of them players, and every such assignment is dealt as often as any other.
"""

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from saboteur_env.core.cards import GOALS, SABOTEUR

from .entities import Encoder
from .parts import NEVER, Design, State
from .tokens import Tokens

SURE = 60.0  # the logit of a role that has been shown
MOST = 4  # saboteurs in any pool


class Facts(NamedTuple):
    """What limits the beliefs of n seats.

    Attributes:
        seated: (n, others) bool: whether somebody sits there.
        shown: (n, others) float: SURE for saboteurs whose role is shown, -SURE for miners, 0 before.
        allowed: (n, MOST + 1) bool: how many of the others may be saboteurs.
        goals: (n, goals) bool: which goals may be the treasure.
    """

    seated: Tensor
    shown: Tensor
    allowed: Tensor
    goals: Tensor


class Beliefs(NamedTuple):
    """What n seats hold for likely.

    Attributes:
        logits: (n, others) of each other player, in clockwise order; shown roles are sure.
        allowed, seated: as of the facts.
        treasure: (n, goals) logarithms of probabilities.
    """

    logits: Tensor
    allowed: Tensor
    seated: Tensor
    treasure: Tensor

    def before_all(self) -> "Beliefs":
        """What would be held for likely if nothing but the pool of roles were known."""
        return self._replace(logits=torch.zeros_like(self.logits))

    def log_partition(self) -> Tensor:
        """(n,): the logarithm of the sum over all assignments that the pool allows."""
        sums = self.logits.new_full((len(self.logits), MOST + 1), NEVER)
        sums[:, 0] = 0
        for other in range(self.logits.shape[1]):
            more = F.pad(sums[:, :-1] + self.logits[:, other, None], (1, 0), value=NEVER)
            sums = torch.where(self.seated[:, other, None], torch.logaddexp(sums, more), sums)
        return sums.masked_fill(~self.allowed, NEVER).logsumexp(1)

    def log_likelihood(self, saboteurs: Tensor) -> Tensor:
        """(n,): of whole assignments, (n, others) bool."""
        return (self.logits * (saboteurs & self.seated)).sum(1) - self.log_partition()

    def marginals(self) -> Tensor:
        """(n, others): the probability that each other player is a saboteur: the gradient of the partition."""
        if not self.logits.shape[1]:  # where nobody is asked, nobody else sits
            return self.logits
        with torch.enable_grad():
            logits = self.logits.detach().requires_grad_()
            (slopes,) = torch.autograd.grad(self._replace(logits=logits).log_partition().sum(), logits)
        return slopes


class BeliefHeads(nn.Module):
    """A logit for each other player and for each goal, from its token and from the whole."""

    def __init__(self, encoder: Encoder, design: Design) -> None:
        super().__init__()
        width = design.width
        self.groups = encoder.groups
        self.goal, self.context = nn.Linear(encoder.goal_size, width), nn.Linear(design.trunk, width, bias=False)
        self.role, self.treasure = nn.Linear(width, 1), nn.Linear(width, 1)
        for head in (self.role, self.treasure):
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def forward(self, codes: Tensor, state: State) -> Beliefs:
        """From (n, size) codes and what the encoder made of them."""
        facts = read_facts(self.groups, codes, state.players.shape[1])
        places = F.relu(self.goal(state.goals) + self.context(state.whole)[:, None])
        treasure = self.treasure(places).squeeze(2).masked_fill(~facts.goals, NEVER).log_softmax(1)
        return Beliefs(self.role(state.players[:, 1:]).squeeze(2) + facts.shown, facts.allowed, facts.seated, treasure)


def read_facts(groups: nn.ModuleDict, codes: Tensor, seats: int) -> Facts:
    """What the codes say for sure, of tables with so many seats at most."""
    players, me, table, goals = (_pieces(groups[name], codes) for name in ("players", "me", "table", "goals"))
    seated = players["present"][:, 1:seats, 0] != 0
    shown = players["role"][:, 1:seats].to(torch.float32)
    return Facts(
        seated,
        SURE * (shown[:, :, 1] - shown[:, :, 0]),
        _allowed(table["pool"][:, 0], me["role"][:, 0, SABOTEUR], seated.sum(1) + 1),
        _possible(goals["face"], me["known"].unflatten(2, (GOALS, 2))[:, 0]),
    )


def _pieces(group: Tokens, codes: Tensor) -> dict[str, Tensor]:
    """(n, slots, …) codes of each piece of a group."""
    tokens = group.codes(codes)
    return {name: tokens[:, :, columns] for name, columns in group.columns.items()}


def _allowed(pool: Tensor, own: Tensor, players: Tensor) -> Tensor:
    """(n, MOST + 1) bool: how many others may be saboteurs, by the pool of (miners, saboteurs) and the own role."""
    pool = pool.long()
    left_over = pool.sum(1) - players
    kept = pool[:, 1, None] - own.long()[:, None] - torch.arange(MOST + 1)  # saboteurs among the cards left over
    return (kept >= 0) & (kept <= left_over[:, None])


def _possible(face: Tensor, known: Tensor) -> Tensor:
    """(n, goals) bool: which goals may be the treasure, by (n, goals, 3) faces and (n, goals, 2) maps."""
    treasure, stone = (face[:, :, 1] + known[:, :, 0]) != 0, (face[:, :, 2] + known[:, :, 1]) != 0
    return torch.where(treasure.any(1, keepdim=True), treasure, ~stone)
