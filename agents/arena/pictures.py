"""Pictures of results: one file for each number of players and way to deal."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from .bounds import MARK, NOTE, marked
from .tables import Row

# Blue for the miners, orange for the saboteurs: apart for colour-blind eyes too (Okabe and Ito, 2008).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
MARKERS = "osD^vPX"
DPI = 150
ACROSS = 3  # panels side by side


def by_table(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """Rows by number of players and way to deal, under a name for files."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(f"{row['players']}-players-{row['deal']}", []).append(row)
    return found


def draw_all(folder: Path, name: str, rows: Sequence[Row], draw: Callable[[Sequence[Row]], Figure]) -> list[Path]:
    """Draw a picture of each part of the rows into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for part, theirs in by_table(rows).items():
        paths.append(folder / f"{name}-{part}.png")
        draw(theirs).savefig(paths[-1], dpi=DPI)
    return paths


def values_of(rows: Sequence[Row], name: str) -> list[str]:
    """The values of a column, each once, in their order."""
    return list(dict.fromkeys(row[name] for row in rows))


def heading(rows: Sequence[Row], words: str) -> str:
    """A title that says under which rules, and what a mark means."""
    first = rows[0]
    names = [row[name] for row in rows for name in ("miners", "saboteurs", "observer") if name in row]
    note = f"\n{NOTE}" if any(marked(name).endswith(MARK) for name in names) else ""
    return f"{words}\n{first['players']} players, {first['deal']} deals, {first['edition']}{note}"


# -- the matrix -------------------------------------------------------------------------------------------


def matrix(rows: Sequence[Row]) -> Figure:
    """A heat map of how often the miners win, with the values and their intervals in it."""
    miners, saboteurs = values_of(rows, "miners"), values_of(rows, "saboteurs")
    wide = max(map(len, miners)) * 0.085
    figure = Figure(figsize=(1.9 + wide + 1.25 * len(saboteurs), 2.2 + 0.62 * len(miners)), layout="constrained")
    axes = figure.subplots()
    shares = {(row["miners"], row["saboteurs"]): row for row in rows}
    grid = [[_share(shares[miner, saboteur]) for saboteur in saboteurs] for miner in miners]
    image = axes.imshow(grid, cmap="cividis", vmin=0, vmax=1, aspect="auto")
    for y, miner in enumerate(miners):
        for x, saboteur in enumerate(saboteurs):
            _write_share(axes, x, y, shares[miner, saboteur])
    slanted = {"rotation": 25, "ha": "right", "rotation_mode": "anchor"}
    axes.set_xticks(range(len(saboteurs)), [marked(name) for name in saboteurs], **slanted)
    axes.set_yticks(range(len(miners)), [marked(name) for name in miners])
    axes.set_xlabel("saboteurs")
    axes.set_ylabel("miners")
    axes.set_title(heading(rows, "Share of rounds that the miners win"), fontsize=10, loc="left")
    axes.set_xticks([x + 0.5 for x in range(len(saboteurs) - 1)], minor=True)
    axes.set_yticks([y + 0.5 for y in range(len(miners) - 1)], minor=True)
    axes.grid(which="minor", color="white", lw=2)
    axes.set_facecolor("#e8e8e8")
    axes.spines[:].set_visible(False)
    axes.tick_params(which="both", length=0)
    figure.colorbar(image, ax=axes, shrink=0.8)
    return figure


def _share(row: Row) -> float:
    return float("nan") if row["miners_win"] is None else row["miners_win"]


def _write_share(axes: Axes, x: int, y: int, row: Row) -> None:
    """A share and its interval in a cell of the heat map, dark on light or light on dark."""
    share = row["miners_win"]
    if share is None:
        axes.text(x, y, "all void", ha="center", va="center", fontsize=8, color="#666666")
        return
    colour = "black" if share > 0.48 else "white"
    axes.text(x, y - 0.08, f"{share:.3f}", ha="center", va="center", color=colour, fontsize=10, weight="bold")
    ends = f"{row['low']:.3f} to {row['high']:.3f}"
    axes.text(x, y + 0.26, ends, ha="center", va="center", color=colour, fontsize=6.5)


# -- beliefs over time ------------------------------------------------------------------------------------


def beliefs(rows: Sequence[Row]) -> Figure:
    """By lap, what observers hold for likely of true saboteurs and of miners: a panel for each pair of kinds."""
    pairs = [(miner, kind) for miner in values_of(rows, "miners") for kind in values_of(rows, "saboteurs")]
    columns = min(len(pairs), ACROSS)
    lines = -(-len(pairs) // columns)
    figure = Figure(figsize=(1.5 + 3.1 * columns, 2.0 + 2.3 * lines), layout="constrained")
    panels = figure.subplots(lines, columns, sharex=True, sharey=True, squeeze=False).ravel()
    laps = [*sorted({row["lap"] for row in rows} - {"end"}), "end"]
    for panel, pair in zip(panels, pairs, strict=False):
        for number, observer in enumerate(values_of(rows, "observer")):
            theirs = [row for row in rows if (row["miners"], row["saboteurs"], row["observer"]) == (*pair, observer)]
            _draw_beliefs(panel, theirs, laps, number)
        _finish_beliefs(panel, laps, rows[0]["prior"])
        panel.set_title(" v ".join(map(marked, pair)), fontsize=8)
        panel.set_xlabel("lap", fontsize=8)
    for panel in panels[len(pairs) :]:
        panel.set_axis_off()
    for panel in panels[::columns]:
        panel.set_ylabel("mean belief “is a saboteur”", fontsize=8)
    title = heading(rows, "Mean belief that another seat is a saboteur: miners, about true saboteurs and true miners")
    figure.suptitle(title, fontsize=10, x=0.01, ha="left")
    _legend(figure, [pair for panel in panels for pair in zip(*panel.get_legend_handles_labels(), strict=True)])
    return figure


def _draw_beliefs(axes: Axes, rows: Sequence[Row], laps: Sequence[int | str], number: int) -> None:
    """Two lines for an observer: what is believed of saboteurs, and of miners."""
    look = {"color": COLOURS[number % len(COLOURS)], "marker": MARKERS[number % len(MARKERS)], "ms": 4, "lw": 1.4}
    for name, style, words in (("belief_saboteurs", "-", "saboteurs"), ("belief_miners", "--", "miners")):
        points = [(laps.index(row["lap"]), row[name]) for row in rows if row[name] is not None]
        if points:
            axes.plot(*zip(*points, strict=True), style, label=f"{marked(rows[0]['observer'])}, about {words}", **look)


def _finish_beliefs(axes: Axes, laps: Sequence[int | str], prior: float) -> None:
    axes.axhline(prior, color="#777777", lw=1, ls=":", label="before anything is played")
    axes.set_xticks(range(len(laps)), laps)
    axes.set_ylim(-0.03, 1.03)
    plain(axes)


def _legend(figure: Figure, drawn: Sequence[tuple[Any, str]]) -> None:
    """One legend below all panels; the same words once, in the order of drawing."""
    lines = {label: line for line, label in drawn}
    place = "outside lower left"
    figure.legend(lines.values(), lines.keys(), loc=place, ncols=3, fontsize=7, frameon=False)


def plain(axes: Axes) -> None:
    """The look of all axes: small numbers, a faint grid, no box."""
    axes.tick_params(labelsize=7)
    axes.grid(alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)


# -- the frontier -----------------------------------------------------------------------------------------


def frontier(rows: Sequence[Row]) -> Figure:
    """Saboteurs by what they give away and how often they win: a panel for each observer, a colour for each miner.

    The line joins the best: those than whom nobody wins as often and gives away less.
    """
    observers, miners, kinds = (values_of(rows, name) for name in ("observer", "miners", "saboteurs"))
    figure = Figure(figsize=(1.2 + 4.6 * len(observers), 4.8), layout="constrained")
    panels = figure.subplots(1, len(observers), sharex=True, sharey=True, squeeze=False)[0]
    for panel, observer in zip(panels, observers, strict=True):
        for number, miner in enumerate(miners):
            theirs = [row for row in rows if (row["observer"], row["miners"]) == (observer, miner)]
            drawn = [row for row in theirs if row["auc"] is not None and row["rounds"]]
            _draw_frontier(panel, drawn, number, miner, kinds)
        panel.set_xlabel(f"AUC of {marked(observer)} after lap {rows[0]['lap']}", fontsize=9)
        panel.axvline(0.5, color="#777777", lw=1, ls=":", label="nothing is learned")
        panel.set_xlim(min([0.45, *(row["auc_low"] - 0.02 for row in rows if row["auc"] is not None)]), 1.03)
        plain(panel)
    panels[0].set_ylabel("share of rounds that the saboteurs win", fontsize=9)
    figure.suptitle(heading(rows, "Stealth and success: left and up is better"), fontsize=10, x=0.01, ha="left")
    numbers = [
        (Line2D([], [], ls="", marker=f"${number}$", color="#333333"), marked(kind))
        for number, kind in enumerate(kinds, 1)
    ]
    lines = list(zip(*panels[0].get_legend_handles_labels(), strict=True))
    handles, words = zip(*numbers, *lines, strict=True)
    figure.legend(handles, words, loc="outside lower left", ncols=3, fontsize=7, frameon=False)
    return figure


def _draw_frontier(axes: Axes, rows: Sequence[Row], number: int, miner: str, kinds: Sequence[str]) -> None:
    """The kinds of saboteurs against one kind of miners, by their number in the list of kinds."""
    if not rows:
        return
    best = sorted((row["auc"], row["saboteurs_win"]) for row in rows if row["best"])
    xs, ys = [row["auc"] for row in rows], [row["saboteurs_win"] for row in rows]
    wide = [[row["auc"] - row["auc_low"] for row in rows], [row["auc_high"] - row["auc"] for row in rows]]
    tall = [[row["saboteurs_win"] - row["low"] for row in rows], [row["high"] - row["saboteurs_win"] for row in rows]]
    colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
    look = {"color": colour, "fmt": marker, "ms": 4, "elinewidth": 0.5, "alpha": 0.6}
    axes.errorbar(xs, ys, np.maximum(tall, 0), np.maximum(wide, 0), label=f"against {marked(miner)}", **look)
    axes.step(*zip(*best, strict=True), where="post", color=colour, lw=1.2, label=f"best against {marked(miner)}")
    for x, y, row in zip(xs, ys, rows, strict=True):
        word = str(kinds.index(row["saboteurs"]) + 1)
        axes.annotate(word, (x, y), xytext=(-4, 3), textcoords="offset points", fontsize=8, color=colour, ha="right")
