"""Lines of Action (Claude Soucie) on 8x8.

Twelve men each: Black, who begins, on b1-g1 and b8-g8, White on a2-a7 and h2-h7.  A man moves in a straight
line, in any of eight directions, exactly as many cells as there are men of both colours on that whole line;
it may pass over own men, not over enemy men, and takes an enemy man that it lands on.  Whoever has all own
men in one group, connected orthogonally or diagonally, wins; a single man is connected.

Choices (tournament rules): a move that connects both sides at once draws; with `mover_wins` the mover wins.
A player who cannot move passes.  The draw at the third occurrence of a position is left out: no count here
reaches it.
"""

from __future__ import annotations

from typing import NamedTuple

from .common import AROUND, DRAW, Cell, Oracle, Ranks, name, other, rectangle, win

CELLS = frozenset(rectangle(8, 8))


class Men(NamedTuple):
    """Each player's men and the mover."""

    men: tuple[frozenset[Cell], frozenset[Cell]]
    mover: int


def whole_line(cell: Cell, way: Cell) -> list[Cell]:
    """All cells of the line through this cell along `way`, both ways."""
    return [
        (cell[0] + k * way[0], cell[1] + k * way[1])
        for k in range(-7, 8)
        if (cell[0] + k * way[0], cell[1] + k * way[1]) in CELLS
    ]


def is_connected(men: frozenset[Cell]) -> bool:
    """Whether these men form one group."""
    waiting = list(men)[:1]
    seen = set(waiting)
    while waiting:
        x, y = waiting.pop()
        for dx, dy in AROUND:
            beside = (x + dx, y + dy)
            if beside in men and beside not in seen:
                seen.add(beside)
                waiting.append(beside)
    return len(seen) == len(men)


class LinesOfAction(Oracle[Men]):
    """Lines of Action."""

    def __init__(self, mover_wins: bool = False) -> None:
        self.mover_wins = mover_wins

    def start(self) -> Men:
        black = frozenset((x, y) for x in range(1, 7) for y in (0, 7))
        white = frozenset((x, y) for x in (0, 7) for y in range(1, 7))
        return Men((black, white), 1)

    def mover(self, position: Men) -> int:
        return position.mover

    def options(self, position: Men) -> list[tuple[str, Men]]:
        mover = position.mover
        own, theirs = position.men[mover - 1], position.men[other(mover) - 1]
        everyone = own | theirs
        found = []
        for origin in sorted(own):
            for way in AROUND:
                distance = sum(cell in everyone for cell in whole_line(origin, way))
                passed = [(origin[0] + k * way[0], origin[1] + k * way[1]) for k in range(1, distance)]
                to = (origin[0] + distance * way[0], origin[1] + distance * way[1])
                if to not in CELLS or to in own or any(cell in theirs for cell in passed):
                    continue
                moved, left = own - {origin} | {to}, theirs - {to}
                men = (moved, left) if mover == 1 else (left, moved)
                found.append((f"{name(origin)}-{name(to)}", Men(men, other(mover))))
        return found or [("pass", position._replace(mover=other(mover)))]

    def outcome(self, position: Men) -> Ranks | None:
        black, white = map(is_connected, position.men)
        if black and white:
            return win(other(position.mover)) if self.mover_wins else DRAW
        if black or white:
            return win(1 if black else 2)
        return None
