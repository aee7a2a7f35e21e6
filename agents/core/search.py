"""Search over worlds: information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012).

One tree serves all worlds: its edges are moves as the searching seat sees them. Each world is played down the tree, by
upper bounds that lean on the scripted agents' probabilities (as in AlphaZero's rule; Silver et al., 2018), then on by
scripted agents for a while, and judged. Values are the miners' chances to win; a player takes the side of its role in
that world, so moves of both roles have edges of their own.
"""

from math import sqrt

import numpy as np

from saboteur_env.core.actions import ACTIONS, decode
from saboteur_env.core.cards import MINER, PASS, PICKING
from saboteur_env.core.jit import entry, jit
from saboteur_env.core.layout import EVENT, GAME, LEGAL, record
from saboteur_env.core.legal import legal
from saboteur_env.core.random import branch
from saboteur_env.core.turn import act

from .imagine import SCALES, imagine, write_scales
from .infer import take_over
from .judge import judge
from .rollout import UNDECIDED, is_decided, outcome, roll_out
from .scripted import DESK, weigh, weigh_by_mind

# A move that was tried: what it is, its first child and next sibling (0: none), how often, and the sum of the values.
NODE = record(("move", "i8"), ("child", "i8"), ("sibling", "i8"), ("visits", "f8"), ("value", "f8"))

SETTINGS = record(
    ("begin", "i8"),  # the number of the first world: above 0 a tree is carried on
    ("iterations", "i8"),
    ("depth", "i8"),  # decisions that are played in the tree at most
    ("laps", "i8"),  # decisions of each seat in a roll-out
    ("explore", "f8"),  # weight of the upper bounds
    ("lean", "f8"),  # how far these lean on the scripts: 1 wholly, 0 not at all
)
DEEPEST = 64

# What a search holds: the world that is played, its seat's posterior as scales, the way down the tree.
SEARCH = record(
    ("scales", SCALES),
    ("desk", DESK),
    ("event", EVENT, (1,)),
    ("prior", "f8", (LEGAL,)),  # of the seat's own decision
    ("path", "i8", (DEEPEST + 1,)),
)


@entry
def search_all(
    publics, rows, privates, rules, which, styles, manners, posteriors, worlds, truths, weights, settings, chance,
    nodes, out,
):  # fmt: skip
    """Write how often the search tried each action: (n, actions) float64.

    Args:
        publics, rows, privates, rules, which: as in `infer_all`; the seats are to decide.
        styles: (s,) STYLE.
        manners: (roles,) MANNER: how everybody plays by script.
        posteriors: (n,) POSTERIOR: what the seats hold for likely.
        worlds: (n,) POSTERIOR: from which the worlds are drawn.
        truths: (n,) GAME: instead of worlds, for oracles; none for everybody else.
        weights: (features,) float64, see `judge`.
        settings: (1,) SETTINGS.
        chance: (n,) uint64.
        nodes: NODE, room for a tree, written; one more than the iterations is enough. A search with another beginning
            than 0 carries on the tree that is there.
        out: (n, actions) float64, written.
    """
    room, world, ids = np.empty(1, SEARCH), np.zeros(1, GAME), np.empty(ACTIONS, np.int64)
    for j in range(len(rows)):
        public, private, rule = publics[rows[j]], privates[j], rules[which[rows[j]]]
        if settings[0].begin == 0:
            plant(nodes)
        search = room[0]
        write_scales(private, rule, worlds[j], search.scales)
        take_over(public, rule, posteriors[j], search.desk.mind)
        n = weigh_by_mind(public, private, rule, styles, manners[private.role], search.desk, ids)
        for rank in range(n):
            search.prior[rank] = search.desk.scores[rank]
        tries = settings[0].iterations if public.phase != PICKING else 0  # gold is picked by script
        for iteration in range(settings[0].begin, settings[0].begin + tries):
            world[0].hidden.random = chance[j]
            branch(world[0].hidden, iteration)
            if len(truths) > 0:
                copy_truth(truths[j], world[0])
            else:
                imagine(public, private, rule, worlds[j], search.scales, world[0])
            try_world(world[0], private.seat, rule, styles, manners, weights, settings[0], search, nodes, ids)
        count_visits(public, private, rule, search, nodes, ids, out[j])


@jit
def plant(nodes):
    """An empty tree: a root, whose `move` is the number of nodes."""
    nodes[0].move, nodes[0].child, nodes[0].sibling = 1, 0, 0
    nodes[0].visits = nodes[0].value = 0.0


@jit
def copy_truth(truth, world):
    """Write a game as it is, but for the chance by which its players choose."""
    chance = world.hidden.random
    world.public = truth.public
    world.private = truth.private
    world.hidden = truth.hidden
    world.hidden.random = chance


