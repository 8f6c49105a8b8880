"""Hex and Yavalath: stones on hexagons, with the second player's option to swap.

Cells are axial (q, r); the six neighbours of a cell are +-(1, 0), +-(0, 1), +-(1, -1).

Hex: an 11x11 rhombus.  The first colour joins the bottom row (r = 0) to the top row, the second colour the
left side (q = 0) to the right.  Yavalath: a hexagon of side 5; four or more of one's own in a row win,
exactly three in a row lose, four and three at once win; a full board draws.

Swap (Hex and Yavalath): at the second move, and only then, the second player may take over the first player's
colour instead of placing ("swap"); the first player then moves with the other colour.  It counts as one move.
"""

from __future__ import annotations

from typing import NamedTuple

from .common import DRAW, Cell, Oracle, Ranks, name, other, win

AXES: tuple[Cell, ...] = ((1, 0), (0, 1), (1, -1))
HEX_DIRECTIONS: tuple[Cell, ...] = (*AXES, (-1, 0), (0, -1), (-1, 1))


class HexStones(NamedTuple):
    """The stones of each colour, the mover, the last stone, and whether the colours were swapped."""

    stones: tuple[frozenset[Cell], frozenset[Cell]]
    mover: int
    last: Cell | None
    swapped: bool


class HexPlacing(Oracle[HexStones]):
    """Placing on hexagons, with or without swap."""

    def __init__(self, cells: list[Cell], swap: bool) -> None:
        self.cells = cells
        self.swap = swap

    def start(self) -> HexStones:
        return HexStones((frozenset(), frozenset()), 1, None, False)

    def mover(self, position: HexStones) -> int:
        return position.mover

    def colour(self, position: HexStones, player: int) -> int:
        """The colour that a player plays: 1 or 2."""
        return other(player) if position.swapped else player

    def cell_name(self, cell: Cell) -> str:
        return name(cell)

    def options(self, position: HexStones) -> list[tuple[str, HexStones]]:
        first, second = position.stones
        found = []
        for cell in self.cells:
            if cell not in first and cell not in second:
                is_first = self.colour(position, position.mover) == 1
                stones = (first | {cell}, second) if is_first else (first, second | {cell})
                after = HexStones(stones, other(position.mover), cell, position.swapped)
                found.append((self.cell_name(cell), after))
        if self.swap and len(first) == 1 and not second and not position.swapped:
            found.append(("swap", position._replace(mover=1, swapped=True)))
        return found


class Hex(HexPlacing):
    """Join your two sides."""

    def __init__(self, size: int = 11, swap: bool = False) -> None:
        super().__init__([(q, r) for r in range(size) for q in range(size)], swap)
        self.size = size

    def outcome(self, position: HexStones) -> Ranks | None:
        for colour in (1, 2):
            if self.joins(position.stones[colour - 1], axis=2 - colour):
                return win(self.colour(position, colour))
        return None

    def joins(self, stones: frozenset[Cell], axis: int) -> bool:
        """Whether a chain leads from coordinate 0 to the far side along this axis."""
        waiting = [cell for cell in stones if cell[axis] == 0]
        seen = set(waiting)
        while waiting:
            q, r = waiting.pop()
            if (q, r)[axis] == self.size - 1:
                return True
            for dq, dr in HEX_DIRECTIONS:
                beside = (q + dq, r + dr)
                if beside in stones and beside not in seen:
                    seen.add(beside)
                    waiting.append(beside)
        return False


class Yavalath(HexPlacing):
    """Make four in a row, but not three."""

    def __init__(self, side: int = 5, swap: bool = False) -> None:
        reach = range(1 - side, side)
        super().__init__([(q, r) for r in reach for q in reach if abs(q + r) < side], swap)

    def cell_name(self, cell: Cell) -> str:
        return f"{cell[0]},{cell[1]}"

    def outcome(self, position: HexStones) -> Ranks | None:
        if position.last is None:
            return None
        stones = next(stones for stones in position.stones if position.last in stones)
        placer = self.colour(position, 1 + position.stones.index(stones))
        lengths = [self.run_length(stones, position.last, axis) for axis in AXES]
        if max(lengths) >= 4:
            return win(placer)
        if 3 in lengths:
            return win(other(placer))
        return DRAW if sum(map(len, position.stones)) == len(self.cells) else None

    def run_length(self, stones: frozenset[Cell], through: Cell, axis: Cell) -> int:
        """How many stones stand in an unbroken row through this one."""
        length = 1
        for sign in (1, -1):
            q, r = through
            while (q := q + sign * axis[0], r := r + sign * axis[1]) in stones:
                length += 1
        return length
