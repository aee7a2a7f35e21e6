"""Other environments, each at uniform random legal play by its own documented interface; none of them is needed.

The extra `peers` installs those that pip can. One that cannot be loaded is said to be missing.
"""

import os
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from .measure import Figure
from .play import Play, aec_player


@dataclass(frozen=True)
class Peer:
    """Another environment: its key in the JSON, its name, and what makes a function that plays it."""

    key: str
    name: str
    make: Callable[[], Play]

    def begin(self) -> tuple[Play | None, str]:
        """The function that plays it, or why there is none."""
        try:
            return self.make(), ""
        except Exception as error:  # whatever keeps a foreign library from starting, it is missing
            return None, f"missing: {str(error).splitlines()[0] if str(error) else type(error).__name__}"


class Beside:
    """Peers that have been begun, to play beside ours in the same repeats."""

    def __init__(self, peers: Sequence[Peer]) -> None:
        self._begun = {peer: peer.begin() for peer in peers}

    def players(self) -> dict[str, Play]:
        """Those that can be played, by key."""
        return {peer.key: play for peer, (play, _) in self._begun.items() if play}

    def figures(self, unit: str, rates: Mapping[str, tuple[float, ...]], ours: str, name: str) -> list[Figure]:
        """A line for each peer: how many times as fast ours, a key of the rates, was in the same repeats."""
        figures = []
        for peer, (_, missing) in self._begun.items():
            found = rates.get(peer.key, ())
            ratios = tuple(mine / other for mine, other in zip(rates[ours], found, strict=False))
            figures.append(Figure(peer.name, unit, found, peer.key, ratios, name, missing))
        return figures


# -- one game at a time --------------------------------------------------------------------------------------


def aec(module: str) -> Callable[[], Play]:
    """A classic environment of PettingZoo, in the loop that plays ours."""

    def make() -> Play:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        return aec_player(import_module(f"pettingzoo.classic.{module}").raw_env)

    return make


def openspiel_hanabi() -> Play:
    """OpenSpiel's hanabi in its Python interface, observation tensor included."""
    import pyspiel

    game, rng = pyspiel.load_game("hanabi"), random.Random(0)

    def play(decisions: int) -> int:
        taken = 0
        while taken < decisions:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, chances)[0])
                else:
                    state.observation_tensor()
                    state.apply_action(rng.choice(state.legal_actions()))
                    taken += 1
        return taken

    return play


def rlcard_uno() -> Play:
    """RLCard's uno."""
    import rlcard

    env, rng = rlcard.make("uno"), random.Random(0)

    def play(decisions: int) -> int:
        taken = 0
        while taken < decisions:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                taken += 1
        return taken

    return play


# -- many games at a time ------------------------------------------------------------------------------------


def pgx(game: str, size: int = 256) -> Callable[[], Play]:
    """A game of pgx, compiled for this processor: many steps of many games in one call."""

    def make() -> Play:
        import jax
        import pgx
        from pgx.experimental import auto_reset

        env, steps = pgx.make(game), 50
        step = jax.vmap(auto_reset(env.step, env.init))

        def once(carry: Any, _: None) -> tuple[Any, Any]:
            state, key = carry
            key, choice, chance = jax.random.split(key, 3)
            odds = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            state = step(state, jax.random.categorical(choice, odds, axis=-1), jax.random.split(chance, size))
            return (state, key), state.observation.sum()

        run = jax.jit(lambda carry: jax.lax.scan(once, carry, None, length=steps))
        keys = jax.random.split(jax.random.PRNGKey(0), size)
        held = [(jax.jit(jax.vmap(env.init))(keys), jax.random.PRNGKey(1))]

        def play(least: int) -> int:
            done = 0
            while done < least:
                held[0], seen = run(held[0])
                seen.block_until_ready()
                done += steps
            return done * size

        return play

    return make


def pufferlib_go(size: int = 256) -> Play:
    """PufferLib's go, in C: it plays against a rival of its own, and has no masks."""
    import numpy as np
    from pufferlib.ocean.go import go

    env, rng = go.Go(num_envs=size), np.random.default_rng(0)
    env.reset()

    def play(steps: int) -> int:
        for _ in range(steps):
            env.step(rng.integers(0, env.single_action_space.n, size))
        return steps * size

    return play


LOOPS = (
    Peer("peer.pettingzoo_connect_four", "PettingZoo connect_four_v3", aec("connect_four_v3")),
    Peer("peer.pettingzoo_hanabi", "PettingZoo hanabi_v5", aec("hanabi_v5")),
    Peer("peer.openspiel_hanabi", "OpenSpiel hanabi, in Python", openspiel_hanabi),
    Peer("peer.rlcard_uno", "RLCard uno", rlcard_uno),
)
BATCHES = (
    Peer("peer.pgx_hex", "pgx hex, 256 games", pgx("hex")),
    Peer("peer.pgx_leduc", "pgx leduc_holdem, 256 games", pgx("leduc_holdem")),
    Peer("peer.pufferlib_go", "PufferLib go, 256 games", pufferlib_go),
)
