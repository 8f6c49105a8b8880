"""Boards of hexagons and triangles and the semi-regular tilings: published counts, recorded games."""

from __future__ import annotations

from collections import Counter

import pytest

from gdl.boards import hexagonal, tilings, triangular
from gdl.boards.direction import Heading, RelationType, RelativeDirection
from gdl.boards.faces import dual
from gdl.boards.graph import BoardError, SiteType
from gdl.boards.lattice import LatticeShape
from gdl.boards.topology import Topology

CELL, VERTEX = SiteType.CELL, SiteType.VERTEX
HEX5 = Topology(hexagonal.hexagonal(5))
HEX11 = Topology(hexagonal.hexagonal(11, shape=LatticeShape.DIAMOND))


def test_the_middle_of_hexagons_has_six_neighbours_and_six_across_the_edges_that_leave_its_corners() -> None:
    for relation, count in ((RelationType.DIAGONAL, 6), (RelationType.ADJACENT, 6), (RelationType.ALL, 12)):
        fresh = Topology(hexagonal.hexagonal(3))
        around = fresh.neighbours(CELL, relation)
        assert len(around[9]) == count  # the tenth of 19
        assert around[9] == tuple(sorted(step.to for step in fresh.steps(CELL)[9] if step.is_in(relation)))


def test_a_hexagon_of_side_n_has_3n_n_minus_1_plus_1_cells() -> None:
    for n in range(1, 9):
        assert Topology(hexagonal.hexagonal(n)).count(CELL) == 3 * n * (n - 1) + 1


@pytest.mark.parametrize(
    ("shape", "sizes", "cells"),
    [
        (LatticeShape.HEXAGON, (7,), 127),
        (LatticeShape.DIAMOND, (11,), 121),
        (LatticeShape.TRIANGLE, (11,), 66),
        (LatticeShape.STAR, (4,), 121),
        (LatticeShape.LIMPING, (5, 4), 75),
        (LatticeShape.RECTANGLE, (8, 13), 100),
        (LatticeShape.PRISM, (7, 6), 114),
        (None, (4, 5), 48),
        (None, (2, 4), 18),
    ],
)
def test_shapes_of_hexagons(shape: LatticeShape | None, sizes: tuple[int, ...], cells: int) -> None:
    assert Topology(hexagonal.hexagonal(*sizes, shape=shape)).count(CELL) == cells


def test_rows_run_from_the_bottom() -> None:
    assert [len(row) for row in HEX5.rows(CELL)] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert [row[0] for row in HEX5.rows(CELL)] == [0, 5, 11, 18, 26, 35, 43, 50, 56]
    assert [len(row) for row in HEX11.rows(CELL)] == [*range(1, 12), *range(10, 0, -1)]


def test_six_neighbours_and_six_diagonals() -> None:
    middle = 30
    assert HEX5.centre(CELL) == (middle,)
    assert HEX5.neighbours(CELL, RelationType.ADJACENT)[middle] == (21, 22, 29, 31, 38, 39)
    assert len(HEX5.neighbours(CELL, RelationType.DIAGONAL)[middle]) == 6
    assert len(HEX5.neighbours(CELL, RelationType.ALL)[middle]) == 12
    assert [d.value for d in HEX5.relation_directions(CELL, RelationType.ORTHOGONAL)[middle]] == [
        "NNE",
        "E",
        "SSE",
        "SSW",
        "W",
        "NNW",
    ]
    assert [d.value for d in HEX5.relation_directions(CELL, RelationType.DIAGONAL)[middle]] == [
        "N",
        "ENE",
        "ESE",
        "S",
        "WSW",
        "WNW",
    ]
    assert len(HEX5.axes(CELL, RelationType.ORTHOGONAL)) == 3


def test_rays_on_hexagons() -> None:
    assert HEX5.radials(CELL, Heading.NNE)[0] == ((6, 13, 21, 30, 39, 47, 54, 60),)
    assert HEX5.radials(CELL, Heading.E)[26] == (tuple(range(27, 35)),)
    assert HEX5.radials(CELL, Heading.N)[2] == ((14, 30, 46, 58),)


