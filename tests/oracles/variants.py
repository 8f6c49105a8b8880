"""Our own variants of Katarenga, written down a second time.

Maelstrom: pawns move to empty cells by the colour they leave; all enemies beside the new cell, along rows and
columns, are taken; of all moves those that take most are legal. Fewer than three pawns, or no move, lose.
Raid: a pawn is placed en prise to the last one, on an empty cell or on an enemy; if there is no such cell, on
any empty one. Three in a row, column or diagonal at any distance win. 100 placements draw.
Ferry: moves and captures as in Katarenga; a pawn on the far row leaves the board, three such win. The third
repetition draws (positions are pawns, not scores).
Causeway: placing en prise, anywhere if there is no such cell; a chain of neighbours, diagonal ones included,
from bottom to top (first player) or left to right (second) wins.
Triquetra: three players on a hexagon of side 4; placing as in Causeway, by three colours; three on one of the
board's rows with equal gaps win; a full board draws.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from .board import Colours, en_prise, large_board, targets
from .common import AROUND, DRAW, ORTHOGONAL, Cell, Oracle, Ranks, name, other, win
from .hexes import HEX_DIRECTIONS

Cells = frozenset[Cell]


class Armies(NamedTuple):
    """Both players' pawns, the mover, pawns home, and the earlier positions."""

    pawns: tuple[Cells, Cells]
    mover: int
    home: tuple[int, int] = (0, 0)
    earlier: tuple[tuple[tuple[Cells, Cells], int], ...] = ()


class OfArmies(Oracle[Armies]):
    """Two rows of pawns that move by colours."""

    def __init__(self, colours: Colours | None = None) -> None:
        self.colours = large_board() if colours is None else colours

    def start(self) -> Armies:
        rows = tuple(frozenset((x, y) for x in range(8)) for y in (0, 7))
        return Armies((rows[0], rows[1]), 1)

    def mover(self, position: Armies) -> int:
        return position.mover

    def after(self, position: Armies, mine: Cells, theirs: Cells, home: int = 0) -> Armies:
        mover = position.mover
        pawns = (mine, theirs) if mover == 1 else (theirs, mine)
        score = [position.home[0], position.home[1]]
        score[mover - 1] += home
        earlier = (*position.earlier, (position.pawns, mover))
        return Armies(pawns, other(mover), (score[0], score[1]), earlier)

    def repeated(self, position: Armies) -> bool:
        return position.earlier.count((position.pawns, position.mover)) >= 2


class Maelstrom(OfArmies):
    """Captures beside the landing cell, as many as possible."""

    def options(self, position: Armies) -> list[tuple[str, Armies]]:
        mine = position.pawns[position.mover - 1]
        theirs = position.pawns[other(position.mover) - 1]
        found: list[tuple[int, str, Armies]] = []
        for origin in mine:
            for cell in targets(self.colours, mine | theirs, origin):
                if cell in mine | theirs:
                    continue
                beside = {(cell[0] + dx, cell[1] + dy) for dx, dy in ORTHOGONAL}
                taken = theirs & beside if len(position.earlier) > 1 else frozenset()
                after = self.after(position, mine - {origin} | {cell}, theirs - taken)
                found.append((len(taken), f"{name(origin)}-{name(cell)}", after))
        most = max((count for count, _, _ in found), default=0)
        return [(text, after) for count, text, after in found if count == most]

    def outcome(self, position: Armies) -> Ranks | None:
        if len(position.pawns[position.mover - 1]) < 3 or not self.options(position):
            return win(other(position.mover))
        return DRAW if self.repeated(position) else None


class Ferry(OfArmies):
    """Three pawns home."""

    def options(self, position: Armies) -> list[tuple[str, Armies]]:
        mine = position.pawns[position.mover - 1]
        theirs = position.pawns[other(position.mover) - 1]
        far = 7 if position.mover == 1 else 0
        found = []
        for origin in mine:
            for cell in targets(self.colours, mine | theirs, origin):
                if cell in mine:
                    continue
                arrived = cell[1] == far
                left = mine - {origin} | (frozenset() if arrived else {cell})
                after = self.after(position, left, theirs - {cell}, int(arrived))
                found.append((f"{name(origin)}-{name(cell)}", after))
        return found

    def outcome(self, position: Armies) -> Ranks | None:
        before = other(position.mover)
        if position.home[before - 1] == 3 or not self.options(position):
            return win(before)
        return DRAW if self.repeated(position) else None


class Placing(NamedTuple):
    """Each player's pawns, how many have been placed, and the last of them."""

    pawns: tuple[Cells, ...]
    count: int = 0
    last: Cell | None = None


