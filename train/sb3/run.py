"""A run of MaskablePPO: self-play alone, one process, no checkpoint to go on from."""

import time
from collections.abc import Callable
from pathlib import Path

import torch
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from agents.files import write
from agents.policy import checkpoint as policy

from ..config import Config
from ..log import SPEED, Log
from ..loop import Learned, asked_to_stop
from .policy import EntityPolicy
from .ppo import SeatPPO
from .seats import Seats

MODEL = "model.zip"  # as stable-baselines3 saves it


def work(config: Config, folder: Path) -> Learned:
    """Learn, and leave the network and stable-baselines3's model."""
    torch.set_num_threads(1)
    model = build(config)
    rows: list[dict[str, float]] = []
    log = Log(folder, rows, config.decisions, quiet=False)
    try:
        with asked_to_stop() as asked:
            model.learn(config.decisions, callback=Watch(log, rows, config, asked))
    finally:
        log.close()
    network = folder / policy.FILE
    write(network, policy.packed(model.policy.network))
    model.save(folder / MODEL, exclude=["_last_obs", "_last_episode_starts"])
    return Learned(network, rows, model.num_timesteps >= config.decisions)


def build(config: Config) -> SeatPPO:
    """The model of stable-baselines3 for some settings."""
    model = SeatPPO(
        EntityPolicy,
        Seats(config.setups(), config.reward, config.shaping),
        learning_rate=lambda left: config.pace_at(round((1 - left) * config.decisions)).learning_rate,
        n_steps=config.horizon,
        batch_size=config.minibatch,
        n_epochs=config.epochs,
        gamma=config.gamma,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip,
        ent_coef=config.entropy,
        vf_coef=config.critic_weight,
        max_grad_norm=config.longest_gradient,
        policy_kwargs={"design": config.design()},
        seed=config.seed,
        device="cpu",
    )
    model.set_logger(Logger(None, []))
    return model


class Watch(BaseCallback):
    """Notes a row after each rollout, ends the shaping when it is time, and lets the weight of entropy fall.

    Learning ends where `asked` says so.
    """

    def __init__(
        self, log: Log, rows: list[dict[str, float]], config: Config, asked: Callable[[], bool] = lambda: False
    ) -> None:
        super().__init__()
        self._log, self._rows, self._config, self._asked = log, rows, config, asked
        self._rounds = self._won = self._before = 0
        self._began = time.perf_counter()

    def _on_step(self) -> bool:
        reached = self.training_env.now.reached
        self._rounds += int((reached >= 0).sum())
        self._won += int((reached > 0).sum())
        return not self._asked()

    def _on_rollout_end(self) -> None:
        figures = {name: float(value) for name, value in self.logger.name_to_value.items()}
        now, count = time.perf_counter(), self.num_timesteps - self._before
        seconds, self._began, self._before = now - self._began, now, self.num_timesteps
        row = {"decisions": self.num_timesteps, "time/seconds": seconds, SPEED: count / seconds, **figures}
        if self._rounds:
            row["tables/learner-learner"] = self._won / self._rounds
        self._rows.append(row)
        self._log.add(row)
        self._rounds = self._won = 0
        self.model.ent_coef = self._config.pace_at(self.num_timesteps).entropy
        if self.num_timesteps >= self._config.shaping_until:
            self.training_env.shaping = 0.0
