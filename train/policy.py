"""The entity network as a policy of sb3-contrib."""
import torch
from torch import Tensor
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from .network import Network, NEVER
from .seats import OPTIONS


class EntityPolicy(MaskableActorCriticPolicy):
    def _build(self, lr_schedule) -> None:
        self.network = Network(OPTIONS)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def forward(self, obs, deterministic=False, action_masks=None):
        choices, values = self.network(obs, torch.as_tensor(action_masks, dtype=torch.bool))
        logp = choices.logits.log_softmax(1)
        if deterministic: best = logp.argmax(1, keepdim=True)
        else: best = torch.multinomial(choices.logits.softmax(1), 1)
        return choices.ids.gather(1, best).squeeze(1), values, logp.gather(1, best).squeeze(1)

    def evaluate_actions(self, obs, actions, action_masks=None):
        choices, values = self.network(obs, torch.as_tensor(action_masks, dtype=torch.bool))
        logp = choices.logits.log_softmax(1)
        entropy = -(logp * choices.logits.softmax(1)).sum(1)
        rank = choices.ranks.gather(1, actions[:, None]).long()
        return values, logp.gather(1, rank).squeeze(1), entropy

    def predict_values(self, obs):
        return self.network.values(obs)
