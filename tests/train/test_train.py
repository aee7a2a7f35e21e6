"""Training: credit along each seat's decisions, shaping, and a run from end to end."""

import csv
import json

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import torch
from train.seats import Seats
from train.watch import Watch

import agents
from agents.observation import observe
from saboteur_env.core.layout import EVENTS
from saboteur_env.game import Game
from saboteur_env.rules import Setup
from train import __main__ as program
from train import checkpoint
from train.config import Config, parse
from train.credit import advantages, normalised
from train.evaluate import learned_player, miners_won, random_player, wilson
from train.progress import Progress


def played(setup, shaping=0.0, steps=400, games=6, seed=3):
    """Random play: the turns, and the first action ids of each."""
    env = Seats(games, setup, shaping)
    env.seed(seed)
    env.reset()
    chance, turns = np.random.default_rng(seed), []
    for _ in range(steps):
        masks = env.action_masks()
        env.step_async((masks * chance.random(masks.shape)).argmax(1))
        env.step_wait()
        turns.append(env.turn)
    return env, turns


def chains(turns, game, seat):
    """What a seat got between its own decisions, by plain bookkeeping: (time, reward, whether the game ended)."""
    open_at, owed = None, 0.0
    for time, turn in enumerate(turns):
        if turn.seats[game] == seat:
            if open_at is not None:
                yield open_at, owed, False
            open_at, owed = time, 0.0
        owed += float(turn.rewards[game, seat])
        if turn.ended[game]:
            if open_at is not None:
                yield open_at, owed, True
            open_at, owed = None, 0.0
    if open_at is not None:
        yield open_at, owed, None


@pytest.mark.parametrize(("gamma", "gae_lambda"), [(1.0, 0.95), (0.9, 0.5), (1.0, 1.0)])
def test_advantages_follow_each_seats_own_decisions(gamma, gae_lambda):
    _, turns = played(Setup(4, rounds=1), 0.5)
    chance = np.random.default_rng(0)
    seats = np.array([turn.seats for turn in turns])
    values = chance.normal(size=seats.shape).astype(np.float32)
    open_values = chance.normal(size=turns[0].rewards.shape).astype(np.float32)
    found = advantages(
        seats,
        np.array([turn.rewards for turn in turns]),
        np.array([turn.ended for turn in turns]),
        values,
        open_values,
        gamma,
        gae_lambda,
    )
    for game in range(seats.shape[1]):
        for seat in range(4):
            links = list(chains(turns, game, seat))
            advantage = 0.0
            for index in reversed(range(len(links))):
                time, reward, ended = links[index]
                if ended:
                    following, advantage = 0.0, 0.0
                elif ended is None:
                    following, advantage = open_values[game, seat], 0.0
                else:
                    following = values[links[index + 1][0], game]
                surprise = reward + gamma * following - values[time, game]
                advantage = surprise + gamma * gae_lambda * advantage
                assert found[time, game] == pytest.approx(advantage, abs=1e-4)


def test_without_a_critic_every_decision_is_credited_with_the_round():
    """Values 0, no discount, no shaping: the advantage of each decision of a finished game is 1 or -1, by its team."""
    _, turns = played(Setup(5, rounds=1))
    seats, ended = (np.array([getattr(turn, name) for turn in turns]) for name in ("seats", "ended"))
    rewards, zeros = np.array([turn.rewards for turn in turns]), np.zeros(seats.shape, np.float32)
    found = advantages(seats, rewards, ended, zeros, np.zeros(rewards.shape[1:], np.float32), 1.0, 1.0)
    for game in range(seats.shape[1]):
        last = np.flatnonzero(ended[:, game])[-1]
        assert set(found[: last + 1, game]) == {1.0, -1.0}
        assert not found[last + 1 :, game].any()


def test_advantages_are_normalised_within_each_role():
    values, roles = np.array([[1.0, 5.0], [3.0, 7.0]]), np.array([[0, 1], [0, 1]])
    assert normalised(values, roles, 2) == pytest.approx(np.array([[-1, -1], [1, 1]]), abs=1e-6)


def test_a_rollout_without_saboteurs_is_normalised():
    assert normalised(np.array([[1.0], [3.0]]), np.zeros((2, 1)), 2) == pytest.approx(np.array([[-1], [1]]), abs=1e-6)


