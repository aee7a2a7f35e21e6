"""The agent that infers: its beliefs follow from the information alone, however it is asked."""

import numpy as np
import pytest
from situations import in_world, moment, moments, together

from agents import make
from agents.bayes import Trust, suspects
from agents.core.evidence import EVIDENCE
from agents.core.pages import MANNERS
from agents.core.posterior import POSTERIOR, PRIOR, conclude
from agents.weights import fit
from saboteur_env.core.actions import FIRST
from saboteur_env.core.cards import CLAIM
from saboteur_env.core.layout import PRIVATE, PUBLIC
from saboteur_env.game import Game
from saboteur_env.information import Information, information_of
from saboteur_env.rules import EDITIONS, Setup

CLOSE = {"rel": 1e-12, "abs": 1e-14}


def flat(belief):
    """A belief as one row of numbers for each game."""
    return np.concatenate(belief, axis=-1)


def told(agent, information):
    return flat(agent.belief_all(information))


def shared(games, seats):
    """The information of these seats, all games in one array."""
    rows = np.arange(len(games))
    states, rules = np.concatenate([game.games for game in games]), np.concatenate([game.rules for game in games])
    return information_of(states, rules, rows, rows, np.array(seats))


def walk(setup, seed, rounds=1):
    return [game.clone() for game in moments(setup, seed) if game.round_index < rounds]


def long_walk(setup):
    """A game in which much happens."""
    return next(games for games in (walk(setup, seed) for seed in range(50)) if games[-1].public.logged > 50)


def test_beliefs_are_the_same_in_one_batch_and_one_by_one():
    games = [moment(Setup(players), after=20) for players in (3, 5, 7, 10)]
    batch = told(make("bayes"), together(games))
    alone = [told(make("bayes"), together([game]))[0] for game in games]
    again = [told(agent, together([game]))[0] for agent in [make("bayes")] for game in games]
    assert batch == pytest.approx(np.array(alone), **CLOSE)
    assert batch == pytest.approx(np.array(again), **CLOSE)


def test_beliefs_are_the_same_in_other_rows():
    games = [moment(Setup(5), after=20, seeds=range(seed, 50)) for seed in range(4)]
    agent, order = make("bayes"), np.array([2, 0, 3, 1])
    first = told(agent, together(games))
    assert told(agent, together([games[j] for j in order])) == pytest.approx(first[order], **CLOSE)
    information = together(games)
    assert told(agent, information[order]) == pytest.approx(first[order], **CLOSE)
    assert told(agent, information[order[:2]]) == pytest.approx(first[order[:2]], **CLOSE)


def test_a_repeated_question_has_the_same_answer():
    game, agent = moment(Setup(5), after=30), make("bayes")
    for seat in (0, 3, 0, 1):
        first = told(agent, shared([game], [seat]))
        assert (told(agent, shared([game], [seat])) == first).all()


def test_seats_of_a_game_do_not_mix():
    """Asked in turn by one agent, or each by an agent of its own that goes along."""
    games = walk(Setup(4), 2)
    agent, own = make("bayes"), [make("bayes") for _ in range(4)]
    for game in games[::3]:
        for seat in range(4):
            assert flat(agent.belief(game.information(seat))) == pytest.approx(
                flat(own[seat].belief(game.information(seat))), **CLOSE
            )


def test_a_question_to_one_seat_changes_nothing_for_the_others():
    """Though that seat is asked for the first time, and must read what others have read long ago."""
    games, agent, alone = long_walk(Setup(5)), make("bayes"), make("bayes")
    for game in games[::3]:
        expected = told(alone, shared([game], [0]))
        assert told(agent, shared([game], [0])) == pytest.approx(expected, **CLOSE)
        if game.public.logged > 40:
            agent.belief(game.information(3))
            assert told(agent, shared([game], [0])) == pytest.approx(expected, **CLOSE)


@pytest.mark.parametrize("players", [3, 10])
def test_who_is_asked_late_believes_nearly_what_he_would_have(players):
    """After a pause of a whole round; what was seen late is judged with all cards seen by then."""
    games, along, gaps = walk(Setup(players), 1), make("bayes"), []
    for game in games:
        going = told(along, shared([game], [0]))
    gaps = np.abs(going - told(make("bayes"), shared([games[-1]], [0])))
    assert gaps.mean() < 0.1


