"""No code exceeds its scale, so observations lie in their space: by the counts of cards, and in extreme games.

Over 4,800 games:

    pytest tests/test_spaces_scales.py -m slow
"""

from collections.abc import Callable
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import pytest
from onlooker import DEAD_ENDS, EVERYTHING

from saboteur_env.core.cards import CARDS, KIND, LAY, VERBS
from saboteur_env.game import Game
from saboteur_env.notation import Move
from saboteur_env.rules import BASE_DECK, EDITIONS, Setup
from saboteur_env.spaces import Encoder, Options, observation_space, spans, view
from saboteur_env.vector import Batch


def scale_of(group, name):
    """The scale of a piece."""
    return next(span.scale for span in spans(EVERYTHING) if (span.group, span.name) == (group, name))


def cards_of(verb):
    """How many cards of the deck are played so."""
    return sum(BASE_DECK[card.name] for card in CARDS if VERBS[card.verb] == verb)


def test_no_count_of_cards_can_exceed_its_scale():
    most_of_a_kind = max(BASE_DECK.values())
    for group, name in (("me", "discarded"), ("table", "discards")):
        assert scale_of(group, name) == most_of_a_kind
    for name, verb in (("rockfalls", "rockfall"), ("maps", "map"), ("breaks", "break"), ("repairs", "repair")):
        assert scale_of("players", name) == cards_of(verb)
    assert scale_of("players", "dead_ends") == sum(BASE_DECK[name] for name in DEAD_ENDS) == 9
    hand, drawn = 6, -(-(67 - 18) // 3)
    assert scale_of("players", "lays") == scale_of("players", "passes") >= hand + drawn


class Extreme(NamedTuple):
    """A game in which one thing is done as much as can be.

    Attributes:
        first: which cards come first in the deal, to seat 0 before all others.
        worth: of a move; the best is made.
        piece: what grows by it, and at least how far.
    """

    first: Callable[[str], bool]
    worth: Callable[[Move], Any]
    piece: tuple[str, str]
    reach: int


def conducts(card):
    return CARDS[KIND[card]].verb == LAY and card not in DEAD_ENDS


def lays(move):
    return move["verb"] == "lay"


EXTREMES = {
    "west": Extreme(conducts, lambda move: (lays(move), -move.get("x", 0)), ("laid", "x"), 15),
    "north": Extreme(conducts, lambda move: (lays(move), -move.get("y", 0)), ("laid", "y"), 14),
    "south": Extreme(conducts, lambda move: (lays(move), move.get("y", 0)), ("laid", "y"), 14),
    "passes": Extreme(lambda card: card == "map", lambda move: move.get("cards") == ["map"], ("me", "discarded"), 6),
    "maps": Extreme(lambda card: card == "map", lambda move: move.get("goal") == 1, ("players", "maps"), 6),
    "breaks": Extreme(
        lambda card: card.startswith("broken"),
        lambda move: ("repair", "break").index(move["verb"]) if move["verb"] in ("repair", "break") else -1,
        ("players", "breaks"),
        3,
    ),
    "dead ends": Extreme(
        lambda card: card in DEAD_ENDS, lambda move: move.get("card") in DEAD_ENDS, ("players", "dead_ends"), 5
    ),
}


def extreme_game(game, extreme):
    """Play such a game; yields at each decision."""
    game.reset(0)
    deal = game.deal()
    cards = sorted([*chain(*deal["hands"]), *deal["deck"]], key=lambda card: not extreme.first(card))
    size, seats = len(deal["hands"][0]), len(deal["hands"])
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(seats)]
    game.reset(0, [{**deal, "hands": hands, "deck": cards[seats * size :]}])
    while not game.is_over:
        yield
        game.step(game.action(max(game.legal_moves(), key=extreme.worth)))


@pytest.mark.parametrize("name", EXTREMES)
def test_extreme_games_stay_inside_the_space(name):
    extreme, game, encoder = EXTREMES[name], Game(Setup(3, "classic", rounds=1)), Encoder(EVERYTHING)
    box = observation_space(EVERYTHING)["observation"]
    group, piece = extreme.piece
    farthest = 0
    for _ in extreme_game(game, extreme):
        for seat in range(3):
            observation = encoder.observation(game, seat)
            assert (box.low <= observation).all() and (observation <= box.high).all()
            found = np.abs(view(observation, EVERYTHING)[group][piece]).max()
            farthest = max(farthest, round(found * scale_of(group, piece)))
    assert farthest >= extreme.reach


def keep_inside(size, setup, seed, steps):
    """Play a batch, half of it digging and half at random; every observation lies in its space."""
    options = Options(changes=True)
    box = observation_space(options)["observation"]
    batch, rng = Batch(size, setup, options), np.random.default_rng(seed)
    turn = batch.reset(seed)
    digs, reached = np.arange(size) % 2 == 0, 0
    for _ in range(steps):
        seen, masks = turn.observations, turn.masks
        other = batch.observe((turn.seats + 1) % setup.players)
        for observations in (seen, other):
            assert (box.low <= observations).all() and (observations <= box.high).all()
        worth = rng.random(masks.shape) * masks
        change = view(seen, options)["changes"]["change"].reshape(size, -1)
        lays = slice(change.shape[1])
        worth[:, lays] += masks[:, lays] * (2 - change) * 126 * digs[:, None]
        turn = batch.step(worth.argmax(1))
        reached += int((turn.reached == 1).sum())
    assert reached > size


@pytest.mark.parametrize("players", range(3, 11))
def test_games_stay_inside_the_space(players):
    keep_inside(16, Setup(players, list(EDITIONS)[players % 3]), players, steps=230)


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", range(3, 11))
def test_thousands_of_games_stay_inside_the_space(players, edition):
    keep_inside(200, Setup(players, edition), players, steps=230)
