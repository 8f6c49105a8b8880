"""Drawing a position as text: every site gets a place by its coordinates, so that any board comes out in its
shape.

Boards of cells are drawn cell beside cell; boards of points with the lines between them, unless these are
just those of squared paper; boards of edges with the points that they join. Rows and columns with names of
their own (a to h, 1 to 8) get rulers; on other boards each site shows its name, occupied or not, so that a
player can always see what to type.
"""

from __future__ import annotations

from itertools import pairwise

from gdl.support.values import frozen
from interpreter.drawing.canvas import (
    FAINT,
    MARK,
    ON_CELL,
    WOOD,
    Canvas,
    background_of,
    ink_of,
    on_colour,
    on_wood,
)
from interpreter.drawing.plan import Place, Plan, Spot
from interpreter.drawing.symbols import Picture, parts_shown
from interpreter.drawing.view import Marks
from interpreter.engines.contents import Contents, Piece

#: A board without a mark.
NO_MARKS = Marks()

#: What is written on a site: texts with the players whose colour they have, or None for the board's own.
Text = list[tuple[str, int | None]]


@frozen
class _Drawing:
    """What is drawn, how."""

    plan: Plan
    contents: Contents
    picture: Picture
    marks: Marks
    #: are there colours?
    colour: bool
    #: do numbers stand for names?
    numbers: bool
    rulers: tuple[dict[str, float], dict[str, float]] | None

    @property
    def colours(self) -> dict[str, str]:
        """The colours of the board, with a letter for each."""
        return self.plan.colour_letters

    @property
    def named(self) -> bool:
        """Whether each site shows what it is called."""
        return self.rulers is None or self.numbers

    def name(self, spot: Spot) -> str:
        return str(spot.site) if self.numbers else spot.name


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

    def middle(self, place: Place) -> tuple[int, int]:
        return self.row(place[1]), self.column(place[0]) + (self.width - 1) // 2


def draw(
    plan: Plan,
    contents: Contents,
    picture: Picture,
    colour: bool = False,
    marks: Marks = NO_MARKS,
    numbers: bool = False,
) -> Canvas:
    """Draw a position. Without `colour`, cells of a colour carry its small letter behind the piece.

    `( )` stands round what the last move left and where it went, `> <` where it took something; on sites that
    show their names `!` and `x`. `[ ]` or `?` is where a move may lead. With `numbers` each site shows its
    number in place of its name.
    """
    canvas = Canvas()
    d = _Drawing(plan, contents, picture, marks, colour, numbers, plan.rulers())
    if plan.spots:
        texts = [_text(d, spot) for spot in plan.spots]
        scale = _scale(d, max(_usual_width(d), *(_length(text) for text in texts)))
        _lines(canvas, d, scale)
        for spot, text in zip(plan.spots, texts, strict=True):
            _site(canvas, d, scale, spot, text)
        if d.rulers is not None:
            _rulers(canvas, scale, *d.rulers)
    _beside(canvas, d)
    return canvas


# --- What stands on a site --------------------------------------------------------------------------------


def _text(d: _Drawing, spot: Spot) -> Text:
    piece = d.contents[spot.site]
    initial = d.colours[spot.colour].lower() if spot.colour and not d.colour else ""
    if not d.named:
        text: Text = [(".", None)] if piece is None else [*parts_shown(piece, d.picture.symbols)]
        return [*text, (initial, None)] if initial else text
    name = f"{d.name(spot)}/{initial}" if initial else d.name(spot)
    if piece is None:
        return [(f"{name}{_flag(d, spot)}", None)]
    mark = "?" if spot.site in d.marks.legal else "!" if spot.site in d.marks.targets else ":"
    return [*parts_shown(piece, d.picture.symbols), (f"{mark}{name}", None)]


def _flag(d: _Drawing, spot: Spot) -> str:
    """What stands behind the name of an empty site that the last move has changed."""
    marks = d.marks
    if spot.site in marks.legal:
        return "?"
    return "x" if spot.site in marks.captured else "!" if spot.site in marks.origins | marks.targets else ""


def _is_marked(d: _Drawing, spot: Spot) -> bool:
    marks = d.marks
    return any(spot.site in sites for sites in (marks.captured, marks.origins, marks.targets, marks.legal))


def _usual_width(d: _Drawing) -> int:
    """As wide as any single piece needs, so that the board does not change its size while one plays."""
    piece = max(map(len, d.picture.symbols), default=1)
    if d.colours and not d.colour:
        piece += 2 if d.named else 1
    if d.named and any(symbol for symbol in d.picture.symbols):
        piece += 1 + max(len(d.name(spot)) for spot in d.plan.spots)
    return piece


def _length(text: Text) -> int:
    return sum(len(part) for part, _ in text)


# --- Where it stands --------------------------------------------------------------------------------------


