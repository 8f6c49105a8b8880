"""Drawing a position: every site gets a place by its coordinates, so that any board comes out in its shape.

Boards of cells are drawn cell beside cell; boards of points with the lines between them. Rows and columns
with names of their own (a to h, 1 to 8) get rulers; on other boards each empty site shows its name, so that
a player can always see what to type.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from attrs import field, frozen

from gdl.support.printable import one_line
from interpreter.drawing.canvas import Canvas
from interpreter.drawing.plan import Plan, Spot
from interpreter.drawing.symbols import parts_shown
from interpreter.engines.pieces import Contents

#: The backgrounds of cells in terminals with colours; light enough for black, dark enough for white.
_CELLS = {
    "red": "on rgb(196,70,60)",
    "yellow": "on rgb(214,170,50)",
    "green": "on rgb(70,150,80)",
    "blue": "on rgb(70,120,200)",
    "white": "on rgb(190,190,190)",
    "black": "on rgb(80,80,80)",
}
_WOOD = ("on rgb(160,120,80)", "on rgb(185,145,100)")
#: The players' colours: by their names where those are colours, else by their seats.
_INKS = {"white": "bright_white", "black": "rgb(0,0,0)", "red": "rgb(255,90,80)", "green": "rgb(90,230,110)",
         "blue": "rgb(120,170,255)", "yellow": "rgb(255,225,80)"}  # fmt: skip
_SEATS = ("bright_white", "rgb(0,0,0)", "rgb(255,90,80)", "rgb(120,170,255)", "rgb(90,230,110)")
_FAINT = "dim"
_ON_CELL = "rgb(50,40,30)"


@frozen
class Picture:
    """How the pieces of a game are drawn: a symbol for each component, the players' names (from 1), and what
    the faces of each die count, by its component."""

    symbols: tuple[str, ...]
    players: tuple[str, ...]
    dice: Mapping[int, Sequence[int]] = field(factory=dict)

    def ink(self, owner: int) -> str:
        """The style of a player's pieces."""
        if not 0 < owner < len(self.players):
            return "bold bright_cyan"
        by_name = _INKS.get(self.players[owner].casefold())
        return f"bold {by_name or _SEATS[(owner - 1) % len(_SEATS)]}"


@frozen
class _Scale:
    """From coordinates to rows and columns of characters. `width` is what one site may fill."""

    left: float
    factor: float
    rows: dict[float, int]
    width: int
    margin: int

    def column(self, x: float) -> int:
        return self.margin + round((x - self.left) * self.factor)

    def row(self, y: float) -> int:
        return self.rows[round(y, 2)]


def draw(plan: Plan, contents: Contents, picture: Picture, colour: bool = False) -> Canvas:
    """Draw a position. Without `colour`, cells of a colour carry its small initial behind the piece."""
    canvas = Canvas()
    if plan.spots:
        rulers = plan.rulers()
        texts = [_text(spot, contents, picture, named=rulers is None, colour=colour) for spot in plan.spots]
        # as wide as any single piece needs, so that the board does not change its size while one plays
        piece = max(map(len, picture.symbols), default=1) + (2 if rulers is None else 0)
        piece += any(spot.colour for spot in plan.spots) and not colour
        scale = _scale(plan, max(piece, *(_length(text) for text in texts)), rulers)
        _lines(canvas, plan, scale)
        for spot, text in zip(plan.spots, texts, strict=True):
            _site(canvas, plan, scale, spot, text, contents, picture, colour)
        if rulers is not None:
            _rulers(canvas, scale, *rulers)
    _beside(canvas, plan, contents, picture)
    return canvas


#: What is written on a site: texts with the players whose colour they have, or None for the board's own.
Text = list[tuple[str, int | None]]


def _text(spot: Spot, contents: Contents, picture: Picture, named: bool, colour: bool) -> Text:
    piece = contents[spot.site]
    text: Text = [(spot.name if named else ".", None)]
    if piece is not None:
        text = [*parts_shown(piece, picture.symbols)]
        if named:
            text = [("[", piece.owner), *text, ("]", piece.owner)]
    if spot.colour and not colour:
        text.append((spot.colour[:1].lower(), None))
    return text


