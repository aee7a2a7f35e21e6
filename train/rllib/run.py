"""A run: build RLlib's PPO, learn, and leave a network that `agents` loads."""

import csv
import os
import time
from pathlib import Path
from typing import Any

import ray
import torch
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig

from agents.files import write
from agents.observation import OPTIONS
from agents.policy import checkpoint as policy
from agents.policy.network import Network

from .. import state
from .env import RoundEnv
from .lineup import MAIN, module_of, past_modules
from .module import DESIGN, modules
from .ppo import TurnPPO
from .settings import Settings
from .snapshots import NETWORK, network_of, refresh

CHECKPOINT = "checkpoint"  # RLlib's, a folder
PROGRESS = "progress.csv"
CHECKOUT = Path(__file__).resolve().parents[2]


def run(settings: Settings) -> Path:
    """Learn as the settings say; the folder with what was learned.

    Raises:
        FileExistsError: the folder is there already, and not empty.
    """
    folder = new_folder(settings)
    RoundEnv({"settings": settings}).reset()  # compiles, and not in every runner at once
    start_ray(settings)
    algorithm = configured(settings).build_algo()
    try:
        if settings.restore:
            algorithm.restore_from_path(str(Path(settings.restore).resolve()))
        learn(algorithm, settings, folder)
    finally:
        algorithm.stop()
    return folder


def new_folder(settings: Settings) -> Path:
    """Make the folder of a run; runners, which are elsewhere, need its whole path."""
    return state.new_folder(settings.out, f"rllib-{settings.players}-players").resolve()


def start_ray(settings: Settings) -> None:
    """Join the cluster, or begin one of this machine; does nothing where ray runs in this process already."""
    torch.set_num_threads(1)  # for matrices as small as these, more cost several times what they bring
    if ray.is_initialized():
        return
    if settings.address:
        ray.init(address=settings.address, log_to_driver=False)
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Runners and learners share the cores that there are; ray would rather wait for more.
    cores = max(settings.runners + settings.learners, 1)
    found = {"env_vars": {"PYTHONPATH": os.pathsep.join([str(CHECKOUT), os.environ.get("PYTHONPATH", "")])}}
    ray.init(num_cpus=cores, include_dashboard=False, log_to_driver=False, runtime_env=found)


def configured(settings: Settings) -> PPOConfig:
    """RLlib's settings."""
    return (
        PPOConfig(TurnPPO)
        .environment(RoundEnv, env_config={"settings": settings}, disable_env_checking=True)  # it plays illegally
        .env_runners(num_env_runners=settings.runners, num_envs_per_env_runner=settings.games)
        .learners(num_learners=settings.learners, num_gpus_per_learner=settings.gpus)
        .multi_agent(policies={MAIN, *past_modules(settings)}, policy_mapping_fn=module_of, policies_to_train=[MAIN])
        .rl_module(rl_module_spec=modules(settings))
        .training(**losses(settings))
        .callbacks(on_train_result=refresh)
        .debugging(seed=settings.seed, log_level="ERROR")
    )


def losses(settings: Settings) -> dict[str, Any]:
    """How RLlib's PPO learns."""
    return {
        "train_batch_size_per_learner": settings.batch,
        "minibatch_size": settings.minibatch,
        "num_epochs": settings.epochs,
        "lr": settings.learning_rate,
        "gamma": 1.0,
        "lambda_": settings.gae_lambda,
        "clip_param": settings.clip,
        "use_kl_loss": False,
        "entropy_coeff": settings.entropy,
        "vf_loss_coeff": settings.critic_weight,
        "vf_clip_param": float("inf"),
        "grad_clip": settings.longest_gradient,
        "grad_clip_by": "global_norm",
    }


def learn(algorithm: Algorithm, settings: Settings, folder: Path) -> None:
    """All iterations; what was learned is saved with each earlier state, in the end, and when it is interrupted."""
    with open(folder / PROGRESS, "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, (*COLUMNS, "processor"))
        table.writeheader()
        try:
            for done in range(1, settings.iterations + 1):
                began = time.process_time()
                row = figures(algorithm.train())
                row["processor"] = time.process_time() - began
                table.writerow(row)
                file.flush()
                print("  ".join(f"{name} {value:.4g}" for name, value in row.items()), flush=True)
                if done % settings.snapshot_every == 0:
                    export(algorithm, folder)
        except KeyboardInterrupt:
            export(algorithm, folder)
            raise
    export(algorithm, folder)


# What a row of progress tells, and where RLlib tells it; playing, learning and sending are seconds, smoothed. Behind
# them stands the processor time of the main process.
COLUMNS = {
    "iteration": ("training_iteration",),
    "decisions": ("num_env_steps_sampled_lifetime",),
    "playing": ("timers", "env_runner_sampling_timer"),
    "learning": ("timers", "learner_update_timer"),
    "sending": ("timers", "synch_weights"),
    "seconds": ("time_this_iter_s",),
    "entropy": ("learners", MAIN, "entropy"),
    "critic_explained": ("learners", MAIN, "vf_explained_var"),
}


def figures(result: dict[str, Any]) -> dict[str, float]:
    """A row of progress."""
    return {name: _found(result, path) for name, path in COLUMNS.items()}


def _found(result: Any, path: tuple[str, ...]) -> float:
    """What RLlib tells under a path; nan where it tells nothing."""
    for name in path:
        result = result.get(name, {})
    return float(result) if not isinstance(result, dict) else float("nan")


def export(algorithm: Algorithm, folder: Path) -> None:
    """Leave what `agents.make("policy:path=…")` plays, and RLlib's own checkpoint."""
    network = Network(OPTIONS, DESIGN)
    network.load_state_dict(
        {name.removeprefix(NETWORK): torch.as_tensor(values) for name, values in network_of(algorithm).items()}
    )
    write(folder / policy.FILE, policy.packed(network))
    algorithm.save_to_path(str(folder / CHECKPOINT))
