"""The compiler behind the rules: numba, with a disk cache that follows the sources.

numba's own cache looks only at the file of the function it compiles; an edit in another file that the
function calls would go unseen and old results would come back. So the cache lives in a directory that is
named by a hash of all core sources, of those beside the function, of numba's version and of the flags that change
the machine code.
"""

import functools
import hashlib
import os
import sys
from pathlib import Path

import numba
import numpy as np
from numba.core.event import Listener, register
from numba.cpython.unsafe.numbers import trailing_zeros
from numba.extending import overload

SOURCES = Path(__file__).parent


def fingerprint(*folders: Path) -> str:
    """Hash of everything that decides the machine code: the folders' sources, versions, compiler flags."""
    digest = hashlib.sha256()
    for part in (numba.__version__, np.__version__, sys.version, numba.config.BOUNDSCHECK, *map(str, folders)):
        digest.update(repr(part).encode())
    for path in (path for folder in folders for path in sorted(folder.glob("*.py"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def writable(directory: Path) -> bool:
    """Whether the directory exists, or can be made, and takes files."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(directory, os.W_OK)


@functools.cache
def cache_directory(folder: Path = SOURCES) -> Path | None:
    """Where the compiled code of a folder is kept; None where nothing can be written: each process compiles anew."""
    home = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        directory = Path(home).expanduser() / "saboteur_env" / fingerprint(*dict.fromkeys((SOURCES, folder)))
    except RuntimeError:  # a user without a home
        return None
    return directory if writable(directory) else None


def jit(function):
    """Compile a function that is called from other jitted functions."""
    return numba.njit(function)


def entry(function):
    """Compile a function that Python calls, and keep the machine code on disk; other threads run beside it."""
    folder = Path(function.__code__.co_filename).parent
    _Announcer.rooms.add(function.__module__.rpartition(".")[0])
    directory = cache_directory(folder)
    if directory is None:
        return numba.njit(function, nogil=True)
    # The locator of numba's cache reads this setting when the function is decorated, and only then.
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(directory)
    try:
        return numba.njit(function, nogil=True, cache=True)
    finally:
        numba.config.CACHE_DIR = before


def lowest(word: int) -> int:
    """Index of the lowest bit that is set; the word must not be 0."""
    return (int(word) & -int(word)).bit_length() - 1


@overload(lowest)
def _lowest(word):
    """The same in compiled code, one instruction."""
    return lambda word: np.int64(trailing_zeros(word))


class _Announcer(Listener):
    """Says once per process that the rules are being compiled, when something really is."""

    said = False
    rooms: set[str] = set()

    def on_start(self, event):
        function = event.data["dispatcher"].py_func
        if function.__module__.rpartition(".")[0] in self.rooms and not self.said:
            self.said = True
            words = "compiling what is used for the first time; it is kept for later runs (up to a minute)"
            print(f"saboteur_env: {words}", file=sys.stderr)

    def on_end(self, event):
        """Nothing is said then."""


register("numba:compile", _Announcer())
