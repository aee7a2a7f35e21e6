"""What a critic is shown that sees everything: hands, roles, the treasure and the deck."""

import numpy as np

from saboteur_env.core.cards import GOALS, HIDDEN, KINDS, NONE, SABOTEUR, TOOLS, TREASURE
from saboteur_env.core.jit import entry, jit
from saboteur_env.core.layout import DECK, SEATS, record

# A seat, clockwise from the one in question: whether somebody sits there, as what, with which tools broken and cards.
SEAT = record(("present", "i1"), ("saboteur", "i1"), ("broken", "i1", (len(TOOLS),)), ("hand", "i1", (KINDS,)))
# A goal, the treasure first: whether it lies face down, and the fewest further cards to it.
FACT = record(("hidden", "i1"), ("now", "i1"))
SIGHT = record(("seats", SEAT, (SEATS,)), ("goals", FACT, (GOALS,)), ("deck", "i1", (KINDS,)), ("left", "i1"))


@entry
def see_all(games, players, seats, sights):
    """Write what the critic sees of (n,) GAME, with (n,) players, from (n,) seats on: (n,) SIGHT."""
    for i in range(len(games)):
        game, sight = games[i], sights[i]
        see_seats(game, players[i], seats[i], sight)
        see_goals(game, sight)
        see_deck(game, sight)


@jit
def see_seats(game, players, first, sight):
    """Write the seats, clockwise from the first."""
    for place in range(SEATS):
        seat = (first + place) % players
        token = sight.seats[place]
        present = place < players
        token.present = present
        token.saboteur = present and game.private[seat].role == SABOTEUR
        for tool in range(len(TOOLS)):
            token.broken[tool] = present and (game.public.players[seat].broken >> tool) & 1
        for kind in range(KINDS):
            token.hand[kind] = 0
        if present:
            for kind in game.private[seat].hand:
                if kind != NONE:
                    token.hand[kind] += 1


@jit
def see_goals(game, sight):
    """Write the goals: the treasure, then the others in their order."""
    stone = 1
    for goal in range(GOALS):
        if game.hidden.goals[goal] == TREASURE:
            place = 0
        else:
            place = stone
            stone += 1
        sight.goals[place].hidden = game.public.mine.goals[goal].face == HIDDEN
        sight.goals[place].now = game.public.distance.now[goal]


@jit
def see_deck(game, sight):
    """Write how many cards of each kind can still be drawn."""
    for kind in range(KINDS):
        sight.deck[kind] = 0
    sight.left = game.public.deck
    for place in range(DECK - game.public.deck, DECK):
        sight.deck[game.hidden.deck[place]] += 1


def seen(games, players, seats):
    """(n, size) int8: what the critic sees of every game, from a seat on."""
    out = np.empty((len(games), SIGHT.itemsize), np.int8)
    see_all(games, players, seats, out.view(SIGHT)[:, 0])
    return out
