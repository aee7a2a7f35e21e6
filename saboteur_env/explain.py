"""Why an action is not allowed, in the words of the game."""

from collections.abc import Callable
from typing import Any

from .core.actions import BLOCKS, FIRST
from .core.cards import CARDS, CLAIMING, LAY, NAMES, NONE, PHASES, PICKING, PLAY, TOOLS
from .core.tiles import TILE, TURNS
from .notation import Move, misfits

_NEEDED = {"rockfall": "rockfall", "map": "map"}
_PHASE = {"claim": CLAIMING, "pick": PICKING}


def broken_tools(bits: int) -> list[str]:
    """The tools named by the bits of `broken`."""
    return [tool for index, tool in enumerate(TOOLS) if bits >> index & 1]


def empty_slot(public: Any, private: Any, players: int, action: int) -> str | None:
    """Why the slots of an action id hold no move of a seat; None if they do."""
    block = next(i for i in range(len(BLOCKS)) if action < FIRST[i + 1])
    name, slot, hand = list(BLOCKS)[block], action - FIRST[block], len(private.hand)
    if name == "lay" and slot // (2 * hand) >= public.mine.spaces:
        return f"the frontier has {public.mine.spaces} cells, not {slot // (2 * hand) + 1}"
    if name == "lay":
        return _empty_hand_slot(private, slot // 2 % hand, LAY)
    if name == "pass":
        return _empty_hand_slot(private, slot)
    if name == "rockfall" and slot >= public.mine.cards:
        return f"{public.mine.cards} path cards are laid, there is none in slot {slot}"
    if name in ("break", "repair") and slot % len(public.players) >= players:
        return f"relative seat {slot % len(public.players)} is not taken among {players} players"
    return None


def _empty_hand_slot(private: Any, slot: int, verb: int | None = None) -> str | None:
    kind = private.hand[slot]
    if kind == NONE:
        return f"hand slot {slot} is empty"
    if verb is not None and CARDS[kind].verb != verb:
        return f"hand slot {slot} holds {NAMES[kind]}, which is no path card"
    if slot > 0 and private.hand[slot - 1] == kind:
        return f"hand slot {slot} holds an equal card to slot {slot - 1}; only the first is offered"
    return None


def why_not(public: Any, private: Any, move: Move) -> str:
    """Why a move of the seat to decide, with slots that hold something, is not allowed."""
    verb = move["verb"]
    if public.phase != _PHASE.get(verb, PLAY):
        return f"the decision is to {PHASES[public.phase]}"
    held = [NAMES[kind] for kind in private.hand if kind != NONE]
    for card in _cards_needed(move):
        if card not in held:
            return f"it holds no {card} (it holds {', '.join(held)})"
    return _REASONS[verb](public, private, move)


def _cards_needed(move: Move) -> list[str]:
    """The cards that must be in the hand for a move."""
    if move["verb"] in ("lay", "repair"):
        return [move["card"]]
    if move["verb"] == "break":
        return [f"broken-{move['tool']}"]
    return move.get("cards", [_NEEDED[move["verb"]]] if move["verb"] in _NEEDED else [])


def _why_not_lay(public: Any, private: Any, move: Move) -> str:
    mine, kind = public.mine, NAMES.index(move["card"])
    broken = broken_tools(public.players[private.seat].broken)
    if broken:
        return f"its {' and '.join(broken)} {'is' if len(broken) == 1 else 'are'} broken"
    if move["turned"] >= TURNS[kind]:
        return f"a turn leaves {move['card']} as it is; lay it unturned"
    for space in mine.frontier[: mine.spaces]:
        if (space.x, space.y) == (move["x"], move["y"]):
            return ", and ".join(misfits(int(TILE[kind, int(move["turned"])]), int(space.fit)))
    return "no tunnel from the start leads to that cell, or it is taken"


def _why_not_break(public: Any, private: Any, move: Move) -> str:
    if public.players[move["seat"]].broken >> TOOLS.index(move["tool"]) & 1:
        return f"the {move['tool']} of seat {move['seat']} is broken already"
    return "these rules allow no broken tool in front of oneself"


_REASONS: dict[str, Callable[[Any, Any, Move], str]] = {
    "lay": _why_not_lay,
    "rockfall": lambda public, private, move: "no laid path card lies there; the start and the goals stay",
    "break": _why_not_break,
    "repair": lambda public, private, move: f"the {move['tool']} of seat {move['seat']} is not broken",
    "map": lambda public, private, move: f"goal {move['goal']} is face up",
    "claim": lambda public, private, move: f"goal {move.get('goal')} is face up",
    "pick": lambda public, private, move: f"the pile holds no gold card of {move['nuggets']} nuggets",
}
