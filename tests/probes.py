"""Doors into the compiled code of the agents, for tests: one call, many cases.

Compiled once for an installation, like the agents themselves: the cache knows all sources of the core and the agents,
and numba looks at this file by itself. A record does not keep its array: arrays made here are used to the end.
"""

from pathlib import Path

import numba
import numpy as np

import agents.core
from agents.core.evidence import TABLE, likelihood_with, read_page
from agents.core.follow import begin_following, follow_act, is_behind, is_followed
from agents.core.imagine import SCALES, imagine, write_scales
from agents.core.pages import PAGE, ROOM, write_page
from agents.core.posterior import conclude
from saboteur_env.core.actions import ACTIONS, decode
from saboteur_env.core.cards import CLAIM, NONE, PASS
from saboteur_env.core.jit import cache_directory
from saboteur_env.core.layout import EVENT, GAME, HAND
from saboteur_env.core.legal import legal


def probe(function):
    """Compile a function, and keep the machine code on disk."""
    before, directory = numba.config.CACHE_DIR, cache_directory(Path(agents.core.__file__).parent)
    numba.config.CACHE_DIR = str(directory or before)
    try:
        return numba.njit(function, cache=directory is not None)
    finally:
        numba.config.CACHE_DIR = before


@probe
def explain_all(publics, rows, privates, rules, which, styles, manners, treasures, doubts, out):
    """Write how likely pages say that each legal action is, for the hands that are held: (n, manners, actions) float64.

    Of passes the sum over all of them, in the place of each; `treasures`, (n,) int64, say where the treasure lies.
    """
    ids, events, pages, room = np.empty(ACTIONS, np.int64), np.zeros(1, EVENT), np.zeros(1, PAGE), np.empty(1, ROOM)
    others = np.empty(HAND, np.int8)
    out[:] = 0.0
    for j in range(len(rows)):
        public, private, rule = publics[rows[j]], privates[j], rules[which[rows[j]]]
        for rank in range(legal(public, private, rule, ids)):
            decode(public, private, rule, ids[rank], events[0])
            write_hand(private, events[0], others)
            if events[0].verb == PASS:
                events[0].kind = NONE
            page = pages[0]
            write_page(public, events[0], rule, styles, manners, page, room[0])
            goal = treasures[j] if page.told else 0
            for manner in range(len(manners)):
                chances = page.chances[manner, goal]
                if page.verb == CLAIM:
                    out[j, manner, ids[rank]] = chances.act
                else:
                    drawn = page.cards - (page.verb != PASS)
                    likely = likelihood_with(page, chances, styles[chances.style], others, drawn, doubts[manner])
                    out[j, manner, ids[rank]] = likely


@probe
def write_hand(private, event, out):
    """Write the hand without the card of an act; of a pass all of it."""
    n, gone = 0, event.verb == PASS or event.verb == CLAIM
    for kind in private.hand:
        if kind == event.kind and not gone:
            gone = True
        elif kind >= 0:
            out[n] = kind
            n += 1


@probe
def read_all(public, private, rules, styles, manners, temper, evidences, drawn):
    """Read a whole log act by act, each page at once; `drawn` counts the kinds in all hands that were drawn, by act."""
    followers, pages = np.zeros(1, GAME), np.zeros(1, PAGE)
    room, table = np.empty(1, ROOM), np.empty(1, TABLE)
    begin_following(public[0], rules[0], followers[0])
    while is_behind(public[0], followers[0].public):
        own, index = followers[0].public, np.int64(followers[0].public.logged)
        write_page(own, public[0].events[index], rules[0], styles, manners, pages[0], room[0])
        follow_act(public[0], rules[0], followers[0])
        read_page(pages[0], index, private[0], styles, len(manners), temper[0], table[0], evidences[0])
        if pages[0].verb != CLAIM and pages[0].seat != private[0].seat:
            for hand in table[0].hands:
                for slot in range(pages[0].cards - (pages[0].verb != PASS)):
                    drawn[index, hand[slot]] += 1


@probe
def follow_to(public, rules, followers, logged):
    """Follow a game up to so many events, from the beginning if it is another game; whether it was followed already."""
    follower = followers[0]
    followed = is_followed(public[0], follower.public)
    if not followed:
        begin_following(public[0], rules[0], follower)
    while is_behind(public[0], follower.public) and follower.public.logged < logged:
        follow_act(public[0], rules[0], follower)
    return followed


@probe
def conclude_all(publics, rows, privates, rules, which, prior, evidences, manners, posteriors):
    """The posterior of each seat from given evidence."""
    for j in range(len(rows)):
        conclude(publics[rows[j]], privates[j], rules[which[rows[j]]], prior[0], evidences[j], manners, posteriors[j])


@probe
def imagine_all(publics, rows, privates, rules, which, posteriors, chance, games):
    """Worlds of one seat, one for each word of chance."""
    scales = np.zeros(1, SCALES)
    public, private, rule = publics[rows[0]], privates[0], rules[which[rows[0]]]
    write_scales(private, rule, posteriors[0], scales[0])
    for i in range(len(chance)):
        games[i].hidden.random = chance[i]
        imagine(public, private, rule, posteriors[0], scales[0], games[i])
