"""Settings are complete, checked in words, and the same after a detour through a file."""

import json
from dataclasses import fields, replace

import pytest

pytest.importorskip("torch")

from learning import docstrings

from saboteur_env.core.cards import MINER, SABOTEUR
from train.config import CHOICES, PRESETS, RANGES, Config

NAMES = [field.name for field in fields(Config)]


def test_every_field_is_explained():
    assert list(docstrings()) == NAMES and all(len(words) > 7 and words.endswith(".") for words in docstrings().values())


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_settings_that_a_file_holds(preset):
    config = PRESETS[preset]
    assert Config.of(json.loads(config.dumps())) == config
    assert config.setups() and config.measured() == [7]
    assert config.measure_every <= config.decisions


def test_presets_are_ever_longer_and_quick_is_the_default():
    assert [PRESETS[name].decisions for name in ("smoke", "quick", "standard", "full")] == sorted(one.decisions for one in PRESETS.values())
    assert PRESETS["quick"] == Config()


# -- players ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "counts", "measured"),
    [
        ("7", [7], [7]),
        ("3-10", [3, 4, 5, 6, 7, 8, 9, 10], [3, 7, 10]),
        ("5,7,10", [5, 7, 10], [5, 7, 10]),
        ("10,5", [5, 10], [5, 10]),
        ("3-5, 9", [3, 4, 5, 9], [3, 5, 9]),
        ("4,4-4", [4], [4]),
        ("3-4,4-6", [3, 4, 5, 6], [3, 5, 6]),
    ],
)
def test_players_are_a_number_a_list_or_a_range(players, counts, measured):
    config = Config(players=players)
    assert config.counts() == counts and config.measured() == measured


@pytest.mark.parametrize("players", ["", "x", pytest.param("5-"), "-5", "5,,7", "7-5", "5.0", "3-x", ","])
def test_other_players_are_refused(players):
    with pytest.raises(ValueError, match="players are a number, a list such as 5,7 or a range such as 3-10, not"):
        Config(players=players)


@pytest.mark.parametrize("players", ["2", "11", "2-5", "3-11", "0"])
def test_too_few_and_too_many_players_are_refused(players):
    with pytest.raises(ValueError, match="players"):
        Config(players=players)


def test_counts_of_players_take_turns_and_whole_games_have_three_rounds():
    setups = Config(players="3-5", games=7).setups()
    assert [setup.players for setup in setups] == [3, 4, 5, 3, 4, 5, 3]
    assert {setup.rounds for setup in setups} == {1}
    assert {setup.rounds for setup in Config(reward="win").setups()} == {3}
    assert {setup.rounds for setup in Config(reward="gold").setups()} == {1}
    assert Config(edition="classic", variants=("guaranteed-saboteurs",)).setups()[0].variants == ("guaranteed-saboteurs",)


# -- what is refused -------------------------------------------------------------------------------------------


def test_every_number_has_a_range():
    assert set(RANGES) == {field.name for field in fields(Config) if type(field.default) in (int, float)}


@pytest.mark.parametrize("name", RANGES)
def test_numbers_out_of_range_are_refused_and_their_ends_are_not(name):
    low, high = RANGES[name]
    others = {"scripted": 0.0, "past": 0.0}
    for value in (low, high):
        assert getattr(Config(**{**others, name: value}), name) == value
    for value in (low - 1, high * 2 + 1, float("nan"), float("inf"), -float("inf")):
        with pytest.raises(ValueError, match=rf"{name} lies between {low} and {high}, not at {value}"):
            Config(**{**others, name: value})


def test_more_than_all_tables_are_refused():
    with pytest.raises(ValueError, match="shares of all tables, but sum to"):
        Config(scripted=0.7, past=0.4)


@pytest.mark.parametrize("name", CHOICES)
def test_unknown_choices_are_refused(name):
    assert all(getattr(Config(**{name: choice}), name) == choice for choice in CHOICES[name])
    with pytest.raises(ValueError, match=rf"{name} is one of {', '.join(CHOICES[name])}, not 'x'"):
        Config(**{name: "x"})


@pytest.mark.parametrize("wrong", [{"edition": "x"}, {"variants": ("x",)}])
def test_unknown_rules_are_refused(wrong):
    with pytest.raises(ValueError, match="'x'"):
        Config(**wrong)


# -- files -----------------------------------------------------------------------------------------------------


def test_settings_are_the_same_after_a_detour_through_a_file():
    config = Config(players="3-5", variants=("guaranteed-saboteurs", "self-break"), gamma=0.9, seed=7, algo="mmd", distances=False)
    assert Config.of(json.loads(config.dumps())) == config
    assert list(json.loads(config.dumps())) == NAMES


