"""Frozen deals: a small file names a seed and the hash of every deal that must come out of it.

A suite holds the same deals for every cell of every table. They are dealt anew by the core each time; a hash
over all that they fix notices if the core, or the file, has changed.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from saboteur_env.core.batch import reset_all
from saboteur_env.core.layout import GAME
from saboteur_env.rules import Setup

from .refused import Refused

FORMAT = "saboteur-suite/1"
FOLDER = Path(__file__).parent / "suites"
DEALS = 2000
MOST = 10**6  # deals in a suite
PLAYERS = range(3, 11)
# How roles are dealt, and the variants that say so.
VARIANTS = {"left-over": (), "guaranteed": ("guaranteed-saboteurs",)}


@dataclass(frozen=True)
class Suite:
    """A suite of deals.

    Attributes:
        name: of the suite.
        seed: from which all deals come.
        deals: how many there are for each number of players and way to deal.
        sha256: (way to deal, players) to the hash of these deals.
    """

    name: str
    seed: int
    deals: int
    sha256: dict[tuple[str, int], str]

    @property
    def digest(self) -> str:
        """The hash of the whole suite."""
        return hashlib.sha256(self.dumps().encode()).hexdigest()

    def dumps(self) -> str:
        """The suite as the text of its file."""
        hashes = {way: {str(n): self.sha256[way, n] for n in PLAYERS if (way, n) in self.sha256} for way in VARIANTS}
        fields = {"format": FORMAT, "name": self.name, "seed": self.seed, "deals": self.deals, "sha256": hashes}
        return json.dumps(fields, indent=1) + "\n"

    def seeds(self, players: int) -> np.ndarray:
        """(deals,) uint64: the chance of each deal."""
        return np.random.SeedSequence([self.seed, players]).generate_state(self.deals, np.uint64)

    def check(self, way: str, players: int) -> None:
        """Raise Refused unless the deals of this way and number of players come out as the file says."""
        expected = self.sha256.get((way, players))
        if expected is None:
            raise Refused(f"suite {self.name} has no {way} deals for {players} players")
        found = hash_of(dealt(Setup(players, variants=VARIANTS[way], rounds=1), self.seeds(players)))
        if found != expected:
            raise Refused(
                f"suite {self.name}: the {way} deals for {players} players come out otherwise: sha256 {found}, "
                f"the file says {expected}"
            )


def dealt(setup: Setup, seeds: np.ndarray) -> np.ndarray:
    """(n,) GAME: games that begin with the deals of these chances."""
    games = np.empty(len(seeds), GAME)
    reset_all(setup.rules(), games, np.zeros(len(seeds), np.int64), seeds)
    return games


def hash_of(games: np.ndarray) -> str:
    """The hash over all that deals fix, in their order: roles, goals, deck, gold and who starts."""
    digest = hashlib.sha256()
    parts = [games["hidden"][name] for name in ("roles", "goals", "deck", "gold")]
    for part in (*parts, games["public"]["starter"]):
        digest.update(np.ascontiguousarray(part, np.int8).tobytes())
    return digest.hexdigest()


def new(name: str, seed: int, deals: int = DEALS) -> Suite:
    """A suite from a seed, with all its hashes."""
    suite = Suite(name, seed, deals, {})
    ways = [(way, players) for way in VARIANTS for players in PLAYERS]
    hashes = {
        (way, n): hash_of(dealt(Setup(n, variants=VARIANTS[way], rounds=1), suite.seeds(n))) for way, n in ways
    }
    return Suite(name, seed, deals, hashes)


def names() -> list[str]:
    """The suites that lie beside this file."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def load(name: str) -> Suite:
    """The suite of a name, or of a file's path.

    Raises:
        Refused: there is none, or the file is no suite.
    """
    path = Path(name) if name.endswith(".json") else FOLDER / f"{name}.json"
    try:
        return _read(json.loads(path.read_text(encoding="utf-8")))
    except OSError:
        if Path(name).exists():
            raise Refused(f"{name} is no suite: that is a .json file, or one of {', '.join(names())}") from None
        raise Refused(f"there is no suite {name!r}; suites: {', '.join(names())}, or a file's path") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Refused(f"{path} is no suite ({type(error).__name__}: {error})") from None


def _read(fields: dict[str, Any]) -> Suite:
    if fields["format"] != FORMAT:
        raise ValueError(f"its format is {fields['format']!r}, not {FORMAT!r}")
    hashes = {(way, int(n)): digest for way, by_players in fields["sha256"].items() for n, digest in by_players.items()}
    seed, deals = int(fields["seed"]), int(fields["deals"])
    if seed < 0 or not 1 <= deals <= MOST:
        raise ValueError(f"seed {seed}, {deals} deals: a suite has a seed from 0 and 1 to {MOST} deals")
    return Suite(fields["name"], seed, deals, hashes)
