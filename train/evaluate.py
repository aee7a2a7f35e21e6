"""How strong the learner is: rounds against fixed players, by the arena, on its frozen deals."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from agents.arena import suites
from agents.arena.cells import Cell
from agents.arena.inference import rows_of
from agents.arena.matrix import row
from agents.arena.run import Plan, play_part
from agents.arena.tables import Row
from saboteur_env.core.cards import MINER, SABOTEUR

from .config import Config
from .opponents import HELD_OUT, SCRIPTED

Pair = tuple[str, str]  # miners and saboteurs
# What networks are called: the learner draws by its probabilities, or takes the likeliest action; the frozen network is
# the one that a best response is learned against.
LEARNER, BEST, FROZEN = "learner", "best", "frozen"
WATCHED = ((LEARNER, "saboteur"), (LEARNER, "stealth"), (LEARNER, "random"), ("miner", LEARNER), (LEARNER, LEARNER))
LIKELIEST = ((BEST, "saboteur"), (BEST, "stealth"), (BEST, "random"), ("miner", BEST))
YARDSTICKS = (("miner", "saboteur"), ("miner", "stealth"), ("miner", "random"))  # nobody learns
UNSEEN = (
    *((miners, saboteurs) for saboteurs in HELD_OUT[SABOTEUR] for miners in (LEARNER, "miner")),
    *((miners, saboteurs) for miners in HELD_OUT[MINER] for saboteurs in (LEARNER, "saboteur")),
)
FINAL = (*WATCHED, *LIKELIEST, *YARDSTICKS, *UNSEEN)
# What a best response is measured in, by the role that it was learned in.
RESPONSES = {
    "both": ((LEARNER, FROZEN), (FROZEN, LEARNER)),
    "miners": ((LEARNER, FROZEN),),
    "saboteurs": ((FROZEN, LEARNER),),
}
OBSERVED = (*SCRIPTED[SABOTEUR], *HELD_OUT[SABOTEUR], LEARNER)  # those about whom the learning miners are asked
LAPS = 6


class Measured(NamedTuple):
    """What was found in one cell: its row of the arena's matrix, and those of its table of inference, by lap."""

    row: Row
    beliefs: list[Row]


def deal_of(variants: Sequence[str]) -> str:
    """The way to deal that comes closest to some variants: the arena knows no others."""
    return "guaranteed" if "guaranteed-saboteurs" in variants else "left-over"


def watched(config: Config) -> tuple[Pair, ...]:
    """The pairs that are measured while it learns."""
    return RESPONSES[config.role] if config.against else WATCHED


def final(config: Config) -> tuple[Pair, ...]:
    """The pairs of the final table."""
    return (*RESPONSES[config.role], (FROZEN, FROZEN)) if config.against else FINAL


def cells(config: Config, counts: Sequence[int], pairs: Sequence[Pair], network: Path) -> list[tuple[Pair, Cell]]:
    """Each pair at tables of each count of players."""
    names = {
        LEARNER: f"policy:path={network}",
        BEST: f"policy:path={network},best=True",
        FROZEN: f"policy:path={config.against}",
    }
    deal, believes, out = deal_of(config.variants), config.design().believes, []
    for players in counts:
        for pair in pairs:
            pools = tuple((names.get(name, name),) for name in pair)
            asked = believes and pair[0] == LEARNER and pair[1] in OBSERVED
            out.append((pair, Cell(players, deal, config.edition, pools, observers=pools[0] if asked else ())))
    return out


def measure(cell: Cell, suite: str, rounds: int) -> Measured:
    """Play the first deals of a suite."""
    plan = Plan(suites.load(suite), rounds, laps=LAPS)
    played = play_part(plan, cell, slice(0, rounds))
    return Measured(row(cell, played, plan.seed), rows_of(cell, played, plan.seed))


def figures(pair: Pair, measured: Measured) -> dict[str, float]:
    """The same as named numbers for the log.

    `win/7/learner-stealth` is the share of rounds that learning miners win at 7 players, with the ends of its
    interval; `belief/7/stealth/auc_2` and the like how well they tell saboteurs apart after so many laps, and `excess`
    by how much the log-loss of their beliefs is above that of the prior in the worst lap.
    """
    row, name = measured.row, f"win/{measured.row['players']}/{'-'.join(pair)}"
    out = {name: row["miners_win"], f"{name}/low": row["low"], f"{name}/high": row["high"]}
    about = f"belief/{row['players']}/{pair[1]}"
    for told in measured.beliefs:
        out[f"{about}/auc_{told['lap']}"] = told["auc"]
    if measured.beliefs:
        out[f"{about}/excess"] = max(told["log_loss"] - told["prior_log_loss"] for told in measured.beliefs)
    return {name: float(value) for name, value in out.items() if value is not None}
