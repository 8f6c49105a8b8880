"""Troke (seed 002), for two, three or four players on the reconstructed board.

The board: 32 circles, six by six without the corners; lines join circles beside each other in a row, a
column or a diagonal. Colours, clockwise from the one at the bottom: Red, Green, Blue, Yellow.

1. "A player moves any one of their twelve pieces forward along a line to an adjacent circle ... Pieces may
   move forward, diagonally forward or sideways, but cannot move backwards."  Any own piece, out of whatever
   stack it is in.  The directions are the mover's, whatever pieces the moving stack holds.
2. "A piece may not move to a circle occupied by the same shape of piece, but it may move to a circle
   occupied by one or two pieces of other shapes, regardless of color."  This holds for each piece of a
   moving stack; so a circle of three is closed.
3. "The capturing piece is entitled to one additional move for each piece it captures, including pieces of
   its own color ... made by the entire assembly."  The extra steps are compulsory (a capture whose steps
   cannot all be made is illegal), or with `optional` may be left off at any time.
4. "A player, however, may never take a captured piece all the way back to its own starting line."  A stack
   does not step onto the start line of another player whose piece it holds from outside that line; where
   it took the piece on that line, it may go along it.
5. "When any piece reaches one of the circles in its goal line before completing a capturing move, the player
   may continue the move sideways to another circle on their goal line or terminate the move." ... "once on a
   circle there, a player may move sideways".  From its own goal line a piece goes along that line only, with
   its turn's first step as with those that follow.
6. "... but may not themselves be captured by opposing pieces. A player may however, land on an opposing
   different-shaped piece in their starting line ... and share that position with them, but this does not
   constitute a capture or earn additional moves or chips for the player."  A piece on its owner's goal line
   is safe from everybody else.  A stack that lands with another player's safe piece shares the circle and
   captures nothing there, whoever else stands on it: for its steps it is as if the circle were vacant, and
   when it goes on all that were there stay.  With `others` (another reading) only the safe pieces stay, and
   the rest of the circle is captured.
7. Chips: twelve each; for each captured piece of an opponent one from its owner (`worth`: tower 1, wall 2,
   moat 3); the first to have n castles of their own colour on their goal line gets n from each other
   player, for n = 1 to 4, once each.  Four end the game, and most chips win; without chips most castles.
8. Without a legal turn a player passes; if all do in a row, the game ends by chips (or castles).

A whole turn is worked out as the list of circles that the piece goes to.  `Troke` gives whole turns,
`TrokeSteps` the same turns step by step: a step is legal if a whole turn begins with it, and `stop` if the
turn may end where another one goes on.  Texts: `Tower b1-c2-d3`; step by step `Tower b1-c2` (`b1-c2` where
only one piece of the circle can go) and then `c2-d3` or `stop`.  A turn without a move is `pass`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .common import Cell, Oracle, Ranks, cell_named, name, rectangle

SHAPES = ("Tower", "Wall", "Moat")
CORNERS = {(0, 0), (5, 0), (0, 5), (5, 5)}
CIRCLES = [circle for circle in rectangle(6, 6) if circle not in CORNERS]


class Side(NamedTuple):
    """One side of the board: the circles nearest to its player, those farthest off, and the way forward."""

    start: frozenset[Cell]
    goal: frozenset[Cell]
    forward: Cell


def circles(text: str) -> frozenset[Cell]:
    return frozenset(map(cell_named, text.split()))


BOTTOM, TOP = circles("b1 c1 d1 e1"), circles("b6 c6 d6 e6")
LEFT, RIGHT = circles("a2 a3 a4 a5"), circles("f2 f3 f4 f5")
SIDES = {
    "R": Side(BOTTOM, TOP, (0, 1)),
    "G": Side(LEFT, RIGHT, (1, 0)),
    "B": Side(TOP, BOTTOM, (0, -1)),
    "Y": Side(RIGHT, LEFT, (-1, 0)),
}


class Piece(NamedTuple):
    """A piece: its owner's number and its shape."""

    owner: int
    shape: str


Board = frozenset[tuple[Cell, Piece]]
Path = tuple[Cell, ...]


class TrokePosition(NamedTuple):
    """The pieces, who moves, the chips, how many castles have been paid for, and passes in a row.

    `path` holds the steps of a turn that is under way, and `moving` the shape of the piece that makes it.
    """

    board: Board
    mover: int
    chips: tuple[int, ...]
    paid: int = 0
    passes: int = 0
    moving: str = ""
    path: Path = ()


class Walk(NamedTuple):
    """A turn under way: the board, the stack that moves and where it is, and the steps it has to make."""

    board: Board
    stack: frozenset[Piece]
    at: Cell
    steps: int
    path: Path
    taken: tuple[Piece, ...]


