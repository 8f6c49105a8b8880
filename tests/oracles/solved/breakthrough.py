"""Breakthrough on small boards, solved: who wins, and in how many plies.

Two sets of bits, row by row from the mover's home row: the mover's pawns and the others. After a move the
board is turned round, so that the mover always goes up. `wins` asks whether the mover can end the game within
so many plies; a position and its mirror image are one. Asked for 1, 2, 3, ... plies it tells the length, with
the winner hastening and the loser delaying.

A pawn one row before its goal wins, as its diagonals hold no pawn of its own. So a mover who does not win at
once must take such a pawn of the opponent, and two of them are too many.
"""

from __future__ import annotations

Bits = int


class Breakthrough:
    """The game on a board of so many columns and rows, two rows of pawns each."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.row = (1 << columns) - 1
        self.every = (1 << columns * rows) - 1
        self.left = sum(1 << columns * y for y in range(rows))
        self.right = self.left << columns - 1
        self.near_goal = self.row << columns * (rows - 2)
        self.second = self.row << columns
        backwards = [int(f"{bits:0{columns}b}"[::-1], 2) for bits in range(self.row + 1)]
        self.backwards = backwards
        #: (winning within, not winning within) of positions
        self.known: dict[tuple[Bits, Bits], tuple[int, int]] = {}

    def turned(self, bits: Bits) -> Bits:
        """The board seen from the other side, its columns as they are."""
        found = 0
        for _ in range(self.rows):
            found = found << self.columns | bits & self.row
            bits >>= self.columns
        return found

    def mirrored(self, bits: Bits) -> Bits:
        return sum(
            self.backwards[bits >> shift & self.row] << shift
            for shift in range(0, self.columns * self.rows, self.columns)
        )

    def wins_at_once(self, own: Bits, theirs: Bits) -> bool:
        """By a step to the far row, or by taking the last pawn."""
        if own & self.near_goal:
            return True
        attacked = (own & ~self.left) << self.columns - 1 | (own & ~self.right) << self.columns + 1
        return not theirs & theirs - 1 and bool(attacked & theirs)

    def replies(self, own: Bits, theirs: Bits) -> list[tuple[Bits, Bits]]:
        """What the moves that do not lose at once lead to, for the next mover; captures first."""
        alarm = theirs & self.second
        if alarm & alarm - 1:
            return []
        steps, captures = [], []
        for where, distance, free in (
            (own & ~self.left, self.columns - 1, self.every & ~own),
            (own & ~self.right, self.columns + 1, self.every & ~own),
            (own, self.columns, self.every & ~(own | theirs)),
        ):
            targets = where << distance & free & (alarm or self.every)
            while targets:
                target = 1 << targets.bit_length() - 1
                targets ^= target
                moved, left = own ^ target ^ target >> distance, theirs & ~target
                (captures if left != theirs else steps).append((self.turned(left), self.turned(moved)))
        return captures + steps

    def wins(self, own: Bits, theirs: Bits, plies: int) -> bool:
        """Whether the mover can win within so many plies, an odd number."""
        if self.wins_at_once(own, theirs):
            return True
        if plies < 3:
            return False
        key = min((own, theirs), (self.mirrored(own), self.mirrored(theirs)))
        within, without = self.known.get(key, (10**6, 0))
        if within <= plies:
            return True
        if without >= plies:
            return False
        found = any(self.loses(*reply, plies - 1) for reply in self.replies(own, theirs))
        self.known[key] = (plies, without) if found else (within, plies)
        return found

    def loses(self, own: Bits, theirs: Bits, plies: int) -> bool:
        """Whether the mover loses within so many plies, an even number, whatever he plays."""
        if self.wins_at_once(own, theirs):
            return False
        return all(self.wins(*reply, plies - 1) for reply in self.replies(own, theirs))

    def start(self) -> tuple[Bits, Bits]:
        """The pawns before the first move."""
        lower = self.row | self.second
        return lower, self.turned(lower)

    def solve(self) -> tuple[int, int]:
        """1 if the first player wins, -1 if the second does; and the number of plies."""
        plies = 0
        while True:
            plies += 1
            if plies % 2 and self.wins(*self.start(), plies):
                return 1, plies
            if not plies % 2 and self.loses(*self.start(), plies):
                return -1, plies
