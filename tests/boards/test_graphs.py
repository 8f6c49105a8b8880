"""Rings, wedges, stars, explicit graphs, mancala boards and the operators."""

from __future__ import annotations

import pytest

from gdl.boards import concentric, faces, operators, shapes, square
from gdl.boards import shapes as mancala
from gdl.boards import shapes as surakarta
from gdl.boards.concentric import ConcentricShape
from gdl.boards.direction import Heading, RelationType
from gdl.boards.faces import explicit
from gdl.boards.graph import BoardError, BoardGraph, SiteType, renumbered
from gdl.boards.shapes import StoreType
from gdl.boards.square import Diagonals
from gdl.boards.topology import Topology

CELL, VERTEX, EDGE = SiteType.CELL, SiteType.VERTEX, SiteType.EDGE


def neighbours(graph: BoardGraph) -> tuple[tuple[int, ...], ...]:
    return Topology(graph, VERTEX).neighbours(VERTEX, RelationType.ADJACENT)


def test_nine_mens_morris() -> None:
    board = concentric.concentric(ConcentricShape.SQUARE, rings=3, site=VERTEX)
    assert len(board.points) == 24
    assert len(board.edges) == 32
    joined = concentric.concentric(ConcentricShape.SQUARE, rings=3, join_corners=True, site=VERTEX)
    assert len(joined.edges) == 40
    around = neighbours(board)
    # The middle of the inner ring's lower side, which four rows of three or more meet near.
    assert around[7] == (4, 6, 8)
    assert around[4] == (1, 3, 5, 7)


def test_mu_torere_is_a_wheel() -> None:
    around = neighbours(concentric.circular([1, 8], site=VERTEX))
    assert around[0] == tuple(range(1, 9))
    assert around[1] == (0, 2, 8)


def test_rings_turn() -> None:
    board = Topology(concentric.circular([1, 8, 8], site=VERTEX), VERTEX)
    assert {Heading.CW, Heading.CCW, Heading.IN, Heading.OUT} <= set(board.directions(VERTEX))
    assert len(board.radials(VERTEX, Heading.CW)[1][0]) == 7
    # Inwards is straight on, through the hub and out on the other side.
    assert board.radials(VERTEX, Heading.IN)[9] == ((1, 0, 5, 13),)


def test_a_wedge_is_numbered_from_its_apex() -> None:
    graph = shapes.wedge(3)
    assert len(graph.points) == 7
    assert neighbours(graph)[0] == (1, 2, 3)
    assert neighbours(graph)[5] == (2, 4, 6)
    assert len(shapes.wedge(5, 6).points) == 25


def test_a_wedge_joins_a_square() -> None:
    board = operators.merge(
        [
            square.square(5, diagonals=Diagonals.ALTERNATING, site=VERTEX),
            operators.shift(operators.rotate(shapes.wedge(3), 180), 0, 4),
            operators.shift(shapes.wedge(3), 0, -2),
        ]
    )
    assert len(board.points) == 37
    assert neighbours(board)[2] == (1, 3, 6, 7, 8, 31, 32, 33)


def test_cells_of_a_merged_board_follow_its_vertices() -> None:
    arms = [operators.shift(square.rectangle(8, 14), 0, 3), operators.shift(square.rectangle(14, 8), 3, 0)]
    board = Topology(operators.merge(arms))
    assert board.count(CELL) == 160
    assert board.find("a4") == 0
    assert board.find("n4") == 21
    assert board.find("d1") == 128
    assert board.find("k14") == 159


def test_rotation_keeps_the_numbers() -> None:
    board = square.square(4, site=VERTEX)
    turned = operators.rotate(board, 90)
    assert neighbours(turned) == neighbours(board)
    assert turned.points[0] == pytest.approx((3.0, 0.0, 0.0))
    assert renumbered(turned).points[0] == pytest.approx((0.0, 0.0, 0.0))


