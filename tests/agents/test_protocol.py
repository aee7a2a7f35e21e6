"""What every agent must do, in every phase of every game."""

import functools

import numpy as np
import pytest
from chances import chi_square_is_plausible
from situations import AGENTS, EVERYWHERE, PHASES, masks, moment, moments, repeated, together

from agents import make
from agents.observation import observe
from agents.protocol import Agent, Belief, Truth
from saboteur_env.core.layout import GAME
from saboteur_env.game import Game
from saboteur_env.rules import EDITIONS, Setup

QUICK = {"ismcts": {"iterations": 20}, "flat-mc": {"iterations": 20}}
BELIEVERS = [name for name in AGENTS if not name.startswith("random")]


def quick(name, seed=0):
    return make(name, seed, **QUICK.get(name, {}))


@functools.cache
def scattered():
    """A decision of every phase in games of every size and edition, with and without claims, in all rounds."""
    games = [
        moment(
            Setup(setup.players, setup.edition, variants, rounds=3), phase, after=4 * setup.players * (phase == "play")
        )
        for setup in EVERYWHERE
        for variants in ((), ("private-maps",))
        for phase in PHASES
        if not (variants and phase == "claim")
    ]
    later = next(game for game in moments(Setup(4), 3) if game.round_index == 1 and game.public.logged > 30)
    return [*games, later.clone()]


@pytest.mark.parametrize("name", AGENTS)
def test_probabilities_are_those_of_legal_actions_and_sum_to_1(name):
    games = scattered()
    probabilities = quick(name).probabilities_all(together(games))
    assert probabilities.shape == masks(games).shape and (probabilities[~masks(games)] == 0).all()
    assert (probabilities >= 0).all() and probabilities.sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize("name", [name for name in AGENTS if name not in QUICK])
def test_scripts_leave_no_legal_act_out_but_claims(name):
    games = [game for game in scattered() if game.phase == "play"]
    assert (quick(name).probabilities_all(together(games))[masks(games)] > 0).all()


@pytest.mark.parametrize("name", AGENTS)
def test_what_is_chosen_is_legal_and_fixed_by_chance(name):
    games, chance = scattered(), np.random.default_rng(5).integers(2**64, size=len(scattered()), dtype=np.uint64)
    information = together(games)
    actions = quick(name).act_all(information, chance)
    assert actions.dtype == np.int64 and masks(games)[np.arange(len(games)), actions].all()
    assert (quick(name).act_all(information, chance) == actions).all()


@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("word", [0, 2**64 - 1])
def test_what_is_chosen_is_legal_whatever_the_word_of_chance(name, word):
    games = scattered()
    actions = quick(name).act_all(together(games), np.full(len(games), word, np.uint64))
    assert masks(games)[np.arange(len(games)), actions].all()


@pytest.mark.parametrize("name", AGENTS)
def test_who_looks_changes_nothing(name):
    information, agent = together(scattered()[::9]), quick(name)
    before = [array.tobytes() for array in information.arrays()]
    agent.act_all(information, np.arange(len(information), dtype=np.uint64))
    if agent.believes:
        agent.belief_all(information)
    assert [array.tobytes() for array in information.arrays()] == before


@pytest.mark.parametrize("name", AGENTS)
def test_one_decision_is_as_one_of_many(name):
    games = scattered()[::29]
    agent, many = quick(name), quick(name).probabilities_all(together(games))
    for game, row in zip(games, many, strict=True):
        assert agent.action_probabilities(game.information(game.seat)) == pytest.approx(row, abs=1e-12)


@pytest.mark.parametrize("name", AGENTS)
def test_a_seed_fixes_a_whole_game(name):
    def course(seed):
        game, agent = Game(Setup(4, rounds=1)), quick(name, seed)
        game.reset(11)
        while not game.is_over and game.public.logged < 12:
            game.step(agent.act(game.information(game.seat)))
        return game.get_state()

    assert course(1) == course(1)


@pytest.mark.parametrize("name", [name for name in AGENTS if name not in QUICK])
@pytest.mark.parametrize("phase", PHASES)
def test_acts_are_as_frequent_as_their_probabilities(name, phase):
    game = moment(Setup(5), phase, after=8 if phase == "play" else 0, by="random" if phase == "play" else "greedy")
    n, agent = 4000, quick(name)
    information = repeated(game, n)
    chance = np.random.default_rng(1).integers(2**64, size=n, dtype=np.uint64)
    expected = agent.probabilities_all(information)[0]
    counts = np.bincount(agent.act_all(information, chance), minlength=len(expected))
    rare = (expected * n < 5) & (expected > 0)
    expected, counts = ([*row[~rare], row[rare].sum()] for row in (expected * n, counts))
    assert chi_square_is_plausible(counts, expected)


@pytest.mark.parametrize("name", BELIEVERS)
def test_beliefs_of_every_seat_are_probabilities(name):
    agent = quick(name)
    for game in scattered()[::7]:
        for seat in range(game.setup.players):
            saboteur, treasure = agent.belief(game.information(seat))
            assert saboteur.shape == (game.setup.players,) and treasure.shape == (3,)
            assert ((saboteur >= 0) & (saboteur <= 1)).all() and treasure.sum() == pytest.approx(1)


@pytest.mark.parametrize("name", BELIEVERS)
def test_a_seat_believes_its_own_role(name):
    game, agent = moment(Setup(5), after=6), quick(name)
    for seat in range(5):
        saboteur, _ = agent.belief(game.information(seat))
        assert saboteur[seat] == (game.truth()["seats"][seat]["role"] == "saboteur")


