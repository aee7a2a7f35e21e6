"""Questions that go wrong."""

import numpy as np

from agents.arena.faults import LONGEST, ask, words_of

BLANK = np.array(-1)


def odd_fails(part):
    if (part % 2).any():
        raise ValueError(f"odd: {part[part % 2 == 1][0]}")
    return part * 10


def test_what_all_answer_is_asked_once():
    calls = []
    answers, failed = ask(lambda part: calls.append(part) or part + 5, 4, BLANK)
    assert answers.tolist() == [5, 6, 7, 8] and not failed and len(calls) == 1


def test_those_that_fail_are_told_apart():
    answers, failed = ask(odd_fails, 4, BLANK)
    assert answers.tolist() == [0, -1, 20, -1]
    assert failed == {1: "ValueError: odd: 1", 3: "ValueError: odd: 3"}


def only_alone(part):
    if len(part) > 1:
        raise MemoryError("too many")
    return part


def test_what_fails_only_together_fails_for_all():
    answers, failed = ask(only_alone, 3, BLANK)
    assert answers.tolist() == [-1] * 3 and failed == dict.fromkeys(range(3), "MemoryError: too many")


def test_answers_may_be_rows():
    answers, failed = ask(lambda part: np.stack([odd_fails(part)] * 2, 1) / 1, 2, np.full(2, np.nan))
    assert answers[0].tolist() == [0, 0] and np.isnan(answers[1]).all() and list(failed) == [1]


def test_a_message_is_one_short_line():
    words = words_of(RuntimeError("a\nb" + "c" * 1000))
    assert words.startswith("RuntimeError: a bc") and len(words) == LONGEST
