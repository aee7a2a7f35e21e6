"""All cards of a game, wherever they lie."""

import numpy as np

from saboteur_env.core.cards import BREAK_KINDS, KINDS
from saboteur_env.game import Game


def cards_of(game: Game) -> list[int]:
    """How many cards of each kind there are: in the deck, in hands, laid, in front of players, on the discards."""
    public, hidden, seats = game.public, game.games[0].hidden, range(game.setup.players)
    kinds = [public.mine.laid[: public.mine.cards]["kind"], hidden.deck[len(hidden.deck) - public.deck :]]
    for seat in seats:
        player, private = public.players[seat], game.games[0].private[seat]
        kinds += [private.hand[: player.cards], private.discards[: player.passes]]
        kinds.append([kind for tool, kind in enumerate(BREAK_KINDS) if player.broken >> tool & 1])
    counts = np.bincount(np.concatenate(kinds).astype(int), minlength=KINDS)
    return (public.discards + counts).tolist()


def gold_of(game: Game) -> list[int]:
    """How many gold cards of each worth there are: in the stock, in the pile, with the players."""
    hidden, private = game.games[0].hidden, game.games[0].private[: game.setup.players]
    stock = np.bincount(hidden.gold[: hidden.stock] - 1, minlength=3)
    return (stock + hidden.pile + private["gold"].sum(axis=0)).tolist()
