"""Recorded games: they replay, and whatever is changed in one is found and named."""

import copy
import hashlib
import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from playing import RULES, WAYS

from saboteur_env import record
from saboteur_env.game import Game, Setup
from saboteur_env.record import RecordError, random_chooser, replay


def played(setup: Setup, seed: int = 0, way: str = "digging", legal: bool = False) -> record.Record:
    """A recorded game, as read from a file."""
    game = record.play(Game(setup), seed, WAYS[way](seed), [way] * setup.players, legal)
    return json.loads(record.dumps(game))


def judged(game: record.Record) -> str:
    """What the replay says of a record, nothing if all is right."""
    try:
        for _ in replay(game):
            pass
    except RecordError as error:
        return str(error)
    return ""


@pytest.fixture(scope="module")
def short() -> record.Record:
    """A game of two rounds in which every kind of move is made."""
    games = (played(Setup(5, rounds=2), seed) for seed in range(1000))
    return next(game for game in games if len({turn["move"]["verb"] for turn in game["turns"]}) == 8)


# -- there and back ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(16))
def test_a_recorded_game_replays(seed):
    (edition, variants), way = RULES[seed * 5], list(WAYS)[seed % len(WAYS)]
    assert not judged(played(Setup(3 + seed % 8, edition, variants), seed, way))


def test_a_record_with_legal_moves_replays():
    assert not judged(played(Setup(4, rounds=1), legal=True))


def test_a_record_without_a_seed_replays():
    game = Game(Setup(4, rounds=1))
    assert not judged(record.play(game, None, random_chooser(0), ["random"] * 4))


def test_the_replay_shows_the_game_before_each_turn_and_at_the_end(short):
    seen = [(game.round_index, game.seat, game.phase) for game in replay(short)]
    assert seen[:-1] == [(turn["round"], turn["seat"], turn["phase"]) for turn in short["turns"]]
    assert seen[-1][2] == "over"


def test_the_replayed_game_is_the_played_one(short):
    game = Game(Setup(5, rounds=2))
    record.play(game, short["seed"], WAYS["digging"](short["seed"]), ["digging"] * 5)
    for again in replay(short):
        pass
    assert again.result(0) == game.result(0)
    assert again.truth()["seats"] == game.truth()["seats"]


def test_legal_moves_stand_in_the_order_of_their_ids():
    for turn in played(Setup(5, rounds=1), legal=True)["turns"]:
        assert turn["move"] in turn["legal"]
        assert len({json.dumps(move) for move in turn["legal"]}) == len(turn["legal"])


def test_a_record_has_the_documented_fields(short):
    assert list(short) == list(record.FIELDS)
    assert short["format"] == "saboteur-game/1" and short["env"] == "saboteur_v0"
    assert len(short["deals"]) == len(short["results"]) == 2
    assert sum(short["results"][number]["nuggets"][3] for number in range(2)) == short["nuggets"][3]


def test_a_record_is_one_line():
    assert "\n" not in record.dumps(played(Setup(3, rounds=1)))


# -- every corruption is found -----------------------------------------------------------------------------


