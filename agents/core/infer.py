"""What Python calls: beliefs of seats in many games at once, and play by them."""

import numpy as np

from saboteur_env.core.actions import ACTIONS
from saboteur_env.core.cards import CLAIM, GOALS, KINDS, NONE, PASS
from saboteur_env.core.jit import entry, jit

from .decide import write_chances
from .evidence import EVIDENCE, TABLE, read_page
from .mind import look_ahead
from .follow import begin_following, is_behind, is_followed
from .pages import MANNERS, PAGES, ROOM, write_pages
from .posterior import conclude
from .scripted import DESK, weigh_by_mind


@entry
def infer_all(
    publics, rows, privates, rules, which, styles, manners, temper, prior, chronicles, evidences, posteriors
):  # fmt: skip
    """Write the posteriors of n seats, after reading what has happened since the last time.

    Args:
        publics: (m,) PUBLIC.
        rows: (n,) int64: whose information.
        privates: (n,) PRIVATE.
        rules: (k,) RULES, with measured distances.
        which: (m,) int64.
        styles: (s,) STYLE.
        manners: (h,) MANNER: those to be told apart.
        temper: (1,) TEMPER.
        prior: (1,) PRIOR.
        chronicles: (m,) CHRONICLE, brought up to date.
        evidences: (m, seats) EVIDENCE, added to.
        posteriors: (n,) POSTERIOR, written.
    """
    room, table = np.empty(1, ROOM), np.empty(1, TABLE)
    for j in range(len(rows)):
        public, private, rule = publics[rows[j]], privates[j], rules[which[rows[j]]]
        chronicle, evidence = chronicles[rows[j]], evidences[rows[j], private.seat]
        begin_if_new(public, private, rule, chronicle, evidences[rows[j]], evidence)
        while is_unread(public, chronicle.follower.public, evidence):
            write_pages(public, rule, styles, manners, chronicle, evidence.read + PAGES - GOALS, room[0])
            while evidence.read < chronicle.follower.public.logged:
                page = chronicle.pages[evidence.read % PAGES]
                read_page(page, evidence.read, private, styles, len(manners), temper[0], table[0], evidence)
                evidence.read += 1
        remember_seat(private, evidence)
        conclude(public, private, rule, prior[0], evidence, len(manners), posteriors[j])


@entry
def presume_all(publics, rows, privates, rules, which, prior, posteriors):
    """Write the posteriors of n seats as if nobody had done anything yet; the arguments are those of `infer_all`."""
    nothing = np.empty(1, EVIDENCE)
    forget(nothing[0])
    for j in range(len(rows)):
        conclude(publics[rows[j]], privates[j], rules[which[rows[j]]], prior[0], nothing[0], MANNERS, posteriors[j])


@jit
def begin_if_new(public, private, rules, chronicle, evidences, evidence):
    """Begin the chronicle of another game, or again where pages that a seat has not read are gone."""
    own = chronicle.follower.public
    is_new = chronicle.players != rules.players or not is_followed(public, own)
    if is_new:
        chronicle.players = rules.players
        for seat in range(len(evidences)):
            forget(evidences[seat])
    if not is_same_seat(public, private, evidence):
        forget(evidence)
    if is_new or evidence.read < own.logged - PAGES:
        forget(evidence)
        begin_following(public, rules, chronicle.follower)


@jit
def is_same_seat(public, private, evidence):
    """Whether what a seat has read fits what it holds: another deal may begin with the same acts."""
    if evidence.role != private.role:
        return False
    for slot in range(len(private.discards)):
        if evidence.discards[slot] != NONE and evidence.discards[slot] != private.discards[slot]:
            return False
    cards = np.zeros(KINDS + 1, np.int64)  # held now or used since, and none: the last
    for kind in private.hand:
        cards[kind] += 1
    count_used(public, private, evidence.read, cards)
    for kind in evidence.hand:
        cards[kind] -= 1
        if cards[kind] < 0 and kind != NONE:
            return False
    return True


@jit
def count_used(public, private, read, cards):
    """Add the cards that a seat has used since it had read so many events."""
    passes = public.players[private.seat].passes
    for index in range(public.logged - 1, read - 1, -1):
        event = public.events[index]
        if event.seat == private.seat:
            if event.verb == PASS:
                passes -= 1
                cards[private.discards[passes]] += 1
            elif event.verb < CLAIM:
                cards[event.kind] += 1


@jit
def remember_seat(private, evidence):
    """Keep what the seat holds, to know it again."""
    evidence.role = private.role
    for slot in range(len(private.hand)):
        evidence.hand[slot] = private.hand[slot]
    for slot in range(len(private.discards)):
        evidence.discards[slot] = private.discards[slot]


@jit
def is_unread(public, own, evidence):
    """Whether there are pages to read, or still to write."""
    return evidence.read < own.logged or is_behind(public, own)


@jit
def forget(evidence):
    """Nothing has been read."""
    evidence.read = 0
    for logs in evidence.logs:
        for manner in range(logs.shape[0]):
            for goal in range(logs.shape[1]):
                logs[manner, goal] = 0.0


@entry
def weigh_by_belief(publics, rows, privates, rules, which, styles, manners, posteriors, out):
    """Write how likely each action is chosen by scripted agents that suspect and suppose by their posteriors.

    Args:
        manners: (roles,) MANNER: as a miner, as a saboteur.
        posteriors: (n,) POSTERIOR.
        out: (n, actions) float64, written; the rest as in `infer_all`.
    """
    ids, desk = np.empty(ACTIONS, np.int64), np.empty(1, DESK)
    for j in range(len(rows)):
        public, private, rule = publics[rows[j]], privates[j], rules[which[rows[j]]]
        take_over(public, rule, posteriors[j], desk[0].mind)
        n = weigh_by_mind(public, private, rule, styles, manners[private.role], desk[0], ids)
        write_chances(ids, n, desk[0].scores, out[j])


@jit
def take_over(public, rules, posterior, mind):
    """Write a posterior as a mind."""
    for seat in range(len(mind.suspect)):
        mind.suspect[seat] = posterior.saboteur[seat]
    for goal in range(GOALS):
        mind.goals[goal] = posterior.goals[goal]
    look_ahead(public, rules, mind)
