"""The colours of a terminal: of cells, of players, of what is marked."""

from __future__ import annotations

from interpreter.drawing.picture import Picture

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
