"""What a run shows and keeps while it learns: a progress bar, TensorBoard and CSV."""

import time
from collections import Counter

import numpy as np
from stable_baselines3.common.callbacks import BaseCallback
from tqdm import tqdm


class Watch(BaseCallback):
    """Counts rounds and decisions between two updates, logs them, and moves the bar.

    Logged under `rollout/`: `miners_win`, the share of rounds that the learning miners won against the
    learning saboteurs; `saboteurs_win`; `length`, decisions per round that ended; `rounds`. Under `time/`:
    `decisions_per_second`, learning included; `environment`, the share of the time that the steps of the games
    took. stable-baselines3 adds losses and entropy under `train/`.
    """

    def __init__(self, total: int) -> None:
        super().__init__()
        self._counts = Counter()
        self._bar = tqdm(total=total, unit="decision", unit_scale=True, desc="learning")

    def close(self) -> None:
        """Take the bar off the screen's last line, also after an interrupt."""
        self._bar.close()

    def _on_training_start(self) -> None:
        self._since, self._before, self._stepped = time.perf_counter(), self.num_timesteps, 0.0
        self._lengths = np.zeros(self.training_env.num_envs, np.int64)

    def _on_step(self) -> bool:
        reached = self.training_env.now.reached
        ended = reached >= 0
        self._counts["rounds"] += int(ended.sum())
        self._counts["reached"] += int((reached == 1).sum())
        self._lengths += 1
        self._counts["decisions"] += int(self._lengths[ended].sum())
        self._lengths[ended] = 0
        self._bar.update(len(reached))
        return True

    def _on_rollout_end(self) -> None:
        rounds, now = self._counts["rounds"], time.perf_counter()
        speed = (self.num_timesteps - self._before) / (now - self._since)
        if rounds:
            share = self._counts["reached"] / rounds
            self._bar.set_postfix_str(f"miners win {share:.3f}")
            self.logger.record("rollout/miners_win", share)
            self.logger.record("rollout/saboteurs_win", 1 - share)
            self.logger.record("rollout/length", self._counts["decisions"] / rounds)
        self.logger.record("rollout/rounds", rounds)
        self.logger.record("time/decisions_per_second", speed)
        stepped = self.training_env.seconds
        self.logger.record("time/environment", (stepped - self._stepped) / (now - self._since))
        self._since, self._before, self._stepped = now, self.num_timesteps, stepped
        self._counts.clear()
