"""The ten variants of the gallery, written down a second time.

Chameleon: moves and captures as in Katarenga, first moves too; the cell left takes the next colour (red,
yellow, green, blue, red). Two pawns on the far row, or an opponent without a move, win.
Inkblot: placing en prise; the cells beside a new pawn, along rows and columns, take its cell's colour. Who
cannot place loses.
Castaways: a pawn each, at d1 and e8, moves to empty cells; a stone stays where it stood. Who cannot move
loses.
Spectrum: placing en prise, or anywhere; three own pawns on each colour win; a full board draws.
Aversion: the same placing; three own pawns on one row, column or diagonal lose.
Piracy: three players; placing on empty or enemy cells in reach, or on any empty one; four pawns taken win.
Babel: towers on all cells, the first player's on a1 and all cells of its colour on a chessboard; a tower
moves whole onto another one in reach. Who cannot move loses.
Vice: pawns move to empty cells; a single enemy between the new cell and an own pawn, along rows and
columns, is taken; moves that take fewer than others are not allowed. Fewer than four pawns, or no move,
lose. The third repetition draws.
Muster: pawns move to empty cells; four neighbours in line through the new cell, which is not on the home
row, win. No move loses, the third repetition draws.
Rally: pawns on the first and last row (first player) and the first and last column, corners left out; moves
and captures as in Katarenga; who has all pawns in one group, diagonals included, wins, the mover first.
"""

from __future__ import annotations

from typing import NamedTuple

from .board import Colours, en_prise, large_board, targets
from .common import AROUND, DRAW, ORTHOGONAL, Cell, Oracle, Ranks, name, other, win
from .variants import Armies, Cells, OfArmies, OfPlacing, Placing

AFTER = {"R": "Y", "Y": "G", "G": "B", "B": "R"}
AXES = ((1, 0), (0, 1), (1, 1), (1, -1))


class Painted(NamedTuple):
    """Both players' pawns, the mover, the last cell filled, and the colour of each cell, in order."""

    pawns: tuple[Cells, Cells]
    mover: int
    colours: tuple[tuple[Cell, str], ...]
    last: Cell | None = None


class OfPaint(Oracle[Painted]):
    """Games whose cells change their colours."""

    def __init__(self, colours: Colours | None = None) -> None:
        self.colours = large_board() if colours is None else colours

    def mover(self, position: Painted) -> int:
        return position.mover


class Chameleon(OfPaint):
    """Cells that are left change."""

    def start(self) -> Painted:
        white, black = (frozenset((x, y) for x in range(8)) for y in (0, 7))
        return Painted((white, black), 1, tuple(sorted(self.colours.items())))

    def options(self, position: Painted) -> list[tuple[str, Painted]]:
        colours, mover = dict(position.colours), position.mover
        mine, theirs = position.pawns[mover - 1], position.pawns[other(mover) - 1]
        found = []
        for origin in mine:
            painted = tuple(sorted({**colours, origin: AFTER[colours[origin]]}.items()))
            for cell in targets(colours, mine | theirs, origin):
                if cell not in mine:
                    pair = (mine - {origin} | {cell}, theirs - {cell})
                    pawns = pair if mover == 1 else (pair[1], pair[0])
                    found.append((f"{name(origin)}-{name(cell)}", Painted(pawns, other(mover), painted)))
        return found

    def outcome(self, position: Painted) -> Ranks | None:
        before = other(position.mover)
        there = [cell for cell in position.pawns[before - 1] if cell[1] == (7 if before == 1 else 0)]
        return win(before) if len(there) == 2 or not self.options(position) else None


class Inkblot(OfPaint):
    """New pawns dye what is beside them."""

    def start(self) -> Painted:
        return Painted((frozenset(), frozenset()), 1, tuple(sorted(self.colours.items())))

    def options(self, position: Painted) -> list[tuple[str, Painted]]:
        colours, occupied = dict(position.colours), position.pawns[0] | position.pawns[1]
        cells = list(colours) if position.last is None else en_prise(colours, occupied, position.last)
        found = []
        for x, y in cells:
            beside = {(x + dx, y + dy) for dx, dy in ORTHOGONAL} & set(colours)
            painted = {**colours, **dict.fromkeys(beside, colours[x, y])}
            mine = position.pawns[position.mover - 1] | {(x, y)}
            pawns = (mine, position.pawns[1]) if position.mover == 1 else (position.pawns[0], mine)
            after = Painted(pawns, other(position.mover), tuple(sorted(painted.items())), (x, y))
            found.append((name((x, y)), after))
        return found

    def outcome(self, position: Painted) -> Ranks | None:
        return None if self.options(position) else win(other(position.mover))


