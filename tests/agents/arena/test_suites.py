"""Frozen deals."""

import json
from dataclasses import replace

import numpy as np
import pytest

from agents.arena import suites
from agents.arena.refused import Refused
from saboteur_env.rules import EDITIONS, Setup

SMALL = 3


@pytest.fixture(scope="module")
def small():
    return suites.new("small", 7, SMALL)


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", ["sab-dev", "sab-test"])
@pytest.mark.parametrize("way", suites.VARIANTS)
def test_the_frozen_deals_come_out_as_their_file_says(name, way):
    suite = suites.load(name)
    assert suite.deals == 2000
    for players in suites.PLAYERS:
        suite.check(way, players)


def test_the_two_suites_share_no_deal():
    seeds = [suites.load(name).seeds(5) for name in ("sab-dev", "sab-test")]
    assert not np.intersect1d(*seeds).size


def test_fewer_deals_are_the_first_of_more():
    few, many = (suites.Suite("x", 3, deals, {}).seeds(4) for deals in (5, 50))
    assert (many[:5] == few).all()


@pytest.mark.parametrize("field", ["roles", "goals", "deck", "gold"])
def test_whatever_a_deal_fixes_changes_the_hash(small, field):
    games = suites.dealt(Setup(5, rounds=1), small.seeds(5))
    before = suites.hash_of(games)
    games["hidden"][field][1, 0] += 1
    assert suites.hash_of(games) != before


def test_who_starts_changes_the_hash(small):
    games = suites.dealt(Setup(5, rounds=1), small.seeds(5))
    before = suites.hash_of(games)
    games["public"]["starter"][2] += 1
    assert suites.hash_of(games) != before


@pytest.mark.parametrize("edition", EDITIONS)
def test_all_editions_are_dealt_the_same(small, edition):
    games = suites.dealt(Setup(6, edition, rounds=1), small.seeds(6))
    assert suites.hash_of(games) == small.sha256["left-over", 6]


def test_a_difference_is_named(small):
    changed = replace(small, sha256={**small.sha256, ("guaranteed", 4): "0" * 64})
    changed.check("left-over", 4)
    with pytest.raises(Refused, match=r"small: the guaranteed deals for 4 players come out otherwise.*0000"):
        changed.check("guaranteed", 4)


def test_another_seed_is_noticed(small):
    with pytest.raises(Refused, match="come out otherwise"):
        replace(small, seed=8).check("left-over", 3)


def test_a_suite_is_read_as_it_is_written(small, tmp_path):
    assert suites.load(write(tmp_path / "small.json", small.dumps())) == small


def test_the_hash_of_a_suite_covers_its_file(small):
    assert replace(small, name="other").digest != small.digest


def test_a_suite_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(Refused, match="no suite 'nowhere'; suites: sab-dev, sab-test"):
        suites.load("nowhere")


@pytest.mark.parametrize("text", ["", "[]", "{}", json.dumps({"format": "saboteur-suite/9"})])
def test_a_file_that_is_no_suite_is_refused(text, tmp_path):
    with pytest.raises(Refused, match="is no suite"):
        suites.load(write(tmp_path / "x.json", text))


def test_players_without_deals_are_refused(small):
    with pytest.raises(Refused, match="no left-over deals for 11 players"):
        small.check("left-over", 11)
