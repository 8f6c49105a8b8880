"""In which order moves are tried: what the searches with a stack of moves go by, in their words."""

from __future__ import annotations

from interpreter.search.intrinsics import ints, move_size

STACK = ints("stack", 1)

#: Moves are told apart for what they have done before by so many numbers.
ALIKE = 4096


def likeness(move: int) -> int:
    """A number below ALIKE for moves that are alike: of the same kind, from and to the same site."""
    mixed = STACK[move] * 37 + STACK[move + 1]
    if move_size() > 2:
        mixed = mixed * 61 + STACK[move + 2] % ALIKE
    return abs(mixed % ALIKE)


def highest(ranks: int, count: int) -> int:
    """The number of the move with the highest rank; ranks below 0 are those of moves that were tried."""
    found = 0
    most = -1
    for number in range(count):
        if STACK[ranks + number] > most:
            most = STACK[ranks + number]
            found = number
    return found
