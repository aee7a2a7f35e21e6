"""No leak: what an agent sees does not depend on what it cannot know.

Its observation and mask stay the same, bit for bit, when everything hidden from it changes: the hands, roles,
discards and gold of the others, the goals it has not seen, the order of the deck and of the gold cards. The
changes are made here, by hand; `determinize` is held to the same. All seats at every decision of many games:

    pytest tests/test_leaks.py -m slow
"""

from dataclasses import fields

import numpy as np
import pytest
from playing import WAYS, decisions

from saboteur_env import saboteur_v0
from saboteur_env.core.cards import HIDDEN, NONE
from saboteur_env.core.layout import DECK, EVENTS
from saboteur_env.game import Game
from saboteur_env.rules import Setup
from saboteur_env.spaces import Encoder, Options
from saboteur_env.vector import Batch

EDITIONS = ("amigo-2025", "classic", "999-games")
ENCODER = Encoder(Options(distances=True, changes=True, history=EVENTS, picture=True))
PLAYERS = range(3, 11)


def shuffled_secrets(game: Game, seat: int, rng: np.random.Generator) -> Game:
    """The same game to a seat, with all that it does not know dealt anew."""
    twin = game.clone()
    record = twin.games[0]
    others = [other for other in range(game.setup.players) if other != seat]
    shuffle_roles(record, seat, others, int(sum(game.rules[0].pool)), rng)
    shuffle_goals(record, seat, others, rng)
    shuffle_cards(record, others, rng)
    shuffle_gold(record, seat, others, rng)
    record.hidden.random = rng.integers(2**64, dtype=np.uint64)
    return twin


def shuffle_roles(record, seat, others, pool, rng):
    """The other roles and the one left over, as long as they are not shown."""
    if record.public.players[seat].role != NONE:
        return
    places = [place for place in range(pool) if place != seat]
    record.hidden.roles[places] = rng.permutation(record.hidden.roles[places])
    for other in others:
        record.private[other].role = record.hidden.roles[other]


def shuffle_goals(record, seat, others, rng):
    """Face-down goals that the seat has not looked at; the others have seen what lies there now."""
    goals, known = record.hidden.goals, record.private[seat].known
    unseen = [goal for goal in range(3) if record.public.mine.goals[goal].face == HIDDEN and known[goal] == HIDDEN]
    goals[unseen] = rng.permutation(goals[unseen])
    for other in others:
        seen = record.private[other].known
        seen[:] = np.where(seen != HIDDEN, goals, HIDDEN)


def shuffle_cards(record, others, rng):
    """The cards in the other hands, face down on the discards and in the deck."""
    public, deck = record.public, record.hidden.deck[DECK - record.public.deck :]
    places = [record.private[other].hand[: public.players[other].cards] for other in others]
    places += [record.private[other].discards[: public.players[other].passes] for other in others]
    cards = rng.permutation(np.concatenate([*places, deck]))
    for place in [*places, deck]:
        place[:], cards = cards[: len(place)], cards[len(place) :]
    for other in others:
        record.private[other].hand[: public.players[other].cards].sort()


def shuffle_gold(record, seat, others, rng):
    """What the others have and saw, the stock, and the pile unless it has come to the seat."""
    for other in others:
        for field in ("gold", "paid", "sights"):
            field_bytes = record.private[other][field].reshape(-1).view(np.int8)
            field_bytes[:] = rng.permutation(field_bytes)
    hidden = record.hidden
    hidden.gold[: hidden.stock] = rng.permutation(hidden.gold[: hidden.stock])
    hidden.gains[:, others] = rng.permutation(hidden.gains[:, others], axis=1)
    if record.public.seat != seat:
        hidden.pile[:] = rng.permutation(hidden.pile)


def with_garbage(game: Game, seat: int, rng: np.random.Generator) -> Game:
    """The same game to a seat, with noise in place of the hidden part and of the other private parts."""
    twin = game.clone()
    record = twin.games[0]
    noise(record.hidden, rng)
    for other in range(len(record.private)):
        if other != seat:
            noise(record.private[other], rng)
    return twin


def noise(record, rng):
    """Fill a record with random bytes."""
    whole = np.frombuffer(rng.bytes(record.dtype.itemsize), record.dtype)[0]
    for name in record.dtype.names:
        record[name] = whole[name]


def told_again(game: Game) -> Game:
    """The same state in a game that has looked at nothing yet."""
    twin = Game(game.setup)
    twin.set_state(game.get_state())
    return twin


def seen(game: Game, seat: int) -> bytes:
    """What a seat observes."""
    return ENCODER.observation(game, seat).tobytes()