def test_settings_that_are_left_out_are_the_defaults():
    assert Config.of({}) == Config() and Config.of({"seed": 3}) == replace(Config(), seed=3)


def test_unknown_settings_are_refused():
    with pytest.raises(ValueError, match="there is no setting colour, shape; settings: "):
        Config.of({"colour": 1, "shape": 2, "seed": 3})


@pytest.mark.parametrize("whole", [[], 3, "x", None])
def test_what_is_no_settings_is_refused(whole):
    with pytest.raises(ValueError, match="there is no setting"):
        Config.of(whole)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("seed", value) for value in ("1", 1.0, None, [1])),
        *(("players", value) for value in (7, [7], None)),
        *(("clip", value) for value in ("0.2", None)),
        *(("variants", value) for value in ("self-break", 3, None)),
        *(("distances", value) for value in (1, "yes")),
        ("reward", 3),
    ],
)
def test_settings_of_a_wrong_type_are_refused(name, value):
    with pytest.raises(ValueError, match=f"{name} cannot be"):
        Config.of({name: value})


@pytest.mark.parametrize(("name", "value"), [("seed", True), ("clip", True)])
def test_truth_is_no_number(name, value):
    with pytest.raises(ValueError, match=f"{name} cannot be"):
        Config.of({name: value})


@pytest.mark.parametrize("name, value", [("start", "a"), ("clone", 5), ("role", "miners"), ("scripted", 0.2), ("processes", 3), ("auxiliary", 0.7)])
def test_what_maskable_ppo_cannot_do_is_refused(name, value):
    with pytest.raises(ValueError, match=f"leave {name} out"):
        Config(algo="maskable-ppo", **{name: value})


def test_maskable_ppo_says_what_it_does():
    config = Config(algo="maskable-ppo")
    assert (config.processes, config.critic, config.scripted, config.past, config.auxiliary) == (1, "seat", 0, 0, 0)
    assert not config.design().believes and Config.of(json.loads(config.dumps())) == config


def test_every_count_of_players_has_a_table():
    assert {setup.players for setup in Config(players="3-10", games=8).setups()} == set(range(3, 11))
    with pytest.raises(ValueError, match="7 games cannot have tables of 8 counts"):
        Config(players="3-10", games=7)


def test_a_role_needs_others():
    with pytest.raises(ValueError, match="role is for tables"):
        Config(role="miners", scripted=0.0, past=0.0)
    assert Config(role="miners", scripted=0.0, past=0.0, against="a").role == "miners"


@pytest.mark.parametrize("players", ["3-10000000000", "0-5", "5,100"])
def test_counts_that_no_table_has_are_refused_at_once(players):
    with pytest.raises(ValueError, match="players are a number, a list"):
        Config(players=players)


def test_json_may_write_a_number_without_a_point():
    assert Config.of({"gamma": 1}).gamma == 1 and Config.of({"shaping": 0}).shaping == 0


# -- what follows from them ------------------------------------------------------------------------------------


def test_the_learning_rate_and_the_weight_of_entropy_fall_in_the_second_half():
    config = Config(decisions=1000, learning_rate=0.01, final_rate=0.2, entropy=0.04, final_entropy=0.5)
    expected = {0: (0.01, 0.04), 500: (0.01, 0.04), 750: (0.006, 0.03), 1000: (0.002, 0.02), 5000: (0.002, 0.02)}
    for decisions, pace in expected.items():
        assert config.pace_at(decisions) == pytest.approx(pace)


def test_the_network_is_of_the_design_that_is_asked_for():
    design = Config(auxiliary=0, distances=False, heads_by_role=False).design()
    assert not (design.believes or design.distances or design.heads_by_role)
    design = Config().design()
    assert design.believes and design.distances and design.heads_by_role


def test_shares_are_those_of_the_settings():
    assert Config(scripted=0.1, past=0.2, guests=0.3, noise=0.4).shares()._asdict() == {"scripted": 0.1, "past": 0.2, "guests": 0.3, "noise": 0.4, "scripted_miners": 0.65, "side": None}


@pytest.mark.parametrize(("role", "side"), [("both", None), ("miners", SABOTEUR), ("saboteurs", MINER)])
def test_who_answers_a_network_meets_it_at_every_table_and_nothing_else(role, side):
    shares = Config(against="somewhere", role=role).shares()
    assert (shares.scripted, shares.past, shares.noise, shares.side) == (0, 1, 0, side)


def test_stealth_needs_beliefs_and_teams():
    for wrong in ({"auxiliary": 0.0}, {"reward": "gold"}):
        with pytest.raises(ValueError, match="stealth_coef needs the miners' beliefs"):
            Config(stealth_coef=0.1, **wrong)
