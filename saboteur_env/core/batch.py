"""Many games at once, over the same functions as one. The caller owns all arrays."""

import numpy as np

from .actions import ACTIONS, NO_ACTION
from .ahead import read_ahead
from .cards import DEAL, GOALS, HIDDEN, MINER, NONE, OVER
from .deal import arrange, begin_game, begin_round
from .jit import entry, jit
from .legal import legal, write_mask
from .observe import write_changes, write_observation
from .turn import act

GOLD_REWARD, TEAM_REWARD, WIN_REWARD = range(3)


@entry
def reset_all(rules, games, which, seeds):
    """Begin and deal every game."""
    for i in range(len(games)):
        begin_game(games, i, rules[which[i]], seeds[i])
        deal(games[i], rules[which[i]])


@jit
def deal(game, rules):
    """Deal the next round by chance."""
    arrange(game, rules)
    begin_round(game, rules)


@jit
def go_on(games, i, rules):
    """After a game's end begin the next one with its chance; deal the round that is due, if one is."""
    game = games[i]
    if game.public.phase == OVER:
        begin_game(games, i, rules, game.hidden.random)
    if game.public.phase == DEAL:
        deal(game, rules)


@entry
def illegal_all(rules, games, which, actions, illegal):
    """Write whether each action is none of the legal ones."""
    ids = np.empty(ACTIONS, np.int64)
    for i in range(len(games)):
        illegal[i] = is_illegal(games[i], rules[which[i]], actions[i], ids)


@entry
def illegal_some(rules, games, which, rows, actions, illegal):
    """The same of the games in some rows: `actions` and `illegal` have an entry for each of `rows`."""
    ids = np.empty(ACTIONS, np.int64)
    for k in range(len(rows)):
        illegal[k] = is_illegal(games[rows[k]], rules[which[rows[k]]], actions[k], ids)


@jit
def is_illegal(game, rules, action, ids):
    """Whether an action is none of the legal ones of the seat to decide; `ids` has room for all actions."""
    for legal_id in ids[: legal(game.public, game.private[game.public.seat], rules, ids)]:
        if legal_id == action:
            return False
    return True


@entry
def act_some(rules, games, which, rows, actions):
    """Carry out a legal action in the games in some rows, and deal the round that is due; what is over stays."""
    for k in range(len(rows)):
        game, rule = games[rows[k]], rules[which[rows[k]]]
        act(game, rule, actions[k])
        if game.public.phase == DEAL:
            deal(game, rule)


@entry
def last_some(rules, games, which, rows, actions, last):
    """Write whether the action would be the last before the roles are shown; the games stay as they are."""
    twins = np.empty(1, games.dtype)
    for k in range(len(rows)):
        twins[0] = games[rows[k]]
        act(twins[0], rules[which[rows[k]]], actions[k])
        last[k] = twins[0].public.players[0].role != NONE


@entry
def step_all(
    rules, kind, distances, games, which, actions,
    rewards, ended, reached, roles, nuggets, seats, counts, legal_ids, masks, codes, records, changes,
):  # fmt: skip
    """Carry out a legal action in every game, let new games follow those that end, and look at what is to be decided.

    The arrays are those of `advance_all` and `look_all`.
    """
    ids = np.empty(ACTIONS, np.int64)
    for i in range(len(games)):
        read_ahead(games, i)
        game, rule = games[i], rules[which[i]]
        advance(game, rule, kind, i, actions[i], rewards, ended, reached, roles, nuggets)
        go_on(games, i, rule)
        seats[i] = game.public.seat
        look(game, rule, distances, i, seats[i], ids, counts, legal_ids, masks, codes, records, changes)


@entry
def advance_all(rules, kind, games, which, actions, rewards, ended, reached, roles, nuggets):
    """Carry out a legal action in every game; those that end stay as they are.

    Args:
        rules: (k,) RULES.
        kind: what is rewarded: GOLD_REWARD, TEAM_REWARD or WIN_REWARD.
        games: (n,) GAME.
        which: (n,) the rules of each game.
        actions: (n,) of the seats to decide.
        rewards: (n, seats) float32, written: what each seat gets for this step.
        ended: (n,) bool, written: whether the game ended.
        reached: (n,) int8, written: whether the treasure was reached in the round that ended, -1 where none did.
        roles: (n, seats) int8, written: the roles of the round that ended, -1 where none did.
        nuggets: (n, seats) int16, written: the nuggets of each seat in the game that ended, 0 where none did.
    """
    for i in range(len(games)):
        read_ahead(games, i)
        advance(games[i], rules[which[i]], kind, i, actions[i], rewards, ended, reached, roles, nuggets)
        if not ended[i]:
            go_on(games, i, rules[which[i]])


