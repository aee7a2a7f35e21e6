"""The network of an agent: actor and beliefs on one encoder.

codes ─► encoder ─► State ─┬─► actor (with the mask) ─► Choices
                           └─► beliefs ─► Beliefs
"""

from torch import Tensor, nn

from saboteur_env.spaces import Options

from .belief import BeliefHeads, Beliefs
from .entities import Actor, Encoder
from .flat import FlatActor, FlatBeliefs, FlatEncoder
from .parts import Choices, Design, State

KINDS = {True: (Encoder, Actor, BeliefHeads), False: (FlatEncoder, FlatActor, FlatBeliefs)}


class Network(nn.Module):
    """What chooses and believes.

    Args:
        options: of the observations.
        design: what it is made of.
    """

    def __init__(self, options: Options, design: Design = Design()) -> None:
        super().__init__()
        self.design = design
        encoder, actor, beliefs = KINDS[design.entities]
        self.encoder = encoder(options, design)
        self.actor = actor(self.encoder, design)
        if design.believes:
            self.beliefs = beliefs(self.encoder, design)

    def forward(self, codes: Tensor, masks: Tensor) -> tuple[Choices, State]:
        """What may be chosen, from (batch, size) int8 codes and (batch, actions) bool masks."""
        state = self.encoder(codes)
        return self.actor(codes, state, masks), state

    def believe(self, codes: Tensor, state: State) -> Beliefs:
        """What is held for likely."""
        return self.beliefs(codes, state)