def _scale(d: _Drawing, text: int) -> _Scale:
    """As many columns as keep neighbours in a row apart; one row of characters for each row of sites, and
    one more between them where lines are drawn."""
    plan = d.plan
    rows: dict[float, list[float]] = {}
    for spot in plan.spots:
        rows.setdefault(round(spot.y, 2), []).append(spot.x)
    if plan.on_edges:  # each needs no more than half of what is between two points
        for x, y in (end for spot in plan.spots for end in spot.shape):
            rows.setdefault(round(y, 2), []).append(x)
    gaps = [b - a for xs in map(sorted, rows.values()) for a, b in pairwise(xs)]
    gap = min((g for g in gaps if g > 0.01), default=1.0)
    lined = _lined(d)
    width = text + (3 if lined else 1 if d.named or plan.on_edges else 2)
    width += width % 2 if d.rulers is None else 0  # rows shifted by half a cell
    order = {y: index * (2 if lined else 1) for index, y in enumerate(sorted(rows, reverse=True))}
    margin = max(len(name) for name in d.rulers[1]) + 1 if d.rulers is not None else 0
    left = min(x for xs in rows.values() for x in xs)
    return _Scale(left, width / gap, order, width, margin)


def _lined(d: _Drawing) -> bool:
    """Whether lines are drawn between the sites."""
    return bool(d.plan.lines) and not d.plan.is_plain_grid


# --- Drawing ----------------------------------------------------------------------------------------------


def _lines(canvas: Canvas, d: _Drawing, scale: _Scale) -> None:
    spots = d.plan.spots
    if _lined(d):
        for a, b in d.plan.lines:
            ends = ((spots[a].x, spots[a].y), (spots[b].x, spots[b].y))
            canvas.line(scale.middle(ends[0]), scale.middle(ends[1]), FAINT)
    if not d.plan.on_edges:
        return
    for spot in spots:
        piece = d.contents[spot.site]
        if piece is not None:
            canvas.line(
                scale.middle(spot.shape[0]), scale.middle(spot.shape[1]), ink_of(d.picture, piece.owner)
            )
    for row, column in {scale.middle(end) for spot in spots for end in spot.shape}:
        canvas.write(row, column, "+")


def _site(canvas: Canvas, d: _Drawing, scale: _Scale, spot: Spot, text: Text) -> None:
    row, column = scale.row(spot.y), scale.column(spot.x)
    piece = d.contents[spot.site]
    ink, background = FAINT, ""
    if d.plan.lines or d.plan.on_edges:
        if piece is not None and d.colour:
            ink, background = ON_CELL, f" {WOOD[0]}"
    elif d.colour:
        across = round((column - scale.margin) / scale.width) if scale.margin else 0
        wood = WOOD[(row + across) % 2]
        background = f" {background_of(spot.colour, tuple(d.colours)) if spot.colour else wood}"
        ink = ON_CELL
        canvas.write(row, column, " " * scale.width, background.strip())
    column += (scale.width - _length(text)) // 2
    _mark(canvas, d, spot, row, column, column + _length(text))
    for part, owner in text:
        style = f"{ink}{background}"
        if owner is not None:
            own = ink_of(d.picture, owner)
            style = _piece_style(d, spot, own, background)
        elif d.named and _is_marked(d, spot):
            style = MARK
        column = canvas.append(row, part, style, column)


def _piece_style(d: _Drawing, spot: Spot, ink: str, background: str) -> str:
    """A piece's colour, with a background on which it can be read."""
    if not d.colour:
        return ink
    if spot.colour:
        return f"{ink} {on_colour(ink)}"
    return f"{ink} {on_wood(ink)}" if d.plan.lines or d.plan.on_edges else f"{ink}{background}"


def _mark(canvas: Canvas, d: _Drawing, spot: Spot, row: int, first: int, behind: int) -> None:
    """Brackets round what the last move has changed, where there are no names that can tell it."""
    if d.named:
        return
    marks = d.marks
    pair = "><" if spot.site in marks.captured else "[]" if spot.site in marks.legal else "()"
    if _is_marked(d, spot):
        canvas.write(row, first - 1, pair[0], MARK)
        canvas.write(row, behind, pair[1], MARK)


def _rulers(canvas: Canvas, scale: _Scale, columns: dict[str, float], rows: dict[str, float]) -> None:
    for name, y in rows.items():
        canvas.write(scale.row(y), scale.margin - 1 - len(name), name, FAINT)
    foot = max(scale.rows.values()) + 1
    for name, x in columns.items():
        canvas.write(foot, scale.column(x) + (scale.width - len(name)) // 2, name, FAINT)


def _beside(canvas: Canvas, d: _Drawing) -> None:
    """What is held beside the board, and what stands on sites of other kinds than most."""
    row = len(canvas.rows())
    for name, sites in d.plan.beside:
        held = [(site, piece) for site in sites if (piece := d.contents[site]) is not None]
        if held:
            column = canvas.append(row, f"{name}:")
            for site, piece in held:
                column = canvas.append(row, " ", "", column)
                column = _one_beside(canvas, d, row, column, site, piece)
            row += 1
    standing = [(spot, piece) for spot in d.plan.others if (piece := d.contents[spot.site]) is not None]
    if standing:
        column = canvas.append(row, "Also:")
        for spot, piece in standing:
            column = _one_beside(canvas, d, row, column + 1, spot.site, piece)
            column = canvas.append(row, f":{d.name(spot)}", FAINT, column)


def _one_beside(canvas: Canvas, d: _Drawing, row: int, column: int, site: int, piece: Piece) -> int:
    shown = d.picture.shown_by(site, piece)
    if shown is not None:
        return canvas.append(row, str(shown), "bold", column)
    for part, owner in parts_shown(piece, d.picture.symbols):
        ink = ink_of(d.picture, owner)
        column = canvas.append(row, part, f"{ink} {on_wood(ink)}", column)
    return column


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
