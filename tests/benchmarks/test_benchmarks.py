"""The benchmarks measure what they say. No test looks at a time."""

import json

import pytest

from benchmarks import __main__ as command
from benchmarks import baseline, batches, copies, core, loop, parts, peers, startup
from benchmarks.measure import Figure, calibration, table
from benchmarks.play import aec_player, play_aec, rate
from benchmarks.plot import draw
from benchmarks.uniform import UniformPlayer
from saboteur_env import saboteur_v0
from saboteur_env.rules import Setup

ABSENT = peers.Peer("peer.absent", "absent", lambda: __import__("no_such_library"))


@pytest.fixture
def no_peers(monkeypatch):
    """Only peers that cannot be loaded."""
    monkeypatch.setattr(peers, "LOOPS", (ABSENT,))
    monkeypatch.setattr(peers, "BATCHES", (ABSENT,))


def test_play_counts_the_decisions_of_whole_games():
    env, decisions = saboteur_v0.raw_env(players=3, rounds=1), []
    step = env.step
    env.step = lambda action: (decisions.append(action), step(action))
    taken = play_aec(env, UniformPlayer(0), steps=1, seed=0)
    assert taken == sum(action is not None for action in decisions)
    assert taken > 0
    assert env.agents == []


def test_a_rate_counts_what_was_played():
    taken = []
    assert rate(lambda steps: taken.append(steps) or len(sorted(range(100_000))) + steps, 7) > 0
    assert taken == [7]


@pytest.mark.parametrize("measure", [loop.measure, batches.measure])
def test_peers_stand_beside_ours_of_the_same_repeat(measure, monkeypatch):
    """A peer that can be loaded has ratios, one that cannot is said to be missing."""
    present = peers.Peer("peer.present", "present", lambda: aec_player(saboteur_v0.raw_env))
    for name in ("LOOPS", "BATCHES"):
        monkeypatch.setattr(peers, name, (present, ABSENT))
    *ours, beside, absent = measure(steps=1, repeats=2)
    first = next(figure for figure in ours if figure.name == beside.ours)
    assert first.key in ("aec.raw.5p", "vector.5p")
    assert beside.ratios == tuple(a / b for a, b in zip(first.values, beside.values, strict=True))
    assert absent.values == () and "missing: No module named 'no_such_library'" in table([absent])
    assert all(len(figure.values) == 2 and not figure.ratios for figure in ours)


@pytest.mark.parametrize("peer", peers.LOOPS + peers.BATCHES, ids=lambda peer: peer.key)
def test_a_peer_that_is_installed_plays(peer):
    play, missing = peer.begin()
    if play is None:
        pytest.skip(missing)
    assert play(1) >= 1


def test_the_core_copies_whole_records():
    envs = copies.positions(count=3, players=4)
    assert len({env.get_state() for env in envs}) == 3
    assert len(copies.core_copy(envs, rounds=1, repeats=2)) == 2


def test_the_core_plays_on_and_observes_what_it_is_asked_for():
    for load in core.LOADS:
        play = core.Play(load, players=4, games=6)
        before = play.batch.games.tobytes()
        assert len(core.rates(play, steps=3, repeats=2)) == len(core.threads_ratio(play, steps=3, repeats=2)) == 2
        assert play.batch.games.tobytes() != before
        assert play.codes.any() == play.masks.any() == load.observed


def test_the_parts_of_a_decision_are_measured_on_real_positions():
    games = parts.positions(players=4, games=3, moments=4)
    assert len({game.tobytes() for game in games}) == 12
    figures = parts.measure(repeats=1, players=4)
    assert [figure.key for figure in figures][: len(parts.PARTS)] == list(parts.PARTS) and len(figures) == len(parts.PARTS) + 2


def test_games_are_played_on_some_at_a_time():
    whole, parts = (core.Play(core.LOADS[0], players=3, games=7) for _ in range(2))
    whole.on(5)
    assert len(core.block_rates(parts, block=3, steps=5, repeats=1)) == 1
    assert whole.batch.games.tobytes() == parts.batch.games.tobytes()


def test_batches_play_as_many_decisions_as_they_say():
    assert batches.player(Setup(3), "int8")(2) == 2 * batches.GAMES