def test_a_seat_is_credited_with_all_it_gets():
    """Over whole games the rewards between a seat's decisions sum to 1 or -1, by its team."""
    _, turns = played(Setup(5, rounds=1))
    whole_games = 0
    for game in range(len(turns[0].seats)):
        for seat in range(5):
            total = 0.0
            for _, reward, ended in chains(turns, game, seat):
                total += reward
                if ended:
                    assert total in (1.0, -1.0)
                    whole_games, total = whole_games + 1, 0.0
    assert whole_games > 50


def test_shaping_sums_to_minus_the_first_potential_over_a_round():
    setup = Setup(5, rounds=1)
    env = Seats(6, setup, 0.5)
    env.seed(1)
    env.reset()
    first, sums = env.potential(), np.zeros((6, 10), np.float32)
    chance, rounds = np.random.default_rng(1), 0
    for _ in range(300):
        masks = env.action_masks()
        env.step_async((masks * chance.random(masks.shape)).argmax(1))
        env.step_wait()
        sums += env.turn.rewards
        for game in np.flatnonzero(env.turn.ended):
            won = np.where(env.now.roles[game, :5] == 0, 1, -1) * (1 if env.now.reached[game] == 1 else -1)
            assert sums[game, :5] == pytest.approx(won - first[game, :5], abs=1e-4)
            first[game], sums[game] = env.potential()[game], 0
            rounds += 1
    assert rounds > 12


def test_the_potential_is_shared_by_a_team_and_opposed_between_them():
    env, _ = played(Setup(6), 0.5, steps=10)
    potential, roles = env.potential()[:, :6], env.roles()[:, :6]
    for row, role in zip(potential, roles, strict=True):
        assert len({float(p) for p in row[role == 0]}) <= 1
        assert set(-row[role == 1]) <= set(row[role == 0]) or not (role == 0).any()


