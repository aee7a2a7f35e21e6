"""A course over all that the core does: every verb, phase and end of a round, worlds, observations, batches.

It fits compiled code, compiled code with bounds checked, and plain Python: each gives the same fingerprint.
"""

import hashlib
import sys
from collections.abc import Iterator

import numpy as np
from scenarios import STONE_FOUND, discard, do, lay, scene

from saboteur_env.core.batch import act_some, illegal_some, last_some
from saboteur_env.core.layout import EVENTS
from saboteur_env.game import Game
from saboteur_env.rules import Setup
from saboteur_env.spaces import Encoder, Options
from saboteur_env.vector import Batch

ENCODER = Encoder(Options(changes=True, history=EVENTS, picture=True))


def closing_in() -> Game:
    """All ways out of the start are closed but one, then that one too: no way is left to any goal."""
    game = scene(".╷.\n═S.\n.║.", {0: ["E"], 1: ["rockfall"]})
    lay(game, "E", 1, 0, turned=True)
    do(game, "rockfall", x=1, y=0)
    return game


def cutting_off() -> Game:
    """Tiles are cut off, and one of two ways round them is filled again."""
    game = scene("S┼─┼", {0: ["rockfall"], 1: ["broken-cart"], 2: ["repair-cart"]}, broken=[("cart", 1)])
    do(game, "rockfall", x=1, y=0)
    do(game, "break", tool="cart", seat=2)
    do(game, "repair", card="repair-cart", tool="cart", seat=1)
    return game


def telling() -> Game:
    """A map and a claim."""
    game = scene("S", {0: ["map"]})
    do(game, "map", goal=1)
    do(game, "claim", goal=2, face="stone")
    return game


def finding_a_stone() -> Game:
    """A stone is turned over, then the next goal through it."""
    game = scene(**STONE_FOUND, hands={0: ["NS"]})
    lay(game, "NS", 8, 1)
    return game


def finding_the_treasure() -> Game:
    """The treasure is found and the pile goes round, up to the last card."""
    game = scene("S─┼─┼─┼", {0: ["NESW"]}, goals=("stone-a", "treasure", "stone-b"), edition="999-games", rounds=2)
    lay(game, "NESW", 7, 0)
    while game.public.pile > 1:
        game.step(int(game.legal()[-1]))
    return game


def losing() -> Game:
    """The deck is empty, then nobody can play, the saboteurs are paid, the next round is dealt."""
    hands = {0: ["map"], 1: ["repair-pick"], 2: ["rockfall"]}
    game = scene("S", hands, deck=0, edition="classic", rounds=2)
    discard(game)
    return game


SCENES = (closing_in, cutting_off, telling, finding_a_stone, finding_the_treasure, losing)


def wandering(decisions: int) -> Iterator[Game]:
    """So many decisions of a game by chance, with more rockfalls than chance would have."""
    rng, game = np.random.default_rng(5), Game(Setup(4, "classic", rounds=2))
    game.reset(5)
    for _ in range(decisions):
        ids = game.legal()
        falls = [action for action in ids if 288 <= action < 328]
        game.step(int(rng.choice(falls or ids)))
        yield game


def course(decisions: int) -> str:
    """Play the scenes, and so many decisions by chance; returns a fingerprint of every byte on the way."""
    digest = hashlib.sha256()
    for game in (play() for play in SCENES):
        look(game, digest)
    for game in wandering(decisions):
        look(game, digest)
    batch = Batch(2, Setup(3, rounds=1), Options(changes=True))
    turn = batch.reset(1)
    for _ in range(decisions // 8):
        turn = batch.step(turn.masks.argmax(axis=1))
        digest.update(turn.rewards.tobytes() + turn.observations.tobytes() + batch.mean_distances().tobytes())
    some_rows(batch, turn.masks[1:].argmax(axis=1), digest)
    return digest.hexdigest()


def some_rows(batch: Batch, actions: np.ndarray, digest: "hashlib._Hash") -> None:
    """Step one of two games by itself, after a look at whether the step is legal and whether it is the last."""
    rules, which, row = Setup(3, rounds=1).rules(), np.zeros(2, np.int64), np.ones(1, np.int64)
    answer = np.empty(1, np.bool_)
    for function in (illegal_some, last_some):
        function(rules, batch.games, which, row, actions, answer)
        digest.update(answer.tobytes())
    act_some(rules, batch.games, which, row, actions)
    digest.update(batch.games.tobytes())


def look(game: Game, digest: "hashlib._Hash") -> None:
    """Add to the fingerprint what the seat to decide may do, sees and could take for true."""
    digest.update(game.get_state() + game.legal().tobytes())
    if not game.is_over:
        digest.update(ENCODER.observation(game, game.seat).tobytes())
        digest.update(game.determinize(game.seat, 3).get_state())


if __name__ == "__main__":
    print(course(int(sys.argv[1])))
