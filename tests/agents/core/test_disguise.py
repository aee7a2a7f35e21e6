"""The price of being seen through, from the formula alone."""

from dataclasses import replace

import numpy as np
import pytest
from situations import moment

from agents.core.style import KEEP, blend
from agents.manners import Play
from agents.scripted import ScriptedAgent
from agents.weights import named
from saboteur_env.core.actions import FIRST
from saboteur_env.core.cards import BREAK_KINDS, KINDS, NONE, PASS, PATHS, ROCKFALL_KIND
from saboteur_env.core.layout import HAND
from saboteur_env.rules import Setup


def silent(name):
    """A style of the table without uniform choices."""
    style = named(name).copy()
    style["noise"] = 0
    return style


def with_hand(information, hand):
    """The same information with another hand."""
    private = information.private.copy()
    private["hand"] = NONE
    private["hand"][0, : len(hand)] = sorted(hand)
    return replace(information, private=private)


def trusting(style, other):
    """A style that trusts as another does."""
    style = style.copy()
    for name in style.dtype.names:
        if name.startswith("trust"):
            style[name] = other[name]
    return style


def pass_score(style, kind):
    return float(style["passes"][0] + style["keep"][0, KEEP[kind]])


def sums_of(information, style, kind):
    """What a card adds to a softmax: of all its acts, and of its pass alone."""
    agent, alone = ScriptedAgent("", Play(style), Play(style)), with_hand(information, [kind])
    passes = np.exp(pass_score(style, kind))
    return passes / agent.action_probabilities(alone)[FIRST[PASS]], passes


def unseen(game):
    """How many cards of each kind lie nowhere face up."""
    left = game.rules[0]["deck"].astype(int) - game.public.discards
    np.subtract.at(left, game.public.mine.laid[: game.public.mine.cards]["kind"].astype(int), 1)
    for player in game.public.players:
        for tool, kind in enumerate(BREAK_KINDS):
            left[kind] -= player.broken >> tool & 1
    return left


@pytest.mark.parametrize("after", [5, 30])
@pytest.mark.parametrize("hide", [0.4, 1.0])
def test_a_card_costs_as_much_as_it_would_look_like_a_saboteurs(after, hide):
    """λ times the log-ratio of what it adds beside mean cards, to a saboteur's softmax and to a miner's."""
    game = moment(Setup(5), after=after)
    information, number = game.information(game.seat), int(game.public.players[game.seat].cards)
    early = blend(silent("saboteur"), silent("miner"), hide)
    ratios, passes = 0.0, 0.0
    for name, sign in (("saboteur", 1), ("miner", -1)):
        style, left = trusting(silent(name), early), unseen(game)
        whole, alone = np.array([sums_of(information, style, kind) for kind in range(KINDS)]).T
        counted = np.where(np.arange(KINDS) == ROCKFALL_KIND, alone, whole)  # what others' rockfalls do is left out
        mean, mean_pass = (left @ counted) / left.sum(), (left @ alone) / left.sum()
        ratios = ratios + sign * np.log(whole + (number - 1) * mean)
        passes += sign * np.log(mean / mean_pass)
    hidden, open_ = (
        ScriptedAgent("", *(2 * [Play(early, hide=share)])).action_probabilities(information) for share in (hide, 0.0)
    )
    hand, price = information.private["hand"][0], {}
    for action in game.legal():
        if action < FIRST[1]:
            price[action] = hide * ratios[hand[action // 2 % HAND]]
        elif action >= FIRST[PASS]:
            price[action] = hide * passes
    actions = [*price]
    assert len({price[action] for action in actions}) > 1 and (hand[hand != NONE] < PATHS).any()
    found = np.log(hidden[actions] / open_[actions])
    assert found - found[-1] == pytest.approx(np.array([*price.values()]) - price[actions[-1]], abs=1e-6)
