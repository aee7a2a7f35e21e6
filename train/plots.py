"""Curves of a run as a picture."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from agents.arena.pictures import COLOURS, DPI, plain

Rows = Sequence[dict[str, float]]
FILE = "curves.png"


class Panel(NamedTuple):
    """A panel: its title, the columns that it shows (by how they begin), and whether they are shares."""

    title: str
    start: str
    is_share: bool = True


PANELS = (
    Panel("Rounds won by the miners against fixed players, {players} players", "win/{players}/"),
    Panel("AUC of the miners' beliefs, {players} players", "belief/{players}/"),
    Panel("Rounds won by the miners at the tables of training", "tables/"),
    Panel("Entropy of the policy, in nats", "policy/entropy", False),
    Panel("Loss in telling roles, in nats for each other player", "belief/roles", False),
    Panel("Decisions learned from in a second", "time/decisions_per_second", False),
)


def draw(rows: Rows, players: Sequence[int], folder: Path) -> None:
    """Draw `curves.png` into the folder of a run, if there is anything to draw."""
    panels = [
        panel._replace(title=panel.title.format(players=n), start=panel.start.format(players=n))
        for panel in PANELS
        for n in (players if "{players}" in panel.start else players[:1])
    ]
    panels = [panel for panel in panels if columns_of(rows, panel)]
    if not panels:
        return
    lines = -(-len(panels) // 2)
    figure = Figure(figsize=(12, 0.4 + 3.1 * lines), layout="constrained")
    axes = figure.subplots(lines, 2, squeeze=False).ravel()
    for panel, place in zip(panels, axes, strict=False):
        _draw(place, rows, panel)
    for place in axes[len(panels) :]:
        place.set_axis_off()
    figure.savefig(folder / FILE, dpi=DPI)


def columns_of(rows: Rows, panel: Panel) -> list[str]:
    """The columns of a panel; the ends of intervals are no curves of their own."""
    names = dict.fromkeys(name for row in rows for name in row)
    return [name for name in names if name.startswith(panel.start) and not name.endswith(("/low", "/high", "/excess"))]


def _draw(axes: Axes, rows: Rows, panel: Panel) -> None:
    """A curve for each column, with its interval where it has one."""
    names = columns_of(rows, panel)
    for number, name in enumerate(names):
        known = [row for row in rows if name in row]
        look = {"color": COLOURS[number % len(COLOURS)], "ls": "-" if number < len(COLOURS) else "--"}
        xs, ys = np.array([(row["decisions"] / 1e6, row[name]) for row in known]).T
        axes.plot(xs, _smooth(ys), label=name.removeprefix(panel.start), lw=1.4, **look)
        if f"{name}/low" in known[0]:
            ends = [[row[f"{name}/{end}"] for row in known] for end in ("low", "high")]
            axes.fill_between(xs, *ends, color=look["color"], alpha=0.15, lw=0)
    axes.set_title(panel.title, fontsize=9, loc="left")
    axes.set_xlabel("millions of decisions", fontsize=8)
    if panel.is_share:
        axes.set_ylim(-0.02, 1.02)
    else:
        axes.set_ylim(bottom=0)
    if len(names) > 1:
        axes.legend(fontsize=7, frameon=False, ncols=2)
    plain(axes)


def _smooth(values: np.ndarray) -> np.ndarray:
    """Means over a fiftieth of a long curve."""
    width = len(values) // 50
    if width < 2:
        return values
    padded = np.pad(values, (width // 2, width - 1 - width // 2), mode="edge")
    return np.convolve(padded, np.full(width, 1 / width), "valid")
