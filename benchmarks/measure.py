"""What a benchmark gives back, how processor time is taken, and what it is worth on this machine."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numba
import numpy as np


@dataclass(frozen=True)
class Figure:
    """One line of the table.

    Attributes:
        name: what was measured.
        unit: of the values.
        values: one per repeat; empty if nothing could be measured.
        key: its name in the JSON.
        ratios: one per repeat: how many times as fast as this `ours` was in the same repeat; empty if there is none.
        ours: what the ratios are of.
        note: why there is no value.
    """

    name: str
    unit: str
    values: tuple[float, ...]
    key: str
    ratios: tuple[float, ...] = ()
    ours: str = ""
    note: str = ""

    @property
    def median(self) -> float | None:
        """Of the values; None if there are none."""
        return median(self.values) if self.values else None

    def as_json(self) -> dict[str, Any]:
        """The line with its medians; every repeat is kept."""
        return {
            "name": self.name,
            "key": self.key,
            "unit": self.unit,
            "median": self.median,
            "values": list(self.values),
            "ratio": median(self.ratios) if self.ratios else None,
            "ratios": list(self.ratios),
            "ours": self.ours,
            "note": self.note,
        }


def seconds(call: Callable[[], object]) -> float:
    """Processor time of a call, all threads together."""
    start = time.process_time()
    call()
    return time.process_time() - start


def microseconds_each(
    call: Callable[[Any], object], items: Sequence[Any], rounds: int, repeats: int
) -> tuple[float, ...]:
    """Processor time of `call(item)`, averaged over `rounds` times all items; one value per repeat."""

    def once() -> None:
        for _ in range(rounds):
            for item in items:
                call(item)

    once()
    return tuple(seconds(once) / (rounds * len(items)) * 1e6 for _ in range(repeats))


@numba.njit
def _calibration(rounds):
    """A chain of shifts and multiplications of 64-bit words, as in the core."""
    word = np.uint64(1)
    for _ in range(rounds):
        word = (word ^ word >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9) + np.uint64(1)
    return word


def calibration(repeats: int = 5) -> float:
    """Seconds that this machine takes now for a fixed loop: the measure of figures that other machines can compare."""
    _calibration(1)
    return min(seconds(lambda: _calibration(5_000_000)) for _ in range(repeats))


def table(figures: Iterable[Figure]) -> str:
    """The figures as a Markdown table: medians over the repeats."""
    rows = ["| measure | median | unit | saboteur_env against it |", "|---|---:|---|---|"]
    for figure in figures:
        value = figure.note if figure.median is None else f"{figure.median:,.{_decimals(figure.median)}f}"
        ratio = f"{median(figure.ratios):.2f} × ({figure.ours})" if figure.ratios else ""
        rows.append(f"| {figure.name} | {value} | {figure.unit} | {ratio} |")
    return "\n".join(rows)


def _decimals(value: float) -> int:
    return 0 if value >= 100 else 1 if value >= 10 else 2
