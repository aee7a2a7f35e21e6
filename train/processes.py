"""Processes that learn together: each plays its own games, and all take the same steps by their mean gradient."""

from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch import distributed


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

    def gather(self, what: Any) -> list[Any]:
        """What all processes give, in the order of their ranks; in all but the first one, nothing."""
        found = [None] * self.size
        if self.size == 1:
            return [what]
        distributed.gather_object(what, found if self.rank == 0 else None)
        return found if self.rank == 0 else []
