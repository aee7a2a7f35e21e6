"""Observations piece by piece: every value against the game as an onlooker sees it; the layout."""

import numpy as np
import pytest
from onlooker import EVERYTHING, named, watched
from playing import RULES, WAYS, decisions

from saboteur_env.core.actions import FIRST
from saboteur_env.core.cards import ROCKFALL, VERBS
from saboteur_env.core.layout import EVENTS
from saboteur_env.game import Game
from saboteur_env.rules import Setup
from saboteur_env.spaces import Encoder, Options, observation_size, observation_space, scales, spans, view

CHOICES = [
    Options(distances, changes, history, picture)
    for distances in (True, False)
    for changes in ((True, False) if distances else (False,))
    for history in (0, 1, 7, EVENTS)
    for picture in (True, False)
]


def check_groups(found, expected):
    """Every piece of the base groups is as the onlooker sees it."""
    for group, pieces in expected.items():
        assert set(found[group]) == set(pieces)
        for name, value in pieces.items():
            piece = found[group][name]
            if isinstance(value, tuple):  # so many slots, and what is in the first of them
                size, used = value
                assert len(piece) == size and not piece[len(used) :].any(), f"{group}.{name}"
                piece, value = piece[: len(used)], used
            assert np.array_equal(piece.ravel(), np.ravel(value)), f"{group}.{name}"


@pytest.mark.parametrize("index", range(16))
def test_every_piece_is_as_an_onlooker_sees_it(index):
    (edition, variants), players = RULES[index * 5], 3 + index % 8
    rng, encoder = np.random.default_rng(index), Encoder(EVERYTHING)
    for onlooker in watched(Setup(players, edition, variants, 1 + index % 3), index, list(WAYS)[index % len(WAYS)]):
        if rng.random() < 0.3 or onlooker.game.phase != "play":
            seat = int(rng.integers(players))
            check_groups(named(onlooker.game, seat, encoder=encoder), onlooker.sees(seat))


# -- the optional groups -----------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_distances_are_those_of_the_mine(way):
    encoder = Encoder(EVERYTHING)
    for onlooker in watched(Setup(4), 3, way):
        distance, mine = onlooker.game.public.distance, onlooker.game.public.mine
        found = named(onlooker.game, 2, encoder=encoder)
        assert np.array_equal(found["distance_goals"]["now"], distance.now)
        nearest = np.arange(mine.spaces)[:, None] == distance.nearest
        expected = {"blocked": np.where(nearest, distance.second, distance.now), "exit": distance.exit[: mine.spaces]}
        for name, cells in expected.items():
            piece = found["distance_frontier"][name]
            assert np.array_equal(piece[: mine.spaces], cells)
            assert not piece[mine.spaces :].any()


