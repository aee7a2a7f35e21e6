"""`python -m train.rllib`: learn with RLlib, here or on a cluster."""

import sys
from collections.abc import Sequence

from ..exits import status
from .run import run
from .settings import Settings, parse


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    kept = "interrupted; what was learned is in the folder of the run"
    return status("train.rllib", kept, lambda: learn(parse(arguments)))


def learn(settings: Settings) -> int:
    """Learn, and say where the result is; returns the exit status."""
    folder = run(settings)
    print(f"What was learned is in {folder}; play it as agents.make('policy:path={folder}')")
    return 0


if __name__ == "__main__":
    sys.exit(main())