def test_scale_shift_and_skew() -> None:
    board = operators.shift(operators.scale(square.square(2), 2, 3), 1, 1)
    assert board.bounds == (1, 1, 5, 7)
    assert operators.skew(square.square(1), 0.5).bounds == (0, 0, 1.5, 1)


def test_adding_and_removing() -> None:
    small = operators.remove(
        square.rectangle(3, diagonals=Diagonals.ALTERNATING, site=VERTEX), vertices=[1, 3, 5, 7]
    )
    pong = operators.add(small, edges=[(3, 0), (0, 1), (1, 4)])
    assert neighbours(pong) == ((1, 2, 3), (0, 2, 4), (0, 1, 3, 4), (0, 2), (1, 2))
    assert len(operators.remove(square.square(3), cells=[0]).faces) == 8
    assert len(operators.remove(square.square(3), cells=[0]).points) == 15
    assert len(operators.remove(square.square(3, site=VERTEX), edges=[(0, 1)]).edges) == 11


def test_an_added_edge_divides_a_cell() -> None:
    assert len(operators.add(square.square(1), edges=[(0, 3)]).faces) == 2


def test_holes_and_polygons() -> None:
    cut = operators.hole(square.square(5), ((1, 1), (1, 4), (4, 4), (4, 1)))
    assert len(cut.faces) == 16
    assert len(cut.points) == 36
    board = Topology(cut)
    assert len(board.perimeter(CELL)) == 16
    kept = operators.keep(square.square(8), ((-3, 4), (4, -3), (11, 4), (4, 11)))
    assert len(kept.faces) == 52


def test_crossings_of_a_star() -> None:
    star = faces.split_crossings(shapes.regular(5, star=True))
    assert len(star.points) == 10
    assert len(star.edges) == 15
    assert len(star.faces) == 6
    assert neighbours(star)[0] == (5, 8)


def test_complete_dual_subdivide_layers() -> None:
    assert len(faces.complete(square.square(3, site=VERTEX)).edges) == 36
    assert len(faces.complete(square.square(1), each_cell=True).edges) == 6
    assert len(faces.dual(square.square(4)).faces) == 9
    assert len(faces.subdivide(square.square(2), 4).faces) == 16
    assert len(operators.layers(square.square(2, site=VERTEX), 3).points) == 12


def test_intersection_and_union() -> None:
    first, second = square.square(4), operators.shift(square.square(4), 2, 0)
    assert len(operators.intersect([first, second]).faces) == 8
    assert len(operators.merge([first, second]).faces) == 24
    assert len(operators.union([first, second]).faces) == 32


def test_mancala_boards() -> None:
    oware = Topology(mancala.mancala(2, 6), VERTEX)
    assert oware.count(VERTEX) == 14
    assert oware.radials(VERTEX, Heading.E)[1][0][:5] == (2, 3, 4, 5, 6)
    assert oware.neighbours(VERTEX, RelationType.ADJACENT)[2] == (1, 3, 8)
    assert Topology(mancala.mancala(2, 6, store=StoreType.NONE), VERTEX).count(VERTEX) == 12


def test_surakarta_loops() -> None:
    inner, outer = surakarta.loops(6, 6)
    assert inner[:6] == (6, 7, 8, 9, 10, 11)
    assert len(inner) == len(outer) == 24
    with pytest.raises(BoardError, match="room for 2"):
        surakarta.loops(6, 6, 3)


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (lambda: explicit([(0, 0), (1, 0)], [(0, 2)]), "no vertex 2"),
        (lambda: explicit([]), "at least one vertex"),
        (lambda: explicit([(0, float("nan"))]), "not a number"),
        (lambda: operators.remove(square.square(2), cells=[4]), "no cell 4"),
        (lambda: operators.scale(square.square(2), 0), "scaled by nothing"),
        (lambda: operators.merge([]), "nothing to merge"),
        (lambda: concentric.circular([-1]), "at least 0"),
        (lambda: concentric.concentric(ConcentricShape.SQUARE, rings=0), "at least 1"),
        (lambda: shapes.wedge(1), "at least 2"),
        (lambda: square.square(float("nan")), "whole number"),  # type: ignore[arg-type]
        (lambda: square.square(2.5), "whole number"),  # type: ignore[arg-type]
        (lambda: shapes.spiral(5, 10**7), "at most"),
        (lambda: faces.dual(explicit([(0, 0), (1, 0)], [(0, 1)])), "no dual"),
        (lambda: mancala.mancala(2, -6), "at least 1"),
        (lambda: shapes.repeat(10**3, 1, [(1, 0), (0, 1)], [((0, 0), (1, 0), (0, 1))]), "at most"),
    ],
)
def test_mistakes_are_explained(graph: object, message: str) -> None:
    assert callable(graph)
    with pytest.raises(BoardError, match=message):
        graph()


