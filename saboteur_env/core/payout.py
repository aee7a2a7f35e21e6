"""The end of a round: gold for the miners by picks from a pile, for the saboteurs by award."""

import numpy as np

from .cards import DEAL, GOALS, MINER, NONE, OVER, PICKING, SABOTEUR
from .jit import jit
from .layout import WORTHS


@jit
def end_round(game, rules, reached):
    """Turn the roles over and begin to hand out gold."""
    public = game.public
    past = public.past[public.round_index]
    past.reached, past.finisher = reached, public.finisher
    for seat in range(rules.players):
        public.players[seat].role = past.roles[seat] = game.private[seat].role
    for goal in range(GOALS):
        past.goals[goal] = public.mine.goals[goal]
    if reached:
        make_pile(game, rules)
    else:
        pay_saboteurs(game, rules)
        close_round(public, rules)


@jit
def is_paid(game, rules, seat):
    """Whether a seat takes gold cards when the treasure is reached."""
    whole = game.public.players[seat].broken == 0 or not rules.unpaid_broken
    return whole and game.private[seat].role == MINER


@jit
def make_pile(game, rules):
    """Draw the gold cards; the finisher, or the first paid miner after him, picks first."""
    public, hidden = game.public, game.hidden
    paid = 0
    for seat in range(rules.players):
        paid += is_paid(game, rules, seat)
    if paid == 0:
        close_round(public, rules)
        return
    drawn = min(rules.pile_by_players, rules.players) if rules.pile_by_players else paid
    for card in range(drawn):
        hidden.pile[hidden.gold[card] - 1] += 1
    for card in range(drawn, hidden.stock):
        hidden.gold[card - drawn] = hidden.gold[card]
    for card in range(hidden.stock - drawn, hidden.stock):
        hidden.gold[card] = 0
    hidden.stock -= drawn
    public.pile = drawn
    public.phase = PICKING
    hand_pile_to(game, rules, public.finisher)


@jit
def hand_pile_to(game, rules, seat):
    """Give the pile to a seat, or to the first paid miner after it."""
    public = game.public
    while not is_paid(game, rules, seat):
        seat = (seat + rules.players + rules.pile_step) % rules.players
    public.seat = seat
    sight = game.private[seat].sights[public.round_index, public.players[seat].picks]
    for worth in range(WORTHS):
        sight.pile[worth] = game.hidden.pile[worth]


@jit
def pick_gold(game, rules, event):
    """Take a gold card from the pile and pass the rest on."""
    public, seat, worth = game.public, event.seat, event.worth
    player, past = public.players[seat], public.past[public.round_index]
    game.private[seat].sights[public.round_index, player.picks].taken = worth
    player.picks += 1
    player.gold_cards += 1
    past.order[past.taken] = seat
    past.taken += 1
    game.hidden.pile[worth - 1] -= 1
    public.pile -= 1
    take_gold(game, seat, worth)
    event.worth = NONE
    if public.pile == 0:
        close_round(public, rules)
    else:
        hand_pile_to(game, rules, (seat + rules.players + rules.pile_step) % rules.players)


@jit
def take_gold(game, seat, worth):
    """Give a seat a gold card."""
    game.private[seat].gold[worth - 1] += 1
    game.hidden.gains[game.public.round_index, seat] += worth


@jit
def pay_saboteurs(game, rules):
    """Pay each saboteur the award for the number of saboteurs dealt, seat by seat."""
    hidden, number = game.hidden, game.public.round_index
    dealt = 0
    for seat in range(rules.players):
        dealt += game.private[seat].role == SABOTEUR
    stock, cards = np.zeros(WORTHS, np.int64), np.zeros(WORTHS, np.int64)
    for seat in range(rules.players):
        if game.private[seat].role == SABOTEUR:
            for worth in range(WORTHS):
                stock[worth] = 0
            for card in range(hidden.stock):
                stock[hidden.gold[card] - 1] += 1
            choose_payment(stock, rules.pay[dealt], cards)
            for worth in range(WORTHS):
                game.private[seat].paid[number, worth] = cards[worth]
                for _ in range(cards[worth]):
                    remove_gold(hidden, worth + 1)
                    take_gold(game, seat, worth + 1)


@jit
def choose_payment(stock, award, cards):
    """Write into `cards` how many 1s, 2s and 3s pay an award from a stock (counts by worth).

    The exact award, or else the largest total below it, in fewest cards, with larger cards first. A test shows
    by trying every stock that no other choice leaves it able to pay more further awards of that size.
    """
    for total in range(award, -1, -1):
        for count in range(total + 1):
            for threes in range(min(stock[2], total // 3), -1, -1):
                for twos in range(min(stock[1], (total - 3 * threes) // 2), -1, -1):
                    ones = total - 3 * threes - 2 * twos
                    if ones <= stock[0] and ones + twos + threes == count:
                        cards[0], cards[1], cards[2] = ones, twos, threes
                        return


@jit
def remove_gold(hidden, worth):
    """Take the first gold card of this worth out of the stock."""
    card = 0
    while hidden.gold[card] != worth:
        card += 1
    hidden.stock -= 1
    for later in range(card, hidden.stock):
        hidden.gold[later] = hidden.gold[later + 1]
    hidden.gold[hidden.stock] = 0


@jit
def close_round(public, rules):
    """The gold is handed out: on to the next deal, or the game is over."""
    public.round_index += 1
    public.phase = OVER if public.round_index == rules.rounds else DEAL
    if public.phase == DEAL and public.last != NONE:
        public.starter = (public.last + 1) % rules.players
