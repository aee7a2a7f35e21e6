"""`python -m benchmarks`: one table of all figures."""

import argparse
import json
import os
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import saboteur_env

from . import copies, core, loop, startup
from .measure import Figure, table

LIBRARIES = ("numpy", "numba", "gymnasium", "pettingzoo")


def figures(quick: bool) -> list[Figure]:
    """Measure everything, in full or in under a minute."""
    return [
        *core.measure(steps=100 if quick else 400, repeats=3 if quick else 9),
        *loop.measure(steps=2_000 if quick else 20_000, repeats=3 if quick else 9),
        *copies.measure(rounds=10 if quick else 100, repeats=3 if quick else 9),
        *startup.measure(repeats=1 if quick else 5, cold=not quick),
    ]


def machine() -> dict[str, Any]:
    """Where the figures come from."""
    return {
        "saboteur_env": saboteur_env.__version__,
        "python": platform.python_version(),
        "machine": platform.platform(),
        "processors": os.cpu_count(),
        **{name: version(name) for name in LIBRARIES},
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print the table, write JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="How fast the environment is.")
    parser.add_argument("--quick", action="store_true", help="rough figures in under a minute, without a cold start")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write every repeat to FILE")
    options = parser.parse_args(arguments)
    measured = figures(options.quick)
    print(table(measured))
    if options.json:
        told = [figure.as_json() for figure in measured]
        record = {"machine": machine(), **{figure["key"]: figure["median"] for figure in told}, "figures": told}
        options.json.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
