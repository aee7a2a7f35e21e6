"""`python -m benchmarks`: one table of all figures."""

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import saboteur_env

from . import baseline, batches, copies, core, loop, scripted, startup, training
from .measure import Figure, calibration, table
from .plot import draw

LIBRARIES = ("numpy", "numba", "gymnasium", "pettingzoo", "open_spiel", "rlcard", "pgx", "pufferlib")


def figures(quick: bool) -> list[Figure]:
    """Measure everything, in full or in under a minute."""
    repeats = 3 if quick else 9
    return [
        *core.measure(steps=60 if quick else 400, repeats=repeats),
        *batches.measure(steps=60 if quick else 400, repeats=repeats),
        *scripted.measure(rounds=1 if quick else 8, repeats=repeats),
        *training.measure(updates=1 if quick else 4, repeats=repeats),
        *loop.measure(steps=1_500 if quick else 20_000, repeats=repeats),
        *copies.measure(rounds=10 if quick else 100, repeats=repeats),
        *startup.measure(repeats=1 if quick else 5, cold=not quick),
    ]


def machine() -> dict[str, Any]:
    """Where the figures come from."""
    return {
        "saboteur_env": saboteur_env.__version__,
        "python": platform.python_version(),
        "machine": platform.platform(),
        "processors": os.cpu_count(),
        **{name: _version(name) for name in LIBRARIES},
    }


def _version(name: str) -> str | None:
    """Of a library; None if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def write(path: Path, measured: Sequence[Figure], loop_seconds: float, quick: bool) -> None:
    """Write every repeat as JSON, the medians under flat keys."""
    medians = {figure.key: figure.median for figure in measured}
    about = {"machine": machine(), "quick": quick, "calibration_s": loop_seconds}
    record = {**about, **medians, "figures": [figure.as_json() for figure in measured]}
    path.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the table, write what is asked for; returns 1 if something got slower, else 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="How fast the environment is.")
    parser.add_argument("--quick", action="store_true", help="rough figures in under a minute, without a cold start")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write every repeat to FILE")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="also draw the figures beside the peers (matplotlib)")
    parser.add_argument(
        "--compare",
        type=Path,
        nargs="?",
        const=baseline.BASELINE,
        metavar="FILE",
        help="say what got slower than in FILE (of --save-baseline), or in the baseline that is kept with the sources; "
        "the exit status is 1 if anything did",
    )
    parser.add_argument("--save-baseline", type=Path, metavar="FILE", help="write what --compare reads")
    options = parser.parse_args(arguments)
    try:
        before = baseline.read(options.compare) if options.compare else {}
    except ValueError as error:
        parser.error(str(error))
    loop_before = calibration()
    measured = figures(options.quick)
    loop_seconds = (loop_before + calibration()) / 2
    print(table(measured))
    speeds, slower = baseline.relative(measured, loop_seconds), False
    if options.json:
        write(options.json, measured, loop_seconds, options.quick)
    if options.plot:
        draw(measured, options.plot)
    if options.save_baseline:
        baseline.save(speeds, options.save_baseline)
    if options.compare:
        told, slower = baseline.compare(speeds, before)
        print(f"\n{told}")
    return int(slower)


if __name__ == "__main__":
    sys.exit(main())