def check_decision(game: Game, seat: int, rng: np.random.Generator) -> None:
    """A seat sees the same, and may do the same, however hidden things lie."""
    before, deciding = seen(game, seat), game.seat == seat
    for world in (shuffled_secrets(game, seat, rng), game.determinize(seat, int(rng.integers(2**32)))):
        assert seen(world, seat) == before
        if deciding:
            assert np.array_equal(told_again(world).legal(), game.legal())
    assert seen(with_garbage(game, seat, rng), seat) == before


def check_game(setup: Setup, way: str, seed: int, watched: int) -> None:
    """Check so many seats at every decision of a game, the seat to decide among them."""
    game, rng = Game(setup), np.random.default_rng(seed)
    for _ in decisions(game, seed, WAYS[way](seed)):
        others = [seat for seat in range(setup.players) if seat != game.seat]
        for seat in [game.seat, *rng.choice(others, watched - 1, replace=False)]:
            check_decision(game, int(seat), rng)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(("way", "rounds"), [("digging", 3), ("random", 1)])
def test_nothing_hidden_is_seen(players, way, rounds):
    edition = EDITIONS[players % len(EDITIONS)]
    check_game(Setup(players, edition, rounds=rounds), way, seed=players, watched=2)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_hidden_is_seen_by_any_seat(players, edition, way):
    check_game(Setup(players, edition), way, seed=players, watched=players)


def test_the_test_changes_what_is_hidden():
    """A leak could only be missed if nothing were shuffled."""
    game, rng = Game(Setup(6)), np.random.default_rng(0)
    game.reset(0)
    truths = [shuffled_secrets(game, 2, rng).truth() for _ in range(20)]
    for fact in ("goals", "deck", "left_over", "roles", "gold"):
        assert len({str(truth["deal"][fact]) for truth in truths}) > 1, fact
    for other in (0, 1, 3, 4, 5):
        assert len({str(truth["seats"][other]["hand"]) for truth in truths}) == 20
    assert {str(truth["seats"][2]) for truth in truths} == {str(game.truth()["seats"][2])}


@pytest.mark.parametrize("players", PLAYERS)
def test_the_legal_moves_do_not_depend_on_the_role(players):
    game = Game(Setup(players))
    for ids in decisions(game, players, WAYS["digging"](players)):
        twin = game.clone()
        private = twin.games[0].private[game.seat]
        private.role = 1 - private.role
        assert np.array_equal(told_again(twin).legal(), ids)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_environment_shows_no_more_than_its_game(edition):
    """Through the public interface: observations and masks of all agents but the one that knows."""
    env, rng = saboteur_v0.raw_env(players=5, edition=edition, changes=True, history=EVENTS), np.random.default_rng(1)
    world = saboteur_v0.raw_env(players=5, edition=edition, changes=True, history=EVENTS)
    env.reset(seed=1)
    choose = WAYS["digging"](1)
    while not any(env.terminations.values()):
        agent = env.agent_selection
        world.set_state(shuffled_secrets(env.game, env.game.seat, rng).get_state())
        assert world.agent_selection == agent
        here, there = env.observe(agent), world.observe(agent)
        assert all(np.array_equal(here[key], there[key]) for key in here)
        env.step(choose(env.game, env.game.legal()))


def test_only_the_agent_to_decide_has_a_mask():
    env = saboteur_v0.env(players=6)
    env.reset(seed=1)
    choose = WAYS["strolling"](1)
    while not any(env.terminations.values()):
        for agent in env.agents:
            assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)
        env.step(choose(env.game, env.game.legal()))
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)


def test_what_is_handed_out_is_no_way_into_the_state():
    env = saboteur_v0.raw_env(players=4, changes=True, history=9, picture=True)
    env.reset(seed=3)
    choose = WAYS["digging"](3)
    while not any(env.terminations.values()):
        before, legal, seat = env.get_state(), env.game.legal().tolist(), env.agent_selection
        arrays = [array for agent in env.agents for array in env.observe(agent).values()]
        for array in [*arrays, env.state(), env.game.legal(), env.game.mask()]:
            array[:] = 7 if array.dtype != np.int8 else 1
        assert env.get_state() == before and env.game.legal().tolist() == legal
        assert np.flatnonzero(env.observe(seat)["action_mask"]).tolist() == legal
        env.step(choose(env.game, env.game.legal()))


def test_what_a_batch_hands_out_is_no_way_into_its_games():
    games = Batch(8, Setup(4), Options(changes=True))
    turn, rng = games.reset(1), np.random.default_rng(1)
    for _ in range(300):
        before, actions = games.games.tobytes(), turn.pick(rng.random(8))
        for array in (games.observe(turn.seats), games.deciding(), games.mean_distances()):
            array[:] = 1
        for field in fields(turn):
            getattr(turn, field.name)[:] = 1
        assert games.games.tobytes() == before
        turn = games.step(actions)
