"""Processes that learn together: each plays its own games, and all take the same steps by their mean gradient."""

import os
import signal
import sys
from collections.abc import Callable
from multiprocessing import get_context
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
from torch import Tensor, distributed

LOOPBACK = {"linux": "lo", "darwin": "lo0"}  # how processes of one machine talk to each other, wherever it has a name
GRACE = 60.0  # seconds to end in good order


class Processes:
    """All processes of a run, seen from one of them; a single one needs no others.

    Attributes:
        rank: which one this is, from 0.
        size: how many there are.
    """

    def __init__(self, rank: int = 0, size: int = 1) -> None:
        self.rank, self.size = rank, size

    def average(self, gradients: list[Tensor]) -> None:
        """Replace gradients by their means over all processes."""
        if self.size > 1:
            flat = torch.cat([values.flatten() for values in gradients])
            distributed.all_reduce(flat)
            for values, mean in zip(gradients, (flat / self.size).split([v.numel() for v in gradients]), strict=True):
                values.copy_(mean.view_as(values))

    def total(self, numbers: np.ndarray) -> np.ndarray:
        """Sums over all processes, of the same shape; float64."""
        sums = torch.from_numpy(np.array(numbers, np.float64))
        if self.size > 1:
            distributed.all_reduce(sums)
        return sums.numpy()

    def highest(self, number: int) -> int:
        """The highest of the numbers of all processes."""
        most = torch.tensor(number)
        if self.size > 1:
            distributed.all_reduce(most, distributed.ReduceOp.MAX)
        return int(most)

    def lowest(self, number: int) -> int:
        """The lowest of the numbers of all processes."""
        return -self.highest(-number)

    def gather(self, what: Any) -> list[Any]:
        """What all processes give, in the order of their ranks; in all but the first one, nothing."""
        found = [None] * self.size
        if self.size == 1:
            return [what]
        distributed.gather_object(what, found if self.rank == 0 else None)
        return found if self.rank == 0 else []

    def wait(self) -> None:
        """Until all processes are here."""
        if self.size > 1:
            distributed.barrier()


def launch(size: int, work: Callable[..., Any], *arguments: Any) -> Any:
    """Let so many processes do the same work, the first one being this one.

    Args:
        size: how many.
        work: is called in each with its `Processes` and the arguments.

    Returns:
        What this process's work gives.
    """
    if size == 1:
        return work(Processes(), *arguments)
    with TemporaryDirectory() as folder:
        meeting = f"file://{folder}/meeting"
        context = get_context("spawn")
        others = [
            context.Process(target=_join, args=(meeting, rank, size, work, arguments), daemon=True)
            for rank in range(1, size)
        ]
        for other in others:
            other.start()
        try:
            done = _join(meeting, 0, size, work, arguments)
        finally:
            for other in others:
                other.join(GRACE)
                other.kill()
        return done


def _join(meeting: str, rank: int, size: int, work: Callable[..., Any], arguments: tuple) -> Any:
    """Meet the others and work."""
    if rank:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all; the first process passes it on in good order
    if sys.platform in LOOPBACK:
        os.environ.setdefault("GLOO_SOCKET_IFNAME", LOOPBACK[sys.platform])
    distributed.init_process_group("gloo", init_method=meeting, rank=rank, world_size=size)
    try:
        return work(Processes(rank, size), *arguments)
    finally:
        distributed.destroy_process_group()
