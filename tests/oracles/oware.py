"""Oware by the Abapa rules, except that a move may not take all of the enemy's seeds.

Twelve holes in a round, four seeds each: a1 to f1 are the first player's, then f2 back to a2 the second's.
A move empties an own hole into the following ones, leaving out the hole itself; a last seed that makes two
or three in an enemy hole captures, and so backwards. The enemy must keep a seed. 25 win; where nobody can
move each keeps their own side, and more seeds win. (The third time that a position stands is not known here.)
"""

from __future__ import annotations

from typing import NamedTuple

from .common import DRAW, Oracle, Ranks, other, win

NAMES = [f"{c}1" for c in "abcdef"] + [f"{c}2" for c in "fedcba"]


class Sown(NamedTuple):
    """The seeds of each hole, what each player has, and the mover."""

    holes: tuple[int, ...]
    taken: tuple[int, int]
    mover: int


def side(player: int) -> range:
    return range(6) if player == 1 else range(6, 12)


class Oware(Oracle[Sown]):
    """Oware."""

    def start(self) -> Sown:
        return Sown((4,) * 12, (0, 0), 1)

    def mover(self, position: Sown) -> int:
        return position.mover

    def options(self, position: Sown) -> list[tuple[str, Sown]]:
        found = []
        for hole in side(position.mover):
            after = self.sown(position, hole) if position.holes[hole] else None
            if after is not None and any(after.holes[i] > 0 for i in side(after.mover)):
                found.append((NAMES[hole], after))
        return found

    def sown(self, position: Sown, hole: int) -> Sown:
        holes = list(position.holes)
        seeds, holes[hole], at = holes[hole], 0, hole
        while seeds:
            at = (at + 1) % 12
            if at != hole:
                holes[at] += 1
                seeds -= 1
        won = 0
        while at in side(other(position.mover)) and holes[at] in (2, 3):
            won, holes[at] = won + holes[at], 0
            at -= 1
        taken = list(position.taken)
        taken[position.mover - 1] += won
        return Sown(tuple(holes), (taken[0], taken[1]), other(position.mover))

    def outcome(self, position: Sown) -> Ranks | None:
        for player in (1, 2):
            if position.taken[player - 1] > 24:
                return win(player)
        if self.options(position):
            return None
        first, second = (position.taken[p - 1] + sum(position.holes[i] for i in side(p)) for p in (1, 2))
        return DRAW if first == second else win(1 if first > second else 2)
