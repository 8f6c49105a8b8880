"""English draughts (American checkers) on 8x8.

Twelve men each on the dark cells (a1 is dark); the first player, Black, sits below and moves first.  Men
move and jump diagonally forward, kings in all four directions, one cell at a time.  A capture is
compulsory, and once begun it must be carried on while the same piece can jump; any sequence may be chosen.
A man that reaches the far row is crowned and its turn ends, even if it could jump on.  A player who cannot
move loses.  Eighty plies (forty by each) without a capture or a man's move draw.

`DraughtsTurns`: a move is one whole jump sequence, and different ways round count separately (the
convention of the published numbers).  `DraughtsSteps`: each jump is a decision of its own by the same
player.  A jumped piece is removed at once; with short jumps that is the same as removing at the end.
"""

from __future__ import annotations

from typing import NamedTuple

from .common import DIAGONAL, DRAW, Cell, Oracle, Ranks, name, other, rectangle, win

CELLS = frozenset(cell for cell in rectangle(8, 8) if sum(cell) % 2 == 0)
DRAW_AFTER = 80


class Piece(NamedTuple):
    """Whose it is, and whether it is crowned."""

    player: int
    is_king: bool


class Draughts(NamedTuple):
    """The pieces, the mover, plies without progress, and the cell of a piece that must jump on (or None)."""

    pieces: frozenset[tuple[Cell, Piece]]
    mover: int
    quiet: int
    jumping: Cell | None


Board = dict[Cell, Piece]


def ways(piece: Piece) -> list[Cell]:
    """The directions in which a piece moves."""
    forward = 1 if piece.player == 1 else -1
    return [way for way in DIAGONAL if piece.is_king or way[1] == forward]


def crowned(piece: Piece, cell: Cell) -> Piece:
    """The piece after arriving on a cell."""
    far_row = 7 if piece.player == 1 else 0
    return Piece(piece.player, piece.is_king or cell[1] == far_row)


def jumps(board: Board, origin: Cell) -> list[tuple[Cell, Board]]:
    """Each single jump of the piece on `origin`: its landing cell, and the board after it."""
    piece = board[origin]
    found = []
    for dx, dy in ways(piece):
        over = (origin[0] + dx, origin[1] + dy)
        to = (origin[0] + 2 * dx, origin[1] + 2 * dy)
        if to in CELLS and to not in board and over in board and board[over].player != piece.player:
            after = {cell: there for cell, there in board.items() if cell not in (origin, over)}
            after[to] = crowned(piece, to)
            found.append((to, after))
    return found


def must_go_on(before: Board, origin: Cell, after: Board, to: Cell) -> bool:
    """Whether a piece that has just jumped must jump again: it can, and was not crowned just now."""
    return before[origin] == after[to] and bool(jumps(after, to))


def jump_sequences(board: Board, origin: Cell) -> list[tuple[list[Cell], Board]]:
    """Every complete jump sequence of the piece on `origin`: the cells landed on, and the board after it."""
    found: list[tuple[list[Cell], Board]] = []
    for to, after in jumps(board, origin):
        if must_go_on(board, origin, after, to):
            found += [([to, *path], last) for path, last in jump_sequences(after, to)]
        else:
            found.append(([to], after))
    return found


def steps(board: Board, origin: Cell) -> list[tuple[Cell, Board]]:
    """Each move without a capture."""
    found = []
    for dx, dy in ways(board[origin]):
        to = (origin[0] + dx, origin[1] + dy)
        if to in CELLS and to not in board:
            after = {cell: there for cell, there in board.items() if cell != origin}
            after[to] = crowned(board[origin], to)
            found.append((to, after))
    return found


class DraughtsTurns(Oracle[Draughts]):
    """One whole jump sequence is one move."""

    def start(self) -> Draughts:
        men = {(cell, Piece(1, False)) for cell in CELLS if cell[1] <= 2}
        men |= {(cell, Piece(2, False)) for cell in CELLS if cell[1] >= 5}
        return Draughts(frozenset(men), 1, 0, None)

    def mover(self, position: Draughts) -> int:
        return position.mover

    def own_cells(self, position: Draughts) -> list[Cell]:
        """The cells whose pieces may move now."""
        if position.jumping is not None:
            return [position.jumping]
        return sorted(cell for cell, piece in position.pieces if piece.player == position.mover)

    def captures(self, position: Draughts) -> list[tuple[str, Draughts]]:
        board = dict(position.pieces)
        return [
            (
                "x".join(map(name, [origin, *path])),
                Draughts(frozenset(after.items()), other(position.mover), 0, None),
            )
            for origin in self.own_cells(position)
            for path, after in jump_sequences(board, origin)
        ]

    def quiet_moves(self, position: Draughts) -> list[tuple[str, Draughts]]:
        board = dict(position.pieces)
        return [
            (
                f"{name(origin)}-{name(to)}",
                Draughts(
                    frozenset(after.items()),
                    other(position.mover),
                    position.quiet + 1 if board[origin].is_king else 0,
                    None,
                ),
            )
            for origin in self.own_cells(position)
            for to, after in steps(board, origin)
        ]

    def options(self, position: Draughts) -> list[tuple[str, Draughts]]:
        return self.captures(position) or self.quiet_moves(position)

    def outcome(self, position: Draughts) -> Ranks | None:
        if not self.options(position):
            return win(other(position.mover))
        return DRAW if position.quiet >= DRAW_AFTER else None


class DraughtsSteps(DraughtsTurns):
    """Each jump is a decision of its own."""

    def captures(self, position: Draughts) -> list[tuple[str, Draughts]]:
        board = dict(position.pieces)
        found = []
        for origin in self.own_cells(position):
            for to, after in jumps(board, origin):
                goes_on = must_go_on(board, origin, after, to)
                mover = position.mover if goes_on else other(position.mover)
                next_position = Draughts(frozenset(after.items()), mover, 0, to if goes_on else None)
                found.append((f"{name(origin)}x{name(to)}", next_position))
        return found
