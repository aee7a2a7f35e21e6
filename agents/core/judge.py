"""How likely the miners win a round from where it stands: a logistic regression on what decides it."""

import numpy as np

from saboteur_env.core.cards import SABOTEUR, TREASURE
from saboteur_env.core.jit import entry, jit

from .mind import FARTHEST, logistic

FEATURES = ("one", "distance", "cards", "distance_per_card", "saboteurs", "broken_miners", "broken_saboteurs")
_COUNT = len(FEATURES)


@jit
def judge(game, rules, weights):
    """The miners' chance to win a game's round, all hidden things known."""
    features = np.empty(_COUNT)
    describe(game, rules, features)
    total = 0.0
    for feature in range(_COUNT):
        total += weights[feature] * features[feature]
    return logistic(total)


@jit
def describe(game, rules, out):
    """Write what decides a round, each number of about 1: distance to the treasure, cards left, roles, broken tools."""
    public = game.public
    distance, cards, saboteurs, broken, broken_saboteurs = 0.0, np.float64(public.deck), 0.0, 0.0, 0.0
    for goal in range(len(game.hidden.goals)):
        if game.hidden.goals[goal] == TREASURE:
            distance = np.float64(min(public.distance.now[goal], FARTHEST))
    for seat in range(rules.players):
        is_saboteur = game.private[seat].role == SABOTEUR
        cards += public.players[seat].cards
        saboteurs += is_saboteur
        if public.players[seat].broken != 0:
            broken += not is_saboteur
            broken_saboteurs += is_saboteur
    out[0], out[1], out[2], out[3] = 1.0, distance / 4.0, cards / 32.0, 4.0 * distance / (cards + 1.0)
    out[4] = 2.0 * saboteurs / rules.players
    out[5] = broken / max(rules.players - saboteurs, 1.0)
    out[6] = broken_saboteurs / max(saboteurs, 1.0)


@entry
def describe_all(games, rules, which, out):
    """Write what decides the round of each game: (n, features) float64."""
    for i in range(len(games)):
        describe(games[i], rules[which[i]], out[i])