def test_a_game_is_forgotten_when_another_begins():
    """The same agent, the same row: another game, another round, other players, an earlier moment."""
    agent, three_rounds = make("bayes"), walk(Setup(5, rounds=3), 2, rounds=3)
    first, second = ([game for game in three_rounds if game.round_index == number] for number in (0, 1))
    one, fewer, more = walk(Setup(5), 1), walk(Setup(3), 3), walk(Setup(10, "classic"), 4)
    others = [one[-9], first[-1], second[-5], fewer[-1], more[-1], one[-1], one[9]]
    for game in others:
        seat = game.public.logged % game.setup.players
        fresh = told(make("bayes"), shared([game], [seat]))
        assert told(agent, shared([game], [seat])) == pytest.approx(fresh, **CLOSE)


@pytest.mark.parametrize(("players", "more"), [(3, 5), (5, 4), (7, 10)])
def test_a_game_of_other_players_is_another_game(players, more):
    """Though the starter is the same, and nothing had happened when it was asked."""
    agent = make("bayes")
    agent.belief(started(players).information(0))
    game = started(more)
    for _ in range(more):
        game.step(int(game.legal()[0]))
    assert told(agent, shared([game], [0])) == pytest.approx(told(make("bayes"), shared([game], [0])), **CLOSE)


def test_a_game_that_began_alike_is_another_game():
    """Though the log was the same when it was asked: the own hand was not."""
    agent, games = make("bayes"), [started(3, seed) for seed in (1, 2)]
    for game in games:
        for _ in range(4):
            game.step(int(game.legal()[-1]))  # passes
        asked = next(seat for seat in range(3) if seat != game.seat)
        belief = told(agent, shared([game], [asked]))
        assert belief == pytest.approx(told(make("bayes"), shared([game], [asked])), **CLOSE)


def started(players, seed=0):
    """A game that seat 1 begins."""
    game = Game(Setup(players))
    game.reset(seed)
    game.reset(seed, [{**game.deal(), "starter": 1}])
    return game


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_belief_follows_from_the_information_alone(edition):
    """All that is hidden may be otherwise."""
    for game in walk(Setup(5, edition), 3)[5::17]:
        seat = game.public.logged % 5
        worlds = game.worlds(seat, 4, 1)
        beliefs = told(make("bayes"), in_world(game, worlds, seat))
        assert (beliefs == told(make("bayes"), shared([game], [seat]))).all()


@pytest.mark.parametrize("name", ["greedy", "stealth:λ=0", "sleeper"])
def test_beliefs_come_nearer_the_truth(name):
    """Miners take saboteurs for such more often than miners, on average, at the end of a round."""
    guilty, innocent = [], []
    for seed in range(12):
        *_, last = [game.clone() for game in moments(Setup(5, rounds=1), seed, name) if game.phase == "play"]
        roles = np.array([seat["role"] == "saboteur" for seat in last.truth()["seats"]])
        for seat in np.flatnonzero(~roles):
            saboteur = make("bayes").belief(last.information(int(seat))).saboteur
            guilty += [*saboteur[roles]]
            innocent += [*saboteur[~roles & (np.arange(5) != seat)]]
    assert np.mean(guilty) > np.mean(innocent) + (0.2 if name != "sleeper" else 0.0)


def test_at_first_everybody_is_suspected_alike():
    game = Game(Setup(5))
    game.reset(1)
    for seat in range(5):
        saboteur, treasure = make("bayes").belief(game.information(seat))
        others, role = np.delete(saboteur, seat), game.truth()["seats"][seat]["role"]
        assert others == pytest.approx(1 / 5 if role == "saboteur" else 2 / 5) and treasure == pytest.approx(1 / 3)


def test_a_table_of_saboteurs_has_no_more_of_them_than_the_pool():
    """Everybody does all the harm there is; still the belief counts the role cards."""
    for players in (3, 4):
        *_, last = [game.clone() for game in moments(Setup(players, rounds=1), 7, "saboteur") if game.phase == "play"]
        for seat in range(players):
            saboteur = make("bayes").belief(last.information(seat)).saboteur
            assert np.delete(saboteur, seat).sum() <= 1 + 1e-9


def test_presumptions_know_nothing_of_what_was_done():
    game = moment(Setup(5), after=40)
    miner = next(seat for seat in range(5) if game.truth()["seats"][seat]["role"] == "miner")
    (posterior,) = make("bayes").presumptions(game.information(miner))
    assert np.delete(posterior["saboteur"][:5], miner) == pytest.approx(0.4) and posterior[
        "goals"
    ].sum() == pytest.approx(1)


