"""Following a game by its public log: every act is seen with the mine, tools and tallies as they were before it.

A follower is a GAME record that holds the public part of one game, one round at a time; its hands and its deck hold
nothing that matters. It takes nothing but a PUBLIC record, so no more than that can come out of it.
"""

from saboteur_env.core.cards import CLAIM, GOALS, HIDDEN, NONE, PASS, PICK_GOLD, STONE_A
from saboteur_env.core.deal import begin_round
from saboteur_env.core.effects import play_card, say_claim
from saboteur_env.core.jit import jit


@jit
def is_followed(public, own):
    """Whether a follower, `own` its PUBLIC record, has followed this round: its log begins alike."""
    if own.round_index != public.round_index or own.starter != public.starter or own.logged > public.logged:
        return False
    for index in range(own.logged):
        if not is_same(own.events[index], public.events[index]):
            return False
    return own.deck > 0 or own.logged > 0  # else it has not begun


@jit
def is_same(event, other):
    """Whether two public acts are the same."""
    return (
        event.verb == other.verb
        and event.seat == other.seat
        and event.kind == other.kind
        and event.x == other.x
        and event.y == other.y
        and event.turned == other.turned
        and event.tool == other.tool
        and event.target == other.target
        and event.goal == other.goal
        and event.face == other.face
    )


@jit
def begin_following(public, rules, follower):
    """Go to the beginning of the round in play."""
    follower.public.round_index, follower.public.starter = public.round_index, public.starter
    begin_round(follower, rules)


@jit
def is_behind(public, own):
    """Whether the log holds a further act of play."""
    return own.logged < public.logged and public.events[own.logged].verb != PICK_GOLD


@jit
def follow_act(public, rules, follower):
    """Carry out the next act of the log, with the goals that it turns over."""
    own = follower.public
    event = own.events[own.logged]
    copy_event(public.events[own.logged], event)
    own.logged += 1
    if event.verb == CLAIM:
        say_claim(own, event)
    else:
        for goal in range(GOALS):
            face = public.mine.goals[goal].face
            follower.hidden.goals[goal] = face if face != HIDDEN else STONE_A
        use_card(follower, rules, event)


@jit
def use_card(follower, rules, event):
    """Play or pass a card and draw another, with hands that hold just what is used."""
    own, hand = follower.public, follower.private[event.seat].hand
    hand[0] = event.kind if event.verb != PASS else 0  # any card will do, as `pass_card` blanks it
    event.kind = hand[0]
    for slot in range(1, len(hand)):
        hand[slot] = NONE
    play_card(follower, rules, event)
    if own.deck > 0:
        own.deck -= 1
        own.players[event.seat].cards += 1


@jit
def copy_event(event, out):
    """Write an event into another place."""
    out.verb, out.seat, out.kind, out.x, out.y = event.verb, event.seat, event.kind, event.x, event.y
    out.turned, out.tool, out.target = event.turned, event.tool, event.target
    out.goal, out.face, out.worth = event.goal, event.face, event.worth
