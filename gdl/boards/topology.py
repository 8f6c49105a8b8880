"""A board's topology: its numbered sites and every table that rules look things up in.

All tables are computed when first asked for and kept.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from gdl.boards import adjacency, labels, rays, regions
from gdl.boards.adjacency import Step
from gdl.boards.direction import Heading, RelationType, RelativeDirection, opposite, resolve
from gdl.boards.graph import BoardError, BoardGraph, Point, SiteType, check_count
from gdl.boards.regions import Region
from gdl.support.values import field, frozen

P = ParamSpec("P")
R = TypeVar("R")


@frozen
class Site:
    """One numbered site: where it lies and what it is called."""

    type: SiteType
    index: int
    x: float
    y: float
    z: float
    row: int
    column: int
    layer: int
    label: str


def _kept(method: Callable[Concatenate[Topology, P], R]) -> Callable[Concatenate[Topology, P], R]:
    """Compute once per topology and arguments."""
    name = method.__name__

    @wraps(method)
    def lookup(self: Topology, /, *args: P.args, **kwargs: P.kwargs) -> R:
        key = (name, args, tuple(kwargs.items()))
        kept = self._tables
        if key not in kept:
            kept[key] = method(self, *args, **kwargs)
        result: R = kept[key]
        return result

    return lookup


@frozen
class Topology:
    """A graph read as a board whose pieces stand on `default` sites.

    Sites are numbered in the order of the graph: row by row from the bottom for what a generator makes,
    and as the author put them together after an operator (`renumbered` puts them in reading order).
    """

    graph: BoardGraph
    default: SiteType = SiteType.CELL
    _tables: dict[Any, Any] = field(factory=dict, init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        if not self.count(self.default):
            raise BoardError(f"the board has no {_PLURAL[self.default]}")
        check_count(_PLURAL[self.default], self.count(self.default))

    # -- sites ------------------------------------------------------------------------------------------

    def count(self, type: SiteType) -> int:
        """How many sites of a type there are."""
        if type is SiteType.CELL:
            return len(self.graph.faces)
        return len(self.graph.points) if type is SiteType.VERTEX else len(self.graph.edges)

    @property
    def capacity(self) -> int:
        """The number of indices that the board takes up before the next container's sites begin."""
        if self.default is SiteType.EDGE:
            return self.count(SiteType.EDGE)
        if self.default is SiteType.CELL:
            return self.count(SiteType.CELL)
        return max(self.count(SiteType.VERTEX), self.count(SiteType.CELL))

    @_kept
    def positions(self, type: SiteType) -> tuple[Point, ...]:
        """The coordinates of each site (the centroid of a cell, the midpoint of an edge)."""
        return adjacency.positions(self.graph, type)

    @_kept
    def sites(self, type: SiteType) -> tuple[Site, ...]:
        """All sites of a type, in order."""
        row, column, layer = (
            _ranks(g, self.count(type)) for g in (self.rows(type), self.columns(type), self.layers(type))
        )
        names = self.labels(type)
        return tuple(
            Site(type, i, x, y, z, row[i], column[i], layer[i], names[i])
            for i, (x, y, z) in enumerate(self.positions(type))
        )

    @_kept
    def labels(self, type: SiteType) -> tuple[str, ...]:
        """What each site is called: `a1` at the lower left."""
        return labels.labels(self.graph, type)

    @_kept
    def coordinates(self, type: SiteType) -> tuple[tuple[int, int], ...]:
        """The file and rank in each site's name, from 0."""
        return labels.coordinates(self.graph, type)

    def slanting(self, type: SiteType) -> bool:
        """Whether files follow a tiling of hexagons, and so are no columns."""
        return labels.of_hexagons(self.graph, type)

    @_kept
    def _by_label(self, type: SiteType) -> dict[str, int]:
        return {name.lower(): index for index, name in reversed(list(enumerate(self.labels(type))))}

    def find(self, label: str, type: SiteType | None = None) -> int | None:
        """The site called so (in either case), or None."""
        return self._by_label(type or self.default).get(label.lower())

    # -- steps and rays ---------------------------------------------------------------------------------

    @_kept
    def steps(self, type: SiteType) -> tuple[tuple[Step, ...], ...]:
        """Per site all its steps, clockwise from north."""
        return adjacency.steps(self.graph, type, self._relations(type))

    @_kept
    def _relations(self, type: SiteType) -> adjacency.Relations:
        return adjacency.Relations(self.graph, type)

    @_kept
    def directions(self, type: SiteType, relation: RelationType = RelationType.ALL) -> tuple[Heading, ...]:
        """The concrete directions that occur anywhere on the board, in the order of `Heading`."""
        result = {s.direction for around in self.steps(type) for s in around if s.is_in(relation)}
        if self.graph.pivot is not None:
            result |= {s.turning for around in self.steps(type) for s in around if s.turning and s.adjacent}
        return tuple(d for d in Heading if d in result)

    @_kept
    def step(
        self, type: SiteType, direction: Heading, relation: RelationType = RelationType.ALL
    ) -> tuple[tuple[int, ...], ...]:
        """Per site the sites one step in the direction."""
        return tuple(tuple(ray[0] for ray in out) for out in self.radials(type, direction, relation))

    @_kept
    def _lines(self, type: SiteType) -> rays.Lines:
        return rays.Lines(self.steps(type))

    @_kept
    def radials(
        self, type: SiteType, direction: Heading, relation: RelationType = RelationType.ALL
    ) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Per site the rays in the direction: the sites met, in order, without the origin.

        A ray keeps to the relation of its first step, so that on drawn lines it never leaves them.
        """
        return rays.rays(self._lines(type), direction, relation)

    @_kept
    def neighbours(self, type: SiteType, relation: RelationType) -> tuple[tuple[int, ...], ...]:
        """Per site the sites that lie in the relation to it, in rising order."""
        return self._relations(type).neighbours(relation)

    @_kept
    def relation_directions(self, type: SiteType, relation: RelationType) -> tuple[tuple[Heading, ...], ...]:
        """Per site the concrete directions that the relation means there, clockwise from north."""
        return tuple(
            tuple(dict.fromkeys(s.direction for s in around if s.is_in(relation)))
            for around in self.steps(type)
        )

    @_kept
    def axes(
        self, type: SiteType, relation: RelationType = RelationType.ALL
    ) -> tuple[tuple[Heading, Heading], ...]:
        """The lines that run through the board: each direction of the relation once with its opposite."""
        pairs: list[tuple[Heading, Heading]] = []
        seen: set[Heading] = set()
        for direction in self.directions(type, relation):
            if direction in seen or direction in _ROTATIONAL:
                continue
            seen |= {direction, opposite(direction)}
            pairs.append((direction, opposite(direction)))
        return tuple(pairs)

    @_kept
    def relative(
        self,
        type: SiteType,
        site: int,
        facing: Heading,
        relative: RelativeDirection,
        relation: RelationType = RelationType.ADJACENT,
        by_site: bool = False,
    ) -> tuple[Heading, ...]:
        """The concrete directions of a relative one, for a piece at `site` that faces `facing`.

        They are chosen among the directions of the whole board in the relation, or with `by_site` among
        those of the site alone.
        """
        if by_site:
            here = self.relation_directions(type, relation)[site]
            return tuple(d for d in resolve(facing, relative, here) if d in here)
        return resolve(facing, relative, self.directions(type, relation))

    # -- incidence --------------------------------------------------------------------------------------

    @_kept
    def incident(self, of: SiteType, to: SiteType) -> tuple[tuple[int, ...], ...]:
        """Per site of type `of`, the sites of type `to` that touch it."""
        graph = self.graph
        if of is to:
            return self.neighbours(of, RelationType.ADJACENT)
        if of is SiteType.CELL and to is SiteType.VERTEX:
            return tuple(tuple(sorted(face)) for face in graph.faces)
        if of is SiteType.EDGE and to is SiteType.VERTEX:
            return graph.edges
        if of is SiteType.CELL and to is SiteType.EDGE:
            number = {frozenset(edge): index for index, edge in enumerate(graph.edges)}
            return tuple(
                tuple(
                    sorted(
                        number[pair]
                        for k in range(len(face))
                        if (pair := frozenset((face[k - 1], face[k]))) in number
                    )
                )
                for face in graph.faces
            )
        return tuple(map(tuple, adjacency.incidence(self.count(of), self.incident(to, of))))

    # -- regions ----------------------------------------------------------------------------------------

    @_kept
    def rows(self, type: SiteType) -> tuple[Region, ...]:
        """The rows, from the bottom."""
        return regions.levels([p[1] for p in self.positions(type)])

    @_kept
    def columns(self, type: SiteType) -> tuple[Region, ...]:
        """The columns, from the left."""
        return regions.levels([p[0] for p in self.positions(type)])

    @_kept
    def layers(self, type: SiteType) -> tuple[Region, ...]:
        """The layers, from the ground."""
        return regions.levels([p[2] for p in self.positions(type)])

    def board(self, type: SiteType) -> Region:
        """All sites."""
        return tuple(range(self.count(type)))

    def bottom(self, type: SiteType) -> Region:
        """The lowest row."""
        return self.rows(type)[0]

    def top(self, type: SiteType) -> Region:
        """The highest row."""
        return self.rows(type)[-1]

    def left(self, type: SiteType) -> Region:
        """The leftmost column."""
        return self.columns(type)[0]

    def right(self, type: SiteType) -> Region:
        """The rightmost column."""
        return self.columns(type)[-1]

    @_kept
    def _border(self) -> tuple[tuple[int, ...], ...]:
        return regions.border(self.graph)

    @_kept
    def _boundary(self, type: SiteType) -> tuple[tuple[tuple[int, float], ...], ...]:
        walks = self._border()
        met = regions.perimeter(self.graph, type, walks)
        return tuple(
            tuple(regions.outline(self.graph, walk, type, on)) for walk, on in zip(walks, met, strict=True)
        )

    @_kept
    def perimeter(self, type: SiteType) -> Region:
        """The sites along the outer boundary."""
        met = regions.perimeter(self.graph, type, self._border())
        return tuple(sorted({index for on in met for index in on}))

    def outer(self, type: SiteType) -> Region:
        """The sites along the outer boundary."""
        return self.perimeter(type)

    @_kept
    def inner(self, type: SiteType) -> Region:
        """The sites that are not outer."""
        outer = set(self.outer(type))
        return tuple(index for index in range(self.count(type)) if index not in outer)

    @_kept
    def convex_corners(self, type: SiteType) -> Region:
        """Where the boundary turns inwards round the board, as at the corners of a square."""
        return regions.corners(self._boundary(type))[0]

    @_kept
    def concave_corners(self, type: SiteType) -> Region:
        """Where the boundary turns outwards, as in the notches of a cross."""
        return regions.corners(self._boundary(type))[1]

    @_kept
    def corners(self, type: SiteType) -> Region:
        """Convex and concave corners."""
        return tuple(sorted({*self.convex_corners(type), *self.concave_corners(type)}))

    @_kept
    def sides(self, type: SiteType) -> dict[Heading, Region]:
        """The sides of the board by the compass point they face (one of eight)."""
        return regions.sides(self._boundary(type), self.positions(type))

    def side(self, type: SiteType, direction: Heading) -> Region:
        """The sites along the side that faces so; where no side faces north, east, south or west, the corner
        that points there, if any; else none."""
        known = self.sides(type)
        if direction in known or not known:
            return known.get(direction, ())
        extreme = {Heading.N: self.top, Heading.E: self.right, Heading.S: self.bottom, Heading.W: self.left}
        return extreme[direction](type) if direction in extreme else ()

    @_kept
    def centre(self, type: SiteType) -> Region:
        """The sites nearest to the middle of the board."""
        return regions.centre(self.positions(type))

    @_kept
    def phases(self, type: SiteType) -> tuple[int, ...]:
        """The phase (colour) of each site."""
        return regions.phases(self.neighbours(type, RelationType.ORTHOGONAL))

    def phase(self, type: SiteType, number: int) -> Region:
        """The sites of one phase."""
        return tuple(index for index, phase in enumerate(self.phases(type)) if phase == number)

    @_kept
    def major(self, type: SiteType) -> Region:
        """The cells with the most sides, on a board that mixes kinds; elsewhere none."""
        return self._by_size(type, largest=True)

    @_kept
    def minor(self, type: SiteType) -> Region:
        """The cells that are not major, on a board that mixes kinds; elsewhere none."""
        return self._by_size(type, largest=False)

    def _by_size(self, type: SiteType, *, largest: bool) -> Region:
        if type is not SiteType.CELL:
            return ()
        sizes = [len(face) for face in self.graph.faces]
        most = max(sizes, default=0)
        if min(sizes, default=0) == most:
            return ()
        return tuple(index for index, size in enumerate(sizes) if (size == most) == largest)

    @_kept
    def edges(self, kind: str) -> Region:
        """The edges that run so: Horizontal, Vertical, Axial (either), Angled (neither), Slash, Slosh."""
        if kind not in _EDGE_KINDS:
            raise BoardError(f"edges are {', '.join(_EDGE_KINDS)}, not {kind}")
        result: list[int] = []
        for index, (a, b) in enumerate(self.graph.edges):
            dx = self.graph.points[b][0] - self.graph.points[a][0]
            dy = self.graph.points[b][1] - self.graph.points[a][1]
            angle = math.degrees(math.atan2(dy, dx)) % 180
            flat = angle < 1 or angle > 179
            upright = abs(angle - 90) < 1
            is_kind = {
                "Horizontal": flat,
                "Vertical": upright,
                "Axial": flat or upright,
                "Angled": not (flat or upright),
                "Slash": 1 <= angle <= 89,
                "Slosh": 91 <= angle <= 179,
            }
            if is_kind[kind]:
                result.append(index)
        return tuple(result)


_EDGE_KINDS = ("Horizontal", "Vertical", "Axial", "Angled", "Slash", "Slosh")
_ROTATIONAL = (Heading.IN, Heading.OUT, Heading.CW, Heading.CCW)
_PLURAL = {SiteType.CELL: "cells", SiteType.VERTEX: "vertices", SiteType.EDGE: "edges"}


def _ranks(groups: tuple[Region, ...], count: int) -> list[int]:
    result = [0] * count
    for rank, group in enumerate(groups):
        for index in group:
            result[index] = rank
    return result


_drawn: ContextVar[dict[Topology, Topology] | None] = ContextVar("drawn", default=None)


@contextmanager
def drawn_once(first: Topology) -> Iterator[None]:
    """Inside, boards that are drawn alike share their tables, those of the first too (hash-consing)."""
    token = _drawn.set({first: first})
    try:
        yield
    finally:
        _drawn.reset(token)


def shared(topology: Topology) -> Topology:
    """The first board that was drawn like this one, where these are kept; else the board itself."""
    known = _drawn.get()
    return topology if known is None else known.setdefault(topology, topology)
