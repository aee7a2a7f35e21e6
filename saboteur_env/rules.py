"""Editions and variants: readable tables that become one record of numbers.

An edition is a frozen `Ruleset`; a variant is a function from one Ruleset to another, so variants compose.
No other code asks for an edition's or a variant's name. Sources: docs/rules.md.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from .core.actions import FIRST
from .core.cards import CARDS, NAMES, TOOLS
from .core.layout import DECK, GOLD, ROUNDS, RULES

# How many of each card are in the draw deck.
BASE_DECK = {
    **{"NESW": 5, "NES": 5, "NEW": 5, "NS": 4, "EW": 3, "NE": 5, "NW": 4},
    **{"N": 1, "E": 1, "N|S": 1, "E|W": 1, "N|E": 1, "N|W": 1, "N|E|S": 1, "N|E|W": 1, "N|E|S|W": 1},
    **{"map": 6, "rockfall": 3, "broken-pick": 3, "broken-lantern": 3, "broken-cart": 3},
    **{"repair-pick": 2, "repair-lantern": 2, "repair-cart": 2},
    **{"repair-pick-lantern": 1, "repair-pick-cart": 1, "repair-lantern-cart": 1},
}
BASE_GOLD = {1: 16, 2: 8, 3: 4}
BASE_ROLES = {
    3: {"saboteur": 1, "miner": 3},
    4: {"saboteur": 1, "miner": 4},
    5: {"saboteur": 2, "miner": 4},
    6: {"saboteur": 2, "miner": 5},
    7: {"saboteur": 3, "miner": 5},
    8: {"saboteur": 3, "miner": 6},
    9: {"saboteur": 3, "miner": 7},
    10: {"saboteur": 4, "miner": 7},
}
BASE_HANDS = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}
SABOTEURS_PAY = {1: 4, 2: 3, 3: 3, 4: 2}


@dataclass(frozen=True)
class Ruleset:
    """The rules of an edition, for every number of players it knows.

    Attributes:
        roles: the role cards shuffled, by number of players; what is not dealt is left over unseen.
        hands: cards dealt to each player, by number of players.
        deck: how many of each card are in the draw deck.
        gold: how many gold cards of each worth.
        saboteurs_pay: nuggets for each saboteur when the treasure is not reached, by saboteurs dealt.
        most_pile: 0 for a pile of one gold card per paid miner, else one per player, at most this many.
        clockwise_pile: whether the pile is passed clockwise.
        ends_when_stuck: the round ends once the deck is empty and nobody can play a card; otherwise
            once all hands are empty.
        path_decides_starter: the next starter sits left of who laid the last path card; otherwise of who
            played the last card.
        claims: whether a look at a map is followed by the chance of a public claim.
        self_break: whether a broken tool may be put in front of oneself.
        unpaid_broken: whether miners with a broken tool get no gold.
    """

    roles: Mapping[int, Mapping[str, int]] = field(default_factory=lambda: BASE_ROLES)
    hands: Mapping[int, int] = field(default_factory=lambda: BASE_HANDS)
    deck: Mapping[str, int] = field(default_factory=lambda: BASE_DECK)
    gold: Mapping[int, int] = field(default_factory=lambda: BASE_GOLD)
    saboteurs_pay: Mapping[int, int] = field(default_factory=lambda: SABOTEURS_PAY)
    most_pile: int = 0
    clockwise_pile: bool = False
    ends_when_stuck: bool = False
    path_decides_starter: bool = False
    claims: bool = True
    self_break: bool = False
    unpaid_broken: bool = False


EDITIONS: dict[str, Ruleset] = {
    "amigo-2025": Ruleset(),
    "classic": Ruleset(ends_when_stuck=True, path_decides_starter=True, self_break=True),
    "999-games": Ruleset(ends_when_stuck=True, most_pile=9),
}


def guaranteed_saboteurs(rules: Ruleset) -> Ruleset:
    """One miner is taken out of the pool, so no role is left over."""
    roles = {players: {**pool, "miner": pool["miner"] - 1} for players, pool in rules.roles.items()}
    return replace(rules, roles=roles)


VARIANTS: dict[str, Callable[[Ruleset], Ruleset]] = {
    "guaranteed-saboteurs": guaranteed_saboteurs,
    "private-maps": lambda rules: replace(rules, claims=False),
    "clockwise-gold": lambda rules: replace(rules, clockwise_pile=True),
    "unpaid-broken": lambda rules: replace(rules, unpaid_broken=True),
    "self-break": lambda rules: replace(rules, self_break=True),
}


def ruleset(edition: str = "amigo-2025", variants: Iterable[str] = ()) -> Ruleset:
    """The rules of an edition with its variants.

    Raises:
        ValueError: an unknown edition or variant, a variant named twice, or one that changes nothing in this
            edition. The message lists what exists.
    """
    if not isinstance(edition, str) or edition not in EDITIONS:
        raise ValueError(f"there is no edition {edition!r}; editions: {', '.join(EDITIONS)}")
    if isinstance(variants, str) or not isinstance(variants, Iterable):
        raise ValueError(f"variants must be a list of names, not {variants!r}; variants: {', '.join(VARIANTS)}")
    rules, seen = EDITIONS[edition], set()
    for variant in variants:
        if not isinstance(variant, str) or variant not in VARIANTS:
            raise ValueError(f"there is no variant {variant!r}; variants: {', '.join(VARIANTS)}")
        if variant in seen:
            raise ValueError(f"the variant {variant!r} is named twice")
        changed = VARIANTS[variant](rules)
        if changed == rules:
            raise ValueError(f"the edition {edition!r} has {variant!r} already; leave the variant out")
        rules = changed
        seen.add(variant)
    return rules


def is_whole(value: object) -> bool:
    """Whether a value is a whole number, Python's or numpy's; True and False are none."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def check_seed(seed: int | None) -> None:
    """Raise ValueError for what is no seed."""
    if seed is not None and not (is_whole(seed) and seed >= 0):
        raise ValueError(f"a seed is a whole number from 0, or None, not {seed!r}")


