"""Earlier states of the learner: every so often the oldest becomes a copy of what the learner is now."""

from typing import Any

import numpy as np
import ray
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.core import COMPONENT_RL_MODULE

from .lineup import MAIN, past_module
from .settings import Settings

NETWORK = "network."  # how the names of the network's weights begin in a module


def network_of(algorithm: Algorithm) -> dict[str, np.ndarray]:
    """The weights of the learner's network, without the critic."""
    weights = algorithm.learner_group.get_weights([MAIN])[MAIN]
    return {name: values for name, values in weights.items() if name.startswith(NETWORK)}


def due(settings: Settings, iteration: int) -> str | None:
    """The module that is replaced after an iteration, if any."""
    made, early = divmod(iteration, settings.snapshot_every)
    return None if early or not made else past_module((made - 1) % settings.snapshots)


def refresh(algorithm: Algorithm, result: dict[str, Any], **others: Any) -> None:
    """Called by RLlib after each iteration."""
    module = due(algorithm.config.env_config["settings"], result["training_iteration"])
    if module is None:
        return
    weights = {module: network_of(algorithm)}
    algorithm.learner_group.set_weights(weights)  # which keeps them, in checkpoints too
    # RLlib by itself sends the runners nothing but what has learned.
    sent = {COMPONENT_RL_MODULE: ray.put(weights)}
    algorithm.env_runner_group.foreach_env_runner(lambda runner: runner.set_state(sent))