def test_a_rounds_belief_knows_nothing_of_the_round_before():
    """The logs of two rounds are alike; what came before them is not."""
    second = [game for game in walk(Setup(4, rounds=2), 6, rounds=2) if game.round_index == 1][15]
    agent, alone = make("bayes"), make("bayes")
    for game in walk(Setup(4, rounds=2), 6):
        for seat in range(4):
            agent.belief(game.information(seat))
    for seat in range(4):
        assert (told(agent, shared([second], [seat])) == told(alone, shared([second], [seat]))).all()


@pytest.mark.parametrize(("name", "share"), [("bayes", 1.0), ("bayes:truth=0.3", 0.3), ("bayes:truth=0", 0.0)])
def test_a_miner_tells_the_truth_as_often_as_he_is_told_to(name, share):
    game = next(
        game for seed in range(50) for game in moments(Setup(5), seed) if game.phase == "claim" and is_miner(game)
    )
    goal = int(game.public.events[game.public.logged - 1].goal)
    word = FIRST[CLAIM] + 1 + 2 * goal + (game.games[0].private[game.seat].known[goal] != 1)
    chances = make(name).action_probabilities(game.information(game.seat))
    assert chances[word] == pytest.approx(0.98 * share + 0.02 / 7)


def is_miner(game):
    return game.truth()["seats"][game.seat]["role"] == "miner"


def test_suspects_have_shares_for_either_role():
    reckoned = suspects(Trust(**fit()["inference"]))
    assert len(reckoned) <= MANNERS
    assert sum(suspect.miner for suspect in reckoned) == pytest.approx(1)
    assert sum(suspect.saboteur for suspect in reckoned) == pytest.approx(1)


def test_more_rows_are_room_for_more_games():
    game, agent = moment(Setup(5), after=20), make("bayes")
    first = told(agent, together([game]))
    many = told(agent, together([game] * 9))
    assert many == pytest.approx(np.repeat(first, 9, axis=0), **CLOSE)
    assert isinstance(together([game])[np.array([0, 0])], Information)


def test_another_world_of_a_game_is_another_game_even_after_the_seat_has_acted():
    """What a seat held in one world says nothing about another world that began with the same public acts."""
    compared = 0
    for seed in range(12):
        game = moment(Setup(5, rounds=1), after=15, seeds=range(seed, 60))
        me, seat = game.seat, (game.seat + 1) % 5
        here, there = (game.determinize(me, world) for world in (1, 2))
        if here.games["private"]["role"][0, seat] != there.games["private"]["role"][0, seat]:
            continue
        asked, player = make("bayes"), make("greedy", seed)
        asked.belief(here.information(seat))
        while not there.is_over and there.seat != seat:
            there.step(player.act(there.information(there.seat)))
        if there.is_over:
            continue
        there.step(player.act(there.information(seat)))
        if not there.is_over:
            beliefs = [flat(agent.belief(there.information(seat))) for agent in (asked, make("bayes"))]
            assert beliefs[0] == pytest.approx(beliefs[1], **CLOSE)
            compared += 1
    assert compared > 3


def test_a_role_that_is_shown_counts_for_what_its_player_knew():
    """Where the treasure is follows from everybody's acts in the roles they turn out to have had."""
    public = np.zeros(1, PUBLIC)
    public["players"]["role"] = -1
    private, evidence, prior, out = (np.zeros(1, kind) for kind in (PRIVATE, EVIDENCE, PRIOR, POSTERIOR))
    rules = Setup(3, rounds=1).rules()
    prior["manners"][0, 0, 0] = prior["manners"][0, 1, 1] = 1  # manner 0 is the miners', 1 the saboteurs'
    evidence["logs"][0, 1, :2] = [[0.0, -3.0, -3.0], [-2.0, 0.0, 0.0]]  # as a miner it points to goal 0, else away
    found = []
    for role in (0, 1):
        public["players"]["role"][0, 1] = role
        conclude(public[0], private[0], rules[0], prior[0], evidence[0], 2, out[0])
        found.append(out["goals"][0, 0])
    likelihoods = [np.exp([0.0, -3.0, -3.0]), np.exp([-2.0, 0.0, 0.0])]
    assert found == pytest.approx([values[0] / values.sum() for values in likelihoods])
