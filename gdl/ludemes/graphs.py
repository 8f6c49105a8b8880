"""The shapes of boards: squares, hexagons, triangles, rings, free graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gdl.boards import concentric as rings_module
from gdl.boards import hexagonal, polygon, shapes, square, tilings, triangular
from gdl.boards.concentric import ConcentricShape
from gdl.boards.faces import explicit, make_faces
from gdl.boards.graph import BoardGraph, Polygon, SiteType
from gdl.boards.lattice import LatticeShape
from gdl.boards.square import Diagonals, SquareShape
from gdl.builder.meaning_error import unsupported
from gdl.english.grammar import listed, number_word
from gdl.ludeme.base import Ludeme, arg, named
from gdl.ludeme.categories import Dim, FloatExpr, Graph
from gdl.ludeme.registry import ludeme
from gdl.source.text import Span
from gdl.words.words import WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

_SHAPES = {"Diamond": "a diamond", "Hexagon": "a hexagon", "Limping": "a limping hexagon", "Prism": "a prism",
           "Rectangle": "a rectangle", "Square": "a square", "Star": "a star",
           "Triangle": "a triangle"}  # fmt: skip

#: A number of a board: mostly just written, sometimes worked out, as in `(shift (/ (- 7 3) 2) 0 ...)`.
Number = float | FloatExpr

#: Points of a board as written, two or three numbers each.
Coordinates = tuple[tuple[Number, ...], ...]


def value(given: Number) -> float:
    """The value of a number of a board."""
    return given.fixed() if isinstance(given, FloatExpr) else given


def points(given: Coordinates) -> tuple[tuple[float, ...], ...]:
    """The coordinates of some points."""
    return tuple(tuple(value(part) for part in point) for point in given)


def number(dim: Dim | None) -> int | None:
    """The value of a size, None where none is given."""
    return None if dim is None else dim.number()


@ludeme("poly")
class Poly(Ludeme):
    """A polygon by its corners, to cut boards with: `(poly {{0 0} {4 0} {2 3}})`."""

    corners: Coordinates = arg()
    rotations: int | None = named("rotns", None)

    def outline(self) -> Polygon:
        return polygon.polygon(points(self.corners))

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"a polygon of {len(self.corners)} corners"


@ludeme("square")
class Square(Graph):
    """A square board of squares: `(square 8)`."""

    shape: SquareShape | None = arg(None)
    size: Dim = arg()
    diagonals: Diagonals | None = named("diagonals", None)
    pyramidal: bool = named("pyramidal", False)
    at_most_one = (("diagonals", "pyramidal"),)

    def draw(self, site: SiteType) -> BoardGraph:
        return square.square(
            self.size.number(),
            self.shape or SquareShape.SQUARE,
            diagonals=self.diagonals or Diagonals.IMPLIED,
            pyramidal=self.pyramidal,
            site=site,
        )

    def says(self, s: Speaker, no: bool = False) -> str:
        n = self.size.number()
        if self.pyramidal:
            return f"a square pyramid of side {n}"
        if self.shape is not None and self.shape.value in ("Diamond", "Limping"):
            return (
                f"squares in the shape of a {s.word(self.shape)}, {n} to a side{_diagonals(self.diagonals)}"
            )
        return f"{n} × {n} {_sites_counted(s)}{_diagonals(self.diagonals)}"


@ludeme("square")
class SquareCustom(Graph):
    """A board of squares inside a polygon, or walked out by the lengths of its sides.

    Example: `(square {4 3 -1 3})`.
    """

    outline: Poly | tuple[Dim, ...] = arg()
    diagonals: Diagonals | None = named("diagonals", None)

    def draw(self, site: SiteType) -> BoardGraph:
        diagonals = self.diagonals or Diagonals.IMPLIED
        return square.custom(outline_of(self.outline), diagonals=diagonals, site=site)

    def says(self, s: Speaker, no: bool = False) -> str:
        return _by_outline(s, self, "squares")


def outline_of(given: Poly | tuple[Dim, ...]) -> Any:
    """A polygon's corners or the lengths of its sides."""
    return given.outline() if isinstance(given, Poly) else [dim.number() for dim in given]


@ludeme("rectangle")
class Rectangle(Graph):
    """A board of squares with so many rows and columns: `(rectangle 6 7)`."""

    rows: Dim = arg()
    columns: Dim | None = arg(None)
    diagonals: Diagonals | None = named("diagonals", None)

    def draw(self, site: SiteType) -> BoardGraph:
        diagonals = self.diagonals or Diagonals.IMPLIED
        return square.rectangle(self.rows.number(), number(self.columns), diagonals=diagonals, site=site)

    def says(self, s: Speaker, no: bool = False) -> str:
        rows = self.rows.number()
        columns = rows if self.columns is None else self.columns.number()
        lines = f"{number_word(rows)} row{'s' if rows != 1 else ''}"
        return f"{lines} of {number_word(columns)} {_sites_counted(s)}{_diagonals(self.diagonals)}"