def _length(text: Text) -> int:
    return sum(len(part) for part, _ in text)


def _scale(plan: Plan, text: int, rulers: tuple[dict[str, float], dict[str, float]] | None) -> _Scale:
    """So many columns that neighbours in a row do not touch; one row of characters for each row of sites."""
    rows: dict[float, list[float]] = {}
    for spot in plan.spots:
        rows.setdefault(round(spot.y, 2), []).append(spot.x)
    gaps = [b - a for xs in map(sorted, rows.values()) for a, b in pairwise(xs)]
    gap = min((g for g in gaps if g > 0.01), default=1.0)
    width = text + (3 if plan.lines else 2)
    width += width % 2 if rulers is None else 0  # rows shifted by half a cell
    height = 2 if plan.lines else 1
    order = {y: index * height for index, y in enumerate(sorted(rows, reverse=True))}
    margin = max(len(name) for name in rulers[1]) + 1 if rulers is not None else 0
    return _Scale(min(spot.x for spot in plan.spots), width / gap, order, width, margin)


def _lines(canvas: Canvas, plan: Plan, scale: _Scale) -> None:
    middle = (scale.width - 1) // 2
    for a, b in plan.lines:
        start, end = plan.spots[a], plan.spots[b]
        canvas.line(
            (scale.row(start.y), scale.column(start.x) + middle),
            (scale.row(end.y), scale.column(end.x) + middle),
            _FAINT,
        )


def _site(
    canvas: Canvas, plan: Plan, scale: _Scale, spot: Spot, text: Text, contents: Contents, picture: Picture,
    colour: bool,
) -> None:  # fmt: skip
    row, column = scale.row(spot.y), scale.column(spot.x)
    empty = contents[spot.site] is None
    ink, background = _FAINT, ""
    if plan.lines:
        background = "" if empty else f" {_WOOD[0]}"
        ink = "" if empty else _FAINT
    elif colour:
        across = round((column - scale.margin) / scale.width) if scale.margin else 0
        background = f" {_CELLS.get(spot.colour.casefold(), _WOOD[(row + across) % 2])}"
        ink = _ON_CELL
        canvas.write(row, column, " " * scale.width, background.strip())
    column += (scale.width - _length(text)) // 2
    for part, owner in text:
        style = ink if owner is None else picture.ink(owner)
        column = canvas.append(row, part, f"{style}{background}", column)


def _rulers(canvas: Canvas, scale: _Scale, columns: dict[str, float], rows: dict[str, float]) -> None:
    for name, y in rows.items():
        canvas.write(scale.row(y), scale.margin - 1 - len(name), name, _FAINT)
    foot = max(scale.rows.values()) + 1
    for name, x in columns.items():
        canvas.write(foot, scale.column(x) + (scale.width - len(name)) // 2, name, _FAINT)


def _beside(canvas: Canvas, plan: Plan, contents: Contents, picture: Picture) -> None:
    row = len(canvas.rows())
    for name, sites in plan.beside:
        held = [piece for site in sites if (piece := contents[site]) is not None]
        if held:
            column = canvas.append(row, f"{name}:")
            for piece in held:
                column = canvas.append(row, " ", "", column)
                if piece.component in picture.dice:  # its face is what counts, not which die it is
                    pips = str(picture.dice[piece.component][piece.state])
                    column = canvas.append(row, pips, picture.ink(piece.owner), column)
                    continue
                for part, owner in parts_shown(piece, picture.symbols):
                    column = canvas.append(row, part, picture.ink(owner), column)
            row += 1


def legend(picture: Picture, components: Sequence[str], owners: Sequence[int]) -> str:
    """What the symbols mean, in one line."""
    from interpreter.engines.pieces import piece_name

    words = []
    for index, symbol in enumerate(picture.symbols):
        if index and index not in picture.dice:
            owner = owners[index]
            who = f"{picture.players[owner]} " if 0 < owner < len(picture.players) else ""
            name = piece_name(components[index], owner)
            words.append(f"{symbol} {name}" if who == f"{name} " else f"{symbol} {who}{name}")
    return ", ".join(map(one_line, words))
