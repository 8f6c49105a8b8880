"""Hnefatafl on 11x11: the attackers begin and surround the king, who wants to a corner.

All slide like rooks. Only the king stops on the centre and the corners; men may pass over the empty centre.
A man is taken between the piece that has just moved and another enemy, or an empty centre or corner, on the
opposite side; the king takes too. He is taken on four sides, an empty centre counting. (The third time that
a position stands is not known here.)
"""

from __future__ import annotations

from typing import NamedTuple

from .common import ORTHOGONAL, Cell, Oracle, Ranks, cell_named, name, other, rectangle, win

SIZE = 11
CENTRE = (5, 5)
CORNERS = {(0, 0), (0, 10), (10, 0), (10, 10)}
ATTACKERS = "d1 e1 f1 g1 h1 f2 d11 e11 f11 g11 h11 f10 a4 a5 a6 a7 a8 b6 k4 k5 k6 k7 k8 j6"
DEFENDERS = "f4 f5 f7 f8 d6 e6 g6 h6 e5 g5 e7 g7"
BOARD = frozenset(rectangle(SIZE, SIZE))


class Hall(NamedTuple):
    """The attackers, the defenders without their king, the king (None once taken), the mover."""

    attackers: frozenset[Cell]
    defenders: frozenset[Cell]
    king: Cell
    mover: int


class Hnefatafl(Oracle[Hall]):
    """Hnefatafl."""

    def start(self) -> Hall:
        attackers, defenders = (frozenset(map(cell_named, t.split())) for t in (ATTACKERS, DEFENDERS))
        return Hall(attackers, defenders, CENTRE, 1)

    def mover(self, position: Hall) -> int:
        return position.mover

    def options(self, position: Hall) -> list[tuple[str, Hall]]:
        own = position.attackers if position.mover == 1 else position.defenders | {position.king}
        taken = position.attackers | position.defenders | {position.king}
        found = []
        for origin in sorted(own):
            for dx, dy in ORTHOGONAL:
                x, y = origin[0] + dx, origin[1] + dy
                while (x, y) in BOARD and (x, y) not in taken:
                    if origin == position.king or ((x, y) != CENTRE and (x, y) not in CORNERS):
                        found.append((f"{name(origin)}-{name((x, y))}", self.moved(position, origin, (x, y))))
                    x, y = x + dx, y + dy
        return found

    def moved(self, position: Hall, origin: Cell, to: Cell) -> Hall:
        attackers, defenders, king = set(position.attackers), set(position.defenders), position.king
        if origin == king:
            king = to
        for men in (attackers, defenders):
            if origin in men:
                men.remove(origin)
                men.add(to)
        friends, enemies = (attackers, defenders) if position.mover == 1 else (defenders | {king}, attackers)
        everyone = attackers | defenders | {king}
        gone = set()
        for dx, dy in ORTHOGONAL:
            beside, behind = (to[0] + dx, to[1] + dy), (to[0] + 2 * dx, to[1] + 2 * dy)
            refuge = behind not in everyone and (behind == CENTRE or behind in CORNERS)
            if beside in enemies and (behind in friends or refuge):
                gone.add(beside)
        return Hall(frozenset(attackers - gone), frozenset(defenders - gone), king, other(position.mover))

    def outcome(self, position: Hall) -> Ranks | None:
        if position.king in CORNERS:
            return win(2)
        x, y = position.king
        around = [(x + dx, y + dy) for dx, dy in ORTHOGONAL]
        if all(
            cell in position.attackers or (cell == CENTRE and cell not in position.defenders)
            for cell in around
        ):
            return win(1)
        return None if self.options(position) else win(other(position.mover))