@ludeme("hex")
class Hex(Graph):
    """A board of hexagons: a hexagon of a given side, or another shape: `(hex 5)`, `(hex Diamond 11)`."""

    shape: LatticeShape | None = arg(None)
    size: Dim = arg()
    second: Dim | None = arg(None)

    def draw(self, site: SiteType) -> BoardGraph:
        return hexagonal.hexagonal(self.size.number(), number(self.second), self.shape)

    def says(self, s: Speaker, no: bool = False) -> str:
        return _of_shape(self, "hexagons", "a hexagon")


@ludeme("hex")
class HexCustom(Graph):
    """A board of hexagons inside a polygon, or walked out by the lengths of its sides."""

    outline: Poly | tuple[Dim, ...] = arg()

    def draw(self, site: SiteType) -> BoardGraph:
        return hexagonal.custom(outline_of(self.outline))

    def says(self, s: Speaker, no: bool = False) -> str:
        return _by_outline(s, self, "hexagons")


@ludeme("tri")
class Tri(Graph):
    """A board of triangles: `(tri 5)`, `(tri Hexagon 3)`."""

    shape: LatticeShape | None = arg(None)
    size: Dim = arg()
    second: Dim | None = arg(None)

    def draw(self, site: SiteType) -> BoardGraph:
        return triangular.triangular(self.size.number(), number(self.second), self.shape, site=site)

    def says(self, s: Speaker, no: bool = False) -> str:
        return _of_shape(self, "triangles", "a triangle")


@ludeme("tri")
class TriCustom(Graph):
    """A board of triangles inside a polygon, or walked out by the lengths of its sides."""

    outline: Poly | tuple[Dim, ...] = arg()

    def draw(self, site: SiteType) -> BoardGraph:
        return triangular.custom(outline_of(self.outline), site=site)

    def says(self, s: Speaker, no: bool = False) -> str:
        return _by_outline(s, self, "triangles")


@ludeme("concentric")
class Concentric(Graph):
    """Rings around each other, as in the morris games: `(concentric Square rings:3)`."""

    shape: ConcentricShape | None = arg(None)
    sides: Dim | None = named("sides", None)
    cells: tuple[Dim, ...] | None = arg(None)
    rings: Dim | None = named("rings", None)
    steps: Dim | None = named("steps", None)
    midpoints: bool = named("midpoints", True)
    join_midpoints: bool = named("joinMidpoints", True)
    join_corners: bool = named("joinCorners", False)
    stagger: bool = named("stagger", False)
    one_of = (("shape", "sides", "cells"),)

    def draw(self, site: SiteType) -> BoardGraph:
        if self.cells is not None:
            return rings_module.circular(
                [dim.number() for dim in self.cells], stagger=self.stagger, site=site
            )
        sides = number(self.sides)
        shape = sides if sides is not None else self.shape or ConcentricShape.SQUARE
        return rings_module.concentric(
            shape,
            rings=number(self.rings) or 1,
            steps=number(self.steps),
            midpoints=self.midpoints,
            join_midpoints=self.join_midpoints,
            join_corners=self.join_corners,
            stagger=self.stagger,
            site=site,
        )

    def says(self, s: Speaker, no: bool = False) -> str:
        shape = "rings" if self.shape is None or self.shape.value == "Target" else f"{s.word(self.shape)}s"
        rings = (
            3
            if self.rings is None and self.cells is None
            else len(self.cells)
            if self.cells is not None
            else _number(self.rings)
        )
        inside = "" if self.shape is not None and self.shape.value != "Target" else " around each other"
        joined = (
            ", joined at the middles of their sides" if self.shape is not None and self.join_midpoints else ""
        )
        if self.join_corners:
            joined += " and at their corners" if joined else ", joined at their corners"
        return f"{number_word(rings)} {shape}{inside or ' inside each other'}{joined}"


@ludeme("wedge")
class Wedge(Graph):
    """A triangle of vertices below a point: `(wedge 3)`."""

    rows: Dim = arg()
    columns: Dim | None = arg(None)

    def draw(self, site: SiteType) -> BoardGraph:
        columns = number(self.columns)
        return (
            shapes.wedge(self.rows.number()) if columns is None else shapes.wedge(self.rows.number(), columns)
        )

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"a triangle of {s.vertices} in {self.rows.number()} rows"


@ludeme("spiral")
class Spiral(Graph):
    """A spiral of sites: `(spiral turns:4 sites:80)`."""

    turns: Dim = named("turns")
    sites: Dim = named("sites")
    clockwise: bool = named("clockwise", True)

    def draw(self, site: SiteType) -> BoardGraph:
        return shapes.spiral(self.turns.number(), self.sites.number(), clockwise=self.clockwise)

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"a spiral of {self.sites.number()} sites in {self.turns.number()} turns"


