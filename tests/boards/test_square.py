"""Boards of squares: counts, coordinates, neighbours, rays and regions known from any chessboard."""

from __future__ import annotations

import time

import pytest

from gdl.boards import square
from gdl.boards.direction import Heading, RelationType, RelativeDirection, opposite
from gdl.boards.graph import BoardError, SiteType
from gdl.boards.square import Diagonals, SquareShape
from gdl.boards.topology import Topology

CELL, VERTEX, EDGE = SiteType.CELL, SiteType.VERTEX, SiteType.EDGE
CHESS = Topology(square.square(8))
GO = Topology(square.square(19, site=VERTEX), VERTEX)


def names(topology: Topology, sites: tuple[int, ...], type: SiteType = CELL) -> list[str]:
    labels = topology.labels(type)
    return [labels[site] for site in sites]


def test_a_chessboard_has_64_cells_81_vertices_and_144_edges() -> None:
    assert [CHESS.count(type) for type in (CELL, VERTEX, EDGE)] == [64, 81, 144]
    assert CHESS.capacity == 64


def test_labels_run_from_a1_at_the_lower_left() -> None:
    assert CHESS.find("a1") == 0
    assert CHESS.find("H1") == 7
    assert CHESS.find("a8") == 56
    assert CHESS.find("i1") is None
    site = CHESS.sites(CELL)[CHESS.find("e4") or 0]
    assert (site.label, site.row, site.column, site.x, site.y) == ("e4", 3, 4, 4.5, 3.5)


def test_neighbours_of_a_square() -> None:
    e4 = CHESS.find("e4") or 0
    orthogonal = CHESS.neighbours(CELL, RelationType.ORTHOGONAL)[e4]
    diagonal = CHESS.neighbours(CELL, RelationType.DIAGONAL)[e4]
    assert sorted(names(CHESS, orthogonal)) == ["d4", "e3", "e5", "f4"]
    assert sorted(names(CHESS, diagonal)) == ["d3", "d5", "f3", "f5"]
    assert sorted(CHESS.neighbours(CELL, RelationType.ADJACENT)[e4]) == sorted(orthogonal + diagonal)
    assert CHESS.neighbours(CELL, RelationType.OFF_DIAGONAL)[e4] == ()
    assert len(CHESS.neighbours(CELL, RelationType.ALL)[0]) == 3


def test_rays() -> None:
    c1 = CHESS.find("c1") or 0
    assert [names(CHESS, ray) for ray in CHESS.radials(CELL, Heading.NE)[c1]] == [
        ["d2", "e3", "f4", "g5", "h6"]
    ]
    assert CHESS.radials(CELL, Heading.S)[c1] == ()
    assert CHESS.radials(CELL, Heading.NNE)[c1] == ()
    assert [names(CHESS, ray) for ray in CHESS.radials(CELL, Heading.W)[c1]] == [["b1", "a1"]]
    assert CHESS.step(CELL, Heading.N)[c1] == (10,)


def test_a_queen_on_an_empty_board_has_1456_moves() -> None:
    assert (
        sum(len(ray) for d in CHESS.directions(CELL) for out in CHESS.radials(CELL, d) for ray in out) == 1456
    )


def test_directions_and_axes() -> None:
    assert [d.value for d in CHESS.directions(CELL)] == ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    assert len(CHESS.axes(CELL)) == 4
    assert all(b is opposite(a) for a, b in CHESS.axes(CELL))
    assert [d.value for d in CHESS.relation_directions(CELL, RelationType.ORTHOGONAL)[0]] == ["N", "E"]


def test_relative_directions() -> None:
    def of(facing: Heading, relative: RelativeDirection) -> list[str]:
        return [d.value for d in CHESS.relative(CELL, 0, facing, relative)]

    assert of(Heading.N, RelativeDirection.FORWARD) == ["N"]
    assert sorted(of(Heading.N, RelativeDirection.FORWARDS)) == ["N", "NE", "NW"]
    assert of(Heading.S, RelativeDirection.FL) == ["SE"]
    assert of(Heading.S, RelativeDirection.FR) == ["SW"]
    assert of(Heading.N, RelativeDirection.BL) == ["SW"]
    assert of(Heading.E, RelativeDirection.RIGHTWARD) == ["S"]
    assert sorted(of(Heading.N, RelativeDirection.BACKWARDS)) == ["S", "SE", "SW"]


