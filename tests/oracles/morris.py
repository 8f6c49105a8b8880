"""Nine Men's Morris.

Twenty-four points on three squares; nine men each; the players place in turn, then move in turn to an
adjacent point.  Three own men on a line make a mill, and whoever makes one removes an enemy man.  Choices,
all the usual ones: the removal is a decision of its own (`perft_turns` counts it with the move); a man in a
mill may be removed only if all enemy men are in mills; two mills closed at once remove one man; mills count
during the placing too; a player with three men left, none in hand, may fly to any empty point; fewer than
three (in hand included) lose, and so does a player who cannot move.  No repetition rule.

Points are named as on a 7x7 grid, a1 to g7.  Texts: `d2`, `d2-d3`, and `xd2` for a removal.
"""

from __future__ import annotations

from typing import NamedTuple

from .common import AROUND, Cell, Oracle, Ranks, name, other, win

MEN_EACH = 9
MIDDLE = 3
POINTS = sorted((MIDDLE + k * dx, MIDDLE + k * dy) for dx, dy in AROUND for k in (1, 2, 3))


def lines() -> list[tuple[Cell, Cell, Cell]]:
    """The sixteen lines, each with its points in order: the sides of the squares, then the four spokes."""
    found: list[tuple[Cell, Cell, Cell]] = []
    for k in (1, 2, 3):
        low, high = MIDDLE - k, MIDDLE + k
        for fixed in (low, high):
            found.append(((low, fixed), (MIDDLE, fixed), (high, fixed)))
            found.append(((fixed, low), (fixed, MIDDLE), (fixed, high)))
    for near, between, far in ((0, 1, 2), (4, 5, 6)):
        found.append(((near, MIDDLE), (between, MIDDLE), (far, MIDDLE)))
        found.append(((MIDDLE, near), (MIDDLE, between), (MIDDLE, far)))
    return found


LINES = lines()
NEIGHBOURS: dict[Cell, set[Cell]] = {point: set() for point in POINTS}
for first, middle, last in LINES:
    for a, b in ((first, middle), (middle, last)):
        NEIGHBOURS[a].add(b)
        NEIGHBOURS[b].add(a)


def in_mill(men: frozenset[Cell], point: Cell) -> bool:
    """Whether the man on this point stands in a mill of these men."""
    return any(point in line and men.issuperset(line) for line in LINES)


class Morris(NamedTuple):
    """Each player's men on the board, how many are still in hand, the mover, and whether a removal is due."""

    men: tuple[frozenset[Cell], frozenset[Cell]]
    in_hand: tuple[int, int]
    mover: int
    removing: bool


class NineMensMorris(Oracle[Morris]):
    """Nine Men's Morris."""

    def start(self) -> Morris:
        return Morris((frozenset(), frozenset()), (MEN_EACH, MEN_EACH), 1, False)

    def mover(self, position: Morris) -> int:
        return position.mover

    def after(self, position: Morris, own: frozenset[Cell], to: Cell, placed: bool) -> Morris:
        """The position after the mover's men became `own` by a man arriving on `to`."""
        mover = position.mover
        men = (own, position.men[1]) if mover == 1 else (position.men[0], own)
        one, two = position.in_hand
        hand = (one - placed, two) if mover == 1 else (one, two - placed)
        makes_mill = in_mill(own, to)
        return Morris(men, hand, mover if makes_mill else other(mover), makes_mill)

    def options(self, position: Morris) -> list[tuple[str, Morris]]:
        if position.removing:
            return self.removals(position)
        own = position.men[position.mover - 1]
        empty = [point for point in POINTS if point not in position.men[0] | position.men[1]]
        if position.in_hand[position.mover - 1]:
            return [(name(to), self.after(position, own | {to}, to, True)) for to in empty]
        flies = len(own) == 3
        return [
            (f"{name(origin)}-{name(to)}", self.after(position, own - {origin} | {to}, to, False))
            for origin in sorted(own)
            for to in empty
            if flies or to in NEIGHBOURS[origin]
        ]

    def removals(self, position: Morris) -> list[tuple[str, Morris]]:
        mover = position.mover
        own, theirs = position.men[mover - 1], position.men[other(mover) - 1]
        outside = [point for point in sorted(theirs) if not in_mill(theirs, point)]
        found = []
        for point in outside or sorted(theirs):
            left = theirs - {point}
            men = (own, left) if mover == 1 else (left, own)
            found.append((f"x{name(point)}", Morris(men, position.in_hand, other(mover), False)))
        return found

    def outcome(self, position: Morris) -> Ranks | None:
        if position.removing:
            return None
        mover = position.mover
        too_few = len(position.men[mover - 1]) + position.in_hand[mover - 1] < 3
        return win(other(mover)) if too_few or not self.options(position) else None