class Island(NamedTuple):
    """Where the castaways stand, the mover, and the stones."""

    pawns: tuple[Cell, Cell]
    mover: int = 1
    stones: Cells = frozenset()


class Castaways(Oracle[Island]):
    """Cells that are left turn to stone."""

    def __init__(self, colours: Colours | None = None) -> None:
        self.colours = large_board() if colours is None else colours

    def start(self) -> Island:
        return Island(((3, 0), (4, 7)))

    def mover(self, position: Island) -> int:
        return position.mover

    def options(self, position: Island) -> list[tuple[str, Island]]:
        origin = position.pawns[position.mover - 1]
        found = []
        for cell in en_prise(self.colours, {*position.pawns, *position.stones}, origin):
            pawns = (cell, position.pawns[1]) if position.mover == 1 else (position.pawns[0], cell)
            after = Island(pawns, other(position.mover), position.stones | {origin})
            found.append((f"{name(origin)}-{name(cell)}", after))
        return found

    def outcome(self, position: Island) -> Ranks | None:
        return None if self.options(position) else win(other(position.mover))


class OnColours(OfPlacing):
    """Placing en prise to the last pawn; with no such cell, anywhere."""

    def __init__(self, colours: Colours | None = None) -> None:
        self.colours = large_board() if colours is None else colours

    def cells(self, position: Placing) -> list[Cell]:
        occupied = frozenset[Cell]().union(*position.pawns)
        near = en_prise(self.colours, occupied, position.last) if position.last is not None else []
        return near or [cell for cell in self.colours if cell not in occupied]


class Spectrum(OnColours):
    """Three on each colour."""

    def outcome(self, position: Placing) -> Ranks | None:
        if position.last is None:
            return None
        on = [self.colours[cell] for cell in position.pawns[self.before(position) - 1]]
        if min(map(on.count, "RYGB")) >= 3:
            return win(self.before(position))
        return DRAW if position.count == 64 else None


class Aversion(OnColours):
    """Three in line lose."""

    def outcome(self, position: Placing) -> Ranks | None:
        before = self.before(position)
        for x, y in position.pawns[before - 1]:
            for dx, dy in AXES:
                line = {(x + n * dx, y + n * dy) for n in range(-7, 8)}
                if len(line & position.pawns[before - 1]) >= 3:
                    return win(other(before))
        return None


class Booty(NamedTuple):
    """Each player's pawns, what each has taken, the mover, and the cell filled last."""

    pawns: tuple[Cells, ...] = (frozenset(),) * 3
    taken: tuple[int, ...] = (0, 0, 0)
    mover: int = 1
    last: Cell | None = None


class Piracy(Oracle[Booty]):
    """Three players, four captures."""

    def __init__(self, colours: Colours | None = None) -> None:
        self.colours = large_board() if colours is None else colours

    def start(self) -> Booty:
        return Booty()

    def mover(self, position: Booty) -> int:
        return position.mover

    def options(self, position: Booty) -> list[tuple[str, Booty]]:
        occupied, own = frozenset[Cell]().union(*position.pawns), position.mover - 1
        near = targets(self.colours, occupied, position.last) if position.last is not None else []
        near = [cell for cell in near if cell not in position.pawns[own]]
        found = []
        for cell in near or [cell for cell in self.colours if cell not in occupied]:
            pawns = tuple(
                each | {cell} if n == own else each - {cell} for n, each in enumerate(position.pawns)
            )
            taken = tuple(each + (n == own and cell in occupied) for n, each in enumerate(position.taken))
            found.append((name(cell), Booty(pawns, taken, position.mover % 3 + 1, cell)))
        return found

    def outcome(self, position: Booty) -> Ranks | None:
        before = (position.mover + 1) % 3
        if position.taken[before] == 4:
            return tuple(1 if n == before else 2 for n in range(3))
        return None


class Towers(NamedTuple):
    """The towers, each a cell with its pieces from the bottom, and the mover."""

    towers: frozenset[tuple[Cell, str]]
    mover: int = 1


