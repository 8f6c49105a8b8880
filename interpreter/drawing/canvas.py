"""A sheet of characters, each with a style, that lines and words are written on."""

from __future__ import annotations

from itertools import groupby

from gdl.support.printable import one_line


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
