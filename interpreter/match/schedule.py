"""Who plays whom, with which seats and which opening: decided by the number of a game alone.

Games come in blocks: the rotations of one order of the players over the seats, so that each has each seat
once. A block has an opening of its own. Where a game for two has more than two players, all pairs of them
play (a round robin): each pair a block of each opening, before the next opening comes.
"""

from __future__ import annotations

from itertools import combinations
from math import comb, factorial

from gdl.support.values import frozen


@frozen
class Schedule:
    """The games between so many entrants, in a game of so many seats."""

    entrants: int
    seats: int

    @property
    def round_robin(self) -> bool:
        """Whether the entrants meet in pairs, being more than a game for two has seats."""
        return self.seats == 2 and self.entrants > 2

    @property
    def pairings(self) -> int:
        """How many groups of entrants play each opening."""
        return comb(self.entrants, 2) if self.round_robin else 1

    @property
    def block(self) -> int:
        """How many games the same entrants play of an opening: one with each rotation of who they are."""
        return 1 if self.entrants == 1 else self.seats

    @property
    def round(self) -> int:
        """How many games are played of an opening."""
        return self.block * self.pairings

    @property
    def games_each(self) -> int:
        """How many games of an opening an entrant plays."""
        return self.block * (self.entrants - 1) if self.round_robin else self.block

    def fair_share(self, entrant: int) -> float:
        """An entrant's share of the wins of its games if all are equally strong."""
        if self.round_robin:
            return 0.5
        last = entrant == self.entrants - 1
        return (self.seats - self.entrants + 1 if last else 1) / self.seats

    def opening_of(self, number: int) -> int:
        """Which opening a game has (both from 0)."""
        return number // self.round

    def seats_of(self, number: int) -> tuple[int, ...]:
        """Which entrant sits in each seat of a game (all from 0); the last fills the seats that are left."""
        if not self.round_robin:
            return tuple(min(each, self.entrants - 1) for each in seating(number, self.seats))
        pairing, turned = divmod(number % self.round, self.block)
        pair = list(combinations(range(self.entrants), 2))[pairing]
        return pair[::-1] if turned else pair


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
