"""The entity network as a policy of sb3-contrib."""

from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor

from agents.observation import OPTIONS
from agents.policy.network import Choices, Network


class EntityPolicy(MaskableActorCriticPolicy):
    """Draws from the network's logits of the legal actions; observations are `int8` codes."""

    def _build(self, lr_schedule: Any) -> None:
        self.network = Network(OPTIONS)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        return self.draw(obs, torch.as_tensor(action_masks), None, deterministic)

    def draw(
        self, obs: Tensor, masks: Tensor, chance: torch.Generator | None, best: bool = False
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Choose actions.

        Args:
            obs: (n, size) int8 codes.
            masks: (n, actions) the legal actions.
            chance: None for torch's own.
            best: take the likeliest action instead of drawing one.

        Returns:
            (n,) action ids, (n, 1) values, (n,) log-probabilities.
        """
        choices, values = self.network(obs, masks.bool())
        logs = choices.logits.log_softmax(1)
        column = logs.argmax(1, keepdim=True) if best else torch.multinomial(logs.exp(), 1, generator=chance)
        return choices.ids.gather(1, column).squeeze(1), values, logs.gather(1, column).squeeze(1)

    def evaluate_actions(self, obs: Tensor, actions: Tensor, action_masks: Any = None) -> tuple[Tensor, Tensor, Tensor]:
        choices, values = self.network(obs, torch.as_tensor(action_masks).bool())
        logs = choices.logits.log_softmax(1)
        column = choices.ranks.gather(1, actions.long()[:, None]).long()
        return values, logs.gather(1, column).squeeze(1), entropy(choices, logs)

    def predict_values(self, obs: Tensor) -> Tensor:
        return self.network.values(obs)


def entropy(choices: Choices, logs: Tensor) -> Tensor:
    """(n,) of the distribution over the legal actions."""
    return -(choices.logits.softmax(1) * logs).sum(1)
