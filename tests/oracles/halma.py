"""Halma for two on 8x8, ten men each, each jump a decision.

A man steps to any neighbour, or jumps over any neighbouring man and may jump on, though not back to a cell
that the turn has left. A man in the far camp does not leave it. Filling the far camp wins. 400 turns draw.
"""

from __future__ import annotations

from typing import NamedTuple

from .common import AROUND, DRAW, Cell, Oracle, Ranks, cell_named, name, other, rectangle, win

NEAR = frozenset(map(cell_named, ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "a3", "b3", "a4"]))
FAR = frozenset((7 - x, 7 - y) for x, y in NEAR)
BOARD = frozenset(rectangle(8, 8))


class Camp(NamedTuple):
    """Each player's men, the mover, the cells of the turn (its man on the last), the turns, the last cell."""

    men: tuple[frozenset[Cell], frozenset[Cell]]
    mover: int
    way: tuple[Cell, ...]
    turns: int
    last: Cell | None


class Halma(Oracle[Camp]):
    """Halma."""

    def start(self) -> Camp:
        return Camp((NEAR, FAR), 1, (), 0, None)

    def mover(self, position: Camp) -> int:
        return position.mover

    def far(self, player: int) -> frozenset[Cell]:
        return FAR if player == 1 else NEAR

    def landings(self, position: Camp, origin: Cell, jump: bool) -> list[Cell]:
        far, taken = self.far(position.mover), position.men[0] | position.men[1]
        found = []
        for dx, dy in AROUND:
            beside, behind = (origin[0] + dx, origin[1] + dy), (origin[0] + 2 * dx, origin[1] + 2 * dy)
            to = behind if jump else beside
            if to in BOARD and to not in taken and (not jump or beside in taken):
                if origin not in far or to in far:
                    found.append(to)
        return found

    def moved(self, position: Camp, origin: Cell, to: Cell, jump: bool) -> Camp:
        men = list(position.men)
        men[position.mover - 1] = men[position.mover - 1] - {origin} | {to}
        way = (*(position.way or (origin,)), to)
        after = Camp((men[0], men[1]), position.mover, way, position.turns, to)
        if jump and any(cell not in way for cell in self.landings(after, to, True)):
            return after
        return self.ended(after)

    def ended(self, position: Camp) -> Camp:
        return position._replace(mover=other(position.mover), way=(), turns=position.turns + 1)

    def options(self, position: Camp) -> list[tuple[str, Camp]]:
        if position.way:
            origin = position.way[-1]
            jumps = [to for to in self.landings(position, origin, True) if to not in position.way]
            on = [(f"{name(origin)}-{name(to)}", self.moved(position, origin, to, True)) for to in jumps]
            return [*on, ("stop", self.ended(position))]
        return [
            (f"{name(origin)}-{name(to)}", self.moved(position, origin, to, jump))
            for origin in sorted(position.men[position.mover - 1])
            for jump in (False, True)
            for to in self.landings(position, origin, jump)
        ]

    def outcome(self, position: Camp) -> Ranks | None:
        taken = position.men[0] | position.men[1]
        player = position.mover if position.way else other(position.mover)
        if position.last is not None and self.far(player) <= taken and position.last in self.far(player):
            return win(player)
        return DRAW if position.turns >= 400 else None
