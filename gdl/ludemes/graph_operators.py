"""Making boards from boards: merge, shift, remove, and so on."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gdl.boards import faces, operators
from gdl.boards.graph import BoardGraph, SiteType, renumbered
from gdl.english.grammar import listed, number_word
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import Dim, Graph
from gdl.ludeme.registry import ludeme, unwritten
from gdl.ludemes.graphs import Coordinates, Number, Poly, number, points, value

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@unwritten
class _Several(Graph):
    """An operator on two graphs or an array of them."""

    #: how they lie, in English
    lying: ClassVar[str] = ""
    several: tuple[Graph, ...] | None = arg(None)
    first: Graph | None = arg(None)
    second: Graph | None = arg(None)
    one_of = (("several", "first"),)

    @property
    def _parts(self) -> tuple[Graph, ...]:
        return self.several or tuple(p for p in (self.first, self.second) if p is not None)

    def drawn(self, site: SiteType) -> list[BoardGraph]:
        return [part.charged(site) for part in self._parts]

    def says(self, s: Speaker, no: bool = False) -> str:
        parts = [s.say(part) for part in self._parts]
        shown = parts if len(parts) <= 6 else [*parts[:6], f"{len(parts) - 6} more"]
        return f"{listed(shown)}, {self.lying}"


@ludeme("merge")
class Merge(_Several):
    """Boards laid over each other; vertices at the same place become one."""

    lying = "laid over each other"
    connect: bool = named("connect", False)

    def draw(self, site: SiteType) -> BoardGraph:
        return operators.merge(self.drawn(site), connect=self.connect)


@ludeme("union")
class GraphUnion(_Several):
    """Boards side by side; nothing is joined."""

    lying = "side by side"
    connect: bool = named("connect", False)

    def draw(self, site: SiteType) -> BoardGraph:
        return operators.union(self.drawn(site), connect=self.connect)


@ludeme("intersect")
class Intersect(_Several):
    """What boards have in common."""

    lying = "as far as they coincide"

    def draw(self, site: SiteType) -> BoardGraph:
        return operators.intersect(self.drawn(site))


@ludeme("shift")
class Shift(Graph):
    """A board moved: `(shift 2 0 (square 3))`."""

    english = "{graph}"
    dx: Number = arg()
    dy: Number = arg()
    dz: Number | None = arg(None)
    graph: Graph = arg()

    def draw(self, site: SiteType) -> BoardGraph:
        by = (value(self.dx), value(self.dy), value(self.dz or 0.0))
        return operators.shift(self.graph.charged(site), *by)


@ludeme("scale")
class Scale(Graph):
    """A board stretched: `(scale 2 (square 3))`."""

    english = "{graph}"
    sx: Number = arg()
    sy: Number | None = arg(None)
    sz: Number | None = arg(None)
    graph: Graph = arg()

    def draw(self, site: SiteType) -> BoardGraph:
        sy = None if self.sy is None else value(self.sy)
        sz = None if self.sz is None else value(self.sz)
        return operators.scale(self.graph.charged(site), value(self.sx), sy, sz)


@ludeme("rotate")
class Rotate(Graph):
    """A board turned by an angle in degrees: `(rotate 45 (square 3))`."""

    english = "{graph}, turned"
    degrees: Number = arg()
    graph: Graph = arg()

    def draw(self, site: SiteType) -> BoardGraph:
        return operators.rotate(self.graph.charged(site), value(self.degrees))


@ludeme("skew")
class Skew(Graph):
    """A board slanted: `(skew 0.5 (square 3))`."""

    english = "{graph}, slanted"
    amount: Number = arg()
    graph: Graph = arg()

    def draw(self, site: SiteType) -> BoardGraph:
        return operators.skew(self.graph.charged(site), value(self.amount))


@ludeme("add")
class AddToGraph(Graph):
    """A board with vertices, edges or cells added, by number or by coordinates."""

    graph: Graph | None = arg(None)
    vertices: Coordinates = named("vertices", ())
    edges: tuple[tuple[Dim, ...], ...] | tuple[Coordinates, ...] = named("edges", ())
    edges_curved: tuple[Coordinates, ...] = named("edgesCurved", ())
    cells: tuple[tuple[Dim, ...], ...] | tuple[Coordinates, ...] = named("cells", ())
    connect: bool = named("connect", False)

    def draw(self, site: SiteType) -> BoardGraph:
        edges, edges_at = _split(self.edges)
        cells, cells_at = _split(self.cells)
        return operators.add(
            self.graph.charged(site) if self.graph is not None else None,
            vertices=points(self.vertices),
            edges=edges,
            edges_at=[*edges_at, *(points(curve[:2]) for curve in self.edges_curved)],
            cells=cells,
            cells_at=cells_at,
            connect=self.connect,
        )

    def says(self, s: Speaker, no: bool = False) -> str:
        added = [f"{len(getattr(self, name))} {word}" for name, word in (
            ("vertices", s.vertices), ("edges", "lines"), ("edges_curved", "curved lines"), ("cells", "cells")
        ) if getattr(self, name)]  # fmt: skip
        if self.graph is None:
            return f"a board drawn from {listed(added)}" if added else "a board"
        return f"{s.say(self.graph)}, with {listed(added)} added" if added else s.say(self.graph)


def _split(
    given: tuple[tuple[Dim, ...], ...] | tuple[Coordinates, ...],
) -> tuple[list[list[int]], list[tuple[tuple[float, ...], ...]]]:
    """Elements by the numbers of their vertices, and those by coordinates."""
    by_number: list[list[int]] = []
    by_place: list[tuple[tuple[float, ...], ...]] = []
    for element in given:
        if element and isinstance(element[0], Dim):
            by_number.append([part.number() for part in element if isinstance(part, Dim)])
        else:
            by_place.append(points(tuple(part for part in element if isinstance(part, tuple))))
    return by_number, by_place


@ludeme("remove")
class RemoveFromGraph(Graph):
    """A board with cells, edges or vertices removed, or all that lies inside a polygon."""

    graph: Graph = arg()
    outline: Poly | None = arg(None)
    cells: tuple[Dim, ...] | tuple[Coordinates, ...] = named("cells", ())
    edges: tuple[tuple[Dim, ...], ...] | tuple[Coordinates, ...] = named("edges", ())
    vertices: tuple[Dim, ...] | Coordinates = named("vertices", ())
    trim: bool = named("trimEdges", True)

    def draw(self, site: SiteType) -> BoardGraph:
        graph = self.graph.charged(site)
        if self.outline is not None:
            return operators.remove_inside(graph, self.outline.outline())
        edges, edges_at = _split(self.edges)
        return operators.remove(
            graph,
            cells=[c.number() for c in self.cells if isinstance(c, Dim)],
            cells_at=[points(c) for c in self.cells if isinstance(c, tuple)],
            edges=edges,
            edges_at=edges_at,
            vertices=[v.number() for v in self.vertices if isinstance(v, Dim)],
            vertices_at=points(tuple(v for v in self.vertices if isinstance(v, tuple))),
            trim_edges=self.trim,
        )

    def says(self, s: Speaker, no: bool = False) -> str:
        gone = [f"{len(getattr(self, name))} {word}" for name, word in (
            ("cells", "cells"), ("edges", "lines"), ("vertices", s.vertices)
        ) if getattr(self, name)]  # fmt: skip
        return f"{s.say(self.graph)}, with {listed(gone) or 'a part'} left out"


@unwritten
class _Cut(Graph):
    """An operator with a polygon."""

    graph: Graph = arg()
    outline: Poly = arg()


@ludeme("keep")
class Keep(_Cut):
    """The part of a board inside a polygon."""

    english = "a part of {graph}"

    def draw(self, site: SiteType) -> BoardGraph:
        return operators.keep(self.graph.charged(site), self.outline.outline())


@ludeme("clip")
class Clip(_Cut):
    """A board cut off at a polygon."""

    english = "{graph}, cut off"

    def draw(self, site: SiteType) -> BoardGraph:
        return operators.clip(self.graph.charged(site), self.outline.outline())


@ludeme("hole")
class Hole(_Cut):
    """A board with a hole."""

    english = "{graph}, with a hole"

    def draw(self, site: SiteType) -> BoardGraph:
        return operators.hole(self.graph.charged(site), self.outline.outline())


@ludeme("dual")
class Dual(Graph):
    """A board whose vertices are the other's cells."""

    english = "the points at the middles of {graph}"
    graph: Graph = arg()

    def draw(self, site: SiteType) -> BoardGraph:
        return faces.dual(self.graph.charged(site))


