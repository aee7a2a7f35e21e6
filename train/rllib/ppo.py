"""RLlib's PPO for agents that take turns, with any number of learners."""

from typing import Any

import ray
from ray.rllib.algorithms.ppo import PPO
from ray.rllib.core.learner.training_data import TrainingData
from ray.rllib.env.multi_agent_episode import MultiAgentEpisode

from .lineup import MAIN

Episodes = list[MultiAgentEpisode]


class TurnPPO(PPO):
    """Gives every learner whole pieces of play.

    RLlib cuts them to give each learner exactly as many decisions as the others. That fails where agents take turns, as
    some have not decided in a piece, or not yet been answered: a learner ends then, and the others wait for it.
    """

    def setup(self, config: Any) -> None:
        super().setup(config)
        if config.num_learners > 1:
            self._update, self.learner_group.update = self.learner_group.update, self._share_out

    def _share_out(self, episodes: Episodes, num_epochs: int, minibatch_size: int, **others: Any) -> Any:
        """As the update of all learners: each takes as many gradient steps as the others."""
        parts = dealt(episodes, self.config.num_learners)
        steps = max(num_epochs * min(map(decisions, parts)) // minibatch_size, 1)
        shares = TrainingData(episodes_refs=[ray.put(part) for part in parts])
        return self._update(
            training_data=shares,
            num_epochs=num_epochs,
            minibatch_size=minibatch_size,
            num_total_minibatches=steps,
            **others,
        )


def dealt(episodes: Episodes, count: int) -> list[Episodes]:
    """Episodes in so many parts, about equally long: the longest first, each to the part that is shortest by then."""
    parts: list[Episodes] = [[] for _ in range(count)]
    for episode in sorted(episodes, key=len, reverse=True):
        min(parts, key=lambda part: sum(map(len, part))).append(episode)
    return parts


def decisions(episodes: Episodes) -> int:
    """How many decisions of the learner they hold."""
    return sum(len(one) for whole in episodes for one in whole.agent_episodes.values() if one.module_id == MAIN)
