"""`python -m train`: learn, save, and show what was learned."""

import sys
import time
from collections.abc import Sequence
from pathlib import Path

import torch
from rich.console import Console
from rich.table import Table
from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat

from . import checkpoint
from .config import Config, parse
from .credit import SeatPPO
from .evaluate import Line, table
from .policy import EntityPolicy
from .progress import Progress
from .seats import Seats
from .watch import Watch


def new_folder(config: Config) -> Path:
    """Make the folder of a run.

    Raises:
        FileExistsError: there is one already, and it is not empty.
    """
    name = config.out or f"runs/{config.players}-players-{time.strftime('%Y%m%d-%H%M%S')}"
    folder = Path(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(f"{folder} is there already and not empty; name another folder with --out")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def learner(config: Config, folder: Path) -> SeatPPO:
    """The learning algorithm, its games and its logs."""
    torch.set_num_threads(1)  # sums, and with them all that is learned, would follow the number of threads
    env = Seats(config.games, config.setup(), config.shaping)
    model = SeatPPO(
        EntityPolicy,
        env,
        learning_rate=config.learning_rate,
        n_steps=config.horizon,
        batch_size=config.minibatch,
        n_epochs=config.epochs,
        gamma=1.0,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip,
        ent_coef=config.entropy,
        seed=config.seed,
        device="cpu",
    )
    writers = [Progress(folder / "progress.csv"), TensorBoardOutputFormat(str(folder))]
    model.set_logger(Logger(str(folder), writers))
    return model


def show(console: Console, lines: Sequence[Line], config: Config) -> None:
    """Print the final table."""
    title = f"{config.players} players, {config.edition}, one round: how often the miners reach the treasure"
    shown = Table("miners", "saboteurs", "rounds", "miners win", "95 % interval", title=title)
    for line in lines:
        low, high = line.interval
        shown.add_row(line.miners, line.saboteurs, str(line.rounds), f"{line.share:.3f}", f"{low:.3f} to {high:.3f}")
    console.print(shown)


def run(config: Config, folder: Path) -> None:
    """Learn, save and evaluate; an interrupt ends the learning, not the run."""
    console, began = Console(), time.perf_counter()
    console.print(
        f"Learning {config.players} players' seats by self-play, {config.steps:,} decisions; results in {folder}"
    )
    model, watch = learner(config, folder), Watch(config.steps)
    try:
        model.learn(config.steps, callback=watch)
    except KeyboardInterrupt:
        console.print(f"Interrupted after {model.num_timesteps:,} decisions.")
    finally:
        watch.close()
    checkpoint.save(model, config, folder)
    lines = table(model.policy, config.setup(), config.rounds, config.seed)
    show(console, lines, config)
    console.print(f"{time.perf_counter() - began:.0f} s; checkpoint, settings and logs are in {folder}")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    config = parse(arguments)
    try:
        folder = new_folder(config)
    except OSError as error:
        print(f"train: {error}", file=sys.stderr)
        return 2
    try:
        run(config, folder)
    except KeyboardInterrupt:
        print(f"train: interrupted; what is done is in {folder}", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
