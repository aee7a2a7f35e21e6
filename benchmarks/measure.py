"""What a benchmark gives back, and how processor time is taken."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True)
class Figure:
    """One line of the table.

    Attributes:
        name: what was measured.
        unit: of the values.
        values: one per repeat; empty if nothing could be measured.
        ratios: one per repeat, to the peer in the same repeat; empty if there is none.
        note: why there is no value, or what else must be known.
        key: its name in the JSON.
    """

    name: str
    unit: str
    values: tuple[float, ...]
    ratios: tuple[float, ...] = ()
    note: str = ""
    key: str = ""

    def as_json(self) -> dict[str, Any]:
        """The line with its medians; every repeat is kept."""
        return {
            "name": self.name,
            "key": self.key,
            "unit": self.unit,
            "median": median(self.values) if self.values else None,
            "values": list(self.values),
            "ratio": median(self.ratios) if self.ratios else None,
            "ratios": list(self.ratios),
            "note": self.note,
        }


def seconds(call: Callable[[], object]) -> float:
    """Processor time of a call."""
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


def table(figures: Iterable[Figure]) -> str:
    """The figures as a Markdown table: medians over the repeats."""
    rows = ["| measure | median | unit | times the peer |", "|---|---:|---|---:|"]
    for figure in figures:
        value = f"{median(figure.values):,.{_decimals(median(figure.values))}f}" if figure.values else figure.note
        ratio = f"{median(figure.ratios):.2f}" if figure.ratios else ""
        rows.append(f"| {figure.name} | {value} | {figure.unit} | {ratio} |")
    return "\n".join(rows)


def _decimals(value: float) -> int:
    return 0 if value >= 100 else 1 if value >= 10 else 2
