"""The loop of a run, as each of its processes goes through it."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import torch

from . import state
from .config import Config
from .log import Log
from .processes import Processes
from .run import Run


class Learned(NamedTuple):
    """What a run leaves.

    Attributes:
        network: the file of the network.
        rows: of the log.
        is_over: whether all was learned that was asked for.
    """

    network: Path
    rows: list[dict[str, float]]
    is_over: bool


def work(processes: Processes, config: Config, folder: Path, resume: bool, stop_at: int = 0) -> Learned:
    """Learn until all is learned or somebody asks to stop; the last state is saved either way.

    Args:
        processes: that learn together.
        config: what is asked for.
        folder: of the run.
        resume: go on from the checkpoint in the folder.
        stop_at: stop, as if asked to, once so many decisions are learned from; 0 for never.

    Returns:
        What there is then.
    """
    torch.set_num_threads(1)  # more cost several times what they bring wherever others use the processor, too
    # Every process reads the checkpoint itself: tensors that are sent to another one share their memory.
    run = Run(config, folder, processes, state.load(folder) if resume else None)
    log = Log(folder, run.rows, config.decisions, quiet=processes.rank > 0)
    began = time.perf_counter()
    with asked_to_stop() as asked:
        while not run.is_over:
            row = run.update()
            if run.is_due:
                row |= run.measure()
            began, before = time.perf_counter(), began
            row["time/seconds"] = began - before
            log.add(row)
            if run.is_due:
                run.save()
                log.flush()
            if processes.highest(asked() or 0 < stop_at <= run.decisions):
                break
    if not run.is_due:  # else all is written
        run.save_network()
        run.save()
    log.close()
    return Learned(run.network, run.rows, run.is_over)


@contextmanager
def asked_to_stop() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed: the first time it only asks to stop after the update, the second time it stops."""
    asked = False

    def ask(*_: Any) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, before)
