"""Go by area scoring with positional superko: no position of the stones may come again.

Enemy groups without an empty neighbour are taken, then no own group may be without one. A pass is always
allowed; two in a row end the game. Each scores stones and the empty points that they alone surround.
"""

from __future__ import annotations

from typing import NamedTuple

from .common import DRAW, ORTHOGONAL, Cell, Oracle, Ranks, name, other, rectangle, win

Stones = tuple[frozenset[Cell], frozenset[Cell]]


class Points(NamedTuple):
    """Each player's stones, all earlier positions and the present one, the mover, passes in a row."""

    stones: Stones
    seen: frozenset[Stones]
    mover: int
    passes: int


class Go(Oracle[Points]):
    """Go."""

    def __init__(self, size: int = 9, komi: int = 7) -> None:
        self.cells = frozenset(rectangle(size, size))
        self.komi = komi

    def start(self) -> Points:
        empty: Stones = (frozenset(), frozenset())
        return Points(empty, frozenset((empty,)), 1, 0)

    def mover(self, position: Points) -> int:
        return position.mover

    def near(self, cell: Cell) -> set[Cell]:
        return {(cell[0] + dx, cell[1] + dy) for dx, dy in ORTHOGONAL} & self.cells

    def group(self, cell: Cell, within: frozenset[Cell]) -> tuple[set[Cell], set[Cell]]:
        """The connected cells of the kind, and the cells around them."""
        found, waiting, around = {cell}, [cell], set()
        while waiting:
            for beside in self.near(waiting.pop()):
                if beside not in within:
                    around.add(beside)
                elif beside not in found:
                    found.add(beside)
                    waiting.append(beside)
        return found, around

    def placed(self, position: Points, cell: Cell) -> Stones | None:
        own, theirs = position.stones[position.mover - 1], position.stones[other(position.mover) - 1]
        own = own | {cell}
        for beside in self.near(cell) & theirs:
            group, around = self.group(beside, theirs)
            if around <= own:
                theirs = theirs - group
        _, around = self.group(cell, own)
        if around <= theirs:
            return None
        after = (own, theirs) if position.mover == 1 else (theirs, own)
        return None if after in position.seen else after

    def options(self, position: Points) -> list[tuple[str, Points]]:
        found = [("pass", position._replace(mover=other(position.mover), passes=position.passes + 1))]
        for cell in sorted(self.cells - position.stones[0] - position.stones[1]):
            after = self.placed(position, cell)
            if after is not None:
                later = Points(after, position.seen | {after}, other(position.mover), 0)
                found.append((name(cell), later))
        return found

    def outcome(self, position: Points) -> Ranks | None:
        if position.passes < 2:
            return None
        areas = [len(stones) for stones in position.stones]
        left = self.cells - position.stones[0] - position.stones[1]
        while left:
            group, around = self.group(next(iter(left)), left)
            left = left - group
            for player in (0, 1):
                if around and around <= position.stones[player]:
                    areas[player] += len(group)
        areas[1] += self.komi
        return DRAW if areas[0] == areas[1] else win(1 if areas[0] > areas[1] else 2)
