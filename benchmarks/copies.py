"""What a search pays: copies and worlds of positions in the middle of random games."""

import numba
import numpy as np

from saboteur_env import saboteur_v0
from saboteur_env.core.layout import GAME

from .measure import Figure, microseconds_each, seconds
from .uniform import UniformPlayer

UNIT = "µs"


@numba.njit
def copy_records(games, out, rounds):
    """Copy every record of `games` to `out`, so many times."""
    for _ in range(rounds):
        for i in range(len(games)):
            out[i] = games[i]


def positions(count: int, players: int) -> list[saboteur_v0.raw_env]:
    """Games stopped after 1, 2, 3 … random decisions."""
    return [_position(decisions, players) for decisions in range(1, count + 1)]


def _position(decisions: int, players: int) -> saboteur_v0.raw_env:
    env, player = saboteur_v0.raw_env(players=players), UniformPlayer(decisions)
    env.reset(seed=decisions)
    for _ in range(decisions):
        env.step(player.act(env.observe(env.agent_selection)["action_mask"]))
    return env


def core_copy(envs: list[saboteur_v0.raw_env], rounds: int, repeats: int) -> tuple[float, ...]:
    """Processor time of one GAME record's copy in compiled code, in µs."""
    games = np.concatenate([env.game.games for env in envs]).view(np.recarray)
    out = np.zeros(len(games), GAME)
    copy_records(games, out, 1)
    return tuple(
        seconds(lambda: copy_records(games, out, rounds)) / (rounds * len(games)) * 1e6 for _ in range(repeats)
    )


def world_rates(players: int, rounds: int, repeats: int) -> tuple[float, ...]:
    """Worlds per second of processor time, of the seats to decide."""
    games, count = [env.game for env in positions(50, players)], 5 * rounds

    def once() -> None:
        for game in games:
            game.worlds(game.seat, count, 0)

    once()
    return tuple(len(games) * count / seconds(once) for _ in range(repeats))


def measure(rounds: int, repeats: int, players: int = 5) -> list[Figure]:
    """All figures of copies and worlds."""
    envs = positions(50, players)
    games = [env.game for env in envs]
    each = {
        ("clone, Game object", "clone.game_us"): (lambda game: game.clone(), games),
        ("clone, raw_env object", "clone.env_us"): (lambda env: env.clone(), envs),
        ("determinize, Game object", "determinize.game_us"): (lambda game: game.determinize(game.seat, 0), games),
    }
    worlds = (
        Figure(f"determinize, worlds in number, {seats} players", "worlds/s", world_rates(seats, rounds, repeats), key)
        for seats, key in ((5, "determinize.5p"), (7, "determinize.7p"))
    )
    name = f"clone, record in the core ({GAME.itemsize:,} bytes)"
    return [
        Figure(name, UNIT, core_copy(envs, 10 * rounds, repeats), "clone.core_us"),
        *(
            Figure(name, UNIT, microseconds_each(call, items, rounds, repeats), key)
            for (name, key), (call, items) in each.items()
        ),
        *worlds,
    ]
