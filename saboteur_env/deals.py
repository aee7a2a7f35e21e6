"""Deals in the format of the recorded game: written out of a game, checked and written into one."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .core.cards import GOAL_FACES, NAMES, ROLES

Deal = Mapping[str, Any]
FIELDS = ("roles", "left_over", "goals", "hands", "deck", "gold", "starter")


class Arrangement(NamedTuple):
    """A deal in numbers, in the order in which HIDDEN holds them."""

    roles: list[int]
    goals: list[int]
    deck: list[int]
    gold: list[int]
    starter: int


def deal_of(game: Any, rules: Any) -> dict[str, Any]:
    """The deal of the round in play, from a GAME record and its RULES record."""
    hidden, players, hand = game.hidden, int(rules.players), int(rules.hand)
    return {
        "roles": [ROLES[role] for role in hidden.roles[:players]],
        "left_over": [ROLES[role] for role in hidden.roles[players : sum(rules.pool)]],
        "goals": [GOAL_FACES[face] for face in hidden.goals],
        "hands": [[NAMES[k] for k in sorted(hidden.deck[s * hand : (s + 1) * hand])] for s in range(players)],
        "deck": [NAMES[kind] for kind in hidden.deck[players * hand :]],
        "gold": [int(worth) for worth in hidden.gold[: hidden.stock]],
        "starter": int(game.public.starter),
    }


def read_deal(rules: Any, deal: Deal) -> Arrangement:
    """Read a deal and check all that a RULES record says of it.

    Raises:
        ValueError: what is missing, unknown or too much, and what the rules ask for.
    """
    _check_fields(deal)
    players = int(rules.players)
    roles = _kinds(deal["roles"], ROLES, "roles") + _kinds(deal["left_over"], ROLES, "left-over roles")
    if len(deal["roles"]) != players:
        raise ValueError(f"the deal has {len(deal['roles'])} roles for {players} players")
    _same(roles, rules.pool, ROLES, "roles")
    goals = [1 + face for face in _kinds(deal["goals"], GOAL_FACES[1:], "goals")]
    _same(goals, (0, 1, 1, 1), GOAL_FACES, "goals")
    deck = _dealt_cards(deal, players, int(rules.hand))
    _same(deck, rules.deck, NAMES, "hands and deck")
    return Arrangement(roles, goals, deck, _worths(deal["gold"]), _starter(deal["starter"], players))


def arrange_deal(game: Any, rules: Any, deal: Deal) -> None:
    """Write a deal into a GAME record whose next round chance has arranged, after checking it.

    Raises:
        ValueError: what is wrong with the deal, and what the rules and this game ask for. Nothing has changed.
    """
    arrangement, hidden, public = read_deal(rules, deal), game.hidden, game.public
    stock = [int(worth) for worth in hidden.gold[: hidden.stock]]
    _same(arrangement.gold, [stock.count(worth) for worth in range(4)], range(4), "gold")
    if public.round_index > 0 and arrangement.starter != public.starter:
        raise ValueError(f"seat {public.starter} starts this round, not seat {arrangement.starter}")
    hidden.roles[: len(arrangement.roles)] = arrangement.roles
    hidden.goals[:], hidden.deck[:] = arrangement.goals, arrangement.deck
    hidden.gold[: hidden.stock] = arrangement.gold
    public.starter = arrangement.starter


def plain(deal: Deal) -> dict[str, Any]:
    """A copy of a deal that was read without complaint, in dicts and lists of its own."""
    lists = {name: list(deal[name]) for name in FIELDS if name != "starter"}
    return {**lists, "hands": [list(hand) for hand in deal["hands"]], "starter": deal["starter"]}


def _check_fields(deal: Deal) -> None:
    if not isinstance(deal, Mapping):
        raise ValueError(f"a deal is a mapping with the fields {', '.join(FIELDS)}, not {deal!r}")
    missing = [name for name in FIELDS if name not in deal]
    unknown = [name for name in deal if name not in FIELDS and (name != "set_aside" or deal[name])]
    if missing or unknown:
        raise ValueError(f"a deal has the fields {', '.join(FIELDS)}; missing: {missing}, unknown: {unknown}")


def _kinds(names: Any, table: Sequence[str], what: str) -> list[int]:
    """Names of a deal as numbers."""
    if not isinstance(names, (list, tuple)):
        raise ValueError(f"the {what} of a deal are a list, not {names!r}")
    for name in names:
        if name not in table:
            raise ValueError(f"{name!r} in the {what} of the deal is unknown; there are {', '.join(table)}")
    return [table.index(name) for name in names]


def _worths(gold: Any) -> list[int]:
    if not isinstance(gold, (list, tuple)) or any(type(worth) is not int or worth not in (1, 2, 3) for worth in gold):
        raise ValueError(f"the gold of a deal is a list of worths 1, 2 and 3, not {gold!r}")
    return list(gold)


def _dealt_cards(deal: Deal, players: int, hand: int) -> list[int]:
    """The cards in the order of dealing: hands by seat, then the draw pile."""
    if not isinstance(deal["hands"], (list, tuple)) or len(deal["hands"]) != players:
        raise ValueError(f"the deal needs {players} hands")
    hands = [_kinds(cards, NAMES, "hands") for cards in deal["hands"]]
    if any(len(cards) != hand for cards in hands):
        raise ValueError(f"every hand of the deal needs {hand} cards, they have {[len(cards) for cards in hands]}")
    return [kind for cards in hands for kind in cards] + _kinds(deal["deck"], NAMES, "deck")


def _same(found: list[int], counts: Any, table: Sequence[Any], what: str) -> None:
    """Raise ValueError unless a deal holds as many of each as the rules ask for."""
    for card, need in enumerate(counts):
        if found.count(card) != need:
            raise ValueError(f"the deal has {found.count(card)} {table[card]} in its {what}, the rules ask for {need}")


def _starter(starter: Any, players: int) -> int:
    if type(starter) is not int or starter not in range(players):
        raise ValueError(f"the starter of a deal is a seat from 0 to {players - 1}, not {starter!r}")
    return starter
