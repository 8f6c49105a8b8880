"""Konane, Hawaiian checkers, on 8x8 unless said otherwise.

Black and white stones fill the board alternately (black on a1); Black begins by removing one black stone
from a corner or from the four centre cells, White removes one white stone orthogonally next to the gap.
Then a stone jumps orthogonally over an adjacent enemy stone to the empty cell behind and removes it, and
may jump on in the same straight line as long as it can, or stop after any jump.  A player who cannot jump
loses.

A move is one whole line of jumps; each place to stop is a move.  With `steps`, each jump is a decision, and a
stone that could jump on may "stop" instead, which counts as a decision too.
"""

from __future__ import annotations

from typing import NamedTuple

from .common import ORTHOGONAL, Cell, Oracle, Ranks, name, other, rectangle, win


class Konane(NamedTuple):
    """Each player's stones, the mover, and a stone in mid-jump with its direction (or None)."""

    stones: tuple[frozenset[Cell], frozenset[Cell]]
    mover: int
    jumping: tuple[Cell, Cell] | None


class KonaneOracle(Oracle[Konane]):
    """Konane."""

    def __init__(self, size: int = 8, steps: bool = False) -> None:
        self.size = size
        self.cells = frozenset(rectangle(size, size))
        self.steps = steps

    def start(self) -> Konane:
        black = frozenset(cell for cell in self.cells if sum(cell) % 2 == 0)
        return Konane((black, self.cells - black), 1, None)

    def mover(self, position: Konane) -> int:
        return position.mover

    def first_removals(self) -> list[Cell]:
        """The corners and the centre."""
        ends, centre = (0, self.size - 1), (self.size // 2 - 1, self.size // 2)
        return [(x, y) for x, y in sorted(self.cells) if {x, y} <= set(ends) or {x, y} <= set(centre)]

    def removed(self, position: Konane, cell: Cell) -> tuple[str, Konane]:
        black, white = position.stones
        return f"x{name(cell)}", Konane((black - {cell}, white - {cell}), other(position.mover), None)

    def jump(self, position: Konane, origin: Cell, way: Cell) -> tuple[Cell, Konane] | None:
        """One jump: the landing cell, and the position in mid-jump; None if it is not possible."""
        mover = position.mover
        own, theirs = position.stones[mover - 1], position.stones[other(mover) - 1]
        over = (origin[0] + way[0], origin[1] + way[1])
        to = (over[0] + way[0], over[1] + way[1])
        if over not in theirs or to not in self.cells or to in own or to in theirs:
            return None
        moved, left = own - {origin} | {to}, theirs - {over}
        stones = (moved, left) if mover == 1 else (left, moved)
        return to, Konane(stones, mover, (to, way))

    def stopped(self, position: Konane) -> Konane:
        """The position once the jumping stone stops."""
        return Konane(position.stones, other(position.mover), None)

    def options(self, position: Konane) -> list[tuple[str, Konane]]:
        own = position.stones[position.mover - 1]
        gaps = self.cells - position.stones[0] - position.stones[1]
        if not gaps:
            return [self.removed(position, cell) for cell in self.first_removals() if cell in own]
        if len(gaps) == 1:
            ((x, y),) = gaps
            beside = [(x + dx, y + dy) for dx, dy in ORTHOGONAL]
            return [self.removed(position, cell) for cell in beside if cell in own]
        return self.single_jumps(position) if self.steps else self.whole_jumps(position)

    def whole_jumps(self, position: Konane) -> list[tuple[str, Konane]]:
        found = []
        for origin in sorted(position.stones[position.mover - 1]):
            for way in ORTHOGONAL:
                landed = self.jump(position, origin, way)
                while landed is not None:
                    to, after = landed
                    found.append((f"{name(origin)}-{name(to)}", self.stopped(after)))
                    landed = self.jump(after, to, way)
        return found

    def single_jumps(self, position: Konane) -> list[tuple[str, Konane]]:
        if position.jumping is None:
            starts = [(o, way) for o in sorted(position.stones[position.mover - 1]) for way in ORTHOGONAL]
            found = []
        else:
            starts = [position.jumping]
            found = [("stop", self.stopped(position))]
        for origin, way in starts:
            landed = self.jump(position, origin, way)
            if landed is not None:
                to, after = landed
                goes_on = self.jump(after, to, way) is not None
                found.append((f"{name(origin)}-{name(to)}", after if goes_on else self.stopped(after)))
        return found

    def outcome(self, position: Konane) -> Ranks | None:
        return None if self.options(position) else win(other(position.mover))
