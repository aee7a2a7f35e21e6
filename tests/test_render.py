"""Drawings: what they show, and that they show a viewer nothing that it cannot know."""

from collections.abc import Iterator
from itertools import combinations, pairwise

import numpy as np
import pytest
from pettingzoo.test import render_test
from playing import WAYS, decisions

from saboteur_env import saboteur_v0
from saboteur_env.core.cards import CARDS, PATHS, TREASURE
from saboteur_env.core.tiles import TILE, TURNS, tile_of
from saboteur_env.game import Game
from saboteur_env.render import render
from saboteur_env.render.cards import goal_back, hand_card, path_card
from saboteur_env.render.picture import HEIGHT, WIDTH
from saboteur_env.render.text import card_block
from saboteur_env.render.view import Laid, view_of
from saboteur_env.rules import Setup

SIZE = (40, 56)


def course(setup: Setup, seed: int, every: int = 1) -> Iterator[Game]:
    """A game, looked at every so many decisions and at its end."""
    game = Game(setup)
    for turn, _ in enumerate(decisions(game, seed, WAYS["strolling"](seed))):
        if turn % every == 0:
            yield game
    yield game


@pytest.mark.parametrize(
    "setup", [Setup(3, "999-games"), Setup(5), Setup(7, "classic", ("private-maps",)), Setup(10)], ids=repr
)
def test_what_a_viewer_cannot_know_is_not_drawn(setup):
    differing = 0
    for seed in range(3):
        for turn, game in enumerate(course(setup, seed, every=11)):
            if game.is_over:
                continue  # it has no worlds
            seat = turn % setup.players
            world = game.determinize(seat, turn)
            assert render(world, "ansi", seat) == render(game, "ansi", seat)
            assert np.array_equal(render(world, "rgb_array", seat), render(game, "rgb_array", seat))
            differing += render(world, "ansi", "all") != render(game, "ansi", "all")
    assert differing > 0  # or the worlds would be no test


@pytest.mark.parametrize("players", [3, 10])
def test_pictures_of_a_game_have_one_size(players):
    pictures = [render(game, "rgb_array", None) for game in course(Setup(players), 1, every=9)]
    assert {(p.shape, p.dtype) for p in pictures} == {((HEIGHT, WIDTH, 3), np.dtype(np.uint8))}
    assert all((a != b).any() for a, b in pairwise(pictures))


def test_all_cards_look_different():
    faces = [path_card(int(TILE[k, t]), 0, SIZE) for k in range(PATHS) for t in range(TURNS[k])]
    actions = [hand_card(kind, SIZE) for kind in range(PATHS, len(CARDS))]
    backs = [goal_back(SIZE, mark) for mark in ("", "treasure", "stone")]
    assert all(a.tobytes() != b.tobytes() for a, b in combinations([*faces, *actions, *backs], 2))


def test_all_path_cards_read_differently():
    blocks = {tuple(card_block(Laid(1, 0, int(TILE[k, t]), 0))) for k in range(PATHS) for t in range(TURNS[k])}
    assert len(blocks) == TURNS.sum()


@pytest.mark.parametrize(
    ("face", "joined", "lines"),
    [
        ("NESW", "NESW", ["░░┃░░", "━━╋━━", "░░┃░░"]),
        ("SW", "", ["░░░░░", "──┐░░", "░░│░░"]),
        ("N|E", "N", ["░░┃░░", "░░■──", "░░░░░"]),
    ],
)
def test_tunnels_cut_off_tunnels_and_dead_ends_are_told_apart(face, joined, lines):
    bits = sum(1 << "NESW".index(side) for side in joined)
    assert card_block(Laid(1, 0, tile_of(face), bits)) == lines
    lit, dark = path_card(tile_of(face), 15, SIZE), path_card(tile_of(face), 0, SIZE)
    assert lit.tobytes() != dark.tobytes()


