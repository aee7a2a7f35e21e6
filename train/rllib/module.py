"""The network of `agents.policy` as modules of RLlib; what is not legal has no probability."""

from dataclasses import asdict
from typing import Any

import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import InferenceOnlyAPI, ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import Tensor

from agents.observation import OPTIONS
from agents.policy.network import Network
from agents.policy.parts import NEVER, Choices, Design, State

from ..critic import Critic
from .env import DECIDED, OBSERVED
from .lineup import MAIN, past_modules
from .settings import Settings

DESIGN = Design(believes=False)  # RLlib's PPO has no loss for beliefs


class Actor(TorchRLModule):
    """The network alone: an earlier state of the learner, which never learns."""

    def setup(self) -> None:
        self.network = Network(OPTIONS, Design(**self.model_config["design"]))

    def _look(self, batch: dict[str, Any]) -> tuple[Tensor, State]:
        """(n, actions) logits, and what the encoder made of the observations."""
        observed = batch[Columns.OBS]
        masks = observed["action_mask"].bool()
        choices, state = self.network(observed["observations"], masks)
        return spread(choices, masks), state

    def _forward(self, batch: dict[str, Any], **others: Any) -> dict[str, Any]:
        return {Columns.ACTION_DIST_INPUTS: self._look(batch)[0]}


class ActorCritic(Actor, ValueFunctionAPI, InferenceOnlyAPI):
    """The learner: the network, and a critic that sees what the seat sees; runners go without the critic."""

    def setup(self) -> None:
        super().setup()
        self.critic = Critic(self.network.design.trunk, sees=False)

    def get_non_inference_attributes(self) -> list[str]:
        return ["critic"]

    def _forward_train(self, batch: dict[str, Any], **others: Any) -> dict[str, Any]:
        logits, state = self._look(batch)
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: (state.whole, state.role)}

    def compute_values(self, batch: dict[str, Any], embeddings: tuple[Tensor, Tensor] | None = None) -> Tensor:
        if embeddings is None:
            state = self.network.encoder(batch[Columns.OBS]["observations"])
            embeddings = state.whole, state.role
        return self.critic(*embeddings, None)


def spread(choices: Choices, masks: Tensor) -> Tensor:
    """(n, actions) logits from those of the legal actions, side by side, and (n, actions) bool masks."""
    everywhere = choices.logits.gather(1, choices.ranks.clamp(min=0).long())
    return torch.where(masks, everywhere, NEVER)


def modules(settings: Settings) -> MultiRLModuleSpec:
    """The learner, and its earlier states, which begin as networks that have learned nothing."""
    kinds = {MAIN: ActorCritic, **dict.fromkeys(past_modules(settings), Actor)}
    return MultiRLModuleSpec(rl_module_specs={name: _spec(kind) for name, kind in kinds.items()})


def _spec(kind: type[Actor]) -> RLModuleSpec:
    config = {"design": asdict(DESIGN)}
    return RLModuleSpec(kind, observation_space=OBSERVED, action_space=DECIDED, model_config=config)