def test_sites_a_little_further_share_a_file_or_rank() -> None:
    # Beside a square a vertex a quarter of an edge higher: its rank is that of the row below.
    def named(height: float) -> tuple[str, ...]:
        points = [(0, 0), (1, 0), (2, height), (0, 1), (1, 1)]
        return Topology(explicit(points, [(0, 1), (0, 3), (1, 4), (3, 4)]), VERTEX).labels(VERTEX)

    assert named(0.25) == ("a1", "b1", "c1", "a2", "b2")
    assert named(0.5) == ("a1", "b1", "c2", "a3", "b3")


def test_no_file_or_rank_reaches_half_of_the_shortest_edge() -> None:
    # Two long lines and a roof over them: the ends of the roof are a third apart from the ridge.
    points = [(0, 0), (6, 0), (2, 2), (4, 2), (2.7, 4), (3.3, 4), (3, 6)]
    roof = Topology(explicit(points, [(0, 2), (1, 3), (2, 4), (3, 5), (4, 5), (4, 6), (5, 6)]), VERTEX)
    assert roof.labels(VERTEX)[4:] == ("c3", "e3", "d4")


def test_names_follow_the_diagonals_where_these_make_fewer_ranks() -> None:
    # A cross of squares, each with both diagonals: recorded games name its points along the diagonals.
    def crossed(low: tuple[int, int], size: tuple[int, int]) -> list[tuple[tuple[float, float], ...]]:
        (x, y), (w, h) = low, size
        return [
            ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)) for i in range(x, x + w) for j in range(y, y + h)
        ]

    def named(squares: list[tuple[tuple[float, float], ...]]) -> dict[tuple[float, float], str]:
        lines = set()
        for each in squares:
            middle = (each[0][0] + 0.5, each[0][1] + 0.5)
            lines |= {(each[i], each[(i + 1) % 4]) for i in range(4)} | {(c, middle) for c in each}
        points = sorted({end for line in lines for end in line})
        edges = [(points.index(a), points.index(b)) for a, b in lines]
        return dict(zip(points, Topology(explicit(points, edges), VERTEX).labels(VERTEX), strict=True))

    cross = named(crossed((2, 0), (2, 6)) + crossed((0, 2), (6, 2)))
    assert [cross[x, 2] for x in range(7)] == ["a7", "b6", "c5", "d4", "e3", "f2", "g1"]
    assert [cross[x, 0] for x in (2, 3, 4)] == ["a3", "b2", "c1"]
    # One square of them has as many ranks either way, and is named along its rows.
    plain = named(crossed((0, 0), (4, 4)))
    assert [plain[x, 0] for x in range(5)] == ["a1", "c1", "e1", "g1", "i1"]


def test_of_sites_with_one_name_the_later_ones_have_dashes() -> None:
    board = Topology(explicit([(0, 0), (0.1, 0.1), (1, 1)], [(0, 2), (1, 2)]), VERTEX)
    assert board.labels(VERTEX) == ("a1", "a1'", "b2")
    assert board.find("A1") == 0
    assert board.find("a1'") == 1
