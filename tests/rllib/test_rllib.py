"""RLlib: rounds as its environment, the network as its module, line-ups, and a run with two remote runners."""

from collections import Counter

import numpy as np
import pytest

pytest.importorskip("ray")
pytest.importorskip("torch")

import ray
import torch
from ray.rllib.core.columns import Columns
from ray.rllib.env.env_context import EnvContext

import agents
from agents.observation import OPTIONS, observe
from agents.policy.network import Network
from saboteur_env.core.cards import MINER, SABOTEUR
from saboteur_env.core.layout import EVENTS
from saboteur_env.game import Game
from saboteur_env.rules import Setup
from train.opponents import KINDS, LEARNER, PAST, SCRIPTED
from train.potential import FARTHEST, START
from train.rllib import run as program
from train.rllib.env import RoundEnv
from train.rllib.lineup import MAIN, agent_of, module_of, past_module, past_modules
from train.rllib.module import DESIGN, Actor, ActorCritic, modules
from train.rllib.ppo import dealt
from train.rllib.settings import Settings, parse
from train.rllib.snapshots import due, network_of

# Ray and RLlib have warnings of their own.
pytestmark = pytest.mark.filterwarnings("ignore")

ALONE = {"scripted": 0.0, "past": 0.0, "shaping": 0.0}


def environment(**settings):
    return RoundEnv({"settings": Settings(**settings)})


def episode(env, chance, seed=None):
    """A round of random play: every step as (agent, observation, action, rewards of the step, whether it is over)."""
    observations, _ = env.reset(seed=seed)
    over = False
    while not over:
        ((agent, observed),) = observations.items()
        action = int(chance.choice(np.flatnonzero(observed["action_mask"])))
        observations, rewards, over, truncated, _ = env.step({agent: action})
        assert not truncated["__all__"]
        over = over["__all__"]
        yield agent, observed, action, rewards, over


def won_by_miners(env):
    return env.table.turn.reached[0] > 0


# -- the environment -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 7, 10])
def test_every_seat_gets_its_teams_reward_by_the_end_of_the_round(players):
    env, chance = environment(players=players, **ALONE), np.random.default_rng(0)
    for seed in range(5):
        totals = Counter()
        for _, _, _, rewards, _ in episode(env, chance, seed):
            totals.update(rewards)
        roles, winner = env.table.turn.roles[0], MINER if won_by_miners(env) else SABOTEUR
        assert dict(totals) == {agent_of(seat): 1.0 if roles[seat] == winner else -1.0 for seat in range(players)}


def test_an_agent_is_paid_when_it_observes_again_and_at_the_end():
    env, chance = environment(players=5, shaping=0.5), np.random.default_rng(1)
    for seed in range(8):
        asked = set()
        for agent, _, _, rewards, over in episode(env, chance, seed):
            asked.add(agent)
            assert set(rewards) == asked if over else len(rewards) == 1


def test_shaping_takes_back_what_the_mine_was_worth_at_the_first_decision():
    env, chance = environment(players=4, **{**ALONE, "shaping": 0.5}), np.random.default_rng(2)
    for seed in range(5):
        totals, worth, over = Counter(), {}, False
        observations, _ = env.reset(seed=seed)
        roles = env.table.roles()[0].copy()
        while not over:
            ((agent, observed),) = observations.items()
            worth.setdefault(agent, -0.5 * min(env.table.batch.mean_distances()[0], FARTHEST) / START)
            action = int(chance.choice(np.flatnonzero(observed["action_mask"])))
            observations, rewards, ended, _, _ = env.step({agent: action})
            over = ended["__all__"]
            totals.update(rewards)
        for seat in range(4):
            miner, before = roles[seat] == MINER, worth[agent_of(seat)]
            won = 1 if miner == won_by_miners(env) else -1
            assert totals[agent_of(seat)] == pytest.approx(won - (before if miner else -before), abs=1e-4)