def test_a_new_mine_is_drawn_with_its_coordinates():
    game = Game(Setup(4))
    game.reset(1)
    mine = render(game, "ansi", None).split("\n\n", 1)[1]
    assert mine.startswith(
        """\
      -1    0    1    2    3    4    5    6    7    8
                                                  ▒▒▒▒▒
 -2                                               ▒0:?▒
                                                  ▒▒▒▒▒

 -1         ·

          ░░┃░░                                   ▒▒▒▒▒
  0    ·  ━━S━━  ·                                ▒1:?▒
          ░░┃░░                                   ▒▒▒▒▒

  1         ·

                                                  ▒▒▒▒▒
  2                                               ▒2:?▒
                                                  ▒▒▒▒▒
"""
    )


def test_a_goal_is_known_to_who_looked_at_it_and_to_nobody_else():
    game = next(game for game in course(Setup(3), 2) if game.phase == "claim")
    seat, goal = game.seat, int(game.public.events[game.public.logged - 1].goal)
    mark = "$" if game.games[0].hidden.goals[goal] == TREASURE else "o"
    assert f"▒{goal}:{mark}▒" in render(game, "ansi", seat)
    assert f"▒{goal}:?▒" in render(game, "ansi", (seat + 1) % 3)
    assert (render(game, "rgb_array", seat) != render(game, "rgb_array", (seat + 1) % 3)).any()


def test_the_treasure_and_the_pile_are_shown_to_who_picks():
    game = next(game for seed in range(100) for game in course(Setup(5), seed) if game.phase == "pick")
    seat = game.seat
    pile = [worth for worth, count in enumerate(game.games[0].hidden.pile, 1) for _ in range(count)]
    assert "━━$" in render(game, "ansi", seat) or "$━━" in render(game, "ansi", seat)
    assert view_of(game, seat).pile() == pile
    assert view_of(game, (seat + 1) % 5).pile() is None


def test_all_shows_every_hand_and_role():
    game = Game(Setup(6))
    game.reset(3)
    view, truth = view_of(game, "all"), game.truth()["seats"]
    assert [view.role(seat) for seat in range(6)] == [seat["role"] for seat in truth]
    assert all(" ".join(seat["hand"]) in render(game, "ansi", "all") for seat in truth)
    assert "$" in render(game, "ansi", "all").split("S start")[0]


def test_the_same_seat_under_its_three_names():
    game = Game(Setup(4))
    game.reset(5)
    seat = game.seat
    assert render(game, "ansi", None) == render(game, "ansi", seat) == render(game, "ansi", f"player_{seat}")


@pytest.mark.parametrize("viewer", [4, -1, True, 1.0, "player_4", "nobody", "", ["all"]])
def test_an_unknown_viewer_is_refused(viewer):
    game = Game(Setup(4))
    game.reset(0)
    with pytest.raises(ValueError, match="viewers are seats 0 to 3"):
        render(game, "ansi", viewer)


def test_an_unknown_mode_is_refused():
    with pytest.raises(ValueError, match="ansi"):
        render(Game(Setup()), "svg", None)


def test_there_is_nothing_to_draw_before_a_reset():
    with pytest.raises(ValueError, match="reset"):
        render(Game(Setup()), "ansi", None)


def test_human_prints_the_text(capsys):
    game = Game(Setup())
    game.reset(0)
    assert render(game, "human", "all") is None
    assert capsys.readouterr().out == render(game, "ansi", "all") + "\n"


def test_human_is_drawn_after_each_reset_and_step(capsys):
    env = saboteur_v0.env(render_mode="human", viewer="all", rounds=1)
    env.reset(0)
    for _ in range(3):
        assert capsys.readouterr().out == render(env.unwrapped.game, "ansi", "all") + "\n"
        env.step(int(env.unwrapped.game.legal()[0]))


def test_without_a_mode_there_is_a_warning():
    env = saboteur_v0.env()
    env.reset(0)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


@pytest.mark.parametrize("make", [saboteur_v0.env, saboteur_v0.raw_env])
def test_pettingzoo_render_test(make):
    render_test(make)
