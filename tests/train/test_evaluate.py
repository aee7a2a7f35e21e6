"""Strength is measured by the arena, in its rows, and held-out players only in the end."""

import pytest

pytest.importorskip("torch")

from learning import learner_of, tiny

from agents import registry
from agents.policy import checkpoint as policy
from train import evaluate
from train.evaluate import (
    BEST,
    FINAL,
    FROZEN,
    LEARNER,
    OBSERVED,
    RESPONSES,
    WATCHED,
    YARDSTICKS,
    cells,
    deal_of,
    figures,
    measure,
)
from train.opponents import HELD_OUT, SCRIPTED

TRAINED = {name for names in SCRIPTED.values() for name in names}


@pytest.fixture(scope="module")
def network(tmp_path_factory):
    path = tmp_path_factory.mktemp("runs") / policy.FILE
    path.write_bytes(policy.packed(learner_of(tiny()).network))
    return path


@pytest.fixture(scope="module")
def found(network):
    """Of learners among themselves, and of learning miners and scripted saboteurs."""
    pairs = (LEARNER, LEARNER), (LEARNER, "saboteur"), ("miner", LEARNER)
    return {pair: measure(cell, "sab-dev", 6) for pair, cell in cells(tiny(), [4], pairs, network)}


def test_a_row_is_the_arenas_and_names_the_network_by_its_file(found):
    for (miners, saboteurs), measured in found.items():
        row = measured.row
        names = [LEARNER if name.startswith("policy:path=") else name for name in (row["miners"], row["saboteurs"])]
        assert names == [miners, saboteurs]
        assert (row["edition"], row["players"], row["deal"], row["rounds"]) == ("amigo-2025", 4, "left-over", 6)
        assert -1e-9 <= row["low"] <= row["miners_win"] + 1e-9 and row["miners_win"] - 1e-9 <= row["high"] <= 1


def test_learning_miners_are_asked_about_scripted_saboteurs_by_lap(found):
    assert not found["miner", LEARNER].beliefs
    assert found[LEARNER, LEARNER].beliefs
    beliefs = found[LEARNER, "saboteur"].beliefs
    assert [told["lap"] for told in beliefs][:2] in ([1, 2], ["1", "2"]) and len(beliefs) >= evaluate.LAPS
    assert all(told["situations"] > 0 for told in beliefs)


def test_every_pair_is_measured_at_every_count(network):
    found = cells(tiny(players="3-5"), [3, 5], FINAL, network)
    assert [pair for pair, _ in found] == [*FINAL, *FINAL]
    assert [cell.players for _, cell in found] == [3] * len(FINAL) + [5] * len(FINAL)


def test_the_likeliest_actions_are_those_of_the_same_network(network):
    ((_, drawn), (_, best)) = cells(tiny(), [4], [(LEARNER, "random"), (BEST, "random")], network)
    assert best.pools[0] == (f"{drawn.pools[0][0]},best=True",) and best.pools[1] == drawn.pools[1]


@pytest.mark.parametrize("pair", FINAL)
def test_beliefs_are_asked_of_learning_miners_that_have_some(network, pair):
    asked = pair[0] == LEARNER and pair[1] in OBSERVED
    for settings, believes in (({}, True), ({"auxiliary": 0.0}, False), ({"algo": "maskable-ppo"}, False)):
        ((_, cell),) = cells(tiny(**settings), [5], [pair], network)
        assert bool(cell.observers) == (asked and believes)


def test_rules_and_deals_are_those_of_the_run(network):
    config = tiny(edition="classic", variants=("guaranteed-saboteurs",))
    ((_, cell),) = cells(config, [5], WATCHED[:1], network)
    assert (cell.edition, cell.deal) == ("classic", "guaranteed")


def test_a_best_response_is_measured_against_its_network(network):
    for role, pairs in RESPONSES.items():
        config = tiny(against="other/policy.pt", role=role)
        assert evaluate.watched(config) == pairs and evaluate.watched(tiny()) == WATCHED
        assert evaluate.final(config) == (*pairs, (FROZEN, FROZEN)) and evaluate.final(tiny()) == FINAL
    assert RESPONSES["miners"] == ((LEARNER, FROZEN),) and RESPONSES["saboteurs"] == ((FROZEN, LEARNER),)
    ((_, cell),) = cells(config, [5], [(LEARNER, FROZEN)], network)
    assert cell.pools == ((f"policy:path={network}",), ("policy:path=other/policy.pt",))


def test_figures_are_named_by_players_and_pair(found):
    names = figures((LEARNER, "saboteur"), found[LEARNER, "saboteur"])
    row, beliefs = found[LEARNER, "saboteur"]
    assert names["win/4/learner-saboteur"] == row["miners_win"]
    assert (names["win/4/learner-saboteur/low"], names["win/4/learner-saboteur/high"]) == (row["low"], row["high"])
    excess = max(told["log_loss"] - told["prior_log_loss"] for told in beliefs)
    assert names["belief/4/saboteur/excess"] == pytest.approx(excess)
    for told in beliefs:
        assert names.get(f"belief/4/saboteur/auc_{told['lap']}") == told["auc"]
    assert figures(("miner", LEARNER), found["miner", LEARNER]).keys() == {f"win/4/miner-learner{end}" for end in ("", "/low", "/high")}


def test_the_same_network_is_measured_the_same(network, found):
    ((pair, cell),) = cells(tiny(), [4], [(LEARNER, LEARNER)], network)
    assert measure(cell, "sab-dev", 6) == found[pair]


def test_while_it_learns_nobody_that_is_held_out_is_played():
    watched = {name for pair in WATCHED for name in pair} - {LEARNER}
    assert watched <= TRAINED
    for role, names in HELD_OUT.items():
        for name in names:
            sides = [{pair[1 - role] for pair in FINAL if pair[role] == name}]
            assert {LEARNER} < sides[0], f"{name} is met by the learner, and by what it is compared with"
    final = {name.partition(":")[0] for pair in FINAL for name in pair} - {LEARNER, BEST}
    assert set(WATCHED) | set(YARDSTICKS) < set(FINAL) and len(set(FINAL)) == len(FINAL)
    assert all(name in registry.MAKERS for name in final)


def test_deals_follow_the_variants():
    assert deal_of(()) == deal_of(("self-break",)) == "left-over"
    assert deal_of(("self-break", "guaranteed-saboteurs")) == "guaranteed"