TINY = (
    *("--players", "3", "--steps", "1024", "--games", "8", "--horizon", "16", "--minibatch", "64"),
    *("--rounds", "20"),
)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A tiny run through the command line."""
    out = tmp_path_factory.mktemp("runs") / "tiny"
    assert program.main([*TINY, "--out", str(out)]) == 0
    return out


def test_a_run_leaves_a_checkpoint_settings_and_logs(run):
    names = {path.name for path in run.iterdir()}
    assert {"model.zip", "policy.pt", "config.json", "progress.csv"} <= names
    assert any(name.startswith("events.out.tfevents") for name in names)
    assert not any(name.startswith("part-") for name in names)
    assert json.loads((run / "config.json").read_text())["players"] == 3
    head = (run / "progress.csv").read_text().splitlines()[0]
    assert {"rollout/length", "rollout/rounds", "time/decisions_per_second", "time/environment", "train/entropy_loss"} <= set(
        head.split(",")
    )


def test_lengths_are_those_of_whole_rounds(run):
    """A round has no more decisions than its log has room for, and cannot be won in less than seven."""
    with (run / "progress.csv").open() as lines:
        lengths = [float(row["rollout/length"]) for row in csv.DictReader(lines) if row["rollout/length"]]
    assert lengths and all(7 <= length <= EVENTS for length in lengths)


def test_a_checkpoint_plays_as_it_did(run):
    twins = [checkpoint.load(run)[0].policy for _ in range(2)]
    won = [miners_won(Setup(3, rounds=1), learned_player(p, 1), random_player(2), 10, 5) for p in twins]
    assert won[0] == won[1]


def test_the_agent_plays_by_the_models_probabilities(run):
    """float64 there, float32 here."""
    games = [Game(Setup(3, rounds=1)) for _ in range(8)]
    policy, agent = checkpoint.load(run)[0].policy, agents.make("policy", path=run)
    for seed, game in enumerate(games):
        game.reset(seed)
        known = game.information(game.seat)
        codes, masks = map(torch.from_numpy, observe(known))
        actions = masks[0].nonzero()[:, 0]
        codes, masks = codes.expand(len(actions), -1), masks.expand(len(actions), -1)
        with torch.no_grad():
            _, logs, _ = policy.evaluate_actions(codes, actions, masks)
        found = agent.action_probabilities(known)[actions]
        assert found == pytest.approx(logs.exp().numpy(), rel=1e-4)
        assert found.std() > 0.001


def test_the_seed_fixes_what_is_learned(tmp_path):
    words = ["--players", "3", "--steps", "64", "--games", "4", "--horizon", "8", "--minibatch", "16", "--rounds", "4"]
    weights = []
    for name in ("a", "b"):
        assert program.main([*words, "--seed", "5", "--out", str(tmp_path / name)]) == 0
        parameters = checkpoint.load(tmp_path / name)[0].policy.state_dict()
        weights.append([tensor.numpy().tobytes() for tensor in parameters.values()])
    assert weights[0] == weights[1]


@pytest.mark.parametrize(
    "words",
    [
        ["--players", "2"],
        ["--edition", "none"],
        ["--steps", "0"],
        ["--variants", "x"],
        ["--clip", "0"],
        ["--seed", "-1"],
        ["--entropy", "nan"],
        ["--shaping", "inf"],
        ["--learning-rate", "nan"],
    ],
)
def test_bad_settings_are_one_line(words, capsys):
    with pytest.raises(SystemExit) as stop:
        parse(words)
    assert stop.value.code == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_used_folder_is_refused(run, capsys):
    before = {path: path.read_bytes() for path in run.iterdir()}
    assert program.main(["--out", str(run)]) == 2
    assert "not empty" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in run.iterdir()} == before


def test_settings_are_kept_beside_the_model(run):
    assert checkpoint.load(run)[1] == Config(
        players=3, steps=1024, games=8, horizon=16, minibatch=64, rounds=20, out=str(run)
    )


def test_the_words_of_the_command_line_are_settings():
    words = ["--players", "4", "--variants", "self-break,private-maps", "--out", "x"]
    assert parse(words) == Config(players=4, variants=("self-break", "private-maps"), out="x")


def test_a_run_of_another_version_is_refused(run, tmp_path):
    settings = json.loads((run / "config.json").read_text())
    settings["made_for"]["observation"] = 7
    (tmp_path / "config.json").write_text(json.dumps(settings))
    (tmp_path / "model.zip").touch()
    with pytest.raises(ValueError, match=r"'observation': 7.*this version loads"):
        checkpoint.load(tmp_path)


# -- interrupts and files --------------------------------------------------------------------------------------


def interrupt(*_):
    """What Ctrl-C does."""
    raise KeyboardInterrupt


def test_an_interrupt_ends_the_learning_and_not_the_run(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(Watch, "_on_rollout_end", interrupt)
    assert program.main([*TINY, "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert "Interrupted after 128 decisions" in printed and "miners win" in printed
    assert checkpoint.load(tmp_path)[0].num_timesteps == 128


def test_an_interrupt_of_the_table_keeps_what_was_learned(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(program, "table", interrupt)
    assert program.main([*TINY, "--out", str(tmp_path)]) == 130
    assert "interrupted" in capsys.readouterr().err.splitlines()[-1]
    checkpoint.load(tmp_path)


def test_an_interrupted_file_is_not_there_at_all(tmp_path):
    def save(path):
        path.write_text("half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        checkpoint.write(tmp_path / "model.zip", save)
    assert not any(tmp_path.iterdir())


def test_the_columns_of_the_table_are_ordered_by_name(tmp_path):
    path = tmp_path / "progress.csv"
    progress = Progress(path)
    rows = {"b": 1, "a": 2}, {"d": 3, "a": 4, "c": 5, "b": 6}, {"c": 7}
    for row in rows:
        progress.write(row, dict.fromkeys(row, ()))
    assert path.read_text().splitlines() == ["a,b,c,d", "2,1,,", "4,6,5,3", ",,7,"]
    progress.close()


@pytest.mark.parametrize(
    ("won", "of", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)]
)
def test_wilsons_interval(won, of, low, high):
    """Values from Wilson's formula, as tabled for n = 10."""
    assert wilson(won, of) == pytest.approx((low, high), abs=1e-4)


def test_a_folder_without_a_run_says_what_is_missing(run, tmp_path):
    assert checkpoint.load(str(run))[1].players == 3
    (tmp_path / "config.json").write_text((run / "config.json").read_text())
    with pytest.raises(FileNotFoundError, match=r"holds no finished run: model\.zip missing"):
        checkpoint.load(tmp_path)
