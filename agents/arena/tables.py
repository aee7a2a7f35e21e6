"""Results as tables: rows of named values, shown in the terminal and written as CSV and JSON."""

import csv
import io
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from agents.files import write

from .bounds import MARK, NOTE, marked

Row = dict[str, Any]
WIDE = 240  # characters
SHARED = ("players", "deal")  # said once where all rows have the same
AGENTS = ("miners", "saboteurs", "agent", "host", "visitor", "observer", "against", "first", "second")


@dataclass
class Results:
    """A table of results.

    Attributes:
        name: under which it stands in the JSON file.
        title: what it says.
        shown: the columns for the terminal, in their order.
        rows: named values; numbers that do not exist are None.
        notes: what is to be said below it.
    """

    name: str
    title: str
    shown: Sequence[str]
    rows: list[Row] = field(default_factory=list)
    notes: Sequence[str] = ()


def show(results: Results) -> None:
    """Print a table, if it has rows; where nobody watches, as wide as it must be."""
    if not results.rows:
        return
    console = Console(width=None if sys.stdout.isatty() else WIDE)
    shared = [column for column in SHARED if column in results.shown and _is_shared(column, results.rows)]
    title = ", ".join([results.title, *(f"{column}: {results.rows[0][column]}" for column in shared)])
    console.print(f"[bold]{escape(title)}[/bold]")
    table = Table(box=SIMPLE_HEAD)
    columns = [column for column in results.shown if column not in shared]
    for column in columns:
        numeric = all(isinstance(row.get(column), (int, float, type(None))) for row in results.rows)
        table.add_column(column.replace("_", " "), justify="right" if numeric else "left", overflow="fold")
    cells = [[text(column, row.get(column)) for column in columns] for row in results.rows]
    for line in cells:
        table.add_row(*map(escape, line))
    console.print(table)
    if any(cell.endswith(MARK) for line in cells for cell in line):
        console.print(NOTE)
    for note in results.notes:
        console.print(note, markup=False)


def _is_shared(column: str, rows: Sequence[Row]) -> bool:
    """Whether all rows have the same in a column."""
    return len({row.get(column) for row in rows}) == 1


def text(column: str, value: Any) -> str:
    """A value for the eye."""
    if value is None:
        return "–"
    if column in AGENTS:
        return marked(value)
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def write_csv(path: Path, rows: Sequence[Row]) -> None:
    """Write rows, with a column for every name that one of them has."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    lines = io.StringIO()
    writer = csv.DictWriter(lines, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write(path, lines.getvalue().encode())


def write_json(path: Path, header: Row, tables: Sequence[Results]) -> None:
    """Write a header and all tables, each under its name."""
    fields = {"header": header, **{table.name: table.rows for table in tables}}
    text = json.dumps(fields, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    write(path, text.encode())