class Troke(Oracle[TrokePosition]):
    """Troke by whole turns."""

    def __init__(self, seats: str = "RB", optional: bool = False, worth: tuple[int, int, int] = (1, 1, 1),
                 chips: bool = True, others: bool = False, on: list[Cell] = CIRCLES) -> None:  # fmt: skip
        self.sides = [SIDES[seat] for seat in seats]
        self.players = range(1, len(seats) + 1)
        self.optional = optional
        self.worth = dict(zip(SHAPES, worth, strict=True))
        self.with_chips = chips
        self.others = others
        self.circles = on

    def start(self) -> TrokePosition:
        board = {
            (circle, Piece(player, shape))
            for player in self.players
            for circle in self.sides[player - 1].start
            for shape in SHAPES
        }
        return TrokePosition(frozenset(board), 1, (12 * self.with_chips,) * len(self.players))

    def mover(self, position: TrokePosition) -> int:
        return position.mover

    # --- Turns ---

    def near(self, mover: int, at: Cell) -> Iterator[Cell]:
        """The circles that the mover may step to from here, as far as the lines and directions go."""
        ahead = self.sides[mover - 1].forward
        for circle in self.circles:
            dx, dy = circle[0] - at[0], circle[1] - at[1]
            if circle != at and abs(dx) <= 1 and abs(dy) <= 1 and dx * ahead[0] + dy * ahead[1] >= 0:
                yield circle

    def step(self, mover: int, walk: Walk, to: Cell) -> Walk | None:
        """The stack goes one step; None where it may not."""
        there = {piece for circle, piece in walk.board if circle == to}
        if {piece.shape for piece in there} & {piece.shape for piece in walk.stack}:
            return None
        for owner in {piece.owner for piece in walk.stack} - {mover}:
            start = self.sides[owner - 1].start
            if to in start and walk.at not in start:
                return None
        safe = {piece for piece in there if piece.owner != mover and to in self.sides[piece.owner - 1].goal}
        taken = there - safe if self.others or not safe else frozenset()
        moved = {(walk.at, piece) for piece in walk.stack}
        board = (walk.board - moved) | {(to, piece) for piece in walk.stack}
        steps = walk.steps - 1 + len(taken)
        return Walk(board, walk.stack | taken, to, steps, (*walk.path, to), (*walk.taken, *taken))

    def walks(self, position: TrokePosition) -> Iterator[tuple[str, Walk]]:
        """Every whole turn, by the shape of the piece that makes it."""
        mover = position.mover
        for circle, piece in position.board:
            if piece.owner == mover:
                still = Walk(position.board, frozenset({piece}), circle, 1, (circle,), ())
                for walk in self.onward(mover, still):
                    yield piece.shape, walk

    def onward(self, mover: int, walk: Walk) -> Iterator[Walk]:
        """Every way in which a turn under way may come to its end."""
        goal = self.sides[mover - 1].goal
        begun = len(walk.path) > 1
        arrived = walk.at in goal
        if begun and (walk.steps == 0 or arrived or self.optional):
            yield walk
        if walk.steps:
            for to in self.near(mover, walk.at):
                if arrived and to not in goal:
                    continue
                after = self.step(mover, walk, to)
                if after is not None:
                    yield from self.onward(mover, after)

    def after(self, position: TrokePosition, walk: Walk) -> TrokePosition:
        """The position after a whole turn, paid for."""
        mover, chips, paid = position.mover, list(position.chips), position.paid
        for piece in walk.taken:
            if piece.owner != mover and self.with_chips:
                chips[piece.owner - 1] -= self.worth[piece.shape]
                chips[mover - 1] += self.worth[piece.shape]
        if self.castles(walk.board, mover) > paid:
            paid += 1
            for player in self.players if self.with_chips else ():
                chips[player - 1] += paid * (len(self.players) - 1) if player == mover else -paid
        return TrokePosition(walk.board, self.following(mover), tuple(chips), paid)

    def following(self, mover: int) -> int:
        return mover % len(self.players) + 1

    def castles(self, board: Board, player: int) -> int:
        """How many circles of a player's goal line hold three pieces of that player."""
        own = [circle for circle, piece in board if piece.owner == player]
        return sum(own.count(circle) == 3 for circle in self.sides[player - 1].goal)

    def options(self, position: TrokePosition) -> list[tuple[str, TrokePosition]]:
        found = [
            (f"{shape} {'-'.join(map(name, walk.path))}", self.after(position, walk))
            for shape, walk in self.walks(position)
        ]
        return found or [("pass", self.passed(position))]

    def passed(self, position: TrokePosition) -> TrokePosition:
        return position._replace(mover=self.following(position.mover), passes=position.passes + 1)

    def outcome(self, position: TrokePosition) -> Ranks | None:
        castles = tuple(self.castles(position.board, player) for player in self.players)
        if max(castles) < 4 and position.passes < len(self.players):
            return None
        worth = position.chips if self.with_chips else castles
        return tuple(1 + sum(1 for their in worth if their > own) for own in worth)


class TrokeSteps(Troke):
    """Troke step by step."""

    def options(self, position: TrokePosition) -> list[tuple[str, TrokePosition]]:
        done = position.path
        turns = [(shape, walk) for shape, walk in self.walks(position) if not done
                 or (shape == position.moving and walk.path[: len(done)] == done)]  # fmt: skip
        if not turns:
            return [("pass", self.passed(position))]
        length = len(done) or 1
        found: dict[str, TrokePosition] = {}
        for shape in SHAPES:
            mine = [walk for made, walk in turns if made == shape]
            for beginning in {walk.path[: length + 1] for walk in mine}:
                like = [walk for walk in mine if walk.path[: length + 1] == beginning]
                ending = next((walk for walk in like if walk.path == beginning), None)
                goes_on = len(beginning) > length and any(walk.path != beginning for walk in like)
                if len(beginning) == length:
                    text = "stop"
                else:
                    text = f"{name(beginning[-2])}-{name(beginning[-1])}"
                    going = {made for made, walk in turns if walk.path[0] == beginning[0]}
                    text = text if len(going) == 1 else f"{shape} {text}"
                if goes_on:
                    found[text] = position._replace(moving=shape, path=beginning, passes=0)
                else:
                    assert ending is not None
                    found[text] = self.after(position, ending)
        return list(found.items())

    def outcome(self, position: TrokePosition) -> Ranks | None:
        return None if position.path else super().outcome(position)