def test_an_episode_is_one_round_played_by_the_rules():
    """What is observed is what an agent is shown of the same game, and so is what may be done."""
    env, chance = environment(players=6, **ALONE), np.random.default_rng(3)
    for seed in range(3):
        count, game = 0, None
        for agent, observed, action, _, over in episode(env, chance, seed):
            game = game or first_game(env, seed)
            assert agent == agent_of(game.seat)
            codes, masks = observe(game.information(game.seat))
            assert np.array_equal(observed["observations"], codes[0])
            assert np.array_equal(observed["action_mask"], masks[0])
            assert env.observation_spaces[agent].contains(observed)
            game.step(action)
            assert game.is_over == over
            count += 1
        assert 7 <= count <= EVENTS


def first_game(env, seed):
    """The game of the first episode after a reset with a seed, before anybody has acted."""
    twin = RoundEnv({"settings": Settings(players=6, **ALONE)})
    twin.reset(seed=seed)
    return Game.of_bytes(Setup(6, rounds=1), twin.table.batch.games[:1].tobytes())


def test_what_is_illegal_or_not_due_is_refused_and_changes_nothing():
    env = environment(players=5, **ALONE)
    ((agent, observed),) = env.reset(seed=0)[0].items()
    before = env.table.batch.games.tobytes()
    illegal = int(np.flatnonzero(observed["action_mask"] == 0)[0])
    other = next(each for each in env.agents if each != agent)
    for actions in ({agent: illegal}, {agent: -1}, {agent: 467}, {other: illegal}, {}):
        with pytest.raises(ValueError, match=r"is not legal|is to decide"):
            env.step(actions)
    assert env.table.batch.games.tobytes() == before


def test_the_seed_fixes_rounds_and_runners_differ():
    def rounds(seed, runner=0):
        config = EnvContext({"settings": Settings(players=5)}, worker_index=runner)
        env, chance = RoundEnv(config), np.random.default_rng(0)
        return [[step[2] for step in episode(env, chance, seed if number == 0 else None)] for number in range(3)]

    assert rounds(4) == rounds(4)
    assert rounds(4) != rounds(5)
    # RLlib's seeds of the second game of the first runner and of the first game of the second one.
    assert rounds(6, runner=1) != rounds(6, runner=2)


# -- line-ups --------------------------------------------------------------------------------------------------


def lineups(count, **settings):
    """Of each round the kinds of players of both sides, as sets, and the agent of each seat."""
    env = environment(**settings)
    for _ in range(count):
        env.reset()
        roles, who = (values[0, : len(env.seats)] for values in (env.table.roles(), env.table.who))
        yield [set(who[roles == role].tolist()) for role in (MINER, SABOTEUR)], list(env.seats)


def test_self_play_alone():
    for sides, seats in lineups(30, players=7, **ALONE):
        assert sides == [{LEARNER}, {LEARNER}] or sides == [{LEARNER}, set()]
        assert seats == [agent_of(seat) for seat in range(7)]


def test_one_side_is_scripted():
    scripted = set(range(PAST + 1, len(KINDS)))
    seen = Counter()
    for sides, seats in lineups(60, players=7, scripted=1.0, past=0.0, guests=0.0):
        theirs = [role for role in (MINER, SABOTEUR) if sides[role] & scripted]
        assert theirs in ([], [MINER], [SABOTEUR])  # a round without saboteurs may have none that is scripted
        for role in theirs:
            assert {KINDS[kind] for kind in sides[role]} <= set(SCRIPTED[role])
            assert sides[1 - role] <= {LEARNER}
            seen[role] += 1
        assert any(seats)
    assert min(seen[MINER], seen[SABOTEUR]) > 10


def test_one_side_is_an_earlier_state():
    seen = Counter()
    for sides, seats in lineups(60, players=5, scripted=0.0, past=1.0, snapshots=3):
        found = {module_of(agent) for agent in seats} - {MAIN}
        assert len(found) <= 1 and all(seats)
        assert PAST not in sides[MINER] & sides[SABOTEUR]
        seen.update(found)
    assert set(seen) == {past_module(member) for member in range(3)}


def test_the_shares_are_those_asked_for():
    found = Counter()
    for sides, _ in lineups(400, players=7, scripted=0.5, past=0.2, guests=0.0):
        others = set.union(*sides) - {LEARNER}
        found["past" if PAST in others else "scripted" if others else "self"] += 1
    assert found["scripted"] / 400 == pytest.approx(0.5, abs=0.1)
    assert found["past"] / 400 == pytest.approx(0.2, abs=0.08)


