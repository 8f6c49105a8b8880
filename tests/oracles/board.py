"""The Katarenga board: tiles, rotation, composition, and how a pawn moves by the colour of the cell it
leaves.

"Pawns move from red like a rook, from yellow like a bishop, from green like a knight, from blue like a king
and not beyond the next square of the colour it started from.  It may not jump or land on another pawn
except to capture one of the opponent's." (seed 000)

"Il peut se déplacer jusqu'à n'importe quelle distance sans toutefois pouvoir dépasser la prochaine case de la
couleur à partir de laquelle il a commencé." (seed 004): that next cell itself may be entered.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from .common import AROUND, DIAGONAL, KNIGHT, ORTHOGONAL, Cell

Face = tuple[str, ...]
Colours = dict[Cell, str]

TILES: dict[str, Face] = {
    "1a": ("RYBG", "GRGB", "YYBR", "BGRY"),
    "1b": ("RGYB", "YRYG", "BGBR", "GBRY"),
    "2a": ("RYGB", "GYRY", "BBGR", "YRBG"),
    "2b": ("RGBY", "YYBR", "GRGB", "BYRG"),
    "3a": ("RGBY", "YYGR", "BBRG", "GRYB"),
    "3b": ("RYBG", "GYBR", "BGRY", "YRGB"),
    "4a": ("RGBY", "YYBR", "BGRG", "GRYB"),
    "4b": ("RYBG", "GYGR", "BBRY", "YRGB"),
}
"""Each face is four rows, the top one first."""


def rotated(face: Face, quarter_turns: int) -> Face:
    """The face after turning it clockwise."""
    for _ in range(quarter_turns % 4):
        face = tuple("".join(column) for column in zip(*reversed(face), strict=True))
    return face


def coloured(rows: Iterable[str]) -> Colours:
    """The colour of each cell; rows are given from the top."""
    return {(x, y): colour for y, row in enumerate(reversed(list(rows))) for x, colour in enumerate(row)}


def small_board(tile: str = "2a", quarter_turns: int = 0) -> Colours:
    """A 4x4 board; 2a unless said otherwise."""
    return coloured(rotated(TILES[tile], quarter_turns))


def large_board(nw: str = "1a", ne: str = "2a", sw: str = "3a", se: str = "4a") -> Colours:
    """An 8x8 board of four unrotated tiles; nw 1a, ne 2a, sw 3a, se 4a unless said otherwise."""
    top = [left + right for left, right in zip(TILES[nw], TILES[ne], strict=True)]
    bottom = [left + right for left, right in zip(TILES[sw], TILES[se], strict=True)]
    return coloured(top + bottom)


def arranged(*rows: tuple[tuple[str, int], ...]) -> Colours:
    """A board of tiles, each a face and how many quarters it is turned clockwise; the top row first."""
    lines = []
    for row in rows:
        faces = [rotated(TILES[tile], quarters) for tile, quarters in row]
        lines += ["".join(parts) for parts in zip(*faces, strict=True)]
    return coloured(lines)


def slide(colours: Colours, occupied: Container[Cell], origin: Cell, direction: Cell) -> list[Cell]:
    """The cells of a slide, nearest first, up to and including the first pawn or starting colour."""
    cells: list[Cell] = []
    x, y = origin
    while True:
        x, y = x + direction[0], y + direction[1]
        if (x, y) not in colours:
            return cells
        cells.append((x, y))
        if (x, y) in occupied or colours[x, y] == colours[origin]:
            return cells


def targets(colours: Colours, occupied: Container[Cell], origin: Cell) -> list[Cell]:
    """The cells, empty or not, that a pawn on `origin` could move to if whoever stands there may be taken."""
    x, y = origin
    match colours[origin]:
        case "R":
            return [cell for direction in ORTHOGONAL for cell in slide(colours, occupied, origin, direction)]
        case "Y":
            return [cell for direction in DIAGONAL for cell in slide(colours, occupied, origin, direction)]
        case "G":
            return [(x + dx, y + dy) for dx, dy in KNIGHT if (x + dx, y + dy) in colours]
        case "B":
            return [(x + dx, y + dy) for dx, dy in AROUND if (x + dx, y + dy) in colours]
        case colour:
            raise ValueError(f"no such colour: {colour}")


def en_prise(colours: Colours, occupied: Container[Cell], last: Cell) -> list[Cell]:
    """The empty cells that the pawn on `last` could move to."""
    return [cell for cell in targets(colours, occupied, last) if cell not in occupied]
