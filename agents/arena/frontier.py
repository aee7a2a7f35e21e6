"""`frontier`: how much kinds of saboteurs win, and how much they give away."""

from argparse import Namespace
from collections.abc import Sequence

from .cells import Cell
from .inference import cells, rows_of
from .matrix import void_notes
from .play import Played
from .rows import about, share
from .tables import Results, Row

__all__ = ["cells", "results"]

SHOWN = (
    *("players", "deal", "miners", "saboteurs", "observer", "rounds", "saboteurs_win", "low", "high"),
    *("auc", "auc_low", "auc_high", "auc_end", "best"),
)


def results(options: Namespace, cells: Sequence[Cell], played: Sequence[Played]) -> list[Results]:
    """Share of rounds won and AUC of the observers after the last lap noted, for each kind of saboteurs."""
    rows = [row for game in zip(cells, played, strict=True) for row in _rows(*game, options)]
    for row in rows:
        row["best"] = _is_known(row) and not any(_beats(other, row) for other in rows)
    title = f"Rounds won by the saboteurs, and the AUC of observers after lap {options.laps} and at the end"
    return [Results("rows", title, SHOWN, rows, void_notes(rows))]


def _rows(cell: Cell, played: Played, options: Namespace) -> list[Row]:
    """A row for each observer of a cell."""
    fair = played.outcomes[played.outcomes["fair"]]
    wins = share("saboteurs_win", fair["reached"][:, 0] == 0, fair["deal"], options.seed)
    learned = {(row["observer"], row["lap"]): row for row in rows_of(cell, played, options.seed)}
    return [
        {
            **about(cell, observer),
            "miners": cell.team(0),
            "saboteurs": cell.team(1),
            "observer": observer,
            **wins,
            "faults": len(played.outcomes) - len(fair),
            "lap": options.laps,
            **{name: learned.get((observer, options.laps), {}).get(name) for name in ("auc", "auc_low", "auc_high")},
            "auc_end": learned.get((observer, "end"), {}).get("auc"),
        }
        for observer in cell.observers
    ]


def _is_known(row: Row) -> bool:
    """Whether a row says both what is won and what is given away."""
    return row["auc"] is not None and row["saboteurs_win"] is not None


def _beats(other: Row, row: Row) -> bool:
    """Whether other saboteurs at the same table win as often and give away as little, and one of it is better."""
    same = all(other[name] == row[name] for name in ("players", "deal", "miners", "observer"))
    if not (same and _is_known(other) and _is_known(row)):
        return False
    gains = other["saboteurs_win"] - row["saboteurs_win"], row["auc"] - other["auc"]
    return min(gains) >= 0 and max(gains) > 0