@pytest.mark.parametrize("way", WAYS)
def test_players_are_credited_with_what_their_cards_changed(way):
    """In thirds of a card, the mean over the goals that were face down; halves of it are cut off."""
    game, encoder, seat = Game(Setup(3)), Encoder(EVERYTHING), 1
    choose = WAYS[way](5)
    game.reset(5)
    credit = np.zeros((3, 2), int)
    while not game.is_over:
        found = named(game, seat, encoder=encoder)["distance_players"]
        for relative in range(3):
            sixths = credit[(seat + relative) % 3]
            assert (found["nearer"][relative], found["farther"][relative]) == tuple(np.minimum(sixths // 2, 126))
        action, before, rounds = choose(game, game.legal()), game.public.distance.now.copy(), game.round_index
        actor, verb = game.seat, game.move(action)["verb"]
        game.step(action)
        if verb in ("lay", "rockfall"):
            down = before > 0
            change = int(game.public.distance.now.sum() - before.sum()) * (6 // down.sum())
            credit[actor] += (max(-change, 0), max(change, 0))
        if game.round_index > rounds:
            credit[:] = 0


@pytest.mark.parametrize("seed", range(2))
def test_changes_are_what_a_lay_does_to_the_distances(seed):
    """For every card that fits, unless it turns a goal over: what lies there cannot be known before."""
    encoder, compared = Encoder(EVERYTHING), 0
    for ids in decisions(game := Game(Setup(4)), seed, WAYS["strolling"](seed)):
        change = named(game, game.seat, encoder=encoder)["changes"]["change"]
        candidates = candidates_of(game)
        lays = [action for action in ids if action < change.size]
        if game.phase == "play" and not game.public.players[game.seat].broken:
            assert not np.delete(change.ravel(), lays).any()
        for action in lays[::3]:
            twin = game.clone()
            twin.step(int(action))
            if twin.round_index == game.round_index and not turned_over(game, twin):
                moved = (twin.public.distance.now - game.public.distance.now)[candidates].sum() * (6 // len(candidates))
                assert change.ravel()[action] == np.clip(moved, -126, 126)
                compared += 1
    assert compared > 100


@pytest.mark.parametrize("seed", range(2))
def test_without_is_what_a_rockfall_does_to_the_distances(seed):
    encoder, compared, nearer = Encoder(EVERYTHING), 0, 0
    for ids in decisions(game := Game(Setup(5)), seed, WAYS["strolling"](seed)):
        without = named(game, game.seat, encoder=encoder)["rockfalls"]["without"].ravel()
        falls = [action for action in ids if FIRST[ROCKFALL] <= action < FIRST[ROCKFALL + 1]]
        if not falls:
            assert game.phase != "play" or not without.any()
        candidates = candidates_of(game)
        for action in falls:
            twin = game.clone()
            twin.step(int(action))
            if twin.round_index == game.round_index:
                moved = (twin.public.distance.now - game.public.distance.now)[candidates].sum() * (6 // len(candidates))
                assert without[action - FIRST[ROCKFALL]] == np.clip(moved, -126, 126)
                compared, nearer = compared + 1, nearer + (moved < 0)
        assert not falls or not without[len(falls) :].any()
    assert compared > 100 and nearer > 0


def candidates_of(game):
    """The goals under which the treasure may lie, as far as the seat to decide knows."""
    known, mine = game.truth()["seats"][game.seat]["known"], game.public.mine
    if "treasure" in known:
        return [known.index("treasure")]
    return [goal for goal in range(3) if known[goal] is None and not mine.goals[goal].face]


def turned_over(game, twin):
    """Whether a goal lies face up in the second game only."""
    return len(twin.truth()["revealed"]) != len(game.truth()["revealed"]) or twin.phase == "pick"


# -- the picture -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["digging", "straying", "quarrying"])
def test_the_picture_shows_the_mine(way):
    options = Options(picture=True)
    encoder = Encoder(options)
    for onlooker in watched(Setup(6, rounds=1), 3, way):
        picture = named(onlooker.game, 0, options, encoder)["picture"]["picture"]
        assert np.array_equal(picture, onlooker.picture(range(-4, 13), range(-8, 9)))


# -- layout ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", CHOICES, ids=str)
def test_the_pieces_fill_the_observation_without_gaps(options):
    taken = np.zeros(observation_size(options), int)
    for span in spans(options):
        span.rows(taken)[:] += 1
    assert (taken == 1).all()
    assert observation_space(options)["observation"].shape == scales(options).shape == taken.shape


@pytest.mark.parametrize("options", CHOICES, ids=str)
def test_a_group_is_the_same_whatever_other_groups_there_are(options):
    encoder, full = Encoder(options), Encoder(EVERYTHING)
    for index, onlooker in enumerate(watched(Setup(5, rounds=1), 6, "digging")):
        seat = index % 5
        found, whole = named(onlooker.game, seat, options, encoder), named(onlooker.game, seat, encoder=full)
        for group, pieces in found.items():
            for name, piece in pieces.items():
                expected = whole[group][name][: len(piece)] if group == "history" else whole[group][name]
                assert np.array_equal(piece, expected), f"{group}.{name}"


def test_a_view_is_a_view_and_takes_batches():
    options = Options(history=3)
    observation = np.arange(observation_size(options), dtype=np.float32)
    one, many = view(observation, options), view(np.stack([observation] * 4).reshape(2, 2, -1), options)
    for group, pieces in one.items():
        for name, piece in pieces.items():
            assert np.shares_memory(piece, observation)
            assert many[group][name].shape == (2, 2, *piece.shape)
            assert (many[group][name] == piece).all()
    assert one["me"]["hand"].shape == (6, 27) and one["frontier"]["fit"].shape == (24, 4, 4)
    assert one["table"]["deck"].shape == () and one["history"]["verb"].shape == (3, 9)


@pytest.mark.parametrize("events", [1, 2])
def test_a_history_has_an_axis_of_events(events):
    options = Options(history=events)
    assert view(np.zeros(observation_size(options)), options)["history"]["verb"].shape == (events, len(VERBS))


def test_a_view_of_another_length_is_refused():
    with pytest.raises(ValueError, match=f"make observations of {observation_size(Options())} entries"):
        view(np.zeros(observation_size(Options(changes=True))), Options())
