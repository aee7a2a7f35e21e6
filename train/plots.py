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
    """A panel.

    Attributes:
        title: what it shows.
        start: how the columns begin that it shows.
        ends: how they may end.
        low, high: the ends of its scale, where they are fixed.
        parts: a curve is smoothed by means over such a part of it.
    """

    title: str
    start: str
    ends: tuple[str, ...] = ("",)
    low: float = 0.0
    high: float | None = None
    parts: int = 50


PANELS = (
    Panel("Rounds won by the miners against fixed players, {players} players", "win/{players}/", high=1.0),
    Panel(
        "AUC of the miners' beliefs after 1, 2 and 4 laps, {players} players",
        *("belief/{players}/", ("auc_1", "auc_2", "auc_4"), 0.5, 1.0),
    ),
    Panel("Rounds won by the miners at the tables of training", "tables/", high=1.0, parts=20),
    Panel("Entropy of the policy, in nats", "policy/entropy"),
    Panel("Loss in telling roles, in nats for each other player", "belief/roles"),
    Panel("Decisions learned from in a second", "time/decisions_per_second"),
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
    figure = Figure(figsize=(14, 0.4 + 3.1 * lines), layout="constrained")
    axes = figure.subplots(lines, 2, squeeze=False).ravel()
    for panel, place in zip(panels, axes, strict=False):
        _draw(place, rows, panel)
    for place in axes[len(panels) :]:
        place.set_axis_off()
    figure.savefig(folder / FILE, dpi=DPI)


def columns_of(rows: Rows, panel: Panel) -> list[str]:
    """The columns of a panel; the ends of intervals are no curves of their own."""
    names = dict.fromkeys(name for row in rows for name in row)
    found = [name for name in names if name.startswith(panel.start) and name.endswith(panel.ends)]
    return [name for name in found if not name.endswith(("/low", "/high", "/excess"))]


def _draw(axes: Axes, rows: Rows, panel: Panel) -> None:
    """A curve for each column, with its interval where it has one."""
    names = columns_of(rows, panel)
    for number, name in enumerate(names):
        known = [row for row in rows if name in row]
        look = {"clip_on": False, "color": COLOURS[number % len(COLOURS)], "ls": "-" if number < len(COLOURS) else "--"}
        xs, ys = np.array([(row["decisions"] / 1e6, row[name]) for row in known]).T
        axes.plot(xs, _smooth(ys, panel.parts), label=name.removeprefix(panel.start), lw=1.4, **look)
        if f"{name}/low" in known[0]:
            ends = [[row[f"{name}/{end}"] for row in known] for end in ("low", "high")]
            axes.fill_between(xs, *ends, color=look["color"], alpha=0.15, lw=0)
    axes.set_title(panel.title, fontsize=9, loc="left")
    axes.set_xlabel("millions of decisions", fontsize=8)
    axes.set_ylim(panel.low, panel.high)
    if len(names) > 1:
        axes.legend(fontsize=7, frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0), borderaxespad=0)
    plain(axes)


def _smooth(values: np.ndarray, parts: int) -> np.ndarray:
    """Means over such a part of a long curve."""
    width = len(values) // parts
    if width < 2:
        return values
    padded = np.pad(values, (width // 2, width - 1 - width // 2), mode="edge")
    return np.convolve(padded, np.full(width, 1 / width), "valid")
