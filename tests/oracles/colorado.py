"""Colorado, by the words of its author's page.

"To be the first to get all your boats across the Colorado River from the bank nearest you to the one
furthest away on the other side. 'All' does not necessarily mean all eight but only all those remaining if
any are sunk." "Normal Katarenga rules of movement and sinking apply, including the prohibition on sinking
on your first move." "When you land a boat on a square in the opposite bank it may (if possible) be
immediately sunk by your opponent. If it isn't, it becomes invulnerable to sinking so long as it remains on
that square. ... every time it lands on a square on the home bank it becomes vulnerable to sinking on that
move only."  "The game ends as soon as one player wins by getting their last remaining boat home to the
other bank. ... you cannot win by sinking all your opponent's boats, otherwise they will have got 'all' home
(albeit for a score of zero, so it's a draw). However, it is a win if your last boat gets home by sinking
your opponent's last remaining boat still on its starting bank." "In fact, if you sink all opposing boats
you lose the game!"

Readings: eight boats each start on their own row, as in Katarenga.  What is "all home" is looked at for the
mover first, and then for the opponent, whose last boat that was not home may just have been sunk.  Sinking
all loses, or draws with `draws`.  Silent: a player without a move passes; the third
time that the same boats stand with the same player to move draws.  Text: `a1-a3`.
"""

from __future__ import annotations

from typing import NamedTuple

from .board import Colours, large_board, targets
from .common import DRAW, Cell, Oracle, Ranks, name, other, win

Boats = frozenset[Cell]
#: The rank of each player's home bank.
HOME = {1: 7, 2: 0}


class River(NamedTuple):
    """What is compared for repetition: White's and Black's boats, and the player to move."""

    boats: tuple[Boats, Boats]
    mover: int


class ColoradoPosition(NamedTuple):
    """The river; who has moved before; the cell where the last move landed; earlier rivers.

    Rivers before the last sinking cannot come again and are forgotten.
    """

    river: River
    has_moved: tuple[bool, bool]
    landed: Cell | None
    earlier: frozenset[tuple[River, int]]


class Colorado(Oracle[ColoradoPosition]):
    """The single game, without scores; with `draws` sinking all opposing boats draws."""

    def __init__(self, colours: Colours | None = None, draws: bool = False) -> None:
        self.colours = large_board() if colours is None else colours
        self.draws = draws

    def start(self) -> ColoradoPosition:
        white, black = (frozenset((x, y) for x in range(8)) for y in (0, 7))
        return ColoradoPosition(River((white, black), 1), (False, False), None, frozenset())

    def mover(self, position: ColoradoPosition) -> int:
        return position.river.mover

    def may_be_sunk(self, position: ColoradoPosition, boat: Cell) -> bool:
        """Whether the mover may sink this boat of the opponent's."""
        at_home = boat[1] == HOME[other(self.mover(position))]
        return position.has_moved[self.mover(position) - 1] and (not at_home or boat == position.landed)

    def times(self, position: ColoradoPosition) -> frozenset[tuple[River, int]]:
        """How often each river has been there, this one included."""
        times = dict(position.earlier)
        times[position.river] = times.get(position.river, 0) + 1
        return frozenset(times.items())

    def moves_of_boats(self, position: ColoradoPosition) -> list[tuple[str, ColoradoPosition]]:
        mover = self.mover(position)
        mine, theirs = position.river.boats[mover - 1], position.river.boats[other(mover) - 1]
        has_moved = (True, position.has_moved[1]) if mover == 1 else (position.has_moved[0], True)
        found = []
        for origin in sorted(mine):
            for cell in targets(self.colours, mine | theirs, origin):
                if cell in mine or (cell in theirs and not self.may_be_sunk(position, cell)):
                    continue
                moved, left = mine - {origin} | {cell}, theirs - {cell}
                river = River((moved, left) if mover == 1 else (left, moved), other(mover))
                earlier = self.times(position) if left == theirs else frozenset()
                after = ColoradoPosition(river, has_moved, cell, earlier)
                found.append((f"{name(origin)}-{name(cell)}", after))
        return found

    def options(self, position: ColoradoPosition) -> list[tuple[str, ColoradoPosition]]:
        river = position.river._replace(mover=other(self.mover(position)))
        passing = position._replace(river=river, landed=None, earlier=self.times(position))
        return self.moves_of_boats(position) or [("pass", passing)]

    def outcome(self, position: ColoradoPosition) -> Ranks | None:
        mover = self.mover(position)
        before = other(mover)

        def all_home(player: int) -> bool:
            return all(boat[1] == HOME[player] for boat in position.river.boats[player - 1])

        if all_home(before):
            return win(before)
        if self.draws and not position.river.boats[mover - 1]:
            return DRAW
        if all_home(mover):
            return win(mover)
        if dict(position.earlier).get(position.river, 0) >= 2:
            return DRAW
        return None
