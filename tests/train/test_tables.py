"""Who sits where follows the shares that are asked for, and everybody plays as the rules allow."""

from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("torch")

import torch
from learning import learner_of, tables_of, tiny

import agents
from saboteur_env.core.cards import MINER, ROLES, SABOTEUR
from train.opponents import HELD_OUT, KINDS, LEARNER, MIXED, PAST, SCRIPTED, make_scripted, numbers
from train.population import Population

MANY = {"games": 2000, "players": "6"}
SEATED = 6


def population_of(config, *seeds):
    population = Population()
    for seed in seeds:
        population.add(learner_of(tiny(seed=seed)).network, seed)
    return population


def crowd(seed=0, **settings):
    """Many tables at which the past may play, all of them with fresh line-ups."""
    config = tiny(**MANY, **settings)
    tables = tables_of(config, seed, population_of(config, 1, 2))
    tables.call()
    tables._seat(np.arange(len(tables)))
    return tables


def sides(tables):
    """(n, roles) lists of the kinds of players in each role."""
    who, roles = tables.who[:, :SEATED], tables.roles()[:, :SEATED]
    return [[who[game][roles[game] == role].tolist() for role in range(len(ROLES))] for game in range(len(tables))]


def about(share, expected, count):
    """Whether a share of so many draws is as expected, but for chance."""
    return abs(share - expected) < 4.5 * np.sqrt(expected * (1 - expected) / count) + 1e-9


def play(tables, steps, seed=0):
    """Uniform play in the learner's seats; what each step gave."""
    chance = np.random.default_rng(seed)
    for _ in range(steps):
        rows = tables.learners()
        yield tables.step(rows, tables.turn.pick(chance.random(len(tables)))[rows])


# -- line-ups --------------------------------------------------------------------------------------------------


def test_shares_of_tables_are_those_asked_for():
    """Some tables have nobody in the role in which others would play: they look like self-play."""
    tables = crowd(scripted=0.3, past=0.4, guests=0.0)
    here = [{kind for side in both for kind in side} for both in sides(tables)]
    empty = np.mean([not both[role] for both in sides(tables) for role in (0, 1)])
    past, scripted = (np.mean([bool(kinds & there) for kinds in here]) for there in ({PAST}, set(range(2, MIXED))))
    assert about(past, 0.4 * (1 - empty), 2000) and about(scripted, 0.3 * (1 - empty), 2000)
    assert empty < 0.05 and not any(PAST in kinds and kinds & set(range(2, MIXED)) for kinds in here)


def test_without_guests_only_one_side_is_the_others_and_all_of_it():
    one_side = set()
    for both in sides(crowd(scripted=0.5, past=0.5, guests=0.0)):
        others = [role for role in (0, 1) if any(kind != LEARNER for kind in both[role])]
        assert len(others) <= 1
        for role in others:
            assert LEARNER not in both[role]
            assert both[role] == [PAST] * len(both[role]) or PAST not in both[role]
        one_side.update(others)
    assert one_side == {MINER, SABOTEUR}


def test_scripted_players_sit_in_seats_of_their_role():
    for miners, saboteurs in sides(crowd(scripted=1.0, past=0.0, guests=0.5)):
        assert {KINDS[kind] for kind in miners if kind > PAST} <= set(SCRIPTED[MINER])
        assert {KINDS[kind] for kind in saboteurs if kind > PAST} <= set(SCRIPTED[SABOTEUR])


def test_scripted_players_come_as_often_as_their_list_says():
    tables = crowd(scripted=1.0, past=0.0, guests=0.0)
    for role in range(len(ROLES)):
        first = [both[role][0] for both in sides(tables) if both[role] and both[role][0] != LEARNER]
        for name, share in SCRIPTED[role].items():
            assert about(np.mean([KINDS[kind] == name for kind in first]), share, len(first))


