"""What the signs of a drawing mean, as lines of text."""

from __future__ import annotations

from interpreter.drawing.canvas import background_of, ink_of, on_wood
from interpreter.drawing.plan import Plan
from interpreter.drawing.symbols import Picture
from interpreter.engines.contents import Piece

_WIDTH = 100
#: A line: texts with their styles.
Line = list[tuple[str, str]]


def legend(plan: Plan, picture: Picture, colour: bool = False) -> list[Line]:
    """The pieces with their owners, and the colours of the sites, in a line each."""
    pieces: list[Line] = []
    for index, symbol in enumerate(picture.symbols):
        if index > len(picture.dice):  # dice come first, and show numbers
            owner = picture.owners[index]
            words = picture.words(-1, Piece(picture.kinds[index], owner, index))
            ink = ink_of(picture, owner)
            pieces.append([(symbol, f"{ink} {on_wood(ink)}"), (f" {words}", "")])
    colours: list[Line] = []
    for name, letter in plan.colour_letters.items():
        sign = ("   ", background_of(name, plan.colours)) if colour else (letter.lower(), "")
        colours.append([sign, (f" {name}", "")])
    return [*_joined(pieces), *_joined(colours)]


def _joined(parts: list[Line]) -> list[Line]:
    """The parts behind each other, in lines that are not too long."""
    result: list[Line] = []
    for part in parts:
        if result and sum(len(text) for text, _ in (*result[-1], *part)) < _WIDTH:
            result[-1] += [(", ", ""), *part]
        else:
            if result:
                result[-1].append((",", ""))
            result.append(part)
    return result
