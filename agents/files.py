"""Files that are written in full or not at all."""

import os
from pathlib import Path


def write(path: Path, body: bytes) -> None:
    """Write a file, or leave what was there; of a link, what it leads to.

    Raises:
        OSError: it cannot be written.
    """
    path = path.resolve()
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with part.open("wb") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
