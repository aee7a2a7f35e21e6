"""The history of a round: with its own cards, a seat recalls everything that it could see."""

from itertools import pairwise

import numpy as np
import pytest
from onlooker import named, watched
from playing import WAYS

from saboteur_env.core.cards import NAMES, TOOLS, VERBS
from saboteur_env.core.layout import EVENTS
from saboteur_env.core.tiles import GOAL_TILE, face_of
from saboteur_env.rules import Setup
from saboteur_env.spaces import Encoder, Options, observation_size

WHOLE = Options(history=EVENTS)


# The fields of a move that an event tells, by verb, and how a field is read.
FIELDS = {
    "lay": ("card", "x", "y", "turned"),
    "rockfall": ("x", "y"),
    "break": ("tool", "seat"),
    "repair": ("card", "tool", "seat"),
    "map": ("goal",),
    "claim": ("goal", "face"),
    "pass": ("cards",),
    "pick": (),
    "reveal": ("goal", "lies"),
}
READ = {
    "card": lambda row, seats: which(row["card"], NAMES),
    "x": lambda row, seats: int(row["x"]),
    "y": lambda row, seats: int(row["y"]),
    "turned": lambda row, seats: bool(row["turned"]),
    "tool": lambda row, seats: which(row["tool"], TOOLS),
    "seat": lambda row, seats: which(row["target"], seats),
    "goal": lambda row, seats: which(row["goal"], range(3)),
    "face": lambda row, seats: which(row["face"], ("treasure", "stone")),
    "cards": lambda row, seats: [which(row["card"], NAMES)],
    "lies": lambda row, seats: GOAL_TILE[1 + row["face"].argmax(), row["turned"]],
}


def which(code, table):
    """What a one-hot code stands for; nothing if it is all zeros."""
    return table[code.argmax()] if code.any() else None


def recalled(history, seat, players):
    """The events of a history, oldest first, as (seat, move)."""
    seats = [(seat + relative) % players for relative in range(10)]
    count = int(history["verb"].any(-1).sum())
    rows = [{name: piece[row] for name, piece in history.items()} for row in reversed(range(count))]
    return [event_in(row, seats) for row in rows]


def event_in(row, seats):
    """One event of a history as (seat, move)."""
    verb = which(row["verb"], VERBS)
    return which(row["seat"], seats), {"verb": verb, **{field: READ[field](row, seats) for field in FIELDS[verb]}}


def as_seen(seat, acts):
    """Acts as a seat can recall them: what others passed, and what anybody picked, is hidden."""
    for actor, move in acts:
        if move["verb"] == "pass" and actor != seat:
            yield actor, {"verb": "pass", "cards": [None]}
        elif move == {"verb": "claim"}:
            yield actor, {"verb": "claim", "goal": None, "face": None}
        else:
            yield actor, {"verb": "pick"} if move["verb"] == "pick" else move


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("players", [3, 7, 10])
def test_the_whole_history_is_perfect_recall(players, way):
    """Who did what, with which card, where and on whom, since the round began."""
    encoder = Encoder(WHOLE)
    for index, onlooker in enumerate(watched(Setup(players), 2, way)):
        seat = index % players
        events = recalled(named(onlooker.game, seat, WHOLE, encoder)["history"], seat, players)
        assert [event for event in events if event[1]["verb"] != "reveal"] == list(as_seen(seat, onlooker.acts))
        check_reveals(events, onlooker.game)


def check_reveals(events, game):
    """Every goal that lies face up was turned over by the one who laid the card before, and lies as it was told."""
    lies = {}
    for (before, move), (seat, reveal) in pairwise(events):
        if reveal["verb"] == "reveal":
            assert move["verb"] in ("lay", "reveal") and seat == before
            lies[reveal["goal"]] = face_of(int(reveal["lies"]))
    assert lies == {goal["goal"]: goal["lies"] for goal in game.truth()["revealed"]}


def test_a_short_history_is_the_newest_part_of_the_whole():
    whole, short = Encoder(WHOLE), Encoder(Options(history=5))
    base = observation_size(Options())
    for onlooker in watched(Setup(4), 1, "digging"):
        long = whole.observation(onlooker.game, 1)
        newest = short.observation(onlooker.game, 1)
        assert len(newest) - base == (len(long) - base) * 5 // EVENTS
        assert np.array_equal(long[: len(newest)], newest)


def test_the_history_and_the_hands_account_for_all_67_cards():
    encoder = Encoder(WHOLE)
    for onlooker in watched(Setup(5, rounds=1), 4, "random"):
        found = named(onlooker.game, 0, WHOLE, encoder)
        events = recalled(found["history"], 0, 5)
        used = [move for _, move in events if move["verb"] not in ("claim", "reveal", "pick")]
        assert len(used) + found["players"]["cards"].sum() + found["table"]["deck"] == 67
        assert used.count({"verb": "pass", "cards": [None]}) == found["players"]["passes"][1:].sum()


def own_picks(history):
    """The piles that came to a seat and what it took, oldest first."""
    rows = [row for row in reversed(range(EVENTS)) if history["worth"][row].any()]
    return [(history["pile"][row].tolist(), 1 + int(history["worth"][row].argmax())) for row in rows]


def test_own_picks_are_recalled_with_the_pile_that_came():
    """In 999-games the pile comes back, so that a seat sees several."""
    encoder, recalled, piles = Encoder(WHOLE), 0, {}
    for onlooker in watched(Setup(3, "999-games"), 5, "digging"):
        game, truth = onlooker.game, onlooker.game.truth()
        piles = piles if onlooker.acts else {seat: [] for seat in range(3)}
        for seat in range(3):
            worths = [move["nuggets"] for actor, move in onlooker.acts if actor == seat and move["verb"] == "pick"]
            found = own_picks(named(game, seat, WHOLE, encoder)["history"])
            assert found == list(zip(piles[seat], worths, strict=True))
            recalled += len(found) > 1
        if game.phase == "pick":
            piles[game.seat].append(truth["pile"])
    assert recalled