def test_mostly_a_scripted_side_is_of_one_kind():
    tables = crowd(scripted=1.0, past=0.0, guests=0.0)
    larger = [both[MINER] for both in sides(tables) if len(both[MINER]) > 1 and both[MINER][0] != LEARNER]
    mixed = np.mean([len(set(side)) > 1 for side in larger])
    assert 0.05 < mixed < 0.25


@pytest.mark.parametrize(("guests", "share"), [(0.0, 0.5), (0.4, 0.6), (1.0, 0.75)])
def test_guests_take_half_the_seats_of_the_learners_side(guests, share):
    """Half the sides are scripted anyway; of the others, at tables with guests, every second seat."""
    for role in range(len(ROLES)):
        here = [both[role] for both in sides(crowd(scripted=1.0, scripted_miners=0.5, past=0.0, guests=guests)) if both[role]]
        assert np.mean([kind != LEARNER for side in here for kind in side]) == pytest.approx(share, abs=0.045)


@pytest.mark.parametrize("share", [0.0, 0.2, 1.0])
def test_scripted_sides_are_the_miners_as_often_as_is_asked(share):
    both = sides(crowd(scripted=1.0, scripted_miners=share, past=0.0, guests=0.0))
    assert np.mean([LEARNER not in miners for miners, _ in both]) == pytest.approx(share, abs=0.05)


def test_guests_do_not_sit_at_tables_of_earlier_states():
    for both in sides(crowd(scripted=0.3, past=0.7, guests=1.0)):
        assert PAST not in both[0] + both[1] or set(both[0] + both[1]) <= {PAST, LEARNER}


def test_alone_the_learner_has_all_seats():
    assert not crowd(scripted=0.0, past=0.0).who.any()


def test_before_earlier_states_are_called_the_learner_plays_for_them():
    config = tiny(**MANY, scripted=0.0, past=1.0)
    tables = tables_of(config, population=population_of(config, 1))
    assert not tables.who.any() and (tables.members == -1).all()
    tables.call()
    assert not tables.who.any()
    tables._seat(np.arange(5))
    assert (tables.who[:5] == PAST).any(1).sum() > 2 and not tables.who[5:].any()
    tables_of(config).call()  # nobody to call


def test_a_member_is_named_for_the_side_that_it_plays():
    tables = crowd(scripted=0.2, past=0.7)
    for game, both in enumerate(sides(tables)):
        for role in range(len(ROLES)):
            if PAST in both[role]:
                assert tables.members[game, role] == tables.called[role]
                assert tables.members[game, 1 - role] == -1


def test_seats_are_drawn_anew_in_every_round_of_a_game():
    """In games of three rounds, too: exactly where a round ends."""
    config = tiny(players="3", reward="win", scripted=0.9, past=0.0, guests=1.0, games=16)
    tables, rounds, changed = tables_of(config), 0, 0
    before = tables.who.copy()
    for turn, _ in play(tables, 140):
        over = turn.reached >= 0
        assert np.array_equal(tables.who[~over], before[~over])
        rounds += int((over & ~turn.ended).sum())
        changed += int((tables.who != before).any(1)[over & ~turn.ended].sum())
        before = tables.who.copy()
        for slot in np.flatnonzero(over):
            roles = tables.roles()[slot, :3]
            assert all(KINDS[kind] in SCRIPTED[role] for kind, role in zip(before[slot, :3], roles, strict=True) if kind > PAST)
    assert rounds > 10 and changed > 5


def test_held_out_players_are_never_trained_against():
    trained = {name for names in SCRIPTED.values() for name in names}
    assert not trained & {name for names in HELD_OUT.values() for name in names}
    assert {agent.name for agent in make_scripted().values()} == {agents.make(name).name for name in trained}
    assert set(make_scripted()) == set(range(2, MIXED)) == {kind for role in (0, 1) for kind in numbers(role)[0]}
    assert all(sum(names.values()) == pytest.approx(1) for names in SCRIPTED.values())


