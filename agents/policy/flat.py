"""An observation read as one row of numbers, by layers that are all alike: what entities are to be compared with."""

import torch
from torch import Tensor, nn

from saboteur_env.core.actions import ACTIONS
from saboteur_env.core.cards import GOALS
from saboteur_env.core.layout import SEATS
from saboteur_env.spaces import Options

from .belief import Beliefs, read_facts
from .parts import DISTANCES, NEVER, ORDER, Choices, Design, Head, State, legal, side_by_side
from .tokens import Tokens

WIDTH = 256  # of the first layer


class FlatEncoder(nn.Module):
    """From codes to a State without entities."""

    def __init__(self, options: Options, design: Design) -> None:
        super().__init__()
        hidden = () if design.distances else DISTANCES
        self.groups = nn.ModuleDict({name: Tokens(name, options, name in hidden) for name in options.groups()})
        inputs = sum(group.slots * group.width for group in self.groups.values())
        self.role = self.groups["me"].columns["role"]
        self.trunk = nn.Sequential(nn.Linear(inputs, WIDTH), nn.ReLU(), nn.Linear(WIDTH, design.trunk), nn.ReLU())

    def forward(self, codes: Tensor) -> State:
        whole = self.trunk(torch.cat([group(codes).flatten(1) for group in self.groups.values()], 1))
        role = self.groups["me"].codes(codes)[:, 0, self.role].argmax(1)
        none = whole.new_zeros(len(codes), 0)
        return State(role, whole, none, none, none, none, none)


class FlatActor(nn.Module):
    """A logit for every action from the whole."""

    def __init__(self, _: FlatEncoder, design: Design) -> None:
        super().__init__()
        self.all = Head(design.trunk, ACTIONS, design.heads_by_role)

    def forward(self, codes: Tensor, state: State, masks: Tensor) -> Choices:
        everything = legal(masks, ORDER[0], ORDER[-1])
        logits = self.all(state.whole, state.role)[everything.game, everything.slot]
        return side_by_side(masks, (everything,), logits)


class FlatBeliefs(nn.Module):
    """A logit for every other seat and every goal from the whole."""

    def __init__(self, encoder: FlatEncoder, design: Design) -> None:
        super().__init__()
        self.groups = encoder.groups
        self.role, self.treasure = nn.Linear(design.trunk, SEATS - 1), nn.Linear(design.trunk, GOALS)
        for head in (self.role, self.treasure):
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def forward(self, codes: Tensor, state: State) -> Beliefs:
        facts = read_facts(self.groups, codes, SEATS)
        treasure = self.treasure(state.whole).masked_fill(~facts.goals, NEVER).log_softmax(1)
        return Beliefs(self.role(state.whole) + facts.shown, facts.allowed, facts.seated, treasure)
