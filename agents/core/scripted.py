"""Scripted agents: a softmax over the scores of what is legal, a little uniform chance, and claims by their manner."""

from math import exp

from saboteur_env.core.actions import block_of
from saboteur_env.core.cards import BREAK, CLAIMING, GOALS, HIDDEN, LAY, MAP, PASS, PICKING, REPAIR, REPAIR_KIND
from saboteur_env.core.cards import REPAIR_TOOL, TREASURE
from saboteur_env.core.jit import jit
from saboteur_env.core.layout import HAND, LEGAL, PUBLIC, SEATS, record
from saboteur_env.core.legal import legal
from saboteur_env.core.seats import seat_after

from .disguise import DISGUISE, disguise
from .mind import MIND, make_up_mind
from .score import break_score, lay_score, map_score, mend_score, pass_score, rockfall_score

# Room to think in, made once for many decisions.
DESK = record(("mind", MIND), ("scores", "f8", (LEGAL,)), ("scratch", PUBLIC, (1,)), ("disguise", DISGUISE))


@jit
def weigh(public, private, rules, styles, manner, desk, ids):
    """Write the legal actions of the seat to decide, and how likely each is chosen; returns how many they are.

    Args:
        styles: (k,) STYLE.
        manner: a MANNER record.
        desk: a DESK record; the probabilities are written into its `scores`.
        ids: int64, written, with room for all actions.
    """
    make_up_mind(public, private.seat, private.known, rules, styles[manner.early], desk.mind)
    return weigh_by_mind(public, private, rules, styles, manner, desk, ids)


@jit
def weigh_by_mind(public, private, rules, styles, manner, desk, ids):
    """The same with a mind that is made up already."""
    n = legal(public, private, rules, ids)
    if public.phase == CLAIMING:
        claim_chances(public, private, manner, styles[manner.early].noise, n, desk.scores)
        return n
    late = is_late(manner, desk.mind)
    style = styles[manner.late if late else manner.early]
    if public.phase == PICKING:
        pick_scores(rules, style, ids, n, desk.scores)
    else:
        play_scores(public, private, rules, desk.mind, style, ids, n, desk.scratch, desk.scores)
        if manner.hide != 0.0 and not late:
            room = desk.disguise
            disguise(public, private, rules, desk.mind, styles, manner, ids, n, room, desk.scratch, desk.scores)
    soften(desk.scores, n, style.noise)
    return n


@jit
def is_late(manner, mind):
    """Whether it is time for the later style."""
    return mind.remaining <= manner.close or mind.laps <= manner.short


@jit
def play_scores(public, private, rules, mind, style, ids, n, scratch, scores):
    """Write the score of each card that may be played or passed."""
    for rank in range(n):
        scores[rank] = score_of(public, private, rules, mind, style, ids[rank], scratch)


@jit
def score_of(public, private, rules, mind, style, action, scratch):
    """The score of an action."""
    verb, seat = block_of(rules, action), private.seat
    slot = action - rules.first[verb]
    if verb == LAY:
        return lay_score(public, mind, style, slot // (2 * HAND), private.hand[slot // 2 % HAND], slot % 2)
    if verb == BREAK:
        return break_score(public, mind, style, seat, seat_after(seat, slot % SEATS, rules.players), rules)
    if verb == REPAIR:
        pair, target = slot // SEATS, seat_after(seat, slot % SEATS, rules.players)
        return mend_score(public, mind, style, seat, target, REPAIR_KIND[pair], REPAIR_TOOL[pair])
    if verb == MAP:
        return map_score(mind, style, slot)
    if verb == PASS:
        return pass_score(style, private.hand[slot])
    return rockfall_score(public, mind, style, slot, scratch)


@jit
def pick_scores(rules, style, ids, n, scores):
    """The more nuggets the better."""
    for rank in range(n):
        scores[rank] = style.pick * (ids[rank] - rules.first[block_of(rules, ids[rank])])


@jit
def soften(scores, n, noise):
    """Turn scores into probabilities: their softmax, and a share of uniform chance."""
    most, total = scores[0], 0.0
    for rank in range(n):
        most = max(most, scores[rank])
    for rank in range(n):
        scores[rank] = exp(scores[rank] - most)
        total += scores[rank]
    for rank in range(n):
        scores[rank] = (1.0 - noise) * scores[rank] / total + noise / n


@jit
def claim_chances(public, private, manner, noise, n, chances):
    """Write how likely each claim is: the truth of the goal just seen, the opposite, silence, or by chance anything."""
    goal = public.events[public.logged - 1].goal
    shown = 0 if private.known[goal] == TREASURE else 1
    chances[0] = claim_chance(manner, False, False, True, noise, n)
    rank = 1
    for other in range(GOALS):
        if public.mine.goals[other].face == HIDDEN:
            for face in range(2):
                chances[rank] = claim_chance(manner, other == goal, face == shown, False, noise, n)
                rank += 1


@jit
def claim_chance(manner, is_seen, is_true, is_silence, noise, n):
    """How likely one of n claims is: about the goal just seen or another, true or not, or silence."""
    meant = 0.0
    if is_silence:
        meant = 1.0 - manner.truth - manner.lie
    elif is_seen:
        meant = manner.truth if is_true else manner.lie
    return (1.0 - noise) * meant + noise / n
