"""Who sits where in each game of a match, and with which seeds: by the game's number alone."""

from __future__ import annotations

from math import factorial


def seating(number: int, seats: int) -> tuple[int, ...]:
    """Who sits in each seat in a game (numbers from 0): as many games in a row as there are seats are the
    rotations of one order, so that each player has each seat once; then comes the next order, until all
    orders have been played."""
    order, turned = divmod(number, seats)
    rest = _arrangement(order % factorial(seats - 1), list(range(1, seats)))
    around = [0, *rest]
    return tuple(around[(seat - turned) % seats] for seat in range(seats))


def _arrangement(number: int, items: list[int]) -> list[int]:
    """One of all arrangements of some items, by its number in alphabetical order."""
    result = []
    for left in range(len(items), 0, -1):
        index, number = divmod(number, factorial(left - 1))
        result.append(items.pop(index))
    return result
