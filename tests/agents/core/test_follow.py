"""Following a game by its log: what a follower holds is what everybody saw."""

import numpy as np
import pytest
from probes import follow_to
from situations import EVERYWHERE, moment, moments

from saboteur_env.core.cards import CLAIM, NONE, PICK_GOLD, REVEAL
from saboteur_env.core.layout import GAME
from saboteur_env.game import Game
from saboteur_env.rules import Setup

TALLIES = ("cards", "broken", "lays", "dead_ends", "rockfalls", "passes", "maps", "claims", "nearer", "farther")


def seen(public):
    """Everything in a PUBLIC record that a follower must hold; gold and earlier rounds are nothing to it.

    It draws with the card, not after a claim, and once more when the treasure is found: see `agrees`.
    """
    mine, distance = public.mine, public.distance
    parts = {name: mine[name] for name in mine.dtype.names if name not in ("laid", "frontier")}
    parts |= {"laid": mine.laid[: mine.cards], "frontier": mine.frontier[: mine.spaces]}
    parts |= {name: distance[name] for name in ("now", "second", "nearest")} | {"exit": distance.exit[: mine.spaces]}
    parts |= {name: public[name] for name in ("discards", "logged", "tools_logged", "deck", "round_index", "starter")}
    parts |= {"tool_acts": public.tool_acts[: public.tools_logged], "log": public.events[: public.logged]}
    parts |= {name: public.players[name] for name in TALLIES}
    return {name: np.asarray(part).tolist() for name, part in parts.items()}


def agrees(follower, game):
    """Whether a follower holds what everybody saw."""
    drawn = {"deck", "cards"} if game.phase != "play" else set()
    own, true = seen(follower[0].public), seen(game.public)
    return all(own[name] == true[name] for name in own.keys() - drawn)


def newcomer():
    return np.zeros(1, GAME)


def follow(game, follower, logged=127):
    """Follow a game up to so many events; whether it was followed already."""
    return follow_to(game.games["public"], game.rules, follower, logged)


@pytest.mark.course
@pytest.mark.parametrize("setup", EVERYWHERE[::3], ids=lambda setup: f"{setup.edition}-{setup.players}")
def test_before_every_act_a_follower_holds_what_everybody_saw(setup):
    """Whoever goes along, and whoever reads the log at last."""
    along, publics = newcomer(), []
    for game in moments(Setup(setup.players, setup.edition, rounds=2), 1):
        if game.phase != "pick":
            follow(game, along)
            assert agrees(along, game)
            publics.append((game.round_index, game.clone()))
    late, last = newcomer(), publics[-1][1]
    for number, then in publics:
        if number == last.round_index:
            follow(last, late, then.public.logged)
            assert agrees(late, then)


@pytest.mark.parametrize("seed", range(3))
def test_a_follower_stops_where_the_gold_is_picked(seed):
    game, follower = moment(Setup(4), "pick", seeds=range(seed, 50)), newcomer()
    before = game.clone()
    while game.phase == "pick" and game.public.pile > 1:
        game.step(int(game.legal()[0]))
    follow(game, follower)
    assert game.public.events[game.public.logged - 1].verb == PICK_GOLD and agrees(follower, before)


def test_a_game_that_goes_on_is_known_again():
    game, follower = moment(Setup(4), after=10), newcomer()
    assert not follow(game, follower)
    assert follow(game, follower)
    game.step(int(game.legal()[0]))
    assert follow(game, follower)


@pytest.mark.parametrize(
    "other",
    [
        lambda game: moment(Setup(4), after=10, seeds=range(20, 50)),
        lambda game: moment(Setup(4), after=3),  # the same game, earlier
        lambda game: moment(Setup(6), after=10),
        lambda game: next(g for g in moments(Setup(4), 0) if g.round_index == 1),
    ],
    ids=["another game", "earlier", "more players", "another round"],
)
def test_another_game_is_followed_from_its_beginning(other):
    game, follower = moment(Setup(4), after=10), newcomer()
    follow(game, follower)
    game = other(game)
    assert not follow(game, follower)
    assert agrees(follower, game)


def started(players):
    game = Game(Setup(players))
    game.reset(0)
    return game


def test_a_follower_notes_no_secret():
    """Passes are blank, and reveals and claims stand as they were said."""
    game, follower = moment(Setup(3), after=60, seeds=range(200)), newcomer()
    follow(game, follower)
    events = follower[0].public.events[: follower[0].public.logged]
    assert (events["kind"][events["verb"] == 6] == NONE).all() and {6} <= {*events["verb"].tolist()}
    assert {CLAIM, REVEAL} & {*events["verb"].tolist()}
