"""Seats around the table."""

from .jit import jit


@jit
def seat_after(seat, steps, players):
    """The seat so many steps clockwise, less than once around: without a division, as the hottest loops ask for it."""
    there = seat + steps
    return there - players if there >= players else there


@jit
def steps_to(seat, other, players):
    """How many steps clockwise another seat is away."""
    steps = other - seat
    return steps + players if steps < 0 else steps
