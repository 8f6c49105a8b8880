"""Pieces: discs in their owner's colour, which bear the sign of their kind.

Whose a piece is can be told without colours by its rim: player 1 has a plain one, player 2 a second line
inside it, player 3 three notches, player 4 four, and so on. What belongs to nobody is a square, what belongs
to all together a grey disc.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from attrs import evolve

from gdl.support.values import frozen
from interpreter.drawing.plan import Place
from interpreter.drawing.svg.palette import NEUTRAL, on_top, player_colours
from interpreter.drawing.svg.xml import Look, element, fitting, label, number
from interpreter.drawing.symbols import Picture, letters_of
from interpreter.engines.contents import Piece

_BASE = "M-28 32H28V43H-28Z"
_PATHS = {
    "pawn": f"M0 -42A16 16 0 0 1 9 -13L17 26H-17L-9 -13A16 16 0 0 1 0 -42Z{_BASE}",
    "rook": f"M-27 -40H-15V-30H-6V-40H6V-30H15V-40H27V-17L18 -10V18L25 26H-25L-18 18V-10L-27 -17Z{_BASE}",
    "bishop": "M0 -50A6 6 0 0 1 5 -40C25 -24 25 -4 13 8L18 26H-18L-13 8C-25 -4 -25 -24 -5 -40"
              f"A6 6 0 0 1 0 -50Z{_BASE}",
    "knight": "M-17 26C-19 8 1 2 1 -9C-7 -4 -14 1 -22 5L-32 -4C-29 -19 -17 -26 -9 -35L-9 -48L3 -38"
              f"C25 -31 29 -7 24 26Z{_BASE}",
    "queen": f"M-42 -24L-24 8L-23 -36L-8 5L0 -44L8 5L23 -36L24 8L42 -24L27 26H-27Z{_BASE}",
    "king": f"M-5 -50H5V-41H14V-32H5V-20C34 -34 48 -4 27 26H-27C-48 -4 -34 -34 -5 -20V-32H-14V-41H-5Z{_BASE}",
    "ring": "M0 -36A36 36 0 1 0 0 36A36 36 0 1 0 0 -36ZM0 -18A18 18 0 1 1 0 18A18 18 0 1 1 0 -18Z",
    "cross": "M-34 -22L-22 -34L0 -12L22 -34L34 -22L12 0L34 22L22 34L0 12L-22 34L-34 22L-12 0Z",
}  # fmt: skip
_PATHS["nought"] = _PATHS["ring"]
#: Names of pieces that are discs and nothing else.
_PLAIN = frozenset(
    ("ball", "bead", "checker", "cell", "counter", "disc", "disk", "man", "marble", "marker", "pebble",
     "peg", "piece", "seed", "soldier", "stone")
)  # fmt: skip


@frozen
class Sign:
    """What a kind of piece bears: a path, or a letter, or neither."""

    path: str = ""
    letter: str = ""


def signs(kinds: Sequence[str], owners: Sequence[int]) -> list[Sign]:
    """The sign of each component; index 0, no piece, has none."""
    families = list(dict.fromkeys(kind for index, kind in enumerate(kinds) if index))
    plain = next((kind for kind in families if _stem(kind) in _PLAIN), None)
    lettered = [kind for kind in families if kind != plain and _stem(kind) not in _PATHS]
    owned = {kind for kind, owner in zip(kinds, owners, strict=True) if owner}
    letters = letters_of([kind for kind in lettered if kind in owned])
    # what belongs to nobody looks different anyway
    letters |= letters_of([kind for kind in lettered if kind not in owned])
    result = []
    for index, kind in enumerate(kinds):
        if not index or kind == plain:
            result.append(Sign())
        elif _stem(kind) in _PATHS:
            result.append(Sign(_PATHS[_stem(kind)]))
        else:
            result.append(Sign(letter=letters[kind]))
    return result


def _stem(kind: str) -> str:
    """`King_noCastle` is a king, `Pawn2` a pawn."""
    return kind.casefold().split("_")[0].rstrip("0123456789")


_RIM = "#1c1c1c"
#: The most pieces of a stack that are drawn; of higher ones the height is written.
_DRAWN = 5

#: Where the pips of a die lie, in thirds of its half.
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@frozen
class Set:
    """The pieces of a game, ready to be drawn: the sign of each component, the colour of each player."""

    picture: Picture
    signs: list[Sign]
    colours: list[str]

    def colour(self, owner: int) -> str:
        """The colour of a player's pieces."""
        return self.colours[owner] if 0 < owner < len(self.colours) else NEUTRAL

    def class_of(self, owner: int) -> str:
        """What style sheets call a player's pieces."""
        return f"lw-p{owner}" if 0 < owner < len(self.colours) else "lw-p0"

    def draw(
        self, site: int, piece: Piece, at: Place, room: float, states: bool = False, way: Place | None = None
    ) -> str:
        """What stands on a site, in a circle of that radius; a stack lies along `way`, where there is one."""
        if way is not None and piece.below:
            return self._lying(site, piece, at, room, states, way)
        shown = self.picture.shown_by(site, piece)
        if shown is not None:
            return _moved(at, _die(shown, room))
        stack = (*piece.below, piece)
        parts = [*(self._stack(stack, room) if len(stack) > 1 else [self._token(piece, room)])]
        size = piece.count if piece.count > 1 else 0
        if self._is_shared(piece) and self._sign(piece) == Sign():
            size = piece.count
        if size and self._sign(piece) == Sign():
            top = on_top(self.colour(piece.owner))
            text = str(size)
            parts.append(label(text, 0, 0, fitting(text, 1.5 * room, room), "lw-number", top, **_MIDDLE))
        elif size:
            parts.append(_badge(str(size), room))
        elif len(stack) > _DRAWN:
            parts.append(_badge(str(len(stack)), room))
        details = [text for mark, value in (("", piece.state), ("r", piece.rotation), ("v", piece.value))
                   if value and (text := f"{mark}{value}")]  # fmt: skip
        if states and details:
            parts.append(_badge(" ".join(details), room, top=True))
        return _moved(at, *parts)

    def _lying(self, site: int, piece: Piece, at: Place, room: float, states: bool, way: Place) -> str:
        """The pieces of a stack beside each other, the lowest first. The last of many tells how many."""
        stack = (*piece.below, evolve(piece, below=()))
        step = min(2 * room / math.hypot(*way), 1 / (len(stack) - 1))
        places = [
            (at[0] + way[0] * step * level, at[1] + way[1] * step * level) for level in range(len(stack))
        ]
        drawn = [
            self.draw(site, each, place, room, states) for each, place in zip(stack, places, strict=True)
        ]
        if len(stack) > _DRAWN:
            drawn.append(_moved(places[-1], _badge(str(len(stack)), room)))
        return "".join(drawn)

    def _stack(self, stack: tuple[Piece, ...], room: float) -> Iterator[str]:
        """Pieces on each other, the lowest first and lowest in the picture; low ones are all seen."""
        drawn = stack[-_DRAWN:]
        mixed = len({piece.component for piece in stack}) > 1 and len(drawn) <= 3
        radius = room * (0.66 if mixed else 0.74)
        step = (room - radius) * 2 / (len(drawn) - 1)
        for level, piece in enumerate(drawn):
            up = (room - radius) - step * level
            last = level == len(drawn) - 1
            sign = self._sign(piece)
            if last or not mixed:
                yield _moved((0, up), self._token(piece, radius, signed=last))
                continue
            yield _moved((0, up), self._token(piece, radius, signed=False))
            letter = sign.letter or piece.name[:1].upper()
            if sign != Sign():
                top = on_top(self.colour(piece.owner))
                size = min(step * 0.95, radius * 0.6)
                yield label(letter, 0, up + radius - step * 0.52, size, "lw-sign", top, **_MIDDLE)

    def _sign(self, piece: Piece) -> Sign:
        return self.signs[piece.component] if piece.component < len(self.signs) else Sign()

    def _is_shared(self, piece: Piece) -> bool:
        """Whether it belongs to all players together, as the seeds of a mancala game."""
        return piece.owner >= len(self.colours)

    def _token(self, piece: Piece, radius: float, signed: bool = True) -> str:
        """A disc with the sign of a piece."""
        fill = self.colour(piece.owner)
        line = max(radius * 0.09, 0.6)
        look: Look = {"class_": f"lw-token {self.class_of(piece.owner)}", "fill": fill, "stroke": _RIM}
        if fill == NEUTRAL and not self._is_shared(piece):
            half = radius * 0.84
            body = element("rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=radius * 0.25,
                           stroke_width=line, **look)  # fmt: skip
        else:
            body = element("circle", r=radius - line, stroke_width=line, **look)
        halo = element("circle", r=radius, fill="#ffffff", fill_opacity=0.75) if fill != NEUTRAL else ""
        sign = self._drawn_sign(self._sign(piece), radius, on_top(fill)) if signed else ""
        return "".join((halo, body, self._rim(piece.owner, radius, on_top(fill)), sign))

    def _rim(self, owner: int, radius: float, colour: str) -> str:
        """The mark of a player on the rim."""
        if not 1 < owner < len(self.colours):
            return ""
        look: Look = {
            "fill": "none",
            "stroke": colour,
            "stroke_width": max(radius * 0.07, 0.5),
            "class_": "lw-rim",
        }
        if owner == 2:
            return element("circle", r=radius * 0.82, **look)
        turns = (2 * math.pi * step / owner for step in range(owner))
        path = "".join(
            f"M{number(radius * 0.7 * math.sin(turn))} {number(-radius * 0.7 * math.cos(turn))}"
            f"L{number(radius * 0.9 * math.sin(turn))} {number(-radius * 0.9 * math.cos(turn))}"
            for turn in turns
        )
        return element("path", d=path, **{**look, "stroke_width": max(radius * 0.14, 0.8)})

    def _drawn_sign(self, sign: Sign, radius: float, colour: str) -> str:
        if sign.path:
            move = f"scale({number(radius * 0.0135)})"
            return element("path", d=sign.path, transform=move, fill=colour, class_="lw-sign")
        if sign.letter:
            return label(sign.letter, 0, 0, radius * 0.95, "lw-sign", colour, font_weight="bold", **_MIDDLE)
        return ""


