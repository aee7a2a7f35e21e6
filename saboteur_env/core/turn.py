"""One step of a game: decode, effect, draw, end of the round, next seat.

Only this file and the deal see a whole game. Functions that Python calls take an array of games and an index:
numba receives that faster than one record.
"""

import numpy as np

from .actions import decode
from .cards import CLAIM, CLAIMING, LAY, MAP, PASS, PICK_GOLD, PLAY
from .deal import arrange, begin_game, begin_round, draw_card
from .effects import play_card, say_claim
from .jit import entry, jit
from .legal import can_play, legal, write_mask
from .payout import end_round, pick_gold
from .seats import seat_after

ILLEGAL = -1


@entry
def begin(games, i, rules, seed):
    """Begin game `i` with fresh chance; its first round is left to be arranged and dealt.

    `rules` is an array of one RULES record, `seed` a uint64.
    """
    begin_game(games, i, rules[0], seed)


@entry
def shuffle_round(games, i, rules):
    """Arrange the next round by chance."""
    arrange(games[i], rules[0])


@entry
def deal_round(games, i, rules):
    """Deal the round that is arranged in `hidden`."""
    begin_round(games[i], rules[0])


@entry
def step(games, i, rules, action, ids, n, mask):
    """Carry out an action of the seat to decide; a round that follows is left to be dealt (phase DEAL).

    `ids[:n]` are the legal ids as the last call left them. Returns what `status` returns; the count of legal
    actions is ILLEGAL, and nothing has changed, if the action was none of them.
    """
    for legal_id in ids[:n]:
        if legal_id == action:
            act(games[i], rules[0], action)
            return current(games[i], rules[0], ids, mask)
    public = games[i].public
    return np.int64(public.phase), np.int64(public.seat), np.int64(public.round_index), ILLEGAL


@entry
def status(games, i, rules, ids, mask):
    """What is to be decided: the phase, the seat, the index of the round, and how many actions are legal.

    `ids`, with room for all actions, gets the ids of the legal ones, ascending; `mask` gets a 1 for each, else 0.
    """
    return current(games[i], rules[0], ids, mask)


@jit
def current(game, rules, ids, mask):
    """See `status`."""
    public = game.public
    n = legal(public, game.private[public.seat], rules, ids)
    write_mask(ids, n, mask)
    return np.int64(public.phase), np.int64(public.seat), np.int64(public.round_index), n


@jit
def act(game, rules, action):
    """Carry out a legal action."""
    public = game.public
    event = public.events[public.logged]
    decode(public, game.private[public.seat], rules, action, event)
    public.logged += 1
    perform(game, rules, event)


@jit
def perform(game, rules, event):
    """Carry out an event that stands in the log; what is not public in it is blanked."""
    public, verb = game.public, event.verb
    if verb == PICK_GOLD:
        pick_gold(game, rules, event)
    elif verb == CLAIM:
        say_claim(public, event)
        finish_turn(game, rules)
    else:
        if verb == LAY or verb != PASS and not rules.starter_by_path:
            public.last = event.seat
        if play_card(game, rules, event):
            public.finisher = event.seat
            end_round(game, rules, True)
        elif verb == MAP and rules.claims:
            public.phase = CLAIMING
        else:
            finish_turn(game, rules)


@jit
def finish_turn(game, rules):
    """Draw, see whether the round is over, pass on to the next seat that holds a card."""
    public = game.public
    public.phase = PLAY
    draw_card(game, public.seat)
    if is_stuck(game, rules):
        end_round(game, rules, False)
    else:
        public.seat = next_seat(public, rules)


@jit
def is_stuck(game, rules):
    """Whether the round is over without the treasure (ruling 15)."""
    public = game.public
    if public.deck > 0:
        return False
    for seat in range(rules.players):
        if public.players[seat].cards > 0:
            if not rules.until_unplayable or can_play(public, game.private[seat], rules):
                return False
    return True


@jit
def next_seat(public, rules):
    """The next seat clockwise that holds a card."""
    seat = seat_after(public.seat, 1, rules.players)
    while public.players[seat].cards == 0:
        seat = seat_after(seat, 1, rules.players)
    return seat
