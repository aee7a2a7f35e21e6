"""Evidence: hands are drawn from what a seat has not seen, every act is read once, however late."""

import numpy as np
import pytest
from chances import chi_square_is_plausible
from probes import read_all
from scenarios import do, lay, scene
from situations import SPARSE, in_world, moments

from agents import make
from agents.bayes import Trust, suspects
from agents.core.evidence import EVIDENCE, HANDS
from agents.core.pages import PAGES
from agents.scripted import ScriptedAgent
from agents.weights import fit
from saboteur_env.core.actions import FIRST, action_of_event
from saboteur_env.core.cards import BREAK_KINDS, CLAIM, KINDS, LAY, NONE, PASS, REVEAL, TREASURE
from saboteur_env.core.layout import DECK, EVENT, EVENTS
from saboteur_env.rules import EDITIONS, Setup

SUSPECTS = suspects(Trust(**fit()["inference"]))


def read(game, seat, agent):
    """A seat's evidence, read act by act, and the kinds in the hands that were drawn, by act."""
    information, out, drawn = game.information(seat), np.zeros(1, EVIDENCE), np.zeros((EVENTS, KINDS), np.int64)
    one = information.public[:1], information.private, information.rules
    read_all(*one, *agent._suspected, agent._temper, out, drawn)
    return out[0]["logs"], drawn


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [pytest.param(3, marks=pytest.mark.course), 6, 10])
def test_an_agent_that_is_asked_late_has_read_every_act_once(players, edition):
    for step, game in enumerate(moments(Setup(players, edition, rounds=1), 4)):
        if step % (11 * SPARSE) == 10:
            seat, agent = step % players, make("bayes")
            agent.belief(game.information(seat))
            expected, _ = read(game, seat, agent)
            assert agent._evidences[0, seat]["logs"] == pytest.approx(expected, rel=1e-12)


def test_an_act_that_turns_a_goal_over_hides_no_act_before_it():
    """Though only so many pages are kept, and here the last of them shows a stone."""
    game = scene("┌┴┼┴┼┴┼┼\nS", {0: ["NE"]}, goals=("treasure", "stone-a", "stone-b"), deck=DECK - 3 * 6 - (PAGES - 1))
    lay(game, "NE", 7, 0)
    events, agent = game.public.events[: game.public.logged], make("bayes")
    assert [*events["verb"][PAGES - 1 :]] == [LAY, REVEAL]
    seat = (int(events["seat"][0]) + 1) % 3
    agent.belief(game.information(seat))
    assert agent._evidences[0, seat]["logs"] == pytest.approx(read(game, seat, agent)[0], rel=1e-12)


def course(setup, seed):
    """A game before each of its decisions in the first round, as copies."""
    return [game.clone() for game in moments(setup, seed) if game.round_index == 0 and game.phase != "pick"]


def left_for(game, seat, event):
    """How many cards of each kind may lie in another hand or in the deck, as a seat sees it."""
    left, private = np.array(game.rules[0]["deck"], np.int64) - game.public.discards, game.games[0].private[seat]
    kinds = [*game.public.mine.laid[: game.public.mine.cards]["kind"], *private.hand, *private.discards, event.kind]
    kinds += [BREAK_KINDS[tool] for player in game.public.players for tool in range(3) if player.broken >> tool & 1]
    for kind in kinds:
        left[kind] -= kind != NONE
    return left


def test_hands_hold_unseen_cards_as_often_as_chance_deals_them():
    """None of them is a card that this seat knows to lie elsewhere, nor the card of the act."""
    *before, last = course(Setup(4), 3)
    seat, agent = last.seat, make("bayes")
    _, drawn = read(last, seat, agent)
    expected = np.zeros(KINDS)
    for game in before:
        index, event = game.public.logged, last.public.events[game.public.logged]
        if event.seat == seat or event.verb == CLAIM:
            assert not drawn[index].any()
            continue
        game.games[0].private[seat] = last.games[0].private[seat]  # what it holds and has passed by now
        left, cards = (
            left_for(game, seat, event),
            HANDS * int(game.public.players[event.seat].cards - (event.verb != PASS)),
        )
        assert drawn[index].sum() == cards and not drawn[index][left <= 0].any()
        expected += left * cards / left.sum()
    assert chi_square_is_plausible(drawn.sum(axis=0), expected)


def by_worlds(game, seat, event, agent):
    """How likely each manner does an act whose card it holds: the mean over worlds, by the treasure."""
    worlds = game.worlds(seat, 3000, 1)
    treasures, events = (worlds["hidden"]["goals"] == TREASURE).argmax(axis=1), np.array([event.item()], EVENT)
    ids = [action_of_event(worlds, i, game.rules, game.seat, events) for i in range(len(worlds))]
    holding = (worlds["private"]["hand"][:, game.seat] == event.kind).any(axis=1) | (event.verb == PASS)
    information, out = in_world(game, worlds, game.seat), np.full((len(SUSPECTS), 3), np.nan)
    for row, suspect in zip(out, SUSPECTS, strict=True):
        chances = ScriptedAgent("", suspect.play, suspect.play).probabilities_all(information)
        passes = chances[:, FIRST[PASS] : FIRST[PASS + 1]].sum(axis=1)
        likely = passes if event.verb == PASS else chances[np.arange(len(ids)), ids]
        for goal in set(treasures):
            row[goal] = likely[holding & (treasures == goal)].mean()
    return out


def test_acts_are_as_likely_as_in_worlds_of_the_seat():
    """By every manner and every place of the treasure, on average and about: 32 hands are few."""
    games, agent, read_out, true = course(Setup(4), 5), make("bayes"), [], []
    agent._temper["power"] = 1.0
    for before, after in zip(games[2::9], games[3::9], strict=False):
        event = after.public.events[before.public.logged]
        for seat in {0, 1, 2, 3} - {int(event.seat)} if event.verb != CLAIM else ():
            logs = read(after, seat, agent)[0] - read(before, seat, agent)[0]
            true.append(by_worlds(before, seat, event, agent))
            read_out.append(np.where(np.isfinite(true[-1]), np.exp(logs[event.seat, : len(SUSPECTS)]), np.nan))
    ratios = np.nanmean(read_out, axis=0) / np.nanmean(true, axis=0)
    assert len(true) > 10 and (np.abs(np.log(ratios)) < 0.6).all()


def test_claims_and_silence_are_judged_by_what_the_speaker_saw():
    """A miner's word for the treasure speaks for its place, a silence for nobody's; a saboteur's may be a lie."""
    told = {face: scene("S", {0: ["map"]}, saboteurs=(1,), goals=("treasure", "stone-a", "stone-b")) for face in (1, 2)}
    for face, game in told.items():
        do(game, "map", goal=0)
        before, agent = game.clone(), make("bayes")
        do(game, "claim", goal=0, face=("", "treasure", "stone")[face])
        logs = read(game, 2, agent)[0][0] - read(before, 2, agent)[0][0]
        power, doubt = agent._temper["power"][0, CLAIM], float(agent._temper["doubt"][0])
        true = [(goal == 0) == (face == 1) for goal in range(3)]
        for manner, suspect in enumerate(SUSPECTS):
            noise = float(suspect.play.early["noise"][0])
            meant = [suspect.play.truth if goal else suspect.play.lie for goal in true]
            acts = [(1 - doubt) * ((1 - noise) * chance + noise / 7) + doubt / 7 for chance in meant]
            assert logs[manner] == pytest.approx(power * np.log(acts))