@ludeme("subdivide")
class Subdivide(Graph):
    """A board whose cells are divided at their middles."""

    english = "{graph}, each divided at its middle"
    graph: Graph = arg()
    least: Dim | None = named("min", None)

    def draw(self, site: SiteType) -> BoardGraph:
        return faces.subdivide(self.graph.charged(site), number(self.least) or 1)


@ludeme("splitCrossings")
class SplitCrossings(Graph):
    """A board with a vertex wherever edges cross."""

    english = "{graph}, with points where lines cross"
    graph: Graph = arg()

    def draw(self, site: SiteType) -> BoardGraph:
        return faces.split_crossings(self.graph.charged(site))


@ludeme("complete")
class Complete(Graph):
    """A board with an edge between any two vertices (of each cell)."""

    english = "{graph}, with lines between any two points"
    graph: Graph = arg()
    each_cell: bool = named("eachCell", False)

    def draw(self, site: SiteType) -> BoardGraph:
        return faces.complete(self.graph.charged(site), each_cell=self.each_cell)


@ludeme("makeFaces")
class MakeFaces(Graph):
    """A board with a cell in every region that edges enclose."""

    english = "{graph}"
    graph: Graph = arg()

    def draw(self, site: SiteType) -> BoardGraph:
        return faces.make_faces(self.graph.charged(site))


