"""The entity network as a policy of sb3-contrib."""

from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor

from agents.observation import OPTIONS
from agents.policy.network import Network
from agents.policy.parts import Design

from ..critic import Critic
from ..learner import entropy_of


class EntityPolicy(MaskableActorCriticPolicy):
    """Draws from the network's logits of the legal actions; observations are int8 codes, and the critic sees no more.

    Args:
        design: of the network; without beliefs, for which stable-baselines3 has no loss.
    """

    def __init__(self, *args: Any, design: Design, **kwargs: Any) -> None:
        self.design = design
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Any) -> None:
        self.network = Network(OPTIONS, self.design)
        self.critic = Critic(self.design.trunk, sees=False)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        choices, state = self.network(obs, torch.as_tensor(action_masks).bool())
        logs = choices.logits.log_softmax(1)
        column = logs.argmax(1, keepdim=True) if deterministic else torch.multinomial(logs.exp(), 1)
        values = self.critic(state.whole, state.role, None)
        return choices.ids.gather(1, column).squeeze(1), values[:, None], logs.gather(1, column).squeeze(1)

    def evaluate_actions(self, obs: Tensor, actions: Tensor, action_masks: Any = None) -> tuple[Tensor, Tensor, Tensor]:
        choices, state = self.network(obs, torch.as_tensor(action_masks).bool())
        logs = choices.logits.log_softmax(1)
        column = choices.ranks.gather(1, actions.long()[:, None]).long()
        values = self.critic(state.whole, state.role, None)
        return values[:, None], logs.gather(1, column).squeeze(1), entropy_of(logs)

    def predict_values(self, obs: Tensor) -> Tensor:
        state = self.network.encoder(obs)
        return self.critic(state.whole, state.role, None)[:, None]
