"""The table `progress.csv`."""

import csv
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import KVWriter, filter_excluded_keys


class Progress(KVWriter):
    """Writes a row per update.

    stable-baselines3's own writer puts the columns in the order of a set, which is another in every process; here new
    columns follow the older ones by name.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._columns, self._rows = path, [], []
        self._open()

    def _open(self) -> None:
        """Write all rows anew, under all columns."""
        self._file = self._path.open("w", newline="", encoding="utf-8")
        self._writer = csv.DictWriter(self._file, self._columns)
        self._writer.writeheader()
        self._writer.writerows(self._rows)

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        row = filter_excluded_keys(key_values, key_excluded, "csv")
        self._rows.append(row)
        new = sorted(row.keys() - self._columns)
        if new:
            self._columns += new
            self._file.close()
            self._open()
        else:
            self._writer.writerow(row)
        self._file.flush()

    def close(self) -> None:
        self._file.close()