class OfPlacing(Oracle[Placing]):
    """Pawns placed in turn."""

    players = 2

    def start(self) -> Placing:
        return Placing((frozenset(),) * self.players)

    def mover(self, position: Placing) -> int:
        return position.count % self.players + 1

    def cells(self, position: Placing) -> Iterable[Cell]:
        """Where the next pawn may go."""
        raise NotImplementedError

    def named(self, cell: Cell) -> str:
        return name(cell)

    def options(self, position: Placing) -> list[tuple[str, Placing]]:
        mover = self.mover(position)
        found = []
        for cell in self.cells(position):
            pawns = tuple(
                each | {cell} if player == mover else each - {cell}
                for player, each in enumerate(position.pawns, 1)
            )
            found.append((self.named(cell), Placing(pawns, position.count + 1, cell)))
        return found

    def before(self, position: Placing) -> int:
        """Who placed the last pawn."""
        return (position.count - 1) % self.players + 1


class Raid(OfPlacing):
    """Three in line, and captures."""

    def __init__(self, colours: Colours | None = None) -> None:
        self.colours = large_board() if colours is None else colours

    def cells(self, position: Placing) -> list[Cell]:
        occupied = position.pawns[0] | position.pawns[1]
        mine = position.pawns[self.mover(position) - 1]
        empty = [cell for cell in self.colours if cell not in occupied]
        if position.last is None:
            return empty
        return [c for c in targets(self.colours, occupied, position.last) if c not in mine] or empty

    def outcome(self, position: Placing) -> Ranks | None:
        if position.last is None:
            return None
        x, y = position.last
        mine = position.pawns[self.before(position) - 1]
        for pair in combinations(mine - {position.last}, 2):
            (a, b), (c, d) = ((px - x, py - y) for px, py in pair)
            straight = all(u == 0 or v == 0 or abs(u) == abs(v) for u, v in ((a, b), (c, d)))
            if straight and a * d == b * c:
                return win(self.before(position))
        return DRAW if position.count == 100 else None


class Causeway(OfPlacing):
    """Join two sides."""

    def __init__(self, colours: Colours | None = None) -> None:
        self.colours = large_board() if colours is None else colours

    def cells(self, position: Placing) -> list[Cell]:
        occupied = position.pawns[0] | position.pawns[1]
        near = en_prise(self.colours, occupied, position.last) if position.last is not None else []
        return near or [cell for cell in self.colours if cell not in occupied]

    def outcome(self, position: Placing) -> Ranks | None:
        if position.last is None:
            return None
        before = self.before(position)
        mine, axis = position.pawns[before - 1], 2 - before
        chain, waiting = {position.last}, [position.last]
        while waiting:
            x, y = waiting.pop()
            near = {(x + dx, y + dy) for dx, dy in AROUND} & mine - chain
            chain |= near
            waiting += near
        if {0, 7} <= {cell[axis] for cell in chain}:
            return win(before)
        return DRAW if position.count == 64 else None


class Triquetra(OfPlacing):
    """Three players on a hexagon: cells (q, r), r growing downward."""

    players = 3
    rows = ("RGBR", "GBRGB", "BRGBRG", "RGBRGBR", "BRGBRG", "GBRGB", "RGBR")

    def __init__(self) -> None:
        self.colours = {
            (q, r): colour
            for r, row in zip(range(-3, 4), self.rows, strict=True)
            for q, colour in enumerate(row, max(-3, -3 - r))
        }

    def named(self, cell: Cell) -> str:
        return f"{'abcdefg'[cell[0] + 3]}{4 - cell[1]}"

    def reach(self, occupied: Cells, origin: Cell) -> list[Cell]:
        q, r = origin
        if self.colours[origin] == "B":
            return [(q + dq, r + dr) for dq, dr in HEX_DIRECTIONS]
        if self.colours[origin] == "G":  # two steps one way, then one more, a sixth of a turn aside
            around = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
            return [
                (q + 2 * around[i][0] + around[j % 6][0], r + 2 * around[i][1] + around[j % 6][1])
                for i in range(6)
                for j in (i - 1, i + 1)
            ]
        found = []
        for dq, dr in HEX_DIRECTIONS:
            cell = (q + dq, r + dr)
            while cell in self.colours:
                found.append(cell)
                if cell in occupied or self.colours[cell] == "R":
                    break
                cell = (cell[0] + dq, cell[1] + dr)
        return found

    def cells(self, position: Placing) -> list[Cell]:
        occupied = position.pawns[0] | position.pawns[1] | position.pawns[2]
        empty = [cell for cell in self.colours if cell not in occupied]
        near = self.reach(occupied, position.last) if position.last is not None else []
        return [cell for cell in near if cell in empty] or empty

    def outcome(self, position: Placing) -> Ranks | None:
        before = self.before(position)
        mine = position.pawns[before - 1]
        for one, two, three in combinations(sorted(mine), 3):
            q, r = two[0] - one[0], two[1] - one[1]
            if (three[0] - two[0], three[1] - two[1]) == (q, r) and (q == 0 or r == 0 or q == -r):
                return tuple(1 if player == before else 2 for player in (1, 2, 3))
        return (1, 1, 1) if position.count == len(self.colours) else None
