"""North West Passage and Greengage: pawns that change places, and give way to each other.

North West Passage (the author's page): "Position your eight pawns on the long diagonal running from your
north west to your south east." "To switch all your pawns to the opposite long diagonal running from south
west to north east." "Normal rules of movement apply. If your passage is blocked by an opposing pawn
occupying a square in the target diagonal that you can land on, you may land on it. Your opponent must then
move it, and this counts as their next turn." "Play ceases as soon as one player has filled the opposite
diagonal, unless that player was the one who moved first, in which case the other may make one more move. If
both succeed the game is drawn".

Greengage (François Haffner): "chaque joueur commence avec tous ses pions sur les cases vertes de sa moitié
du tablier. Le but du jeu est d'amener tous ses pions sur les cases vertes de l'autre moitié du tablier. Si
un pion adverse s'y trouve encore, votre opposant doit obligatoirement le faire partir à son prochain tour
de jeu."  With other colours: Katarenga Chameleon.

Readings: White starts from a8 to h1, Black from a1 to h8, and each one's goal is where the other starts.
In Greengage a pawn may land on an opposing one as in North West Passage, and whoever fills the goal first
wins at once.  While two pawns share a cell both are on it; a pawn may not land where the one below has
nowhere to go; nothing is captured.  Silent: a player without a move passes; the third
time that the same pawns stand (the same one on top where two share a cell) with the same player to move
draws.  Text: `a1-a3`.
"""

from __future__ import annotations

from typing import NamedTuple

from .board import Colours, large_board, targets
from .common import DRAW, Cell, Oracle, Ranks, name, other, win

Pawns = frozenset[Cell]


class Scene(NamedTuple):
    """What is compared for repetition: each player's pawns, the cell that two share, and who moves next."""

    pawns: tuple[Pawns, Pawns]
    shared: Cell | None
    mover: int


class ChangingPosition(NamedTuple):
    """The scene, and how often each earlier one occurred."""

    scene: Scene
    earlier: frozenset[tuple[Scene, int]]


class Changing(Oracle[ChangingPosition]):
    """Pawns go from one region to another; with `one_more` the second player has one more move."""

    def __init__(self, colours: Colours, starts: tuple[Pawns, Pawns], goals: tuple[Pawns, Pawns],
                 one_more: bool) -> None:  # fmt: skip
        self.colours, self.starts, self.goals, self.one_more = colours, starts, goals, one_more

    def start(self) -> ChangingPosition:
        return ChangingPosition(Scene(self.starts, None, 1), frozenset())

    def mover(self, position: ChangingPosition) -> int:
        return position.scene.mover

    def ways(self, pawns: tuple[Pawns, Pawns], player: int, origin: Cell) -> list[Cell]:
        """Where a player's pawn on `origin` may go, whatever becomes of a pawn that it lands on."""
        mine, theirs = pawns[player - 1], pawns[other(player) - 1]
        allowed = theirs & self.goals[player - 1]
        cells = targets(self.colours, mine | theirs, origin)
        return [cell for cell in cells if cell in allowed or cell not in mine | theirs]

    def times(self, position: ChangingPosition) -> frozenset[tuple[Scene, int]]:
        """How often each scene has been there, this one included."""
        times = dict(position.earlier)
        times[position.scene] = times.get(position.scene, 0) + 1
        return frozenset(times.items())

    def moves_of_pawns(self, position: ChangingPosition) -> list[tuple[str, ChangingPosition]]:
        pawns, shared, mover = position.scene
        mine, theirs = pawns[mover - 1], pawns[other(mover) - 1]
        times = self.times(position)
        found = []
        for origin in sorted(mine) if shared is None else [shared]:
            for cell in self.ways(pawns, mover, origin):
                moved = mine - {origin} | {cell}
                after = (moved, theirs) if mover == 1 else (theirs, moved)
                landed = cell if cell in theirs else None
                if landed is not None and not self.ways(after, other(mover), cell):
                    continue
                scene = Scene(after, landed, other(mover))
                found.append((f"{name(origin)}-{name(cell)}", ChangingPosition(scene, times)))
        return found

    def options(self, position: ChangingPosition) -> list[tuple[str, ChangingPosition]]:
        scene = position.scene._replace(mover=other(position.scene.mover))
        passing = ChangingPosition(scene, self.times(position))
        return self.moves_of_pawns(position) or [("pass", passing)]

    def outcome(self, position: ChangingPosition) -> Ranks | None:
        before = other(position.scene.mover)
        arrived = [pawns == goal for pawns, goal in zip(position.scene.pawns, self.goals, strict=True)]
        if self.one_more:
            if before == 2 and all(arrived):
                return DRAW
            if before == 2 and arrived[0]:
                return win(1)
            if arrived[1]:
                return win(2)
        elif arrived[before - 1]:
            return win(before)
        if dict(position.earlier).get(position.scene, 0) >= 2:
            return DRAW
        return None


def north_west_passage(colours: Colours | None = None) -> Changing:
    """From one long diagonal to the other."""
    falling, rising = (frozenset((x, y) for x, y in zip(range(8), rank, strict=True)) for rank in
                       (range(7, -1, -1), range(8)))  # fmt: skip
    return Changing(large_board() if colours is None else colours, (falling, rising), (rising, falling), True)


def greengage(colours: Colours | None = None, start: str = "G", goal: str = "G") -> Changing:
    """From the cells of a colour in the own half to those of a colour in the other half."""
    board = large_board() if colours is None else colours

    def half(upper: bool, colour: str) -> Pawns:
        return frozenset(cell for cell in board if board[cell] == colour and (cell[1] >= 4) == upper)

    starts, goals = (half(False, start), half(True, start)), (half(True, goal), half(False, goal))
    return Changing(board, starts, goals, False)