@ludeme("graph")
class ExplicitGraph(Graph):
    """A graph by the coordinates of its vertices and the pairs of vertices that edges join.

    Example: `(graph vertices:{{0 0} {1 0} {0 1}} edges:{{0 1} {1 2}})`.
    """

    vertices: Coordinates = named("vertices")
    edges: tuple[tuple[Dim, ...], ...] = named("edges", ())

    def draw(self, site: SiteType) -> BoardGraph:
        edges = [[end.number() for end in edge] for edge in self.edges]
        return make_faces(explicit(points(self.vertices), edges))

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"{len(self.vertices)} {s.vertices} joined by {len(self.edges)} lines"


class TilingName(WordEnum):
    """The polygons round each vertex."""

    T31212 = "T31212"
    T333333_33434 = "T333333_33434"
    T33336 = "T33336"
    T33344 = "T33344"
    T33434 = "T33434"
    T3464 = "T3464"
    T3636 = "T3636"
    T4612 = "T4612"
    T488 = "T488"


@ludeme("tiling")
class Tiling(Graph):
    """A board of several kinds of regular polygons, the same round every vertex: `(tiling T3464 2)`."""

    name: TilingName = arg()
    rows: Dim = arg()
    columns: Dim | None = arg(None)

    def draw(self, site: SiteType) -> BoardGraph:
        return tilings.tiling(_tiling(self.name, self.span), self.rows.number(), number(self.columns))

    def says(self, s: Speaker, no: bool = False) -> str:
        return _tiled_by(self.name)


@ludeme("tiling")
class TilingCustom(Graph):
    """Such a board inside a polygon, or walked out by the lengths of its sides."""

    name: TilingName = arg()
    outline: Poly | tuple[Dim, ...] = arg()

    def draw(self, site: SiteType) -> BoardGraph:
        return tilings.custom(_tiling(self.name, self.span), outline_of(self.outline))

    def says(self, s: Speaker, no: bool = False) -> str:
        return _tiled_by(self.name)


def _tiling(name: TilingName, span: Span) -> str:
    """The name of a tiling that can be drawn."""
    if name.value not in tilings.NAMES:
        others = f"{', '.join(tilings.NAMES[:-1])} or {tilings.NAMES[-1]}"
        raise unsupported(f"the tiling {name.value}", span, f"choose another: {others}")
    return name.value


class Star(WordEnum):
    """The star shape of a regular polygon."""

    STAR = "Star"


@ludeme("regular")
class Regular(Graph):
    """A regular polygon, or a star: `(regular 5)`."""

    star: Star | None = arg(None)
    size: Dim = arg()

    def draw(self, site: SiteType) -> BoardGraph:
        return shapes.regular(self.size.number(), star=self.star is not None)

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"a {'star' if self.star is not None else 'regular polygon'} of {self.size.number()} corners"


@ludeme("repeat")
class Repeat(Graph):
    """A pattern of polygons laid out again and again."""

    rows: Dim = arg()
    columns: Dim = arg()
    step: Coordinates = named("step")
    polygons: Poly | tuple[Poly, ...] = arg()

    def draw(self, site: SiteType) -> BoardGraph:
        given = self.polygons if isinstance(self.polygons, tuple) else (self.polygons,)
        outlines = [poly.outline() for poly in given]
        return shapes.repeat(self.rows.number(), self.columns.number(), points(self.step), outlines)

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"a pattern repeated {self.rows.number()} × {self.columns.number()} times"


def _number(size: Dim | None) -> int:
    return 0 if size is None else size.number()


def _diagonals(value: Diagonals | None) -> str:
    if value is None:
        return ""
    return {"Implied": "", "SolidNoSplit": ", with diagonals"}.get(
        value.value, f", with {value.value.lower()} diagonals"
    )


def _sites_counted(s: Speaker) -> str:
    """What the sizes of a board of squares count: where pieces stand on vertices these, not its cells."""
    return s.vertices if s.facts.main is SiteType.VERTEX else "squares"


def _by_outline(s: Speaker, it: Any, cells: str) -> str:
    """A board by its outline."""
    if isinstance(it.outline, tuple):
        sizes = listed([str(each.number()) for each in it.outline[:12]])
        return f"{cells} inside an outline with sides of {sizes}"
    return f"{cells} inside a polygon"


def _of_shape(board: Hex | Tri, cells: str, default: str) -> str:
    """A board of hexagons or triangles by its shape and sizes."""
    shape = default if board.shape is None else _SHAPES.get(board.shape.value, default)
    second = "" if board.second is None else f" and {board.second.number()}"
    return f"{cells} in the shape of {shape}, {board.size.number()}{second} to a side"


def _tiled_by(name: TilingName) -> str:
    """What a tiling is made of."""
    kinds = {"3": "triangles", "4": "squares", "6": "hexagons", "8": "octagons"}
    text = name.value.removeprefix("T")
    if "12" in text and text not in ("31212", "4612"):
        text = text.replace("12", "")
    names = ["twelve-sided polygons"] if "12" in text else []
    names += [kinds[each] for each in dict.fromkeys(text.replace("12", "").replace("_", "")) if each in kinds]
    return f"a tiling of {listed(sorted(names))}"
