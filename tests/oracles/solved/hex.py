"""Hex on small boards, solved: which first cells win.

A cell is (file, rank), its neighbours are those one step away in file, in rank, or in both alike; the first
player joins the first file to the last, the second player the first rank to the last.

Who wins is found together with a *carrier*: the empty cells that the win needs. If the player to move loses
after trying a cell, every cell outside of the winner's carrier loses as well, so each failure narrows what is
left to try; where nothing is left, the opponent wins within all these carriers together.
"""

from __future__ import annotations

from typing import NamedTuple

Bits = int


class Won(NamedTuple):
    """Whether the player to move wins, and the empty cells that the winner needs for it."""

    wins: bool
    carrier: Bits


class Hex:
    """The game on a rhombus of so many cells a side."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.every = (1 << size * size) - 1
        first_rank = (1 << size) - 1
        first_file = sum(1 << size * rank for rank in range(size))
        self.left, self.right = first_file, first_file << size - 1
        #: for each player where chains begin and where they must lead
        self.sides = ((self.left, self.right), (first_rank, first_rank << size * (size - 1)))
        middle = (size - 1) / 2
        self.order = sorted(
            range(size * size),
            key=lambda cell: abs(cell % size - middle) + abs(cell // size - middle),
        )
        self.bridges = [
            (1 << cell, 1 << far, self.around(1 << cell) & self.around(1 << far))
            for cell in range(size * size)
            for far in range(size * size)
            if self.is_bridge(cell, far)
        ]
        #: for each player and side the cells of the second row, each with its two neighbours on that side
        self.near_side = tuple(
            tuple(
                [
                    (1 << cell, self.around(1 << cell) & side)
                    for cell in range(size * size)
                    if not side >> cell & 1 and (self.around(1 << cell) & side).bit_count() == 2
                ]
                for side in sides
            )
            for sides in self.sides
        )
        self.known: dict[tuple[Bits, Bits, int], Won] = {}

    def around(self, cells: Bits) -> Bits:
        """These cells and all that touch them."""
        size = self.size
        right, left = (cells & ~self.right) << 1, (cells & ~self.left) >> 1
        up, down = (cells | right) << size, (cells | left) >> size
        return (cells | right | left | up | down) & self.every

    def is_bridge(self, cell: int, far: int) -> bool:
        """Whether these two cells do not touch, but have two neighbours in common."""
        near, beyond = self.around(1 << cell), self.around(1 << far)
        return not near >> far & 1 and (near & beyond).bit_count() == 2

    def connected(self, stones: Bits, empty: Bits, player: int) -> Bits | None:
        """The carrier if these stones join the player's sides for certain, whoever is to move.

        Two stones with two common neighbours, both empty, are as good as joined (if one is taken, the other
        joins them), and so is a stone to a side that it has two empty neighbours on. The pairs must not share
        a cell. None if that does not join the sides; there may be a win all the same.
        """
        begin, goal = self.sides[player]
        chain, used, grown = stones & begin, 0, True
        for cell, pair in self.near_side[player][0]:
            if stones & cell and not chain & cell and pair & empty & ~used == pair:
                chain, used = chain | cell, used | pair
        while grown:
            before = 0
            while chain != before:
                before, chain = chain, self.around(chain) & stones
            if chain & goal:
                return used
            free = empty & ~used
            for cell, pair in self.near_side[player][1]:
                if chain & cell and pair & free == pair:
                    return used | pair
            grown = False
            for cell, far, pair in self.bridges:
                if chain & cell and stones & far & ~chain and pair & empty & ~used == pair:
                    chain, used, grown = chain | far, used | pair, True
        return None

    def solve(self, own: Bits, theirs: Bits, player: int) -> Won:
        """Who wins with this player to move, nobody's sides being joined yet."""
        key = own, theirs, player
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self.searched(own, theirs, player)
        return found

    def searched(self, own: Bits, theirs: Bits, player: int) -> Won:
        empty = self.every & ~(own | theirs)
        carrier = self.connected(theirs, empty, 1 - player)
        if carrier is not None:
            return Won(False, carrier)
        cells = self.ordered(own, theirs, player)
        for cell in cells:
            carrier = self.connected(own | cell, empty & ~cell, player)
            if carrier is not None:
                return Won(True, carrier | cell)
        needed, left = 0, empty
        for cell in cells:
            # Where the opponent would win with one more stone, all cells outside of that win lose.
            carrier = self.connected(theirs | cell, empty & ~cell, 1 - player)
            if carrier is not None:
                needed |= carrier | cell
                left &= carrier | cell
        for cell in cells:
            if left & cell:
                reply = self.solve(theirs, own | cell, 1 - player)
                if not reply.wins:
                    return Won(True, reply.carrier | cell)
                needed |= reply.carrier
                left &= reply.carrier
        return Won(False, needed)

    def distances(self, stones: Bits, empty: Bits, begin: Bits) -> dict[Bits, int]:
        """How many more stones it takes from these cells to each empty one, that one included."""
        found: dict[Bits, int] = {}
        reached, edge, steps = 0, begin & (stones | empty), 0
        while edge:
            steps += 1
            chain, before = edge & stones, 0
            while chain != before:
                before, chain = chain, self.around(chain) & stones
            new = ((self.around(chain) if chain else 0) | edge) & empty & ~reached
            reached |= new | chain
            edge = self.around(new) & (stones | empty) & ~reached
            while new:
                cell = new & -new
                found[cell] = steps
                new ^= cell
        return found

    def ordered(self, own: Bits, theirs: Bits, player: int) -> list[Bits]:
        """The empty cells, those first that lie on short ways between the sides of both players."""
        empty = self.every & ~(own | theirs)
        ways = [
            self.distances(stones, empty, side)
            for stones, who in ((own, player), (theirs, 1 - player))
            for side in self.sides[who]
        ]
        cells = [1 << cell for cell in self.order if empty >> cell & 1]
        far = 2 * self.size
        return sorted(cells, key=lambda cell: sum(way.get(cell, far) for way in ways))

    def winning_first_cells(self) -> set[str]:
        """The cells with which the first player wins."""
        found = set()
        for cell in range(self.size**2):
            if not self.solve(0, 1 << cell, 1).wins:
                found.add(f"{'abcdefghijklmnopqrstuvwxyz'[cell % self.size]}{cell // self.size + 1}")
        return found