def check_switch(name: str, value: object) -> None:
    """Raise ValueError unless a switch is on or off."""
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name} is True or False, not {value!r}")


def rules_record(
    players: int = 5,
    edition: str = "amigo-2025",
    variants: Iterable[str] = (),
    rounds: int = ROUNDS,
    distances: bool = True,
) -> np.ndarray:
    """The numbers that the core plays by: an array of one RULES record, read-only.

    Args:
        players: 3 to 10.
        edition: a name from `EDITIONS`.
        variants: names from `VARIANTS`.
        rounds: 1 to 3.
        distances: whether the core keeps the distances to the goals up to date.

    Raises:
        ValueError: an unknown name, or a number out of range. The message lists what exists.
    """
    rules = ruleset(edition, variants)
    if not is_whole(players) or players not in rules.roles:
        raise ValueError(f"{edition} is for {min(rules.roles)} to {max(rules.roles)} players, not {players!r}")
    if not is_whole(rounds) or rounds not in range(1, ROUNDS + 1):
        raise ValueError(f"a game has 1 to {ROUNDS} rounds, not {rounds!r}")
    check_switch("distances", distances)
    out = np.zeros(1, RULES)
    record = out[0]
    record.first = FIRST
    record.players = players
    record.rounds = rounds
    record.hand = rules.hands[players]
    record.pool = [rules.roles[players][role] for role in ("miner", "saboteur")]
    record.deck = [rules.deck[name] for name in NAMES]
    record.gold = [rules.gold[worth] for worth in (1, 2, 3)]
    record.pay = [0, *(rules.saboteurs_pay[dealt] for dealt in range(1, 5))]
    record.pile_by_players = rules.most_pile
    record.pile_step = 1 if rules.clockwise_pile else -1
    record.until_unplayable = rules.ends_when_stuck
    record.starter_by_path = rules.path_decides_starter
    record.claims = rules.claims
    record.self_break = rules.self_break
    record.unpaid_broken = rules.unpaid_broken
    record.distances = distances
    out.flags.writeable = False
    return out


@dataclass(frozen=True)
class Setup:
    """What is agreed before the first deal; the same parameters as those of the environment.

    Raises:
        ValueError: an unknown edition or variant, or a number out of range.
    """

    players: int = 5
    edition: str = "amigo-2025"
    variants: tuple[str, ...] = ()
    rounds: int = ROUNDS
    distances: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.variants, str) and isinstance(self.variants, Iterable):
            object.__setattr__(self, "variants", tuple(self.variants))
        self.rules()
        object.__setattr__(self, "variants", tuple(name for name in VARIANTS if name in self.variants))
        for name, kind in (("players", int), ("rounds", int), ("distances", bool)):
            object.__setattr__(self, name, kind(getattr(self, name)))

    def rules(self) -> np.ndarray:
        """An array of one RULES record, read-only."""
        return rules_record(self.players, self.edition, self.variants, self.rounds, self.distances)


assert sum(BASE_DECK.values()) == DECK and set(BASE_DECK) == {card.name for card in CARDS}
assert sum(BASE_GOLD.values()) == GOLD and len(TOOLS) == 3
