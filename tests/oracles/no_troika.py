"""The problem that Troika's author sets, by a depth-first search with backtracking.

"As a problem, you might try continuing this game (playing as both opponents) in such a way as to prevent
either from making a troika. It's a bit like the eight-queens-on-a chessboard puzzle." (seed 000)

Sixteen pawns, White's and Black's in turn, each en prise to the one before, no three of a colour on any
line. What a pawn reaches and which cells complete a line are sets of bits; nothing is shared with the plain
oracle of Troika, against which solutions are held.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations
from math import gcd

from .board import Colours
from .common import AROUND, DIAGONAL, KNIGHT, ORTHOGONAL, Cell

PAWNS = 16
SIDE = range(8)
CELLS: list[Cell] = [(x, y) for y in SIDE for x in SIDE]


def bit(cell: Cell) -> int:
    return 1 << cell[0] + 8 * cell[1]


@cache
def completing() -> dict[tuple[int, int], int]:
    """For two cells, as bits, the others on the line through their centres."""
    found: dict[tuple[int, int], int] = {}
    for one, other in combinations(CELLS, 2):
        dx, dy = other[0] - one[0], other[1] - one[1]
        step = gcd(dx, dy)
        dx, dy = dx // step, dy // step
        line = sum(bit((one[0] + n * dx, one[1] + n * dy)) for n in range(-7, 8)
                   if one[0] + n * dx in SIDE and one[1] + n * dy in SIDE)  # fmt: skip
        found[bit(one), bit(other)] = found[bit(other), bit(one)] = line & ~(bit(one) | bit(other))
    return found


class Board:
    """The rays from each cell of a board, as far as the next cell of its colour."""

    def __init__(self, colours: Colours) -> None:
        self.rays = {bit(cell): self._rays(colours, cell) for cell in CELLS}

    @staticmethod
    def _rays(colours: Colours, cell: Cell) -> list[list[int]]:
        """The cells of each ray, nearest first."""
        steps, far = {
            "R": (ORTHOGONAL, 7), "Y": (DIAGONAL, 7), "G": (KNIGHT, 1), "B": (AROUND, 1)
        }[colours[cell]]  # fmt: skip
        found = []
        for dx, dy in steps:
            ray = []
            for n in range(1, far + 1):
                at = (cell[0] + n * dx, cell[1] + n * dy)
                if at not in colours:
                    break
                ray.append(bit(at))
                if colours[at] == colours[cell]:
                    break
            found.append(ray)
        return found

    def reach(self, taken: int, last: int) -> list[int]:
        """The empty cells that the pawn placed last could move to."""
        found = []
        for ray in self.rays[last]:
            for at in ray:
                if at & taken:
                    break
                found.append(at)
        return found


class Position:
    """Pawns down: whose they are, which cells would complete a line of each colour, and the last one."""

    __slots__ = ("barred", "last", "order", "own")

    def __init__(self, order: tuple[int, ...], own: tuple[int, int], barred: tuple[int, int]) -> None:
        self.order, self.own, self.barred = order, own, barred

    def after(self, cell: int) -> Position:
        mover = len(self.order) % 2
        lines, mine, barred = completing(), self.own[mover], self.barred[mover]
        rest = mine
        while rest:
            least = rest & -rest
            barred |= lines[least, cell]
            rest ^= least
        own, bars = list(self.own), list(self.barred)
        own[mover], bars[mover] = mine | cell, barred
        return Position((*self.order, cell), (own[0], own[1]), (bars[0], bars[1]))

    def placements(self, board: Board) -> list[int]:
        """Where the next pawn may go without completing a line."""
        if not self.order:
            return [bit(cell) for cell in CELLS]
        barred = self.barred[len(self.order) % 2]
        taken = self.own[0] | self.own[1]
        return [cell for cell in board.reach(taken, self.order[-1]) if not cell & barred]


EMPTY = Position((), (0, 0), (0, 0))


def cells_of(order: tuple[int, ...]) -> list[Cell]:
    return [((each.bit_length() - 1) % 8, (each.bit_length() - 1) // 8) for each in order]


def solution(board: Board, start: Position = EMPTY) -> list[Cell] | None:
    """Sixteen pawns without a line that go on from here, if there are any."""
    chosen = random.Random(1)

    def explore(position: Position) -> tuple[int, ...] | None:
        if len(position.order) == PAWNS:
            return position.order
        cells = position.placements(board)
        chosen.shuffle(cells)
        for cell in cells:
            found = explore(position.after(cell))
            if found is not None:
                return found
        return None

    found = explore(start)
    return None if found is None else cells_of(found)


def first_cells(board: Board) -> int:
    """From how many first cells there is a solution."""
    return sum(solution(board, EMPTY.after(bit(cell))) is not None for cell in CELLS)


def weighed(board: Board, generator: random.Random, start: Position = EMPTY) -> int:
    """One sample of the number of solutions: each choice is drawn, and the sample is the product of how many
    there were, or 0 at a dead end. The mean over many samples is that number (Knuth 1975)."""
    position, weight = start, 1
    while len(position.order) < PAWNS:
        cells = position.placements(board)
        if not cells:
            return 0
        weight *= len(cells)
        position = position.after(generator.choice(cells))
    return weight
