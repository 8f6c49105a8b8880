"""Pieces in their owner's colour: figures as chessmen are, draughtsmen, stones, discs with signs.

Whose a piece is can be told without colours by its rim: player 1 has a plain one, player 2 a second line
inside it, player 3 three notches, player 4 four, and so on; figures have these on their foot. What belongs to
nobody is a square, what belongs to all together a grey disc, or seeds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from gdl.support.values import evolve, frozen
from interpreter.drawing.plan import Place
from interpreter.drawing.svg.palette import NEUTRAL, on_top, player_colours
from interpreter.drawing.svg.shapes import WEDGE, Figure, Sign, signs
from interpreter.drawing.svg.xml import Look, element, fitting, label, number
from interpreter.drawing.symbols import Picture
from interpreter.engines.contents import Piece

_RIM = "#1c1c1c"
#: The most pieces of a stack that are drawn; of higher ones the height is written.
_DRAWN = 5

#: The most seeds of a heap that are drawn, and what with.
_SEEDS, _HUSKS = 16, ("#7b4a21", "#94602f", "#693d18")
#: How much larger than its circle a figure is: it fills a part of it only.
_FIGURE = 0.0228

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
        seeds = self._is_shared(piece) and self._sign(piece).is_plain
        if seeds:
            parts = [_heap(piece.count, room), _badge(str(piece.count), room * 0.9)]
        elif size and self._sign(piece).is_plain:
            top = on_top(self.colour(piece.owner))
            text = str(size)
            parts.append(
                label(text, 0, 0, fitting(text, 1.1 * room, 0.9 * room), "lw-number", top, **_MIDDLE)
            )
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
        scales = [self._sign(piece).scale for piece in drawn]
        if len(set(scales)) == len(drawn) > 1:
            # the largest lowest, and all are seen
            for piece in sorted(drawn, key=lambda piece: -self._sign(piece).scale):
                yield self._token(piece, room)
            return
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
            if not sign.is_plain:
                top = on_top(self.colour(piece.owner))
                size = min(step * 0.95, radius * 0.6)
                yield label(letter, 0, up + radius - step * 0.52, size, "lw-sign", top, **_MIDDLE)

    def _sign(self, piece: Piece) -> Sign:
        return self.signs[piece.component] if piece.component < len(self.signs) else Sign()

    def _is_shared(self, piece: Piece) -> bool:
        """Whether it belongs to all players together, as the seeds of a mancala game."""
        return piece.owner >= len(self.colours)

    def _token(self, piece: Piece, radius: float, signed: bool = True) -> str:
        """A piece in a circle of that radius: its figure, or a disc with its sign."""
        sign = self._sign(piece)
        radius *= sign.scale
        fill = self.colour(piece.owner)
        if sign.figure is not None and signed:
            return self._figure(sign.figure, piece.owner, radius)
        if sign.wedge:
            return self._wedge(sign.letter if signed else "", piece.owner, radius)
        line = max(radius * 0.07, 0.6)
        look: Look = {"class_": f"lw-token {self.class_of(piece.owner)}", "fill": fill, "stroke": _RIM}
        if fill == NEUTRAL and not self._is_shared(piece):
            half = radius * 0.84
            body = element("rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=radius * 0.25,
                           stroke_width=line, **look)  # fmt: skip
            worked = ""
        else:
            body = element("circle", r=radius - line, stroke_width=line, **look)
            worked = _rounded(radius - line) if sign.stone else _turned(radius - line, sign, on_top(fill))
        halo = element("circle", r=radius, fill="#ffffff", fill_opacity=0.75) if fill != NEUTRAL else ""
        drawn = self._drawn_sign(sign, radius, on_top(fill)) if signed else ""
        rim = "" if sign.stone else self._rim(piece.owner, radius, on_top(fill))
        return "".join((halo, body, worked, rim, drawn))

    def _figure(self, figure: Figure, owner: int, radius: float) -> str:
        """A figure with a light line round it, that it stands out on whatever it stands on."""
        fill = self.colour(owner)
        top = on_top(fill)
        look: Look = {"stroke_linejoin": "round", "stroke_linecap": "round"}
        parts = [
            element("path", d=figure.body, fill="none", stroke="#ffffff", stroke_width=9, stroke_opacity=0.8,
                    **look),
            element("path", d=figure.body, fill=fill, stroke=_RIM, stroke_width=4, fill_rule="evenodd",
                    class_=f"lw-token {self.class_of(owner)}", **look),
        ]  # fmt: skip
        lines = figure.lines + (self._foot(owner) if figure.lines else "")
        if lines:
            parts.append(element("path", d=lines, fill="none", stroke=top, stroke_width=3, class_="lw-rim",
                                 **look))  # fmt: skip
        return element("g", *parts, transform=f"scale({radius * _FIGURE:.5g})")

    def _wedge(self, letter: str, owner: int, radius: float) -> str:
        """A tile that points away from its owner: upwards, but of two players the other's. Pages that turn
        the board turn it, too (`lw-points`); what it bears stands upright."""
        away = 180 if owner == len(self.colours) - 1 == 2 else 0
        tile = element("g", self._figure(WEDGE, owner, radius), class_="lw-points")
        body = element("g", tile, transform=f"rotate({away})") if away else tile
        size = radius * 0.9 / max(len(letter), 1) ** 0.4
        top = on_top(self.colour(owner))
        sign = label(letter, 0, 0, size, "lw-sign", top, font_weight="bold", **_MIDDLE) if letter else ""
        return body + sign

    def _foot(self, owner: int) -> str:
        """The mark of a player on the foot of a figure that has one."""
        if not 1 < owner < len(self.colours):
            return ""
        if owner == 2:
            return "M-26 35H26"
        step = 52 / (owner + 1)
        return "".join(f"M{number(-26 + step * tick)} 31V39" for tick in range(1, owner + 1))

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
    drawn = signs(picture.kinds, picture.owners, picture.renamed, picture.scales)
    return Set(picture, drawn, player_colours(picture.players))


_MIDDLE: dict[str, str] = {"text_anchor": "middle"}


def _moved(at: Place, *parts: str) -> str:
    return element("g", *parts, transform=f"translate({number(at[0])} {number(at[1])})")


def _rounded(radius: float) -> str:
    """Light and shade on a stone."""
    low = f"M{number(-radius)} 0A{number(radius)} {number(radius)} 0 0 0 {number(radius)} 0"
    low += f"A{number(radius)} {number(radius * 0.72)} 0 0 1 {number(-radius)} 0Z"
    shade = element("path", d=low, fill="#000000", fill_opacity=0.13)
    at = {"cx": -radius * 0.3, "cy": -radius * 0.42, "rx": radius * 0.4, "ry": radius * 0.24}
    return shade + element("ellipse", fill="#ffffff", fill_opacity=0.3, **at)


def _turned(radius: float, sign: Sign, colour: str) -> str:
    """The rings of a draughtsman that bears no sign, and the edge on which it stands."""
    low = f"M{number(-radius)} 0A{number(radius)} {number(radius)} 0 0 0 {number(radius)} 0"
    low += f"A{number(radius)} {number(radius * 0.84)} 0 0 1 {number(-radius)} 0Z"
    edge = element("path", d=low, fill="#000000", fill_opacity=0.14)
    if not sign.is_plain:
        return edge
    look: Look = {"fill": "none", "stroke": colour, "stroke_opacity": 0.4, "stroke_width": radius * 0.05}
    return edge + element("circle", r=radius * 0.62, **look) + element("circle", r=radius * 0.36, **look)


def _heap(count: int, room: float) -> str:
    """Seeds as they lie in a hole (phyllotaxis: each a golden angle further)."""
    shown = min(count, _SEEDS)
    size = room * (0.3 if shown < 9 else 0.25)
    parts = []
    for index in range(shown):
        far = 0.0 if shown == 1 else (room - size) * 0.92 * math.sqrt((index + 0.5) / shown)
        turn = index * 2.39996
        x, y = far * math.cos(turn), far * math.sin(turn)
        tilt = f"translate({number(x)} {number(y)}) rotate({number(math.degrees(turn * 1.7) % 180)})"
        husk = element("ellipse", rx=size, ry=size * 0.74, fill=_HUSKS[index % len(_HUSKS)], stroke="#3d2410",
                       stroke_width=max(room * 0.03, 0.4))  # fmt: skip
        light = element("ellipse", cx=-size * 0.25, cy=-size * 0.25, rx=size * 0.4, ry=size * 0.2,
                        fill="#ffffff", fill_opacity=0.35)  # fmt: skip
        parts.append(element("g", husk, light, transform=tilt))
    return "".join(parts)


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