def test_every_figure_has_a_key_of_its_own(no_peers, monkeypatch):
    monkeypatch.setattr(core, "LARGEST", 256)
    figures = [*core.measure(1, 1), *batches.measure(1, 1), *loop.measure(1, 1), *copies.measure(1, 1, 3)]
    keys = [figure.key for figure in figures if figure.key != ABSENT.key]
    assert all(keys) and len(set(keys)) == len(keys)
    expected = [f"core.{load}.{players}p" for load in ("observed", "lean", "bare") for players in (5, 7)]
    expected += ["core.two_threads_ratio", "vector.5p", "aec.raw.5p", "aec.wrapped.5p", "clone.core_us", "clone.env_us"]
    assert {*expected, "determinize.7p"} <= set(keys)
    assert len({peer.key for peer in peers.LOOPS + peers.BATCHES}) == 1


def test_the_table_has_medians():
    lines = table([Figure("a", "s", (1.0, 9.0, 2.0), "a", (0.5, 4.0, 3.0), "ours")]).splitlines()
    assert lines[2] == "| a | 2.00 | s | 3.00 × (ours) |"


FIGURES = [
    Figure("rate", "decisions/s", (1.0, 3.0, 2.0), "aec.raw.5p"),
    Figure("time", "µs", (4.0,), "clone.core_us"),
    Figure("ratio", "ratio", (1.8,), "core.two_threads_ratio"),
    Figure("start", "s", (1.0,), "import_s"),
    Figure("peer", "decisions/s", (1.0,), "peer.some", (2.0,), "rate"),
    Figure("absent", "decisions/s", (), "peer.absent", note="missing"),
]


@pytest.fixture
def measured(monkeypatch):
    """The command as if it had measured `FIGURES`."""
    monkeypatch.setattr(command, "figures", lambda quick: FIGURES)
    monkeypatch.setattr(command, "calibration", lambda: 0.5)


def test_the_command_prints_a_table_and_writes_every_repeat(measured, tmp_path, capsys):
    assert command.main(["--quick", "--json", str(tmp_path / "speed.json")]) == 0
    assert "| rate | 2.00 | decisions/s |" in capsys.readouterr().out
    record = json.loads((tmp_path / "speed.json").read_text())
    assert record["aec.raw.5p"] == 2 and record["peer.absent"] is None and record["calibration_s"] == 0.5
    assert record["figures"][0]["values"] == [1, 3, 2]
    assert record["figures"][4]["ratio"] == 2 and record["figures"][4]["ours"] == "rate"


def test_speeds_are_counted_in_turns_of_a_fixed_loop():
    speeds = baseline.relative(FIGURES, loop=0.5)
    assert speeds == {"aec.raw.5p": 1.0, "clone.core_us": 0.5e6 / 4, "core.two_threads_ratio": 1.8}
    assert calibration(1) > 0


def test_what_got_slower_is_pointed_out(measured, tmp_path, capsys):
    path = tmp_path / "baseline.json"
    baseline.save({"aec.raw.5p": 1.1, "clone.core_us": 1e6, "core.two_threads_ratio": 1.0, "gone": 3}, path)
    assert command.main(["--compare", str(path)]) == 1
    told = capsys.readouterr().out
    assert "| aec.raw.5p | 0.91 × |  |" in told and "| clone.core_us | 0.12 × | **slower** |" in told
    assert "| core.two_threads_ratio | 1.80 × | faster |" in told and "gone" not in told
    baseline.save({"aec.raw.5p": 1.0}, path)
    assert command.main(["--compare", str(path), "--save-baseline", str(tmp_path / "new.json")]) == 0
    assert baseline.read(tmp_path / "new.json")["clone.core_us"] == 125000


@pytest.mark.parametrize("text", ["", "[]", '{"a": "b"}', '{"a": -1}'])
def test_what_is_no_baseline_is_refused(text, tmp_path, capsys):
    path = tmp_path / "baseline.json"
    path.write_text(text)
    with pytest.raises(SystemExit):
        command.main(["--compare", str(path)])
    assert "is no baseline" in capsys.readouterr().err


def test_the_baseline_that_is_kept_has_the_figures_that_matter():
    kept = baseline.read(baseline.BASELINE)
    assert {"core.observed.5p", "core.lean.7p", "vector.5p", "aec.raw.5p", "clone.core_us", "determinize.7p"} <= set(kept)


def test_the_plot_is_a_picture(tmp_path):
    pytest.importorskip("matplotlib")
    draw(FIGURES, tmp_path / "speed.png")
    assert (tmp_path / "speed.png").read_bytes().startswith(b"\x89PNG")


def test_the_cold_start_is_left_out_where_it_is_not_asked_for(monkeypatch):
    monkeypatch.setattr(startup, "child", lambda code, **variables: 1.0)
    *_, cold = startup.measure(repeats=1, cold=False)
    assert cold.median is None and cold.key == "compile_s" and cold.note
