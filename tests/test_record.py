"""Recorded games: there and back, through files, and the same from one seed in every process."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from playing import RULES, WAYS
from recording import judged, played, varied

from saboteur_env import record
from saboteur_env.game import Game
from saboteur_env.record import RecordError, random_chooser, replay
from saboteur_env.rules import Setup


@pytest.fixture
def short() -> record.Record:
    return varied()


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
    *_, again = replay(short)
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
from saboteur_env.game import Game
from saboteur_env.rules import Setup

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
