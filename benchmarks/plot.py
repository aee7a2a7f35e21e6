"""A picture of the decisions per second, beside the peers."""

from collections.abc import Sequence
from pathlib import Path

from .measure import Figure

SHOWN = (
    *("core.bare.5p", "core.lean.5p", "core.observed.5p", "vector.codes.5p", "vector.5p"),
    *("aec.raw.5p", "aec.wrapped.5p"),
)
RATES = ("decisions/s", "agent-steps/s")


def draw(figures: Sequence[Figure], path: Path) -> None:
    """Draw bars on a logarithmic scale: ours dark, peers light; peers that are missing are left out."""
    from matplotlib.figure import Figure as Canvas

    rates = [figure for figure in figures if figure.median and figure.unit in RATES]
    shown = sorted(
        (figure for figure in rates if figure.key in SHOWN or figure.key.startswith("peer.")),
        key=lambda figure: figure.median or 0.0,
    )
    canvas = Canvas(figsize=(9, 0.42 * len(shown) + 1.2), layout="constrained")
    axes = canvas.subplots()
    colours = ["#c9b79c" if figure.key.startswith("peer.") else "#6b4423" for figure in shown]
    bars = axes.barh([figure.name for figure in shown], [figure.median or 0.0 for figure in shown], color=colours)
    axes.bar_label(bars, [f"{figure.median:,.0f}" for figure in shown], padding=4, fontsize=8)
    axes.set_xscale("log")
    missing = [figure.name for figure in figures if figure.key.startswith("peer.") and not figure.median]
    lacking = f"; missing: {', '.join(missing)}" if missing else ""
    canvas.supxlabel(f"decisions per second of processor time (dark: saboteur_env, light: others{lacking})", fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.15)
    canvas.savefig(path, dpi=120)