def test_regions() -> None:
    assert CHESS.bottom(CELL) == tuple(range(8))
    assert CHESS.top(CELL) == tuple(range(56, 64))
    assert CHESS.left(CELL) == tuple(range(0, 64, 8))
    assert CHESS.corners(CELL) == CHESS.convex_corners(CELL) == (0, 7, 56, 63)
    assert CHESS.concave_corners(CELL) == ()
    assert names(CHESS, CHESS.centre(CELL)) == ["d4", "e4", "d5", "e5"]
    assert (len(CHESS.outer(CELL)), len(CHESS.inner(CELL))) == (28, 36)
    assert CHESS.side(CELL, Heading.N) == CHESS.top(CELL)
    assert CHESS.side(CELL, Heading.E) == CHESS.right(CELL)
    assert CHESS.side(CELL, Heading.NE) == ()
    assert CHESS.phases(CELL)[:9] == (0, 1, 0, 1, 0, 1, 0, 1, 1)
    assert len(CHESS.phase(CELL, 0)) == 32
    assert len(CHESS.edges("Horizontal")) == len(CHESS.edges("Vertical")) == 72
    assert len(CHESS.edges("Axial")) == 144


def test_incidence() -> None:
    assert CHESS.incident(CELL, VERTEX)[0] == (0, 1, 9, 10)
    assert len(CHESS.incident(CELL, EDGE)[0]) == 4
    assert CHESS.incident(VERTEX, CELL)[10] == (0, 1, 8, 9)
    assert len(CHESS.incident(VERTEX, EDGE)[10]) == 4
    assert CHESS.incident(EDGE, VERTEX)[0] == CHESS.graph.edges[0]


def test_a_board_of_vertices_counts_its_vertices() -> None:
    assert GO.count(VERTEX) == 361
    assert GO.capacity == 361
    assert GO.find("k10") == 9 * 19 + 10
    assert sorted(map(len, GO.neighbours(VERTEX, RelationType.ADJACENT))) == [2] * 4 + [3] * 68 + [4] * 289
    assert len(GO.neighbours(VERTEX, RelationType.DIAGONAL)[20]) == 4


def test_alquerque_draws_every_second_diagonal() -> None:
    board = Topology(square.rectangle(5, diagonals=Diagonals.ALTERNATING, site=VERTEX), VERTEX)
    neighbours = board.neighbours(VERTEX, RelationType.ADJACENT)
    assert neighbours[0] == (1, 5, 6)
    assert neighbours[1] == (0, 2, 6)
    assert len(neighbours[12]) == 8
    assert sum(map(len, neighbours)) == 2 * 56


def test_drawn_diagonals_with_a_vertex_where_they_cross() -> None:
    assert Topology(square.square(5, diagonals=Diagonals.SOLID, site=VERTEX), VERTEX).count(VERTEX) == 25 + 16


def test_other_shapes() -> None:
    assert Topology(square.rectangle(3, 5)).count(CELL) == 15
    assert Topology(square.square(10, SquareShape.DIAMOND)).count(CELL) == 181
    assert Topology(square.rectangle(1, 20, site=EDGE), EDGE).count(EDGE) == 19
    assert Topology(square.square(5, pyramidal=True, site=VERTEX), VERTEX).count(VERTEX) == 55
    assert len(Topology(square.square(3, pyramidal=True, site=VERTEX), VERTEX).layers(VERTEX)) == 3


@pytest.mark.parametrize("size", [0, -1, 101, 10**9])
def test_senseless_sizes_are_refused(size: int) -> None:
    with pytest.raises(BoardError):
        Topology(square.rectangle(size, size))


def test_a_board_without_the_wanted_sites_is_refused() -> None:
    with pytest.raises(BoardError, match="no cells"):
        Topology(square.rectangle(1, 5, site=VERTEX), CELL)


def test_a_large_board_is_ready_soon() -> None:
    square._rectangle.cache_clear()
    began = time.process_time()
    board = Topology(square.square(19, site=VERTEX), VERTEX)
    board.neighbours(VERTEX, RelationType.ADJACENT)
    # A generous multiple of what it takes, so that a busy machine does not fail the test.
    assert time.process_time() - began < 0.5