@pytest.mark.parametrize("name", BELIEVERS)
def test_nobody_is_a_saboteur_where_nobody_sits(name):
    game = moment(Setup(4), after=6)
    belief = quick(name).belief_all(together([game]))
    assert isinstance(belief, Belief) and belief.saboteur.shape == (1, 10) and not belief.saboteur[0, 4:].any()


@pytest.mark.parametrize("name", BELIEVERS)
def test_what_a_map_and_the_table_show_is_certain(name):
    agent = quick(name)
    for edition in EDITIONS:
        game = moment(Setup(3, edition), "claim")
        face = int(game.games[0].private[game.seat].known.max())
        goal = int(game.games[0].private[game.seat].known.argmax())
        treasure = agent.belief(game.information(game.seat)).treasure[goal]
        assert treasure == (face == 1)


def test_roles_that_are_shown_are_certain():
    """When the pile goes round, all roles lie open."""
    game = moment(Setup(5), "pick")
    saboteur, _ = make("bayes").belief(game.information(game.seat))
    assert saboteur.tolist() == [int(player.role) for player in game.public.players[:5]]


@pytest.mark.parametrize("name", [name for name in AGENTS if name.startswith("random")])
def test_who_looks_at_nothing_believes_nothing_and_needs_no_distances(name):
    game = Game(Setup(5, distances=False))
    game.reset(0)
    assert make(name, 0).act(game.information(game.seat)) in game.legal()
    with pytest.raises(TypeError, match=f"{name} has no beliefs"):
        make(name).belief(game.information(0))


@pytest.mark.parametrize("name", BELIEVERS)
def test_who_looks_needs_distances(name):
    game = Game(Setup(5, distances=False))
    game.reset(0)
    information = game.information(game.seat)
    for ask in (quick(name).act, quick(name).action_probabilities, quick(name).belief):
        with pytest.raises(ValueError, match="needs measured distances"):
            ask(information)


@pytest.mark.parametrize("ask", ["act", "action_probabilities", "claim"])
def test_only_the_seat_to_decide_is_asked(ask):
    game = moment(Setup(4), "claim")
    other, agent = (game.seat + 1) % 4, make("greedy", 0)
    with pytest.raises(ValueError, match=f"seat {other} does not decide now: ask seat {game.seat}"):
        getattr(agent, ask)(game.information(other))
    with pytest.raises(ValueError, match="information of 2 games"):
        getattr(agent, ask)(together([game, game]))
    while not game.is_over:
        game.step(int(game.legal()[0]))
    with pytest.raises(ValueError, match="nobody decides now: the phase is over"):
        getattr(agent, ask)(game.information(0))


@pytest.mark.parametrize("ask", ["act_all", "probabilities_all"])
@pytest.mark.parametrize("name", AGENTS)
def test_of_many_seats_all_are_to_decide(name, ask):
    game, agent = moment(Setup(4)), quick(name)
    words = (np.zeros(1, np.uint64),) if ask == "act_all" else ()
    other = (game.seat + 1) % 4
    with pytest.raises(ValueError, match=f"seat {other} does not decide now: ask seat {game.seat}"):
        getattr(agent, ask)(game.information(other), *words)
    while not game.is_over:
        game.step(int(game.legal()[0]))
    with pytest.raises(ValueError, match="nobody decides now: the phase is over"):
        getattr(agent, ask)(game.information(0), *words)


def test_beliefs_of_many_games_are_not_asked_as_of_one():
    game = moment(Setup(4))
    with pytest.raises(ValueError, match="information of 2 games"):
        make("greedy").belief(together([game, game]))


def test_nothing_is_claimed_where_no_map_was_looked_at():
    game = moment(Setup(4))
    with pytest.raises(ValueError, match="nothing is to be claimed: the phase is play"):
        make("greedy").claim(game.information(game.seat))


@pytest.mark.parametrize("name", AGENTS)
def test_a_claim_is_an_act(name):
    game = moment(Setup(4), "claim")
    claim = quick(name, 3).claim(game.information(game.seat))
    assert claim == quick(name, 3).act(game.information(game.seat)) and claim in game.legal()


def test_a_part_of_a_truth_keeps_its_games():
    information, games = together([moment(Setup(players)) for players in (3, 5, 7)]), np.zeros(3, GAME)
    games["public"]["deck"] = 1, 2, 3
    truth = Truth(**vars(information), games=games)
    part = truth[np.array([2, 0])]
    assert part.games["public"]["deck"].tolist() == [3, 1] and len(part) == 2


class Likeliest(Agent):
    """An agent of somebody's own: all that it must say is how likely it does what."""

    def probabilities_all(self, information):
        return observe(information)[1] / observe(information)[1].sum(1, keepdims=True)


def test_an_agent_of_ones_own_need_only_say_how_likely_it_does_what():
    game, agent = moment(Setup(5)), Likeliest("mine", 0)
    assert agent.act(game.information(game.seat)) in game.legal()
    assert repr(agent) == "<agent mine>"


def test_an_agent_of_ones_own_is_not_asked_out_of_turn():
    game, agent = moment(Setup(5)), Likeliest("mine", 0)
    other = (game.seat + 1) % 5
    for ask in (agent.act, agent.action_probabilities):
        with pytest.raises(ValueError, match=f"seat {other} does not decide now: ask seat {game.seat}"):
            ask(game.information(other))


@pytest.mark.parametrize("wrong", [None, "player_0", {"observation": 1}, np.zeros(3)])
def test_what_is_no_information_is_refused(wrong):
    with pytest.raises(TypeError, match="acts on an Information"):
        make("greedy").act(wrong)
