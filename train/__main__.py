"""`python -m train`: learn, save, and show what was learned."""

import sys
from collections.abc import Sequence

from rich.console import Console

from agents.files import write

from . import final, plots, state
from .cli import SETTINGS, Task, parse
from .exits import status
from .loop import Learned, work
from .processes import launch


def run(task: Task) -> int:
    """Learn and measure; returns the exit status."""
    console = Console()
    write(task.folder / SETTINGS, task.config.dumps().encode())
    console.print(
        f"Learning the seats of {task.config.players} players from {task.config.decisions:,} decisions; "
        f"all results are in {task.folder}",
        highlight=False,
    )
    done = learn(task)
    plots.draw(done.rows, task.config.measured(), task.folder)
    if not done.is_over:
        goes_on = (task.folder / state.FILE).is_file()
        further = f"go on with: python -m train --resume {task.folder}" if goes_on else "what was learned is kept"
        console.print(f"Interrupted; {further}", highlight=False)
        return 130
    minutes = sum(row.get("time/seconds", 0.0) for row in done.rows) / 60
    final.conclude(task.config, task.folder, done.network, minutes)
    console.print(f"Learned in {minutes:.1f} minutes; all results are in {task.folder}", highlight=False)
    return 0


def learn(task: Task) -> Learned:
    """Learn as the settings say."""
    if task.config.algo == "maskable-ppo":
        from .sb3.run import work as work_alone  # stable-baselines3 takes its time

        return work_alone(task.config, task.folder)
    return launch(task.config.processes, work, task.config, task.folder, task.resume)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    kept = "stopped at once; the folder of the run holds what was saved before, if anything"
    return status("train", kept, lambda: run(parse(arguments)))


if __name__ == "__main__":
    sys.exit(main())