@jit
def try_world(game, me, rules, styles, manners, weights, settings, search, nodes, ids):
    """Play a world down the tree to a new node, on by script, and note its value all the way up."""
    node, depth, number, new = 0, 0, game.public.round_index, False
    search.path[0] = 0
    while not new and depth < settings.depth and not is_decided(game, number):
        n = weigh_here(game, me, rules, styles, manners, search, ids, depth == 0)
        rank = most_promising(game, me, rules, settings, search, nodes, node, ids, n)
        move = move_of(game.public, game.private[game.public.seat], me, rules, ids[rank], search.event)
        node, new = descend(nodes, node, move)
        act(game, rules, ids[rank])
        if node == 0:  # the tree is full
            break
        depth += 1
        search.path[depth] = node
    value = play_out(game, number, rules, styles, manners, weights, settings.laps * rules.players, search.desk, ids)
    for step in range(depth + 1):
        nodes[search.path[step]].visits += 1.0
        nodes[search.path[step]].value += value


@jit
def weigh_here(game, me, rules, styles, manners, search, ids, is_root):
    """Write the legal actions and their scripted probabilities; at the root those of the seat's posterior."""
    private = game.private[game.public.seat]
    if not is_root:
        return weigh(game.public, private, rules, styles, manners[private.role], search.desk, ids)
    n = legal(game.public, private, rules, ids)
    for rank in range(n):
        search.desk.scores[rank] = search.prior[rank]
    return n


@jit
def most_promising(game, me, rules, settings, search, nodes, node, ids, n):
    """The rank of the legal action with the highest upper bound for the side of the player."""
    private = game.private[game.public.seat]
    base = nodes[node].value / nodes[node].visits if nodes[node].visits > 0.0 else 0.5
    spread = settings.explore * sqrt(nodes[node].visits + 1.0)
    best, highest = 0, -1e9
    for rank in range(n):
        child = child_of(nodes, node, move_of(game.public, private, me, rules, ids[rank], search.event))
        visits = nodes[child].visits if child > 0 else 0.0
        mean = nodes[child].value / visits if visits > 0.0 else base
        likely = settings.lean * search.desk.scores[rank] + (1.0 - settings.lean) / n
        bound = (mean if private.role == MINER else 1.0 - mean) + spread * likely / (1.0 + visits)
        if bound > highest:
            best, highest = rank, bound
    return best


@jit
def move_of(public, private, me, rules, action, events):
    """An action as the searching seat sees it, as a number: others' passes are alike, and both roles' moves differ."""
    event = events[0]
    decode(public, private, rules, action, event)
    kind = event.kind if event.verb != PASS or private.seat == me else -1
    number = np.int64(event.verb) * 32 + (kind + 1)
    number = (number * 128 + (event.x & 127)) * 64 + (event.y & 63)
    number = (number * 2 + event.turned) * 4 + (event.tool + 1)
    number = (number * 16 + (event.target + 1)) * 4 + (event.goal + 1)
    return (number * 4 + (event.face + 1)) * 8 + (event.worth + 1) * 2 + (private.role if private.seat != me else 0)


@jit
def child_of(nodes, node, move):
    """The child by a move, 0 for none."""
    child = nodes[node].child
    while child != 0 and nodes[child].move != move:
        child = nodes[child].sibling
    return child


@jit
def descend(nodes, node, move):
    """The child by a move, and whether it is new; 0 if the tree is full."""
    child = child_of(nodes, node, move)
    return (child, False) if child != 0 else (grow(nodes, node, move), True)


@jit
def grow(nodes, node, move):
    """Add a child; 0 if the tree is full."""
    size = nodes[0].move
    if size == len(nodes):
        return 0
    nodes[size].move, nodes[size].child, nodes[size].sibling = move, 0, nodes[node].child
    nodes[size].visits = nodes[size].value = 0.0
    nodes[node].child = size
    nodes[0].move = size + 1
    return size


@jit
def play_out(game, number, rules, styles, manners, weights, decisions, desk, ids):
    """Play on by script to the end of the round, or for so many decisions; the miners' chance to win."""
    roll_out(game, number, rules, styles, manners, decisions, desk, ids)
    reached = outcome(game, number)
    return judge(game, rules, weights) if reached == UNDECIDED else np.float64(reached)


@jit
def count_visits(public, private, rules, search, nodes, ids, out):
    """Write how often each action was tried at the root; what the script would do counts as once more."""
    for action in range(len(out)):
        out[action] = 0.0
    for rank in range(legal(public, private, rules, ids)):
        child = child_of(nodes, 0, move_of(public, private, private.seat, rules, ids[rank], search.event))
        out[ids[rank]] = search.prior[rank] + (nodes[child].visits if child != 0 else 0.0)
