"""Whatever is changed in a recorded game is found by its replay, and named."""

import copy
from itertools import pairwise

import pytest
from recording import judged, played, varied

from saboteur_env import record
from saboteur_env.record import replay
from saboteur_env.rules import Setup


@pytest.fixture
def short() -> record.Record:
    return varied()


def places(value, path=()):
    """All paths into a record: of the turns the first of each verb, of the agents not their names, which are free."""
    yield path
    for key, inner in entries(value, path):
        yield from places(inner, (*path, key))


def entries(value, path):
    """What a value holds, by key or index."""
    if path == ("turns",):
        firsts = {turn["move"]["verb"]: index for index, turn in reversed(list(enumerate(value)))}
        return [(index, value[index]) for index in firsts.values()]
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) and path != ("agents",) else ()


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


@pytest.mark.parametrize("seed", ["0", 1.5, True, [0], -1])
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


def test_a_line_nested_too_deeply_is_no_record(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text("[" * 100_000)
    with pytest.raises(record.RecordError, match="line 1: no JSON"):
        list(record.read(path))
