"""Lasca on the dark cells of 7x7: draughts with columns, each jump a decision.

A column belongs to its top piece. Jumping over an adjacent enemy column takes its top piece to the bottom of
one's own. Soldiers (lower case) step and jump diagonally forward, officers (upper case) any diagonal way.
Capturing is compulsory, and a column that can jump on must, except that a soldier reaching the far row
becomes an officer and the turn ends. Who cannot move loses. (Repetition is not known here.)
"""

from __future__ import annotations

from typing import NamedTuple

from .common import DIAGONAL, Cell, Oracle, Ranks, name, other, rectangle, win

BOARD = frozenset(cell for cell in rectangle(7, 7) if sum(cell) % 2 == 0)


class Columns(NamedTuple):
    """The columns by cell, each a text from bottom to top (a, A of player 1; b, B of 2), the mover, and the
    column that jumps on (or None)."""

    columns: tuple[tuple[Cell, str], ...]
    mover: int
    jumping: Cell | None


class Lasca(Oracle[Columns]):
    """Lasca."""

    def start(self) -> Columns:
        south = {cell: "a" for cell in BOARD if cell[1] < 3}
        north = {cell: "b" for cell in BOARD if cell[1] > 3}
        return Columns(tuple(sorted({**south, **north}.items())), 1, None)

    def mover(self, position: Columns) -> int:
        return position.mover

    def ways(self, column: str) -> list[Cell]:
        forward = 1 if column[-1] == "a" else -1
        return [way for way in DIAGONAL if column[-1].isupper() or way[1] == forward]

    def moved(self, position: Columns, origin: Cell, to: Cell, over: Cell | None) -> Columns:
        columns = dict(position.columns)
        column = columns.pop(origin)
        if over is not None:
            taken = columns.pop(over)
            column = taken[-1] + column
            if taken[:-1]:
                columns[over] = taken[:-1]
        promoted = column[-1].islower() and to[1] == (6 if position.mover == 1 else 0)
        if promoted:
            column = column[:-1] + column[-1].upper()
        columns[to] = column
        after = Columns(tuple(sorted(columns.items())), position.mover, to)
        if over is not None and not promoted and self.jumps(after, to):
            return after
        return after._replace(mover=other(position.mover), jumping=None)

    def jumps(self, position: Columns, origin: Cell) -> list[tuple[Cell, Cell]]:
        columns = dict(position.columns)
        enemy = "b" if position.mover == 1 else "a"
        found = []
        for dx, dy in self.ways(columns[origin]):
            over, to = (origin[0] + dx, origin[1] + dy), (origin[0] + 2 * dx, origin[1] + 2 * dy)
            if over in columns and columns[over][-1].lower() == enemy and to in BOARD and to not in columns:
                found.append((over, to))
        return found

    def options(self, position: Columns) -> list[tuple[str, Columns]]:
        columns = dict(position.columns)
        own = "a" if position.mover == 1 else "b"
        mine = [cell for cell, column in position.columns if column[-1].lower() == own]
        movers = mine if position.jumping is None else [position.jumping]
        found = [
            (f"{name(cell)}-{name(to)}", self.moved(position, cell, to, over))
            for cell in movers
            for over, to in self.jumps(position, cell)
        ]
        if found or position.jumping is not None:
            return found
        for cell in mine:
            for dx, dy in self.ways(columns[cell]):
                to = (cell[0] + dx, cell[1] + dy)
                if to in BOARD and to not in columns:
                    found.append((f"{name(cell)}-{name(to)}", self.moved(position, cell, to, None)))
        return found

    def outcome(self, position: Columns) -> Ranks | None:
        return None if self.options(position) else win(other(position.mover))