@jit
def advance(game, rules, kind, i, action, rewards, ended, reached, roles, nuggets):
    """Carry out a legal action and write row `i` of what it led to."""
    number = game.public.round_index
    act(game, rules, action)
    reached[i] = -1
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = nuggets[i, seat] = 0
        roles[i, seat] = -1
    if game.public.round_index != number:
        past = game.public.past[number]
        reached[i] = past.reached
        for seat in range(rules.players):
            roles[i, seat] = past.roles[seat]
        reward(game, rules, number, kind, rewards[i])
    ended[i] = game.public.phase == OVER
    if ended[i]:
        for seat in range(rules.players):
            nuggets[i, seat] = worth_of(game, seat)


@entry
def restart_all(rules, games, which, ended):
    """Begin a new game, with the chance of the last one, where one has ended."""
    for i in range(len(games)):
        if ended[i]:
            go_on(games, i, rules[which[i]])


@entry
def look_all(rules, distances, games, which, seats, counts, legal_ids, masks, codes, records, changes):
    """Look at what is to be decided in every game.

    Args:
        rules: (k,) RULES.
        distances: whether the distance groups are observed.
        games: (n,) GAME.
        which: (n,) the rules of each game.
        seats: (n,) int64, written: the seats to decide.
        counts: (n,) int64, written: how many actions are legal.
        legal_ids: (n, LEGAL) int16, written: the ids of the legal actions, ascending, and NO_ACTION behind them.
        masks: (n, actions) int8, written: 1 for each legal action, else 0.
        codes: (n, size) int8, written: what the seat observes.
        records: (n,) OBSERVATION: the same bytes.
        changes: (n, 1) CHANGE, written, or (n, 0).
    """
    ids = np.empty(ACTIONS, np.int64)
    for i in range(len(games)):
        read_ahead(games, i)
        seats[i] = games[i].public.seat
        look(games[i], rules[which[i]], distances, i, seats[i], ids, counts, legal_ids, masks, codes, records, changes)


@jit
def look(game, rules, distances, i, seat, ids, counts, legal_ids, masks, codes, records, changes):
    """Write row `i` of what the seat to decide may do and observes; `ids` has room for all actions."""
    private = game.private[seat]
    n = legal(game.public, private, rules, ids)
    counts[i] = n
    write_ids(ids, n, legal_ids[i])
    write_mask(ids, n, masks[i])
    see(game.public, private, rules, distances, i, codes, records, changes)


@jit
def write_ids(ids, n, row):
    """Write the first `n` ids, and NO_ACTION behind them."""
    for rank in range(len(row)):
        row[rank] = NO_ACTION
    for rank in range(n):
        row[rank] = ids[rank]


@jit
def see(public, private, rules, distances, i, codes, records, changes):
    """Write row `i` of what a seat observes."""
    write_observation(public, private, rules, distances, codes, i, records[i])
    if changes.shape[1] > 0:
        write_changes(public, private, changes[i, 0])


@entry
def observe_all(rules, distances, games, which, seats, codes, records, changes):
    """Write what one seat of every game observes, as in `look_all`."""
    for i in range(len(games)):
        read_ahead(games, i)
        private = games[i].private[seats[i]]
        see(games[i].public, private, rules[which[i]], distances, i, codes, records, changes)


@jit
def reward(game, rules, number, kind, out):
    """Write what each seat gets for a round that has ended."""
    past = game.public.past[number]
    for seat in range(rules.players):
        if kind == GOLD_REWARD:
            out[seat] = game.hidden.gains[number, seat]
        elif kind == TEAM_REWARD:
            out[seat] = 1 if (past.roles[seat] == MINER) == (past.reached != 0) else -1
        elif game.public.phase == OVER:
            out[seat] = share_of_win(game, rules, seat)


@jit
def share_of_win(game, rules, seat):
    """1 shared by the seats with the most nuggets."""
    own, most, winners = worth_of(game, seat), 0, 0
    for other in range(rules.players):
        most = max(most, worth_of(game, other))
    for other in range(rules.players):
        winners += worth_of(game, other) == most
    return 1 / winners if own == most else 0


@jit
def worth_of(game, seat):
    """What a seat's gold cards are worth."""
    total = 0
    for worth in range(len(game.private[seat].gold)):
        total += game.private[seat].gold[worth] * (worth + 1)
    return total


@entry
def mean_distances(games, means):
    """Write the mean distance to the face-down goals of every game, 0 where there are none."""
    for i in range(len(games)):
        total, goals = 0, 0
        for goal in range(GOALS):
            if games[i].public.mine.goals[goal].face == HIDDEN:
                total += games[i].public.distance.now[goal]
                goals += 1
        means[i] = total / max(goals, 1)
