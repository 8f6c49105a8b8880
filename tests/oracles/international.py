"""International draughts on 10x10 (FMJD rules).

Twenty men each on the dark cells (a1 is dark); White sits below and moves first.  Men move diagonally
forward and capture forward and backward; a king flies any distance, and captures over any distance, landing
on any empty cell behind the piece.  Capturing is compulsory, and so is the sequence that takes the most
pieces.  A piece may be jumped only once in a sequence, and jumped pieces are removed only when it is
complete, so they block.  A man is crowned only if the sequence (or move) ends on the far row.  A player who
cannot move loses.  The drawing rules of tournaments (repetition, 16 and 25 moves) are left out: no count
here reaches them.

Sequences of one piece that take the same pieces and end on the same cell are one move ("x" and the cells
taken tell moves apart): the convention of the published numbers.  With `by_path`, each path of landing
cells counts.
"""

from __future__ import annotations

from typing import NamedTuple

from .common import DIAGONAL, Cell, Oracle, Ranks, name, other, rectangle, win
from .draughts import Piece

SIZE = 10
CELLS = frozenset(cell for cell in rectangle(SIZE, SIZE) if sum(cell) % 2 == 0)
Board = dict[Cell, Piece]


class Dammen(NamedTuple):
    """The pieces and the mover."""

    pieces: frozenset[tuple[Cell, Piece]]
    mover: int


class Capture(NamedTuple):
    """A capture by one piece: the cells landed on, in order, and the cells of the pieces taken, in order."""

    path: tuple[Cell, ...]
    taken: tuple[Cell, ...]


def ray(origin: Cell, way: Cell) -> list[Cell]:
    """The cells in one direction, nearest first."""
    cells = []
    cell = (origin[0] + way[0], origin[1] + way[1])
    while cell in CELLS:
        cells.append(cell)
        cell = (cell[0] + way[0], cell[1] + way[1])
    return cells


def single_captures(
    others: Board, piece: Piece, here: Cell, taken: tuple[Cell, ...]
) -> list[tuple[Cell, Cell]]:
    """Each (taken cell, landing cell) of one jump; `others` is the board without the moving piece."""
    found = []
    for way in DIAGONAL:
        cells = ray(here, way)
        ahead = 0
        while piece.is_king and ahead < len(cells) and cells[ahead] not in others:
            ahead += 1
        if ahead >= len(cells) or cells[ahead] not in others:
            continue
        over = cells[ahead]
        if others[over].player == piece.player or over in taken:
            continue
        for to in cells[ahead + 1 :]:
            if to in others:
                break
            found.append((over, to))
            if not piece.is_king:
                break
    return found


def capture_sequences(others: Board, piece: Piece, here: Cell, taken: tuple[Cell, ...] = ()) -> list[Capture]:
    """Every capture from here that cannot be carried on."""
    found: list[Capture] = []
    for over, to in single_captures(others, piece, here, taken):
        further = capture_sequences(others, piece, to, (*taken, over))
        if further:
            found += [Capture((to, *more.path), (over, *more.taken)) for more in further]
        else:
            found.append(Capture((to,), (over,)))
    return found


class International(Oracle[Dammen]):
    """International draughts; a whole capture is one move."""

    def __init__(self, by_path: bool = False) -> None:
        self.by_path = by_path

    def start(self) -> Dammen:
        men = {(cell, Piece(1, False)) for cell in CELLS if cell[1] <= 3}
        men |= {(cell, Piece(2, False)) for cell in CELLS if cell[1] >= 6}
        return Dammen(frozenset(men), 1)

    def mover(self, position: Dammen) -> int:
        return position.mover

    def after(self, position: Dammen, origin: Cell, to: Cell, taken: tuple[Cell, ...]) -> Dammen:
        """The position after the piece on `origin` ends its turn on `to`."""
        board = {cell: piece for cell, piece in position.pieces if cell not in taken}
        piece = board.pop(origin)
        far_row = SIZE - 1 if piece.player == 1 else 0
        board[to] = Piece(piece.player, piece.is_king or to[1] == far_row)
        return Dammen(frozenset(board.items()), other(position.mover))

    def captures(self, position: Dammen) -> list[tuple[Cell, Capture]]:
        """Every capture that takes the most pieces, with its origin."""
        board = dict(position.pieces)
        found = []
        for origin, piece in sorted(position.pieces):
            if piece.player == position.mover:
                others = {cell: there for cell, there in board.items() if cell != origin}
                found += [(origin, capture) for capture in capture_sequences(others, piece, origin)]
        most = max((len(capture.taken) for _, capture in found), default=0)
        return [(origin, capture) for origin, capture in found if len(capture.taken) == most]

    def options(self, position: Dammen) -> list[tuple[str, Dammen]]:
        captures = self.captures(position)
        if not captures:
            return self.quiet_moves(position)
        found = {}
        for origin, capture in captures:
            cells = capture.path if self.by_path else (*sorted(capture.taken), capture.path[-1])
            text = "x".join(map(name, (origin, *cells)))
            found[text, capture.taken if self.by_path else ()] = self.after(
                position, origin, capture.path[-1], capture.taken
            )
        return [(text, after) for (text, _taken), after in found.items()]

    def quiet_moves(self, position: Dammen) -> list[tuple[str, Dammen]]:
        board = dict(position.pieces)
        forward = 1 if position.mover == 1 else -1
        found = []
        for origin, piece in sorted(position.pieces):
            if piece.player != position.mover:
                continue
            for way in DIAGONAL:
                if not piece.is_king and way[1] != forward:
                    continue
                for to in ray(origin, way):
                    if to in board:
                        break
                    found.append((f"{name(origin)}-{name(to)}", self.after(position, origin, to, ())))
                    if not piece.is_king:
                        break
        return found

    def outcome(self, position: Dammen) -> Ranks | None:
        return None if self.options(position) else win(other(position.mover))
