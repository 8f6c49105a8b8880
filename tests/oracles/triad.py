"""Triad (seed 003), for three players: 1 Red, 2 Green, 3 Blue.

1. "Move one of their pieces in a straight line in any of the six hexagonal directions to land on an empty
   foreign cell, i.e. a cell that is not their colour. Any intervening cells must also be empty."  Own-
   colour cells may be crossed.  "The opponent who owns the landing cell becomes the candidate and the other
   opponent becomes the bunny."
2. "Capture all enemy pieces immediately adjacent to the landing cell ... The current player must make the
   move that captures the most pieces each turn, but may choose amongst equals (max-capture rule)."  Pieces
   of both opponents count; if the most is none, all moves are legal.
3. "Add a bunny piece on any empty cell, unless a player has just been eliminated."  Compulsory; the cell
   just left is empty.  "The candidate becomes the next player to move."

Move and drop are two decisions of the same player, and count as two moves.  "The game ends as soon as a
player is eliminated, and is won by the player with the most pieces remaining. The game is tied if two
surviving players have the same number."  Both opponents out: the mover wins.  A mover without a legal move
is eliminated and the game ends (at the depth of the drop before).  An eliminated player ranks last whatever
pieces remain.  The third occurrence of the same pieces and mover, when a move is due, draws for all three.

Cells are written `q,r`; a move `q,r>q,r`, a drop `+q,r`.
"""

from __future__ import annotations

from typing import NamedTuple

from .common import Cell, Oracle, Ranks

DIRECTIONS: tuple[Cell, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
PLAYERS = (1, 2, 3)
START = {
    -4: (0, "..GGG"),
    -3: (-1, "...GGG"),
    -2: (-2, "R...GGG"),
    -1: (-3, "RR......"),
    0: (-4, "RRR......"),
    1: (-4, "RR......"),
    2: (-4, "R...BBB"),
    3: (-4, "...BBB"),
    4: (-4, "..BBB"),
}
"""For each row r, the q of its first cell and the pieces on it."""

CELLS = [(first + i, r) for r, (first, row) in START.items() for i in range(len(row))]
OWNER = {(q, r): 1 + (q - r) % 3 for q, r in CELLS}
"""The player whose colour a cell bears: "RGB"[(q - r) mod 3]."""

Pieces = frozenset[tuple[Cell, int]]
Scene = tuple[Pieces, int]


class TriadPosition(NamedTuple):
    """Pieces, who decides, and for a drop the bunny and the candidate (0 and 0 when a move is due).

    `earlier` counts the earlier scenes in which a move was due.
    """

    pieces: Pieces
    mover: int
    bunny: int
    candidate: int
    earlier: frozenset[tuple[Scene, int]]


def text_of(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def neighbours(cell: Cell) -> list[Cell]:
    """The adjacent cells of the board."""
    return [(cell[0] + dq, cell[1] + dr) for dq, dr in DIRECTIONS if (cell[0] + dq, cell[1] + dr) in OWNER]


def landings(occupied: dict[Cell, int], origin: Cell) -> list[Cell]:
    """The empty foreign cells that the piece on `origin` reaches in a straight line over empty cells."""
    found = []
    for dq, dr in DIRECTIONS:
        q, r = origin[0] + dq, origin[1] + dr
        while (q, r) in OWNER and (q, r) not in occupied:
            if OWNER[q, r] != occupied[origin]:
                found.append((q, r))
            q, r = q + dq, r + dr
    return found


def captures(occupied: dict[Cell, int], mover: int, landing: Cell) -> list[Cell]:
    """The cells of the enemy pieces next to the landing cell."""
    return [cell for cell in neighbours(landing) if occupied.get(cell, mover) != mover]


def legal_slides(pieces: Pieces, mover: int) -> list[tuple[Cell, Cell, list[Cell]]]:
    """The moves that capture the most: origin, landing cell, captured cells."""
    occupied = dict(pieces)
    slides = [
        (origin, landing, captures(occupied, mover, landing))
        for origin, player in sorted(pieces)
        if player == mover
        for landing in landings(occupied, origin)
    ]
    most = max((len(taken) for _, _, taken in slides), default=0)
    return [slide for slide in slides if len(slide[2]) == most]


def count(pieces: Pieces, player: int) -> int:
    """How many pieces a player has."""
    return sum(1 for _, owner in pieces if owner == player)


def ranks(pieces: Pieces, eliminated: set[int]) -> Ranks:
    """Survivors by number of pieces, ties sharing the better rank; the eliminated last."""
    strength = [-1 if player in eliminated else count(pieces, player) for player in PLAYERS]
    return tuple(1 + sum(1 for their in strength if their > own) for own in strength)


class Triad(Oracle[TriadPosition]):
    """Triad on the hexagon of side 5."""

    def start(self) -> TriadPosition:
        placed = {
            ((first + i, r), 1 + "RGB".index(letter))
            for r, (first, row) in START.items()
            for i, letter in enumerate(row)
            if letter != "."
        }
        return TriadPosition(frozenset(placed), 1, 0, 0, frozenset())

    def mover(self, position: TriadPosition) -> int:
        return position.mover

    def options(self, position: TriadPosition) -> list[tuple[str, TriadPosition]]:
        return self.drops(position) if position.bunny else self.slides(position)

    def slides(self, position: TriadPosition) -> list[tuple[str, TriadPosition]]:
        mover = position.mover
        scene = (position.pieces, mover)
        times = dict(position.earlier)
        times[scene] = times.get(scene, 0) + 1
        earlier = frozenset(times.items())
        found = []
        for origin, landing, taken in legal_slides(position.pieces, mover):
            lifted = {origin, *taken}
            left = {(cell, player) for cell, player in position.pieces if cell not in lifted}
            candidate = OWNER[landing]
            bunny = 6 - mover - candidate
            after = TriadPosition(frozenset(left | {(landing, mover)}), mover, bunny, candidate, earlier)
            found.append((f"{text_of(origin)}>{text_of(landing)}", after))
        return found

    def drops(self, position: TriadPosition) -> list[tuple[str, TriadPosition]]:
        occupied = dict(position.pieces)
        return [
            (
                f"+{text_of(cell)}",
                TriadPosition(
                    position.pieces | {(cell, position.bunny)}, position.candidate, 0, 0, position.earlier
                ),
            )
            for cell in CELLS
            if cell not in occupied
        ]

    def outcome(self, position: TriadPosition) -> Ranks | None:
        gone = {player for player in PLAYERS if count(position.pieces, player) == 0}
        if gone:
            return ranks(position.pieces, gone)
        if position.bunny:
            return None
        if dict(position.earlier).get((position.pieces, position.mover), 0) >= 2:
            return (1, 1, 1)
        if not legal_slides(position.pieces, position.mover):
            return ranks(position.pieces, {position.mover})
        return None
