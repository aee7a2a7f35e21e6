"""How the programs of the trainer end."""

import sys
from collections.abc import Callable


def status(program: str, kept: str, run: Callable[[], int]) -> int:
    """The exit status of a program; what stopped it is said in one line.

    Args:
        program: its name.
        kept: what is left where Ctrl-C stopped it.
        run: does all, and returns the status of an end in good order.
    """
    try:
        return run()
    except (OSError, ValueError) as error:
        print(f"{program}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"{program}: {kept}", file=sys.stderr)
        return 130