@ludeme("trim")
class Trim(Graph):
    """A board without loose ends."""

    english = "{graph}, without loose ends"
    graph: Graph = arg()

    def draw(self, site: SiteType) -> BoardGraph:
        return operators.trim(self.graph.charged(site))


@ludeme("renumber")
class Renumber(Graph):
    """A board numbered anew, row by row from the bottom (only the given types of site, if any)."""

    english = "{graph}"
    first: SiteType | None = arg(None)
    second: SiteType | None = arg(None)
    third: SiteType | None = arg(None)
    graph: Graph = arg()

    def draw(self, site: SiteType) -> BoardGraph:
        chosen = {t for t in (self.first, self.second, self.third) if t is not None} or set(SiteType)
        return renumbered(
            self.graph.charged(site),
            vertices=SiteType.VERTEX in chosen,
            edges=SiteType.EDGE in chosen,
            faces=SiteType.CELL in chosen,
        )


@ludeme("recoordinate")
class Recoordinate(Graph):
    """A board whose coordinates are found anew."""

    english = "{graph}"
    first: SiteType | None = arg(None)
    second: SiteType | None = arg(None)
    third: SiteType | None = arg(None)
    graph: Graph = arg()

    def draw(self, site: SiteType) -> BoardGraph:
        return operators.recoordinate(self.graph.charged(site))


@ludeme("layers")
class Layers(Graph):
    """A board of several layers above each other."""

    count: Dim = arg()
    graph: Graph = arg()

    def draw(self, site: SiteType) -> BoardGraph:
        return operators.layers(self.graph.charged(site), self.count.number())

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"{number_word(self.count.number())} layers above each other, each of {s.say(self.graph)}"
