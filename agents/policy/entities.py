"""An observation read as entities: shared encoders for cells, cards, goals and players; a logit for every legal action.

Frontier cells, placements and rockfall targets are packed: only those that are there cost anything.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from saboteur_env.core.actions import BLOCKS
from saboteur_env.core.cards import GOALS, KINDS, ROLES
from saboteur_env.core.layout import FRONTIER, HAND, SEATS
from saboteur_env.spaces import Options

from .parts import DISTANCES, Choices, Design, Head, Legal, State, legal, side_by_side
from .tokens import MOST, Tokens

OTHERS = "break", "pick"  # the blocks that are judged whole, legal or not
TOOL_SLOTS = BLOCKS["break"][0] + BLOCKS["repair"][0]
BIASES = 1, TOOL_SLOTS, 3, 1, KINDS, 3  # of rockfalls, tools, goals, silence, cards passed, gold picked


def linear(inputs: int, outputs: int) -> nn.Linear:
    """A layer whose bias stands elsewhere."""
    return nn.Linear(inputs, outputs, bias=False)


class Encoder(nn.Module):
    """From codes to State."""

    def __init__(self, options: Options, design: Design) -> None:
        super().__init__()
        width, trunk = design.width, design.trunk
        hidden = () if design.distances else DISTANCES
        self.groups = nn.ModuleDict({name: Tokens(name, options, name in hidden) for name in options.groups()})
        sizes = {name: group.width for name, group in self.groups.items()}
        self.goal_size = sizes["goals"] + sizes["distance_goals"] + 2
        self.cells = nn.Linear(sizes["frontier"] + sizes["distance_frontier"], width)
        self.players = nn.Linear(sizes["players"] + sizes["distance_players"], width)
        self.place = nn.Embedding(SEATS, width)  # oneself first, then clockwise: who is who, and who plays soon
        own = sizes["me"] - (HAND - 1) * KINDS
        whole = own + sizes["table"] + GOALS * self.goal_size + 3 * width
        self.trunk = nn.Sequential(nn.Linear(whole, trunk), nn.ReLU(), nn.Linear(trunk, trunk), nn.ReLU())
        self.player, self.context = nn.Linear(width, width), linear(trunk, width)
        self.present = self.groups["players"].columns["present"].start
        self.there = [self.groups["players"].begin + seat * sizes["players"] + self.present for seat in range(SEATS)]

    def forward(self, codes: Tensor) -> State:
        own, hand, known = self._me(codes)
        goals = torch.cat([self.groups["goals"](codes), self.groups["distance_goals"](codes), known], 2)
        cells, places, frontier = self._frontier(codes)
        players = self._players(codes)
        table = self.groups["table"](codes)[:, 0]
        others = players[:, 1:].sum(1) / (codes[:, self.there].sum(1, keepdim=True) - 1)
        parts = [own, hand.sum(1), table, goals.flatten(1), frontier, players[:, 0], others]
        role = own[:, : len(ROLES)].argmax(1)
        kinds = torch.where(hand.any(2), hand.argmax(2), KINDS)
        whole = self.trunk(torch.cat(parts, 1))
        players = F.relu(self.player(players) + self.context(whole)[:, None])
        return State(role, whole, kinds, goals, cells, places, players)

    def _me(self, codes: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """What the seat alone knows: all but the hand, the hand, what maps showed."""
        me, columns = self.groups["me"](codes)[:, 0], self.groups["me"].columns
        hand, known = columns["hand"], columns["known"]
        rest = torch.cat([me[:, : hand.start], me[:, hand.stop :]], 1)
        return rest, me[:, hand].unflatten(1, (HAND, KINDS)), me[:, known].unflatten(1, (GOALS, 2))

    def _frontier(self, codes: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The cells that are there, where each slot's cell stands among them, and their sum per observation."""
        names = "frontier", "distance_frontier"
        there = self.groups["frontier"].codes(codes)[:, :, 0].flatten().nonzero().squeeze(1)
        tokens = [
            self.groups[name].scaled(self.groups[name].codes(codes).flatten(0, 1).index_select(0, there))
            for name in names
        ]
        cells = F.relu(self.cells(torch.cat(tokens, 1)))
        places = there.new_zeros(len(codes) * FRONTIER)
        places[there] = torch.arange(len(there))
        summed = cells.new_zeros(len(codes), cells.shape[1]).index_add(0, there // FRONTIER, cells)
        return cells, places, summed / 8

    def _players(self, codes: Tensor) -> Tensor:
        players, distances = self.groups["players"], self.groups["distance_players"]
        tokens = players.codes(codes)
        seated = max(1, int(tokens[:, :, self.present].any(0).sum()))  # no observations have a seat, too
        both = [players.scaled(tokens[:, :seated]), distances.scaled(distances.codes(codes)[:, :seated])]
        seats = F.relu(self.players(torch.cat(both, 2)) + self.place.weight[:seated])
        return seats * tokens[:, :seated, self.present, None]


class Actor(nn.Module):
    """Logits of the legal actions: each from its entity and its card, and from the whole."""

    def __init__(self, encoder: Encoder, design: Design) -> None:
        super().__init__()
        width, trunk, by_role = design.width, design.trunk, design.heads_by_role
        self.groups = encoder.groups
        self.whole = linear(trunk, width)
        self.cell, self.face = nn.Linear(width, width), nn.Embedding(2 * (KINDS + 1), width)
        self.change, self.without = linear(3, width), linear(3, width)
        self.laid = nn.Linear(self.groups["laid"].width, width)
        self.goal = nn.Linear(encoder.goal_size, width)
        self.lay, self.rockfall = Head(width, 1, by_role), Head(width, 1, by_role)
        self.tools, self.goals = Head(width, TOOL_SLOTS, by_role), Head(width, 3, by_role)
        self.bias = Head(trunk, sum(BIASES), by_role)

    def forward(self, codes: Tensor, state: State, masks: Tensor) -> Choices:
        rockfall, tools, goals, silence, kinds, gold = self.bias(state.whole, state.role).split(BIASES, 1)
        lays, rockfalls, others = legal(masks, "lay"), legal(masks, "rockfall"), legal(masks, *OTHERS)
        goals = self.goals(F.relu(self.goal(state.goals)), state.role) + goals[:, None]
        judged = torch.cat(
            [
                self._tools(state, tools),
                goals[:, :, 0],
                silence,
                goals[:, :, 1:].flatten(1),
                kinds.gather(1, state.hand.clamp(max=KINDS - 1)),
                gold,
            ],
            1,
        )
        whole = self.whole(state.whole)
        logits = [
            self._lays(lays, codes, state, whole),
            self._rockfalls(rockfalls, codes, state, whole) + rockfall.squeeze(1)[rockfalls.game],
            judged[others.game, others.slot],
        ]
        return side_by_side(masks, (lays, rockfalls, others), torch.cat(logits))

    def _lays(self, lays: Legal, codes: Tensor, state: State, whole: Tensor) -> Tensor:
        """(n,): from the cell, the card as it would lie, and by how much it changes the distance."""
        cell, card, turned = lays.slot // (2 * HAND), lays.slot // 2 % HAND, lays.slot % 2
        group = self.groups["changes"]
        changes = group.codes(codes).flatten(1)[lays.game, lays.slot] * group.gains[lays.slot]
        place = state.places.index_select(0, lays.game * FRONTIER + cell)
        hidden = (
            self.cell(state.cells).index_select(0, place)
            + self.face(2 * state.hand[lays.game, card] + turned)
            + whole.index_select(0, lays.game)
            + self.change(size_and_sign(changes))
        )
        return self.lay(F.relu(hidden), state.role[lays.game]).squeeze(1)

    def _rockfalls(self, rockfalls: Legal, codes: Tensor, state: State, whole: Tensor) -> Tensor:
        """(n,): from the card it would take away, and by how much that changes the distance."""
        laid, group = self.groups["laid"], self.groups["rockfalls"]
        changes = group.scaled(group.codes(codes)[rockfalls.game, rockfalls.slot])[:, 0]
        hidden = (
            self.laid(laid.scaled(laid.codes(codes)[rockfalls.game, rockfalls.slot]))
            + whole.index_select(0, rockfalls.game)
            + self.without(size_and_sign(changes))
        )
        return self.rockfall(F.relu(hidden), state.role[rockfalls.game]).squeeze(1)

    def _tools(self, state: State, bias: Tensor) -> Tensor:
        """(batch, break and repair slots): from the player in question."""
        logits = self.tools(state.players, state.role) + bias[:, None]
        return F.pad(logits.transpose(1, 2), (0, SEATS - logits.shape[1])).flatten(1)


def size_and_sign(changes: Tensor) -> Tensor:
    """(n, 3): changes of distance, whether they shorten it, whether they lengthen it."""
    return torch.stack([changes.clamp(-MOST, MOST), (changes < 0).to(changes), (changes > 0).to(changes)], 1)