def test_flat_hexagons_know_forwards() -> None:
    site = HEX11.centre(CELL)[0]
    forwards = HEX11.relative(CELL, site, Heading.N, RelativeDirection.FORWARDS, RelationType.ORTHOGONAL)
    assert sorted(d.value for d in forwards) == ["ENE", "N", "WNW"]


def test_sides_of_the_hex_board() -> None:
    sides = HEX11.sides(CELL)
    assert {d.value: len(sites) for d, sites in sides.items()} == {"NE": 11, "NW": 11, "SE": 11, "SW": 11}
    assert sides[Heading.SW][0] == sides[Heading.SE][0] == 0
    assert {d.value: len(sites) for d, sites in HEX5.sides(CELL).items()} == dict.fromkeys(
        ("N", "NE", "SE", "S", "SW", "NW"), 5
    )
    assert HEX5.corners(CELL) == (0, 4, 26, 34, 56, 60)
    assert len(HEX5.outer(CELL)) == 24


def test_hexagons_have_three_phases() -> None:
    phases = HEX5.phases(CELL)
    assert sorted(Counter(phases).values()) == [19, 21, 21]
    near = HEX5.neighbours(CELL, RelationType.ADJACENT)
    assert all(phases[a] != phases[b] for a in range(61) for b in near[a])


def test_labels_of_hexagons_follow_the_tiling() -> None:
    assert [HEX5.labels(CELL)[site] for site in (0, 4, 5, 26, 34, 35, 60)] == [
        "a1",
        "e1",
        "a2",
        "a5",
        "i5",
        "b6",
        "i9",
    ]
    assert HEX11.find("a1") == 0
    assert HEX11.find("k11") == 120


def test_triangles() -> None:
    board = Topology(triangular.triangular(13))
    assert board.count(CELL) == 169
    assert max(map(len, board.neighbours(CELL, RelationType.ORTHOGONAL))) == 3
    assert max(map(len, board.neighbours(CELL, RelationType.ADJACENT))) == 12
    assert sorted(Counter(board.phases(CELL)).values()) == [78, 91]
    assert (
        Topology(triangular.triangular(4, shape=LatticeShape.LIMPING, site=VERTEX), VERTEX).count(VERTEX)
        == 48
    )
    assert Topology(triangular.custom([3, 5, 3, 5, 3], site=VERTEX), VERTEX).count(VERTEX) == 36


def test_the_dual_of_triangles_is_hexagons() -> None:
    board = Topology(dual(triangular.triangular(7, shape=LatticeShape.HEXAGON)))
    assert board.count(CELL) == 127
    assert {len(face) for face in board.graph.faces} == {6}


@pytest.mark.parametrize("name", tilings.NAMES)
def test_each_inner_vertex_of_a_tiling_has_the_polygons_of_its_name(name: str) -> None:
    wanted = {
        "T31212": (3, 12, 12),
        "T33336": (3, 3, 3, 3, 6),
        "T33344": (3, 3, 3, 4, 4),
        "T33434": (3, 3, 3, 4, 4),
        "T3464": (3, 4, 4, 6),
        "T3636": (3, 3, 6, 6),
        "T4612": (4, 6, 12),
        "T488": (4, 8, 8),
    }[name]
    board = Topology(tilings.tiling(name, 3), VERTEX)
    graph = board.graph
    assert len(graph.points) - len(graph.edges) + len(graph.faces) == 1  # Euler, for a disc
    around = board.incident(VERTEX, CELL)
    inner = board.inner(VERTEX)
    assert inner
    for vertex in inner:
        assert tuple(sorted(len(graph.faces[cell]) for cell in around[vertex])) == wanted


def test_tilings_of_recorded_games() -> None:
    assert len(tilings.tiling("T3464", 1).points) == 18
    assert len(tilings.tiling("T3464", 2).points) == 72
    assert Topology(tilings.tiling("T488", 3)).major(CELL) != ()


def test_unknown_shapes_are_explained() -> None:
    with pytest.raises(BoardError, match="no tiling T5"):
        tilings.tiling("T5", 3)
    with pytest.raises(BoardError, match="at most"):
        hexagonal.hexagonal(1000)
