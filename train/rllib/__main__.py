"""`python -m train.rllib`: learn with RLlib, here or on a cluster."""

import sys
from collections.abc import Sequence

from .run import run
from .settings import parse


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    try:
        folder = run(parse(arguments))
    except (OSError, ValueError) as error:
        print(f"train.rllib: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("train.rllib: interrupted; what was learned is in the folder of the run", file=sys.stderr)
        return 130
    print(f"What was learned is in {folder}; play it as agents.make('policy:path={folder}')")
    return 0


if __name__ == "__main__":
    sys.exit(main())
