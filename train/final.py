"""The end of a run: the final table and the curves."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tqdm import tqdm

from agents.arena import suites
from agents.arena.matrix import SHOWN
from agents.arena.tables import Results, show, write_json

from . import evaluate
from .config import Config

SUITE = "sab-test"
FILE = "results.json"
BELIEFS = (
    *("players", "miners", "saboteurs", "lap", "situations", "log_loss", "prior_log_loss", "auc"),
    "calibration_error",
)


def conclude(config: Config, folder: Path, network: Path, minutes: float) -> None:
    """Play the final table, show it, and write it as the arena does, beside how long it took to learn."""
    cells = evaluate.cells(config, config.counts(), evaluate.final(config), network)
    with ThreadPoolExecutor(config.processes) as threads:
        measured = threads.map(lambda cell: evaluate.measure(cell[1], SUITE, config.rounds), cells)
        found = list(tqdm(measured, total=len(cells), unit="cell", desc="measuring"))
    rows, beliefs = [one.row for one in found], [row for one in found for row in one.beliefs]
    tables = [
        Results("rows", "Rounds won by the miners", SHOWN, rows),
        Results("beliefs", "What the learned miners hold for likely of the others, by lap", BELIEFS, beliefs),
    ]
    for table in tables:
        show(table)
    digest = suites.load(SUITE).digest
    header = {"suite": SUITE, "suite_sha256": digest, "minutes": round(minutes, 1), "run": vars(config)}
    write_json(folder / FILE, header, tables)
