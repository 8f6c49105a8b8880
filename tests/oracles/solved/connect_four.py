"""Connect Four on small boards, solved: two numbers for a board, and the falling discs by an addition.

A board is two sets of bits, a column in `rows + 1` of them (the topmost stays empty, so that no line runs
from one column into the next): the discs of the player to move, and all discs. Adding a column's lowest bit
to the set of all discs carries to that column's lowest empty cell.

The score is found by alpha-beta with a transposition table: a position and its mirror image are one, a player
who can win does, and one who must prevent a win does that alone.
"""

from __future__ import annotations

from typing import NamedTuple

Bits = int
WIN, DRAW, LOSS = 1, 0, -1


class Bounds(NamedTuple):
    """What is known of a position: its score lies within these."""

    low: int
    high: int


class ConnectFour:
    """The game on a board of so many columns and rows."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.height = rows + 1
        self.cells = columns * rows
        self.bottom = sum(1 << self.height * x for x in range(columns))
        self.board = self.bottom * ((1 << rows) - 1)
        middle = (columns - 1) / 2
        by_middle = sorted(range(columns), key=lambda x: abs(x - middle))
        self.column = [((1 << rows) - 1) << self.height * x for x in by_middle]
        self.known: dict[int, Bounds] = {}
        #: how many positions were looked at
        self.nodes = 0

    def wins_at(self, discs: Bits, taken: Bits) -> Bits:
        """The empty cells, reachable or not, on which another of these discs would make a line of four."""
        found = discs << 1 & discs << 2 & discs << 3
        for step in (self.height, self.height - 1, self.height + 1):
            up, down = discs << step & discs << 2 * step, discs >> step & discs >> 2 * step
            found |= up & (discs << 3 * step | discs >> step) | down & (discs >> 3 * step | discs << step)
        return found & self.board & ~taken

    def mirrored(self, bits: Bits) -> Bits:
        one = (1 << self.height) - 1
        last = self.columns - 1
        return sum((bits >> self.height * x & one) << self.height * (last - x) for x in range(last + 1))

    def score(self, own: Bits, taken: Bits, down: int, alpha: int, beta: int) -> int:
        """The score for the player to move, exact if it lies between alpha and beta.

        A win scores one more than the number of cells that it leaves empty, a loss the same below zero.
        """
        self.nodes += 1
        free = taken + self.bottom & self.board
        if self.wins_at(own, taken) & free:
            return self.cells - down
        if self.cells - down <= 1:
            return 0
        threats = self.wins_at(taken ^ own, taken)
        forced = threats & free
        if forced & (forced - 1):
            return -(self.cells - down - 1)
        best_possible = self.cells - down - 2
        if best_possible <= alpha:
            return best_possible
        worst_possible = -(self.cells - down - 1)
        if worst_possible >= beta:
            return worst_possible
        key = own << self.columns * self.height | taken
        if self.cells - down > 6:
            key = min(key, self.mirrored(own) << self.columns * self.height | self.mirrored(taken))
        low, high = self.known.get(key, Bounds(-self.cells, self.cells))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
        best, floor = -self.cells, alpha
        for cell in self.ordered(own, taken, forced or free & ~(threats >> 1) or free):
            reply = self.score(taken ^ own, taken | cell, down + 1, -beta, -floor)
            best = max(best, -reply)
            floor = max(floor, best)
            if floor >= beta:
                break
        bounds = Bounds(low if best <= alpha else best, high if best >= beta else best)
        self.known[key] = bounds
        return best

    def ordered(self, own: Bits, taken: Bits, cells: Bits) -> list[Bits]:
        """The cells, those that threaten most first, then those near the middle."""
        found = [cell for column in self.column if (cell := cells & column)]
        if len(found) < 2:
            return found
        return sorted(found, key=lambda cell: -self.wins_at(own | cell, taken | cell).bit_count())

    def solve(self) -> tuple[int, int]:
        """The value for the first player and the number of plies, hastened by the winner."""
        win = self.score(0, 0, 0, 0, 1)
        if win > 0:
            low, high = 1, self.cells
        elif self.score(0, 0, 0, -1, 0) == 0:
            return DRAW, self.cells
        else:
            low, high = -self.cells, -1
        exact = self.score(0, 0, 0, low - 1, high + 1)
        return (WIN if exact > 0 else LOSS), self.cells + 1 - abs(exact)