class Babel(Oracle[Towers]):
    """Towers climb onto towers."""

    def __init__(self, colours: Colours | None = None) -> None:
        self.colours = large_board() if colours is None else colours

    def start(self) -> Towers:
        return Towers(frozenset(((x, y), "12"[(x + y) % 2]) for x, y in self.colours))

    def mover(self, position: Towers) -> int:
        return position.mover

    def options(self, position: Towers) -> list[tuple[str, Towers]]:
        there = dict(position.towers)
        found = []
        for origin, pieces in position.towers:
            if pieces[-1] != str(position.mover):
                continue
            for cell in targets(self.colours, there, origin):
                if cell in there:
                    left = {c: t for c, t in there.items() if c != origin} | {cell: there[cell] + pieces}
                    after = Towers(frozenset(left.items()), other(position.mover))
                    found.append((f"{name(origin)}-{name(cell)}", after))
        return found

    def outcome(self, position: Towers) -> Ranks | None:
        return None if self.options(position) else win(other(position.mover))


class Quiet(OfArmies):
    """Moves to empty cells; `taken` says whose pawns go then."""

    def taken(self, mine: Cells, theirs: Cells, cell: Cell) -> Cells:
        """The enemies that a pawn which came to the cell takes."""
        return frozenset()

    def options(self, position: Armies) -> list[tuple[str, Armies]]:
        mine = position.pawns[position.mover - 1]
        theirs = position.pawns[other(position.mover) - 1]
        found: list[tuple[int, str, Armies]] = []
        for origin in mine:
            for cell in en_prise(self.colours, mine | theirs, origin):
                taken = self.taken(mine - {origin}, theirs, cell)
                after = self.after(position, mine - {origin} | {cell}, theirs - taken)
                found.append((len(taken), f"{name(origin)}-{name(cell)}", after))
        most = max((count for count, _, _ in found), default=0)
        return [(text, after) for count, text, after in found if count == most]


class Vice(Quiet):
    """Enemies between two are taken, most of all."""

    def taken(self, mine: Cells, theirs: Cells, cell: Cell) -> Cells:
        x, y = cell
        between = [(dx, dy) for dx, dy in ORTHOGONAL if (x + 2 * dx, y + 2 * dy) in mine]
        return theirs & {(x + dx, y + dy) for dx, dy in between}

    def outcome(self, position: Armies) -> Ranks | None:
        if len(position.pawns[position.mover - 1]) < 4 or not self.options(position):
            return win(other(position.mover))
        return DRAW if self.repeated(position) else None


class Muster(Quiet):
    """Four in a row, in the field."""

    def outcome(self, position: Armies) -> Ranks | None:
        before = other(position.mover)
        if position.earlier:
            mine = position.pawns[before - 1]
            (last,) = mine - position.earlier[-1][0][before - 1]
            if last[1] != (0 if before == 1 else 7) and any(self.four(mine, last, axis) for axis in AXES):
                return win(before)
        if not self.options(position):
            return win(before)
        return DRAW if self.repeated(position) else None

    def four(self, mine: Cells, last: Cell, axis: Cell) -> bool:
        """Are there just four or more neighbours on this line through the cell?"""
        row = 1
        for sign in (1, -1):
            x, y = last
            while (x := x + sign * axis[0], y := y + sign * axis[1]) and (x, y) in mine:
                row += 1
        return row >= 4


class Rally(OfArmies):
    """All in one group."""

    def start(self) -> Armies:
        inner = range(1, 7)
        white = frozenset((x, y) for x in inner for y in (0, 7))
        return Armies((white, frozenset((y, x) for x, y in white)), 1)

    def after(self, position: Armies, mine: Cells, theirs: Cells, home: int = 0) -> Armies:
        pawns = (mine, theirs) if position.mover == 1 else (theirs, mine)
        return Armies(pawns, other(position.mover))

    def options(self, position: Armies) -> list[tuple[str, Armies]]:
        mine, theirs = position.pawns[position.mover - 1], position.pawns[other(position.mover) - 1]
        return [
            (f"{name(origin)}-{name(cell)}", self.after(position, mine - {origin} | {cell}, theirs - {cell}))
            for origin in mine
            for cell in targets(self.colours, mine | theirs, origin)
            if cell not in mine
        ]

    def outcome(self, position: Armies) -> Ranks | None:
        before = other(position.mover)
        if self.one(position.pawns[before - 1]) or not self.options(position):
            return win(before)
        return win(position.mover) if self.one(position.pawns[position.mover - 1]) else None

    def one(self, pawns: Cells) -> bool:
        """Do they make one group?"""
        if not pawns:
            return False
        waiting = [min(pawns)]
        chain = set(waiting)
        while waiting:
            x, y = waiting.pop()
            near = {(x + dx, y + dy) for dx, dy in AROUND} & pawns - chain
            chain |= near
            waiting += near
        return chain == pawns