def places(value, path=()):
    """All paths into a record; the names of the agents, which nothing contradicts, are left out."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        if path != ("agents",):
            yield from places(inner, (*path, key))


def other_values(value):
    """Values of the same kind and of other kinds, all of them wrong in this place."""
    if isinstance(value, bool):
        return [not value, int(value), None]
    if isinstance(value, int):
        return [value + 1, -9, float(value), str(value), None]
    if isinstance(value, str):
        return [value + "?", "", [value], 0]
    if isinstance(value, list):
        return [value[:-1], [*value, *value[-1:]], {}, None] if value else [["miner"], None]
    if isinstance(value, dict):
        without = [{key: inner for key, inner in value.items() if key != missing} for missing in value]
        return [*without, {**value, "surplus": 1}, [], None]
    return [0, "nobody"]


def corrupted(game, path, value):
    """A copy of a record with another value in one place; only what lies on the path is copied."""
    if not path:
        return value
    twin = copy.copy(game)
    twin[path[0]] = corrupted(game[path[0]], path[1:], value)
    return twin


def at(game, path):
    """The value in a place."""
    for key in path:
        game = game[key]
    return game


# How a message names a field, where not by its name.
WORDS = {
    "env": ("environment",),
    "players": ("players",),
    "deals": ("deal", "rounds", "game is over"),
    "turns": ("turn",),
}


def names_of(path) -> tuple[str, ...]:
    """How a message may name a place: a deal or turn by its number, else the field."""
    if path[0] in ("deals", "turns") and len(path) > 1:
        starter = ("turn 0: seat",) if path == ("deals", 0, "starter") else ()
        return (f"{path[0][:-1]} {path[1]}", *starter)
    return WORDS.get(path[0], (path[0],))


CHECKED = [field for field in record.FIELDS if field != "seed"]


@pytest.mark.parametrize("field", CHECKED)
def test_every_corruption_is_found_and_named(short, field):
    for path in places(short[field], (field,)):
        for value in other_values(at(short, path)):
            found = judged(corrupted(short, path, value))
            assert found, f"{path} := {value!r} goes unseen"
            assert any(name in found for name in names_of(path)), f"{path} := {value!r}: {found}"


@pytest.mark.parametrize("seed", ["0", 1.5, True, [0]])
def test_a_seed_is_a_whole_number_or_null(short, seed):
    assert "seed" in judged({**short, "seed": seed})


@pytest.mark.parametrize("name", [0, None, ["random"]])
def test_agents_are_names(short, name):
    assert "agents" in judged({**short, "agents": [name, *short["agents"][1:]]})


@pytest.mark.parametrize("field", record.FIELDS)
def test_a_missing_field_is_named(short, field):
    assert field in judged({name: value for name, value in short.items() if name != field})


def test_a_surplus_field_is_named(short):
    assert "nugets" in judged({**short, "nugets": []})


# -- what a hand would edit --------------------------------------------------------------------------------


def test_another_format_is_refused(short):
    assert "'saboteur-game/2'" in judged({**short, "format": "saboteur-game/2"})


def test_another_legal_move_is_no_proof(short):
    """The action says the same as the move."""
    first = short["turns"][0]
    for game in replay(short):
        other = int(next(action for action in game.legal() if action != first["action"]))
        break
    found = judged(corrupted(short, ("turns", 0, "action"), other))
    assert found.startswith("turn 0: action: the record says")


def test_an_illegal_move_is_named_with_its_reason(short):
    move = {"verb": "rockfall", "x": 0, "y": 0}
    found = judged(corrupted(short, ("turns", 0, "move"), move))
    assert found.startswith("turn 0: illegal move: seat ") and "(0, 0)" in found


def test_missing_turns_are_found(short):
    for length in (0, 1, len(short["turns"]) - 1):
        assert f"after {length} turns" in judged({**short, "turns": short["turns"][:length]})


def test_extra_turns_are_found(short):
    length = len(short["turns"])
    assert f"turn {length}: the game is over" in judged({**short, "turns": [*short["turns"], short["turns"][-1]]})


def test_a_turn_left_out_or_doubled_is_found(short):
    for index in range(0, len(short["turns"]), 5):
        turns = short["turns"]
        assert judged({**short, "turns": turns[:index] + turns[index + 1 :]})
        assert judged({**short, "turns": turns[: index + 1] + turns[index:]})


def test_two_turns_changed_about_are_found(short):
    for index, (a, b) in enumerate(pairwise(short["turns"])):
        turns = [*short["turns"][:index], b, a, *short["turns"][index + 2 :]]
        assert f"turn {index}" in judged({**short, "turns": turns})


def test_a_deal_too_few_or_too_many_is_found(short):
    assert "over after" in judged({**short, "deals": short["deals"][:1]})
    assert "deal 2: " in judged({**short, "deals": [*short["deals"], short["deals"][1]]})
    assert "1 to 3 rounds, not 4" in judged({**short, "deals": short["deals"] * 2})


def test_a_deal_of_other_cards_is_found(short):
    deck = short["deals"][0]["deck"]
    other = next(card for card in deck if card != deck[0])
    assert "hands and deck" in judged(corrupted(short, ("deals", 0, "deck", 0), other))


@pytest.mark.parametrize("size", [66, 68])
def test_a_deal_has_67_cards(short, size):
    deck = (short["deals"][0]["deck"] * 2)[: size - 30]
    assert judged(corrupted(short, ("deals", 0, "deck"), deck)).startswith("deal 0: ")


def test_other_rules_show_in_the_legal_moves():
    game = played(Setup(5, "classic", rounds=1), legal=True)
    assert "legal" in judged({**game, "edition": "amigo-2025"})


def test_an_edited_list_of_legal_moves_is_found():
    game = played(Setup(3, rounds=1), legal=True)
    last = len(game["turns"]) - 1
    for index in (0, last // 2, last):
        legal = game["turns"][index]["legal"]
        assert len(legal) > 1 or index == last
        for edited in (legal[1:], legal[::-1] if len(legal) > 1 else [], [*legal, legal[0]], [{}, *legal[1:]], None):
            found = judged(corrupted(game, ("turns", index, "legal"), edited))
            assert found.startswith(f"turn {index}: legal"), edited


# -- files -------------------------------------------------------------------------------------------------


def test_a_file_holds_one_game_a_line(tmp_path, short):
    path = tmp_path / "games.jsonl"
    path.write_text(f"{record.dumps(short)}\n\n{record.dumps(short)}\n", encoding="utf-8")
    assert list(record.read(path)) == [(1, short), (3, short)]


BAD_LINES = {
    "cut off": (b'{"format": "saboteur-ga', "line 1: .*cut off"),
    "no JSON": (b"Saboteur\n", "line 1: no JSON"),
    "a list": (b"[]\n", "line 1: a record is a JSON object, not list"),
    "no text": (b'{"format": "\xff\xfe"}\n', "line 1: .*UTF-8"),
}


@pytest.mark.parametrize("name", BAD_LINES)
def test_a_bad_line_is_named(tmp_path, name):
    line, words = BAD_LINES[name]
    path = tmp_path / "games.jsonl"
    path.write_bytes(line)
    with pytest.raises(RecordError, match=words):
        list(record.read(path))


def test_a_record_cut_off_anywhere_is_found(tmp_path):
    line = record.dumps(played(Setup(3, rounds=1))).encode()
    path = tmp_path / "games.jsonl"
    for length in range(1, len(line), len(line) // 50):
        path.write_bytes(line[:length])
        with pytest.raises(RecordError, match="cut off"):
            list(record.read(path))


# -- one seed ----------------------------------------------------------------------------------------------

DIGEST = """
import hashlib, numpy as np
from saboteur_env import record, saboteur_v0
from saboteur_env.game import Game, Setup

digest = hashlib.sha256()
for players in (3, 10):
    played = record.play(Game(Setup(players)), 7, record.random_chooser(7), ["random"] * players, legal=True)
    digest.update(record.dumps(played).encode())
env = saboteur_v0.env(players=6, history=20, changes=True, picture=True)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, over, _, _ = env.last()
    digest.update(observation["observation"].tobytes() + observation["action_mask"].tobytes())
    digest.update(f"{agent} {reward} {over}".encode() + env.get_state())
    env.step(None if over else int(np.flatnonzero(observation["action_mask"])[-1]))
print(digest.hexdigest())
"""


def test_the_same_seed_gives_the_same_bytes_in_every_process():
    root = Path(__file__).parent.parent
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "271828")
    ]
    digests = {run.communicate()[0].strip() for run in runs}
    assert len(digests) == 1
    assert len(digests.pop()) == 2 * hashlib.sha256().digest_size


def test_other_seeds_give_other_games():
    first, second = (played(Setup(4, rounds=1), seed) for seed in (0, 1))
    assert first["deals"] != second["deals"]
