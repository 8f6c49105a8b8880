"""Katarenga, the base game.

Eight pawns each on the home row; "move, capture by replacement, optional. No capture in a player's own
first move. From any cell of the far row a later move may enter either vacant camp beyond that row (2 camps
a side, one pawn each); there it is out of play: it neither moves nor is captured."  "Two own pawns in the
camps wins; so does leaving the opponent fewer than 2 pawns, camps included. No legal move loses. Third
repetition of a position draws."

Readings: the colour of the far-row cell does not matter for entering a camp; the two camps are distinct (an
entry may choose either, so it counts as two moves while both are vacant).  "Third repetition" is the third
occurrence of the same pawns, camps and mover, the starting position included; whether a first move has been
made is not part of it.  Text: `a1-a3`, and `a8-left` or `a8-right` into a camp.
"""

from __future__ import annotations

from typing import NamedTuple

from .board import Colours, large_board, targets
from .common import DRAW, Cell, Oracle, Ranks, name, other, win

CAMPS = ("left", "right")


class Men(NamedTuple):
    """One player's pawns on the board, and the camps they have entered."""

    pawns: frozenset[Cell]
    camps: frozenset[str]


class Scene(NamedTuple):
    """What is compared for repetition: White's and Black's men, and the player to move."""

    men: tuple[Men, Men]
    mover: int


class KatarengaPosition(NamedTuple):
    """The scene, own moves not yet made by each (first moves), and how often each earlier scene occurred.

    Scenes before the last irreversible move (a capture or an entry) cannot recur and are forgotten.
    """

    scene: Scene
    has_moved: tuple[bool, bool]
    earlier: frozenset[tuple[Scene, int]]


class Katarenga(Oracle[KatarengaPosition]):
    """The base game."""

    def __init__(self, colours: Colours | None = None) -> None:
        self.colours = large_board() if colours is None else colours

    def start(self) -> KatarengaPosition:
        white = Men(frozenset((x, 0) for x in range(8)), frozenset())
        black = Men(frozenset((x, 7) for x in range(8)), frozenset())
        return KatarengaPosition(Scene((white, black), 1), (False, False), frozenset())

    def mover(self, position: KatarengaPosition) -> int:
        return position.scene.mover

    def after(self, position: KatarengaPosition, mine: Men, theirs: Men) -> KatarengaPosition:
        """The position once the mover's and the opponent's men have become these."""
        mover = self.mover(position)
        has_moved = (True, position.has_moved[1]) if mover == 1 else (position.has_moved[0], True)
        scene = Scene((mine, theirs) if mover == 1 else (theirs, mine), other(mover))
        old_mine, old_theirs = position.scene.men[mover - 1], position.scene.men[other(mover) - 1]
        if mine.camps != old_mine.camps or theirs != old_theirs:
            return KatarengaPosition(scene, has_moved, frozenset())
        times = dict(position.earlier)
        times[position.scene] = times.get(position.scene, 0) + 1
        return KatarengaPosition(scene, has_moved, frozenset(times.items()))

    def options(self, position: KatarengaPosition) -> list[tuple[str, KatarengaPosition]]:
        mover = self.mover(position)
        mine = position.scene.men[mover - 1]
        theirs = position.scene.men[other(mover) - 1]
        far_row = 7 if mover == 1 else 0
        may_capture = position.has_moved[mover - 1]
        found = []
        for origin in sorted(mine.pawns):
            for cell in targets(self.colours, mine.pawns | theirs.pawns, origin):
                if cell in mine.pawns or (cell in theirs.pawns and not may_capture):
                    continue
                moved = mine._replace(pawns=mine.pawns - {origin} | {cell})
                left = theirs._replace(pawns=theirs.pawns - {cell})
                found.append((f"{name(origin)}-{name(cell)}", self.after(position, moved, left)))
            if origin[1] == far_row:
                for camp in CAMPS:
                    if camp not in mine.camps:
                        entered = Men(mine.pawns - {origin}, mine.camps | {camp})
                        found.append((f"{name(origin)}-{camp}", self.after(position, entered, theirs)))
        return found

    def outcome(self, position: KatarengaPosition) -> Ranks | None:
        mover = self.mover(position)
        before = other(mover)
        if len(position.scene.men[before - 1].camps) == 2:
            return win(before)
        men = position.scene.men[mover - 1]
        if len(men.pawns) + len(men.camps) < 2:
            return win(before)
        if dict(position.earlier).get(position.scene, 0) >= 2:
            return DRAW
        return None if self.options(position) else win(before)
