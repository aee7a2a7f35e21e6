"""The work file: finished parts of cells, so that an interrupted run goes on where it was.

A database in one file; each part is written in one transaction, so it is there in full or not at all.
"""

import io
import json
import sqlite3
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from .play import Played
from .refused import Refused


class Store:
    """Finished parts of a run.

    Args:
        path: of the work file; None keeps everything in memory.
        settings: all that decides the results, as JSON.
        resume: whether to go on from a work file that is there.

    Raises:
        Refused: there is a work file and `resume` is not asked for, or its settings are others.
    """

    def __init__(self, path: Path | None, settings: dict[str, Any], resume: bool) -> None:
        self.path = path
        if path is not None and path.exists() and not resume:
            raise Refused(f"{path} holds an interrupted run; go on with --resume, or delete it")
        try:
            self._file = sqlite3.connect(path or ":memory:")
            self._open(settings)
        except sqlite3.OperationalError as error:
            raise Refused(f"{path} cannot be written: {error}") from None
        except (sqlite3.DatabaseError, json.JSONDecodeError):
            raise Refused(f"{path} is no work file of the arena; delete it") from None

    def _open(self, settings: dict[str, Any]) -> None:
        with self._file:
            self._file.execute("CREATE TABLE IF NOT EXISTS settings (text TEXT)")
            self._file.execute("CREATE TABLE IF NOT EXISTS parts (cell TEXT, part INTEGER, body BLOB)")
            found = self._file.execute("SELECT text FROM settings").fetchone()
            if found is None:
                self._file.execute("INSERT INTO settings VALUES (?)", (json.dumps(settings),))
            else:
                self._compare(json.loads(found[0]), json.loads(json.dumps(settings)))

    def _compare(self, kept: dict[str, Any], asked: dict[str, Any]) -> None:
        """Raise Refused unless the settings are the same."""
        for name in sorted({*kept, *asked}):
            if kept.get(name) != asked.get(name):
                there, here = json.dumps(kept.get(name)), json.dumps(asked.get(name))
                raise Refused(f"{self.path} was begun with another {name}: {there}, not {here}")

    def get(self, cell: str, part: int) -> Played | None:
        """A part that is finished, or None."""
        found = self._file.execute("SELECT body FROM parts WHERE cell = ? AND part = ?", (cell, part)).fetchone()
        return found and self._read(found[0])

    def _read(self, body: bytes) -> Played:
        """A part from its bytes; Refused where they are damaged."""
        try:
            return _unpacked(body)
        except (ValueError, KeyError, TypeError, OSError, zipfile.BadZipFile, zlib.error):
            raise Refused(f"{self.path} is damaged; delete it and begin anew") from None

    def put(self, cell: str, part: int, played: Played) -> None:
        """Keep a finished part."""
        with self._file:
            self._file.execute("INSERT INTO parts VALUES (?, ?, ?)", (cell, part, _packed(played)))

    def close(self) -> None:
        """Leave the work file for later."""
        self._file.close()

    def discard(self) -> None:
        """Delete the work file: the results are written."""
        if self.path is not None:
            self.path.unlink()


def _packed(played: Played) -> bytes:
    body = io.BytesIO()
    np.savez_compressed(body, **played.arrays())
    return body.getvalue()


def _unpacked(body: bytes) -> Played:
    with np.load(io.BytesIO(body)) as arrays:
        return Played.of_arrays(dict(arrays))
