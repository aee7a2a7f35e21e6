"""What got slower: figures against a committed baseline, both counted in turns of a fixed loop instead of seconds."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from .measure import Figure

BASELINE = Path(__file__).with_name("baseline.json")
# The same code differs by so much from run to run on a shared machine.
TOLERANCE = 0.25
_PER_LOOP = {
    **dict.fromkeys(("decisions/s", "agent-steps/s", "worlds/s"), lambda rate, loop: rate * loop),
    "µs": lambda time, loop: 1e6 * loop / time,
    "ratio": lambda ratio, loop: ratio,
}


def relative(figures: Sequence[Figure], loop: float) -> dict[str, float]:
    """Speeds by key, more is faster: how much is done while `measure.calibration` runs; ratios stay as they are.

    What reads the disk or runs compilers, and peers, are left out: they tell nothing of this code's speed.
    """
    return {
        figure.key: _PER_LOOP[figure.unit](figure.median, loop)
        for figure in figures
        if figure.median and figure.unit in _PER_LOOP and not figure.key.startswith("peer.")
    }


def save(speeds: Mapping[str, float], path: Path = BASELINE) -> None:
    """Write a baseline."""
    path.write_text(json.dumps({key: float(f"{speed:.4g}") for key, speed in speeds.items()}, indent=1) + "\n")


def read(path: Path) -> dict[str, float]:
    """Read a baseline.

    Raises:
        ValueError: the file holds none.
    """
    try:
        speeds = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"{path} is no baseline: {error}") from None
    if not isinstance(speeds, dict) or not all(
        isinstance(speed, float | int) and speed > 0 for speed in speeds.values()
    ):
        raise ValueError(f"{path} is no baseline: it holds no speeds by key; write one with --save-baseline")
    return speeds


def compare(speeds: Mapping[str, float], before: Mapping[str, float]) -> tuple[str, bool]:
    """A table of the speeds that both have, and whether any fell by more than the tolerance."""
    rows, slower = ["| key | against the baseline | |", "|---|---:|---|"], False
    for key in sorted(speeds.keys() & before.keys()):
        change = speeds[key] / before[key]
        fell = change < 1 - TOLERANCE
        slower |= fell
        rows.append(
            f"| {key} | {change:.2f} × | {'**slower**' if fell else 'faster' if change > 1 + TOLERANCE else ''} |"
        )
    return "\n".join(rows), slower
