"""A sheet of characters, each with a style, that lines and words are written on."""

from __future__ import annotations

from itertools import groupby

from gdl.support.printable import one_line
from interpreter.drawing.symbols import Picture


class Canvas:
    """Characters by row and column, growing as needed; the rows count downwards."""

    def __init__(self) -> None:
        self._rows: list[list[tuple[str, str]]] = []

    def write(self, row: int, column: int, text: str, style: str = "") -> None:
        """Write a text from a place to the right; columns below 0 are cut off."""
        text = one_line(text)
        while len(self._rows) <= row:
            self._rows.append([])
        line = self._rows[row]
        line.extend([(" ", "")] * (column + len(text) - len(line)))
        for offset, char in enumerate(text):
            if column + offset >= 0:
                crossing = {line[column + offset][0], char} == {"/", "\\"}
                line[column + offset] = ("X" if crossing else char, style)

    def append(self, row: int, text: str, style: str = "", column: int = 0) -> int:
        """Write a text and return the column behind it."""
        self.write(row, column, text, style)
        return column + len(text)

    def line(self, start: tuple[int, int], end: tuple[int, int], style: str = "") -> None:
        """Draw a straight line between two places (row, column), both ends left free."""
        (top, left), (bottom, right) = sorted((start, end))
        height, width = bottom - top, right - left
        if height == 0:
            self.write(top, left + 1, "-" * (width - 1), style)
            return
        mark = "|" if width == 0 else ("\\" if width > 0 else "/")
        steps = max(height, 1)
        if abs(width) > 5 * height:  # flat: as many marks as columns
            steps, mark = abs(width), "-"
        for step in range(1, steps):
            self.write(top + round(height * step / steps), left + round(width * step / steps), mark, style)

    def rows(self) -> list[list[tuple[str, str]]]:
        """The rows from the top, each as pieces of text of one style, without blanks at the end."""
        result = []
        for row in self._rows:
            end = len(row)
            while end and row[end - 1] == (" ", ""):
                end -= 1
            runs = groupby(row[:end], key=lambda cell: cell[1])
            result.append([("".join(char for char, _ in cells), style) for style, cells in runs])
        return result

    def __str__(self) -> str:
        return "\n".join("".join(text for text, _ in row) for row in self.rows())


# --- the colours of a terminal --------------------------------------------------------------------------

#: The backgrounds of cells; light enough for black, dark enough for white.
_CELLS = {
    "red": "on rgb(196,70,60)",
    "yellow": "on rgb(214,170,50)",
    "green": "on rgb(70,150,80)",
    "blue": "on rgb(70,120,200)",
    "white": "on rgb(190,190,190)",
    "black": "on rgb(80,80,80)",
    "orange": "on rgb(205,120,40)",
    "purple": "on rgb(150,90,160)",
    "brown": "on rgb(120,85,55)",
}
#: Of cells without a colour, and of those whose colour has another name.
WOOD = ("on rgb(160,120,80)", "on rgb(185,145,100)")
_OTHERS = ("on rgb(90,150,150)", "on rgb(170,110,140)", "on rgb(130,130,80)", "on rgb(110,110,160)")
#: The players' colours: by their names where those are colours, else by their seats.
_INKS = {"white": "bright_white", "black": "rgb(0,0,0)", "red": "rgb(255,90,80)", "green": "rgb(90,230,110)",
         "blue": "rgb(120,170,255)", "yellow": "rgb(255,225,80)"}  # fmt: skip
_SEATS = ("bright_white", "rgb(0,0,0)", "rgb(255,90,80)", "rgb(120,170,255)", "rgb(90,230,110)")
FAINT = "dim"
ON_CELL = "rgb(50,40,30)"
#: What the last move left and where it went.
MARK = "bold rgb(255,255,255) on rgb(100,30,150)"
_BLACK, _WHITE, _DARK = "rgb(0,0,0)", "bright_white", "on rgb(20,18,16)"


def ink_of(picture: Picture, owner: int) -> str:
    """The style of a player's pieces."""
    if not 0 < owner < len(picture.players):
        return "bold bright_cyan"
    by_name = _INKS.get(picture.players[owner].casefold())
    return f"bold {by_name or _SEATS[(owner - 1) % len(_SEATS)]}"


def on_colour(ink: str) -> str:
    """A background of its own for a piece on a coloured cell, whose colour may be the piece's."""
    return "on rgb(235,235,230)" if ink.endswith(_BLACK) else _DARK


def on_wood(ink: str) -> str:
    """The background of a piece that stands on no cell: wood for black and white, which can be read there."""
    return WOOD[0] if ink.endswith((_BLACK, _WHITE)) else _DARK


def background_of(colour: str, colours: tuple[str, ...]) -> str:
    """The background of cells of a colour, one of the board's."""
    known = _CELLS.get(colour.casefold())
    return known or _OTHERS[(colours.index(colour) if colour in colours else 0) % len(_OTHERS)]
