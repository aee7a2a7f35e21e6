"""What a run tells while it learns: a table, TensorBoard's events, and a bar on the terminal."""

import csv
import io
import sys
from pathlib import Path
from statistics import median

from torch.utils.tensorboard import SummaryWriter
from tqdm import tqdm

from agents.files import write

TABLE = "progress.csv"
RECENT, USUAL, COLLAPSED = 10, 50, 0.4  # updates that are compared, and what share of the usual speed is a collapse
SPEED = "time/decisions_per_second"
BESIDE = {"tables/learner-learner": "self-play", "policy/entropy": "entropy"}  # shown beside the bar


class Log:
    """Notes rows of named numbers.

    Args:
        folder: of the run.
        rows: all rows noted so far; the run adds to them itself. TensorBoard's events behind them are forgotten.
        total: decisions to learn from.
        quiet: note and show nothing: another process does.
    """

    def __init__(self, folder: Path, rows: list[dict[str, float]], total: int, quiet: bool) -> None:
        self._path, self._rows, self._quiet, self._warned = folder / TABLE, rows, quiet, False
        done = int(rows[-1]["decisions"]) if rows else 0
        self._events = None if quiet else SummaryWriter(str(folder), purge_step=done + 1)
        look = {"unit": "decision", "unit_scale": True, "desc": "learning"}
        self._bar = tqdm(total=total, initial=done, disable=quiet, **look)

    def add(self, row: dict[str, float]) -> None:
        """Show a row, the last one of all; it is in the table after `flush`."""
        if self._quiet:
            return
        for name in row.keys() - {"decisions"}:
            self._events.add_scalar(name, row[name], int(row["decisions"]))
        self._bar.update(int(row["decisions"]) - self._bar.n)
        self._bar.set_postfix_str(", ".join(f"{word} {row[name]:.2f}" for name, word in BESIDE.items() if name in row))
        self._watch_speed()

    def _watch_speed(self) -> None:
        """Warn once if learning has become much slower than usual."""
        speeds = [row[SPEED] for row in self._rows[-USUAL:] if SPEED in row]
        if len(speeds) < USUAL or self._warned:
            return
        now, usual = median(speeds[-RECENT:]), median(speeds)
        if now < COLLAPSED * usual:
            self._warned = True
            self._bar.write(
                f"train: {now:,.0f} decisions a second where {usual:,.0f} were usual: something else uses the "
                "processor; more processes or threads than cores make it worse",
                file=sys.stderr,
            )

    def flush(self) -> None:
        """Write the table in full, with a column for every name, in the order in which they came up."""
        if self._quiet:
            return
        columns, lines = list(dict.fromkeys(name for row in self._rows for name in row)), io.StringIO()
        writer = csv.DictWriter(lines, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: f"{value:.10g}" for name, value in row.items()} for row in self._rows)
        write(self._path, lines.getvalue().encode())
        self._events.flush()

    def close(self) -> None:
        """Write what is left, and leave the bar on the screen's last line."""
        self.flush()
        self._bar.close()
        if self._events:
            self._events.close()