# -- play ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("noise", [0.0, 0.5])
def test_every_action_is_legal(monkeypatch, noise):
    config = tiny(players="3-10", games=16, scripted=0.5, past=0.5, guests=0.5, noise=noise)
    tables = tables_of(config, population=population_of(config, 1, 2))
    tables.call()
    tables._seat(np.arange(16))
    step, kinds = tables.batch.step, set()
    monkeypatch.setattr(tables.batch, "step", lambda actions, check: step(actions, check=True))
    for _ in play(tables, 120):
        kinds.update(np.unique(tables._deciding()))
    assert kinds == set(range(MIXED))


def chosen(monkeypatch, noise, steps=40):
    """The share of others' decisions that were what they chose, and of the learner's."""
    config = tiny(players="5", games=64, scripted=1.0, past=0.0, guests=0.0, noise=noise)
    tables, kept = tables_of(config), {"others": [], "learner": []}
    step, answers, asked = tables.batch.step, tables._answers, {}

    def answered(kind, rows):
        found = answers(kind, rows)
        asked.update(zip(rows.tolist(), found.tolist(), strict=True))
        return found

    def carried_out(actions, check):
        for slot, action in asked.items():
            kept["others"].append(actions[slot] == action)
        return step(actions, check=check)

    monkeypatch.setattr(tables, "_answers", answered)
    monkeypatch.setattr(tables.batch, "step", carried_out)
    chance = np.random.default_rng(0)
    for _ in range(steps):
        asked.clear()
        rows = tables.learners()
        actions = tables.turn.pick(chance.random(64))[rows]
        with monkeypatch.context() as patched:
            noted = tables.batch.step
            patched.setattr(
                tables.batch,
                "step",
                lambda everyone, check: kept["learner"].append((everyone[rows] == actions).all()) or noted(everyone, check),  # noqa: B023
            )
            tables.step(rows, actions)
    return np.mean(kept["others"]), np.mean(kept["learner"]), len(kept["others"])


def test_noise_is_that_of_the_others_alone(monkeypatch):
    for noise in (0.0, 0.2):
        others, learner, count = chosen(monkeypatch, noise)
        assert learner == 1 and count > 500
        assert others == 1 if noise == 0 else 0.78 < others < 0.9  # a random action may be the chosen one


def test_earlier_states_play_by_their_own_networks():
    """One of them always takes the first legal action, the other the last."""
    config = tiny(players="4", games=32, scripted=0.0, past=1.0, noise=0.0)
    tables = tables_of(config, population=population_of(config, 1, 2))
    tables.called = [0, 1]
    tables._seat(np.arange(32))

    class Choosing:
        def __init__(self, last):
            self.last = last

        def __call__(self, codes, masks):
            ids = masks.nonzero()
            counts = masks.sum(1)
            wide = torch.zeros(len(masks), int(counts.max()), dtype=torch.int64)
            logits = torch.full(wide.shape, -1e8)
            for row, count in enumerate(counts.tolist()):
                wide[row, :count] = ids[ids[:, 0] == row, 1]
                logits[row, count - 1 if self.last else 0] = 0
            return SimpleNamespace(logits=logits, ids=wide), None

    for member, last in zip(tables.population.members, (False, True), strict=True):
        member.network = Choosing(last)
    seen = []
    step, chance = tables.batch.step, np.random.default_rng(0)
    for _ in range(30):
        turn, rows, deciding = tables.turn, tables.learners(), tables._deciding()
        roles = tables.roles()[np.arange(32), turn.seats]
        actions = []
        tables.batch.step = lambda everyone, check: actions.append(everyone.copy()) or step(everyone, check=check)  # noqa: B023
        tables.step(rows, turn.pick(chance.random(32))[rows])
        for slot in np.flatnonzero(deciding == PAST):
            expected = turn.ids[slot, turn.counts[slot] - 1 if roles[slot] else 0]
            assert actions[0][slot] == expected
            seen.append(roles[slot])
    assert set(seen) == {0, 1}


# -- rounds that ended -----------------------------------------------------------------------------------------