def test_an_agent_is_played_by_the_module_in_its_name():
    assert module_of(agent_of(3)) == MAIN
    assert module_of(agent_of(3, past_module(2)), episode=object(), worker=None) == past_module(2)


def test_earlier_states_are_replaced_in_turn():
    settings = Settings(snapshots=2, snapshot_every=3)
    assert [due(settings, iteration) for iteration in range(1, 10)] == [
        *(None, None, past_module(0)),
        *(None, None, past_module(1)),
        *(None, None, past_module(0)),
    ]


# -- the module ------------------------------------------------------------------------------------------------


def some_observations(count=60):
    env, chance, found = environment(players=7, **ALONE), np.random.default_rng(4), []
    while len(found) < count:
        found += [observed for _, observed, *_ in episode(env, chance)]
    return {name: torch.from_numpy(np.stack([each[name] for each in found[:count]])) for name in found[0]}


@pytest.fixture(scope="module")
def multi():
    """The modules of a learner, with weights that are not those of the start."""
    torch.manual_seed(0)
    built = modules(Settings(snapshots=2)).build()
    for name in (MAIN, *past_modules(Settings(snapshots=2))):
        for values in built[name].parameters():
            torch.nn.init.normal_(values, std=0.1)
    return built


@pytest.mark.parametrize("name", [MAIN, past_module(1)])
@pytest.mark.parametrize("way", ["forward_inference", "forward_exploration", "forward_train"])
def test_probabilities_are_the_networks_and_illegal_actions_have_none(multi, name, way):
    observed, module = some_observations(), multi[name]
    with torch.no_grad():
        logits = getattr(module, way)({Columns.OBS: observed})[Columns.ACTION_DIST_INPUTS]
        choices, _ = module.network(observed["observations"], observed["action_mask"].bool())
    found = module.get_train_action_dist_cls().from_logits(logits)
    probabilities = found._dist.probs
    assert (probabilities[observed["action_mask"] == 0] == 0).all()
    expected = torch.zeros_like(probabilities).scatter_add_(1, choices.ids, choices.logits.softmax(1))
    assert torch.allclose(probabilities, expected, atol=1e-6)
    assert probabilities.std() > 0.001
    assert found.entropy().isfinite().all()
    assert (observed["action_mask"].gather(1, found.sample()[:, None]) == 1).all()


def test_the_critic_is_the_learners_alone_and_runners_go_without(multi):
    assert isinstance(multi[MAIN], ActorCritic) and type(multi[past_module(0)]) is Actor
    assert any(name.startswith("critic.") for name in multi[MAIN].get_state())
    assert not any(name.startswith("critic.") for name in multi[MAIN].get_state(inference_only=True))
    batch = {Columns.OBS: some_observations(10)}
    forward = multi[MAIN].forward_train(batch)
    values = multi[MAIN].compute_values(batch, forward[Columns.EMBEDDINGS])
    assert values.shape == (10,)
    assert torch.allclose(values, multi[MAIN].compute_values(batch))


# -- RLlib plays and learns ------------------------------------------------------------------------------------


TINY = {
    "players": 3,
    "iterations": 2,
    "games": 4,
    "batch": 128,
    "minibatch": 64,
    "epochs": 1,
    "past": 0.4,
    "shaping": 0.0,
}


@pytest.fixture(scope="module", params=[0, 2], ids=["one-learner", "two-remote-learners"])
def learned(request, tmp_path_factory):
    """Two iterations with two remote runners: the folder, the learner's weights, those of the runners, new episodes."""
    folder = tmp_path_factory.mktemp("rllib") / "run"
    settings = Settings(**TINY, runners=2, learners=request.param, snapshots=2, snapshot_every=1, out=str(folder))
    program.new_folder(settings)
    program.start_ray(settings)
    algorithm = program.configured(settings).build_algo()
    program.learn(algorithm, settings, folder)
    remote = algorithm.env_runner_group.foreach_env_runner(
        lambda runner: {name: module.get_state() for name, module in runner.module.items()}, local_env_runner=False
    )
    played = algorithm.env_runner_group.foreach_env_runner(
        lambda runner: runner.sample(num_episodes=10), local_env_runner=False
    )
    yield folder, network_of(algorithm), remote, [whole for part in played for whole in part]
    algorithm.stop()
    ray.shutdown()


