"""What networks are made of, whatever they look like inside."""

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn

from saboteur_env.core.actions import BLOCKS, FIRST
from saboteur_env.core.cards import ROLES

NEVER = -1e8  # the logit of what is not legal, the logarithm of nothing: finite, so that gradients are
ORDER = tuple(BLOCKS)
# The groups that hold distances.
DISTANCES = "distance_goals", "distance_frontier", "distance_players", "changes", "rockfalls"


@dataclass(frozen=True)
class Design:
    """What a network is made of; a file that holds a network says it.

    Attributes:
        entities: whether observations are read as entities; else as one flat row of numbers.
        width: of the tokens.
        trunk: of the whole.
        heads_by_role: whether each role has last layers of its own.
        distances: whether the distances to the goals are read.
        believes: whether it says what it holds for likely.
    """

    entities: bool = True
    width: int = 64
    trunk: int = 128
    heads_by_role: bool = True
    distances: bool = True
    believes: bool = True


class State(NamedTuple):
    """What the encoder makes of (batch, size) codes; h is the width of the tokens.

    Attributes:
        role: (batch,) int64: own role.
        whole: (batch, trunk): everything.
        hand: (batch, hand, kinds): the cards, one-hot.
        goals: (batch, goals, …): the goals as the seat knows them.
        cells: (cells, h): the frontier cells of all games that are there.
        places: (batch * frontier,) int64: which of them each slot is.
        players: (batch, players, h): those who sit there, in the light of the whole.
    """

    role: Tensor
    whole: Tensor
    hand: Tensor
    goals: Tensor
    cells: Tensor
    places: Tensor
    players: Tensor


class Choices(NamedTuple):
    """The legal actions of each observation, side by side in ascending order.

    Attributes:
        logits: (batch, most) float32, NEVER behind the last.
        ids: (batch, most) int64 action ids, 0 behind the last.
        ranks: (batch, actions) int32: the column of each legal action.
    """

    logits: Tensor
    ids: Tensor
    ranks: Tensor


class Legal(NamedTuple):
    """Legal actions of some blocks, packed: `game` (n,) rows of the batch, `slot` (n,) slots behind the first id."""

    game: Tensor
    slot: Tensor
    first: int


class Head(nn.Linear):
    """A last layer with outputs of its own for each role. It starts at zero: uniform play.

    With `by_role` False all roles share one set of outputs.
    """

    def __init__(self, inputs: int, outputs: int = 1, by_role: bool = True) -> None:
        self.sets = len(ROLES) if by_role else 1
        super().__init__(inputs, self.sets * outputs)
        nn.init.zeros_(self.weight)
        nn.init.zeros_(self.bias)

    def forward(self, inputs: Tensor, role: Tensor) -> Tensor:
        """(n, …, outputs) from (n, …, inputs) and (n,) roles."""
        by_role = super().forward(inputs).unflatten(-1, (self.sets, -1))
        role = role.clamp(max=self.sets - 1)
        index = role.view(-1, *(1 for _ in by_role.shape[1:])).expand(*by_role.shape[:-2], 1, by_role.shape[-1])
        return by_role.gather(-2, index).squeeze(-2)


def legal(masks: Tensor, *blocks: str) -> Legal:
    """The legal actions of neighbouring blocks."""
    first, end = FIRST[ORDER.index(blocks[0])], FIRST[ORDER.index(blocks[-1]) + 1]
    game, slot = masks[:, first:end].nonzero(as_tuple=True)
    return Legal(game, slot, first)


def side_by_side(masks: Tensor, parts: tuple[Legal, ...], logits: Tensor) -> Choices:
    """Packed logits of all legal actions as rows."""
    ranks = masks.cumsum(1, dtype=torch.int32) - 1
    most = int(ranks[:, -1].max()) + 1
    game = torch.cat([part.game for part in parts])
    action = torch.cat([part.slot + part.first for part in parts])
    place = game * most + ranks[game, action]
    rows = logits.new_full((len(masks) * most,), NEVER).index_copy(0, place, logits)
    ids = action.new_zeros(len(masks) * most).index_copy(0, place, action)
    return Choices(rows.unflatten(0, (-1, most)), ids.unflatten(0, (-1, most)), ranks)