def test_rounds_are_counted_as_the_records_of_their_games_say():
    """The role cards, the goal and the seats of each round, from copies of the games before its last step."""
    config = tiny(players="3,5", games=16, scripted=0.5, past=0.4, guests=0.5)
    tables = tables_of(config, population=population_of(config, 1, 2))
    tables.call()
    counted, kinds = 0, set()
    games, who, members = tables.batch.games.copy(), tables.who.copy(), tables.members.copy()
    for turn, ended in play(tables, 150):
        over = np.flatnonzero(turn.reached >= 0)
        assert len(over) == len(ended.reached) == len(ended.kinds) == len(ended.members)
        for slot, reached, sides_, theirs in zip(over, ended.reached, ended.kinds, ended.members, strict=True):
            assert reached == (turn.reached[slot] == 1)
            players, roles = tables.batch.players[slot], games[slot]["private"]["role"]
            for role in range(len(ROLES)):
                here = {int(who[slot, seat]) for seat in range(players) if roles[seat] == role}
                if here:
                    assert sides_[role] == (here.pop() if len(here) == 1 else MIXED)
                kinds.add(int(sides_[role]))
            assert theirs.tolist() == members[slot].tolist()
            counted += 1
        games, who, members = tables.batch.games.copy(), tables.who.copy(), tables.members.copy()
    assert counted > 20 and {LEARNER, PAST, MIXED} <= kinds


def test_a_round_without_saboteurs_is_one_of_no_kind_of_saboteurs():
    """3 players may be dealt none; whatever stands there is not counted as a round of the learner's saboteurs."""
    config = tiny(players="3", games=64, scripted=0.0, past=0.0)
    tables, without = tables_of(config), 0
    for turn, ended in play(tables, 90):
        for slot, kinds in zip(np.flatnonzero(turn.reached >= 0), ended.kinds, strict=True):
            if not (turn.roles[slot] == SABOTEUR).any():
                without += 1
                assert kinds[SABOTEUR] != LEARNER
    assert without > 3


def test_a_member_is_not_credited_with_rounds_in_which_nobody_had_its_role():
    config = tiny(players="3", games=64, scripted=0.0, past=1.0)
    tables = tables_of(config, population=population_of(config, 1))
    tables.call()
    tables._seat(np.arange(64))
    without = 0
    for turn, ended in play(tables, 90):
        for slot, members in zip(np.flatnonzero(turn.reached >= 0), ended.members, strict=True):
            if not (turn.roles[slot] == SABOTEUR).any():
                without += 1
                assert members[SABOTEUR] == -1
    assert without > 3


# -- to go on --------------------------------------------------------------------------------------------------


def test_restored_tables_go_on_as_if_nothing_had_happened():
    config = tiny(players="3-6", games=12, scripted=0.4, past=0.5, guests=0.5, noise=0.1)
    tables = tables_of(config, population=population_of(config, 1, 2))
    tables.call()
    for _ in play(tables, 70):
        pass
    kept, twin = tables.state(), tables_of(config, seed=99, population=tables.population)
    twin.restore(kept)
    courses = []
    for one in (tables, twin):
        courses.append([(turn.observations.tobytes(), turn.reached.tobytes(), one.who.tobytes(), one.members.tobytes()) for turn, _ in play(one, 70)])
        one.call()
        courses[-1].append((one.called, one.batch.games.tobytes(), one.chance.random()))
    assert courses[0] == courses[1]


def test_what_is_kept_does_not_follow_the_tables():
    tables = tables_of(tiny(scripted=0.5))
    kept = tables.state()
    before = kept["games"].clone(), kept["who"].clone(), str(kept["chance"])
    for _ in play(tables, 80):
        pass
    assert all((a == b).all() for a, b in zip(before[:2], (kept["games"], kept["who"]), strict=True)) and str(kept["chance"]) == before[2]


def test_chance_fixes_the_tables():
    one, same, other = (tables_of(tiny(scripted=0.5), seed) for seed in (1, 1, 2))
    ends = [[turn.observations.tobytes() for turn, _ in play(tables, 30)][-1] for tables in (one, same, other)]
    assert ends[0] == ends[1] != ends[2]
