"""Asking a player, come what may: exceptions, illegal actions and overtime are faults, told apart by game."""

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

KINDS = ("exception", "illegal", "overtime", "belief")
LONGEST = 300  # characters of a message


Question = Callable[[np.ndarray], np.ndarray]


class Fault(NamedTuple):
    """What a player did wrong in a game.

    Attributes:
        deal: which deal was played.
        repeat: for which time.
        agent: the player's name.
        role: 0 miner, 1 saboteur.
        kind: one of `KINDS`.
        message: in words.
    """

    deal: int
    repeat: int
    agent: str
    role: int
    kind: str
    message: str


def ask(question: Question, count: int, blank: np.ndarray) -> tuple[np.ndarray, dict[int, str]]:
    """Put a question about many situations; if that fails, about each of them.

    Args:
        question: from the indices of some situations, (k,) int64, to their answers, (k, …).
        count: how many situations there are.
        blank: the answer that stands for none.

    Returns:
        (count, …) answers, and the message of each failure by its index. Where every single question is answered, the
        failure is that of all together, and they all have failed.
    """
    answers, together = _tried(question, np.arange(count))
    if not together:
        return answers, {}
    answers, failed = np.repeat(blank[None], count, axis=0), {}
    for index in range(count):
        answer, failure = _tried(question, np.array([index]))
        if failure:
            failed[index] = failure
        else:
            answers[index] = answer[0]
    if not failed:
        answers[:], failed = blank, dict.fromkeys(range(count), together)
    return answers, failed


def _tried(question: Question, part: np.ndarray) -> tuple[np.ndarray, str]:
    """The answers to a part of a question, and what went wrong, if anything did."""
    try:
        return question(part), ""
    except (Exception, SystemExit) as error:
        return part, words_of(error)


def words_of(error: BaseException) -> str:
    """An exception in a line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:LONGEST]


class Stopwatch:
    """Seconds per decision of a call that decides many; none for the first call of an agent, which may compile.

    Args:
        name: of the agent.
    """

    _known: set[str] = set()

    def __init__(self, name: str) -> None:
        self._counts = name in self._known
        self._known.add(name)
        self._began = time.perf_counter()

    def per(self, decisions: int) -> float:
        """Seconds since the start, divided by the decisions."""
        return (time.perf_counter() - self._began) / decisions if self._counts else 0.0
