"""Reading ahead: the next game of a batch is on its way from memory while this one is played.

A batch is larger than the caches near the processor, and a decision touches some thirty of their lines.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from .jit import jit
from .layout import GAME, MINE, PRIVATE, PUBLIC, ROWS

LINE = 64  # bytes that memory hands over at once, on all common processors
ROWS_NEAR = 6  # to either side of the start: those that most mines span
_BYTE = ir.IntType(8).as_pointer()
_NUMBER = ir.IntType(32)


def fetch(record, offset):
    """Ask for the line of memory that holds a byte of a record; as plain Python it does nothing."""


@intrinsic
def _prefetch(typing_context, record, offset):
    """The processor's instruction for it: to read, to be kept, data."""
    if not isinstance(record, types.Record):
        return None

    def generate(context, builder, signature, arguments):
        address = builder.gep(builder.bitcast(arguments[0], _BYTE), [arguments[1]])
        kind = ir.FunctionType(ir.VoidType(), [_BYTE, _NUMBER, _NUMBER, _NUMBER])
        instruction = builder.module.declare_intrinsic("llvm.prefetch", [_BYTE], kind)
        builder.call(instruction, [address, *(ir.Constant(_NUMBER, number) for number in (0, 3, 1))])
        return context.get_dummy_value()

    return types.none(record, types.int64), generate


@overload(fetch)
def _fetch(record, offset):
    return lambda record, offset: _prefetch(record, offset)


def _place(record: np.dtype, field: str) -> tuple[int, int]:
    """The first byte of a field in its record, and how many there are."""
    assert record.fields is not None
    kind, first = record.fields[field][:2]
    return first, kind.itemsize


def _lines() -> list[int]:
    """A byte of each line that most decisions touch, seats' own parts aside."""
    rows, size = _place(MINE, "joined")
    near = ROWS_NEAR * size // ROWS
    ranges = [
        (rows, rows + near),
        (rows + size - near, rows + size),
        (_place(MINE, "laid")[0], MINE.itemsize),
        (_place(PUBLIC, "tool_acts")[0], PUBLIC.itemsize),
        (_place(GAME, "hidden")[0], GAME.itemsize),
    ]
    return sorted({byte for first, end in ranges for byte in (*range(first, end, LINE), end - 1)})


_LINES = np.array(_lines())
_SEAT = _place(PUBLIC, "seat")[0]
_PRIVATE = _place(GAME, "private")[0]
_PRIVATE_SIZE = PRIVATE.itemsize

assert _place(GAME, "public")[0] == _place(PUBLIC, "mine")[0] == 0


@jit
def read_ahead(games, i):
    """Ask for what the decision in game `i + 1` will touch, and for whose decision it is in the game after it."""
    if i + 2 < len(games):
        fetch(games[i + 2], _SEAT)
    if i + 1 < len(games):
        for line in range(len(_LINES)):
            fetch(games[i + 1], _LINES[line])
        own = _PRIVATE + np.int64(games[i + 1].public.seat) * _PRIVATE_SIZE
        for offset in range(0, _PRIVATE_SIZE, LINE):
            fetch(games[i + 1], own + offset)
