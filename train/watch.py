"""What a run shows and keeps while it learns: a progress bar, TensorBoard and CSV."""

import time
from collections import Counter

from stable_baselines3.common.callbacks import BaseCallback
from tqdm import tqdm


class Watch(BaseCallback):
    """Counts rounds and decisions between two updates, logs them, and moves the bar.

    Logged under `rollout/`: `miners_win`, the share of rounds that the learning miners won against the
    learning saboteurs; `saboteurs_win`; `length`, decisions per round; `rounds`. Under `time/`:
    `decisions_per_second`, learning included. stable-baselines3 adds losses and entropy under `train/`.
    """

    def __init__(self, total: int) -> None:
        super().__init__()
        self._total, self._counts = total, Counter()

    def _on_training_start(self) -> None:
        self._bar = tqdm(total=self._total, unit="decision", unit_scale=True, desc="learning")
        self._since, self._before = time.perf_counter(), self.num_timesteps

    def _on_step(self) -> bool:
        batch = self.training_env.batch
        ended = batch.reached >= 0
        self._counts["rounds"] += int(ended.sum())
        self._counts["reached"] += int((batch.reached == 1).sum())
        self._counts["decisions"] += len(batch)
        self._bar.update(len(batch))
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
        self._since, self._before = now, self.num_timesteps
        self._counts.clear()

    def _on_training_end(self) -> None:
        self._bar.close()
