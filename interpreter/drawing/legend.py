"""What the signs of a drawing mean, as lines of text."""

from __future__ import annotations

from interpreter.drawing.inks import background_of, ink_of
from interpreter.drawing.picture import Picture
from interpreter.drawing.plan import Plan
from interpreter.engines.pieces import Piece

#: A line: texts with their styles.
Line = list[tuple[str, str]]


def legend(plan: Plan, picture: Picture, colour: bool = False) -> list[Line]:
    """The pieces with their owners, and the colours of the sites, in a line each."""
    pieces: list[Line] = []
    for index, symbol in enumerate(picture.symbols):
        if index > len(picture.dice):  # dice come first, and show numbers
            owner = picture.owners[index]
            words = picture.words(-1, Piece(picture.kinds[index], owner, index))
            pieces.append([(symbol, ink_of(picture, owner)), (f" {words}", "")])
    colours: list[Line] = []
    for name in plan.colours:
        sign = ("   ", background_of(name, plan.colours)) if colour else (name[:1].lower(), "")
        colours.append([sign, (f" {name}", "")])
    return [line for line in (_joined(pieces), _joined(colours)) if line]


def _joined(parts: list[Line]) -> Line:
    found: Line = []
    for number, part in enumerate(parts):
        found += [(", ", ""), *part] if number else part
    return found