def same(some, others):
    """Whether all weights of `some` are in `others`."""
    return all(np.array_equal(values, others[name]) for name, values in some.items())


def test_two_remote_runners_play_what_was_learned(learned):
    _, main, remote, _ = learned
    assert len(remote) == 2
    for weights in remote:
        assert same(main, weights[MAIN])
        assert same(main, weights[past_module(1)])  # replaced after the last iteration
        assert not same(main, weights[past_module(0)])  # and this one before it


def test_rllib_credits_each_agent_with_all_that_its_seat_gets(learned):
    *_, episodes = learned
    assert len(episodes) == 20
    for whole in episodes:
        assert whole.is_terminated
        for agent, one in whole.agent_episodes.items():
            assert one.is_terminated
            assert sum(one.get_rewards()) in (1.0, -1.0)
            assert one.module_id == module_of(agent)
            masks = one.get_observations()["action_mask"][:-1]
            assert masks[np.arange(len(masks)), one.get_actions()].all()
    assert {module_of(agent) for whole in episodes for agent in whole.agent_ids} > {MAIN}


def test_the_network_has_learned(learned):
    _, main, *_ = learned
    assert any(np.any(values) for name, values in main.items() if "actor" in name and name.endswith("weight"))
    assert all(np.isfinite(values).all() for values in main.values())


def test_a_run_leaves_rows_and_a_checkpoint(learned):
    folder, *_ = learned
    rows = (folder / program.PROGRESS).read_text().splitlines()
    assert len(rows) == 3
    assert "nan" not in rows[-1]
    assert (folder / program.CHECKPOINT / "rllib_checkpoint.json").is_file()


def test_the_exported_network_plays_a_whole_game(learned):
    folder, main, *_ = learned
    agent, game = agents.make("policy", path=folder, seed=0), Game(Setup(players=3))
    game.reset(seed=1)
    while not game.is_over:
        game.step(agent.act(game.information(game.seat)))
    assert len(game.truth()["results"]) == 3
    network = Network(OPTIONS, DESIGN)
    network.load_state_dict({name.removeprefix("network."): torch.as_tensor(v) for name, v in main.items()})
    game.reset(seed=2)
    known = game.information(game.seat)
    codes, masks = map(torch.from_numpy, observe(known))
    choices, _ = network.double()(codes, masks.bool())
    assert agent.action_probabilities(known)[choices.ids[0]] == pytest.approx(choices.logits[0].softmax(0).tolist())


def test_learners_are_given_whole_episodes_and_about_as_many_decisions():
    episodes = [range(length) for length in (3, 9, 4, 1, 7, 8)]
    parts = dealt(episodes, 3)
    assert sorted(len(episode) for part in parts for episode in part) == [1, 3, 4, 7, 8, 9]
    assert [sum(map(len, part)) for part in parts] == [10, 11, 11]


# -- settings --------------------------------------------------------------------------------------------------


def test_the_words_of_the_command_line_are_settings():
    words = ["--players", "4", "--runners", "3", "--learning-rate", "0.01", "--address", "auto"]
    assert parse(words) == Settings(players=4, runners=3, learning_rate=0.01, address="auto")


@pytest.mark.parametrize(
    "words",
    [
        ["--players", "2"],
        ["--runners", "-1"],
        ["--edition", "none"],
        ["--reward", "win"],
        ["--scripted", "0.8", "--past", "0.3"],
        ["--minibatch", "9000"],
        ["--entropy", "nan"],
    ],
)
def test_bad_settings_are_refused(words, capsys):
    with pytest.raises(SystemExit) as stop:
        parse(words)
    assert stop.value.code == 2
    assert words[0].removeprefix("--") in capsys.readouterr().err


def test_a_used_folder_is_refused(tmp_path):
    (tmp_path / "something").touch()
    with pytest.raises(FileExistsError, match="not empty"):
        program.new_folder(Settings(out=str(tmp_path)))
