"""Observers: when they are asked, about whom, and what they may know."""

import numpy as np
import pytest
from arena_games import cell, one
from contestants import Believer

from agents import registry
from agents.arena.watch import END
from agents.protocol import Belief
from saboteur_env.core.actions import FIRST
from saboteur_env.core.cards import CLAIM, PICK_GOLD, PLAY, REVEAL
from saboteur_env.core.layout import SEATS


class Witness(Believer):
    """Believes as many hundredths as cards were used, and notes what it was told."""

    seen: list = []

    def belief_all(self, information):
        public = information.public[information.rows]
        verbs = public["events"]["verb"]
        logged = np.arange(verbs.shape[1]) < public["logged"][:, None]
        used = (logged & ~np.isin(verbs, (CLAIM, PICK_GOLD, REVEAL))).sum(1)
        self.seen.append((information, public["phase"].copy(), public["players"]["role"].copy(), used))
        return Belief(np.repeat(used[:, None] / 100, SEATS, 1), np.full((len(used), 3), 1 / 3))


@pytest.fixture
def seen(monkeypatch):
    monkeypatch.setattr(Witness, "seen", [])
    monkeypatch.setitem(registry.MAKERS, "witness", lambda name, seed: Witness(name, seed))
    return Witness.seen


WATCHED = cell("layer", "layer", observers=("witness",))


def test_laps_are_counted_by_cards(seen):
    views = one(WATCHED, laps=4).views
    used = np.rint(views["saboteur"][:, 0] * 100).astype(int)
    laps = views["lap"] != END
    assert (used[laps] == 5 * views["lap"][laps]).all() and set(views["lap"][laps]) == {1, 2, 3, 4}


def test_the_end_is_noted_once_for_each_round_and_miner(seen):
    played = one(WATCHED, laps=1)
    ends = played.views[played.views["lap"] == END]
    asked = sorted(zip(ends["game"].tolist(), ends["seat"].tolist(), strict=True))
    assert asked == list(zip(*(axis.tolist() for axis in np.nonzero(played.outcomes["roles"][:, 0] == 0)), strict=True))


def test_the_end_is_the_last_decision_before_the_roles_are_shown(seen):
    played = one(WATCHED, laps=1)
    ends = played.views[played.views["lap"] == END]
    used = np.rint(ends["saboteur"][:, 0] * 100).astype(int)
    acts = played.acts[played.acts["action"] < FIRST[PICK_GOLD]]
    claims = (acts["action"] >= FIRST[CLAIM]) & (acts["action"] < FIRST[CLAIM + 1])
    cards = np.bincount(acts["game"][~claims])
    last_is_claim = {game: bool(claims[acts["game"] == game][-1]) for game in range(12)}
    assert all(used[k] == cards[game] - (not last_is_claim[game]) for k, game in enumerate(ends["game"]))


def test_roles_are_never_shown_to_an_observer(seen):
    one(WATCHED, laps=6)
    assert all((roles == -1).all() and (phase <= PLAY + 1).all() for _, phase, roles, _ in seen)


def test_observers_sit_as_miners_one_seat_at_a_time(seen):
    one(WATCHED, laps=2)
    for information, *_ in seen:
        assert (information.private["role"] == 0).all()
        assert len(set(information.seats)) == 1 and len(set(information.rows)) == len(information.rows)


def test_looking_on_changes_no_game():
    alone, watched = one(cell()), one(cell(observers=("believer", "fool")))
    assert alone.acts.tobytes() == watched.acts.tobytes() and alone.outcomes.tobytes() == watched.outcomes.tobytes()


def test_nonsense_is_a_fault_that_voids_no_round():
    played = one(cell(observers=("fool", "believer")), laps=2)
    assert played.outcomes["fair"].all()
    assert {(fault.agent, fault.kind) for fault in played.faults} == {("fool", "belief")}
    assert "outside of 0 to 1" in played.faults[0].message and set(played.views["observer"]) == {1}


def test_goals_must_sum_to_one(monkeypatch):
    monkeypatch.setattr(Believer, "belief_all", lambda self, information: Belief(np.zeros((len(information), 10)), np.zeros((len(information), 3))))
    assert "sum to 1" in one(cell(observers=("believer",)), laps=1).faults[0].message


def test_what_is_unseen():
    played = one(cell("uniform", "uniform", observers=("seer",)), rounds=60, laps=6)
    first = played.views[played.views["lap"] == 1]
    assert 0 < first["unseen"].mean() < 1
    last = played.views[played.views["lap"] == 6]
    assert last["unseen"].mean() < first["unseen"].mean()


def test_an_oracle_looks_on_with_the_truth():
    played = one(cell(observers=("seer",)), laps=1)
    assert (played.views["saboteur"] == (played.outcomes["roles"][played.views["game"], 0] == 1)).all()
    assert (played.views["treasure"] == (played.goals[played.views["game"]] == 1)).all()
