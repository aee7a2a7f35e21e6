"""The deal: it fixes all chance of a round, since the k-th draw always goes to the same seat.

`arrange` shuffles; `begin_round` hands out whatever is arranged, so a given deal takes the same way.
"""

import numpy as np

from .cards import DEAL, GOALS, HIDDEN, KINDS, NONE, PLAY, TREASURE
from .distance import measure
from .jit import jit
from .layout import DECK, GAME, SEATS, WORTHS
from .mine import clear
from .random import below, shuffle


def blank() -> np.ndarray:
    """(1,) GAME: nothing has happened, and nothing of an earlier game is left behind a list's end."""
    games = np.zeros(1, GAME)
    past = games["public"]["past"]
    past["finisher"] = past["roles"] = past["order"] = NONE
    past["goals"]["face"] = HIDDEN
    games["private"]["seat"] = np.arange(SEATS)
    games["public"]["phase"] = DEAL
    return games


BLANK = blank()


@jit
def begin_game(games, i, rules, seed):
    """An empty game with fresh chance; the first round is still to be dealt, its starter is drawn."""
    games[i] = BLANK[0]
    hidden = games[i].hidden
    hidden.random = seed
    stock_gold(hidden, rules)
    games[i].public.starter = below(hidden, rules.players)


@jit
def stock_gold(hidden, rules):
    """All gold cards, by worth."""
    hidden.stock = 0
    for worth in range(WORTHS):
        for _ in range(rules.gold[worth]):
            hidden.gold[hidden.stock] = worth + 1
            hidden.stock += 1


@jit
def arrange(game, rules):
    """Shuffle roles, goals, deck and gold for the next round."""
    hidden, n = game.hidden, 0
    for role in range(len(rules.pool)):
        for _ in range(rules.pool[role]):
            hidden.roles[n] = role
            n += 1
    shuffle(hidden, hidden.roles, 0, n)
    for goal in range(GOALS):
        hidden.goals[goal] = TREASURE + goal
    shuffle(hidden, hidden.goals, 0, GOALS)
    n = 0
    for kind in range(KINDS):
        for _ in range(rules.deck[kind]):
            hidden.deck[n] = kind
            n += 1
    shuffle(hidden, hidden.deck, 0, n)
    shuffle(hidden, hidden.gold, 0, hidden.stock)


@jit
def begin_round(game, rules):
    """Hand out what is arranged: roles, hands, goals; the starter is to decide."""
    public, hidden = game.public, game.hidden
    clear(public.mine)
    public.logged = public.tools_logged = public.pile = 0
    for kind in range(KINDS):
        public.discards[kind] = 0
    for seat in range(len(public.players)):
        forget_round(public.players[seat], game.private[seat])
    for seat in range(rules.players):
        hand = game.private[seat].hand
        game.private[seat].role = hidden.roles[seat]
        public.players[seat].cards = rules.hand
        for slot in range(rules.hand):
            insert_card(hand, hidden.deck[seat * rules.hand + slot])
    for worth in range(WORTHS):
        hidden.pile[worth] = 0
    public.deck = DECK - rules.players * rules.hand
    public.seat = public.starter
    public.last = public.finisher = NONE
    public.phase = PLAY
    if rules.distances:
        measure(public)


@jit
def forget_round(player, private):
    """A seat at the start of a round: no cards, no memory of the last round's acts."""
    player.cards = player.broken = player.picks = player.lays = player.dead_ends = 0
    player.rockfalls = player.passes = player.nearer = player.farther = 0
    player.role = private.role = NONE
    for goal in range(GOALS):
        player.maps[goal] = player.claims[goal] = 0
        private.known[goal] = HIDDEN
    for slot in range(len(private.hand)):
        private.hand[slot] = NONE
    for slot in range(len(private.discards)):
        private.discards[slot] = NONE


@jit
def insert_card(hand, kind):
    """Sort a card into a hand that is not full."""
    place = 0
    for slot in range(len(hand)):
        place += NONE < hand[slot] <= kind
    for slot in range(len(hand) - 1, 0, -1):
        hand[slot] = hand[slot - 1] if slot > place else hand[slot]
    hand[place] = kind


@jit
def take_card(hand, kind):
    """Take a card of this kind out of a hand that holds one."""
    place = 0
    for slot in range(len(hand)):
        place += NONE < hand[slot] < kind
    for slot in range(len(hand) - 1):
        hand[slot] = hand[slot + 1] if slot >= place else hand[slot]
    hand[len(hand) - 1] = NONE


@jit
def draw_card(game, seat):
    """One card from the draw pile, while it lasts."""
    public = game.public
    if public.deck > 0:
        insert_card(game.private[seat].hand, game.hidden.deck[DECK - public.deck])
        public.players[seat].cards += 1
        public.deck -= 1