def set_of(picture: Picture) -> Set:
    """The pieces of a game."""
    return Set(picture, signs(picture.kinds, picture.owners), player_colours(picture.players))


_MIDDLE: dict[str, str] = {"text_anchor": "middle"}


def _moved(at: Place, *parts: str) -> str:
    return element("g", *parts, transform=f"translate({number(at[0])} {number(at[1])})")


def _badge(text: str, room: float, top: bool = False) -> str:
    """A small number at a corner of a piece."""
    size = room * 0.5
    wide = max(size * 0.62 * len(text) + size * 0.5, size * 1.1)
    x, y = room * 0.62, room * (-0.68 if top else 0.68)
    box = element("rect", x=x - wide / 2, y=y - size * 0.6, width=wide, height=size * 1.2, rx=size * 0.5,
                  fill="#ffffff", stroke=_RIM, stroke_width=0.7, class_="lw-badge")  # fmt: skip
    return box + label(text, x, y, size, "lw-number", _RIM, **_MIDDLE)


def _die(shown: int, room: float) -> str:
    """A die, as what it shows."""
    half = room * 0.8
    box = element("rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=half * 0.3, fill="#ffffff",
                  stroke=_RIM, stroke_width=1, class_="lw-die")  # fmt: skip
    if shown in _PIPS:
        dots = (
            element("circle", cx=x * half * 0.52, cy=y * half * 0.52, r=half * 0.19, fill=_RIM)
            for x, y in _PIPS[shown]
        )
        return box + "".join(dots)
    text = str(shown)
    return box + label(text, 0, 0, fitting(text, 1.6 * half, 1.3 * half), "lw-number", _RIM, **_MIDDLE)


def alone(piece: Piece) -> Piece:
    """The same piece, one of it: as a legend shows it."""
    return evolve(piece, count=1, below=(), state=0, value=0, rotation=0)
