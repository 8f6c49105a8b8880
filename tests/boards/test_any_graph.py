"""Whatever an author draws, every table can be made, and some things always hold."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.boards import faces, operators
from gdl.boards.direction import RelationType
from gdl.boards.faces import explicit
from gdl.boards.graph import BoardGraph, SiteType, renumbered
from gdl.boards.topology import Topology


@st.composite
def drawings(draw: st.DrawFn) -> BoardGraph:
    places = draw(
        st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=12, unique=True)
    )
    index = st.integers(0, len(places) - 1)
    return explicit(places, draw(st.lists(st.tuples(index, index), max_size=20)))


@settings(max_examples=150, deadline=None)
@given(drawings())
def test_every_table_can_be_made(graph: BoardGraph) -> None:
    board = Topology(graph, SiteType.VERTEX)
    for type in SiteType:
        count = board.count(type)
        if not count:
            continue
        assert len(board.sites(type)) == len(board.phases(type)) == count
        for relation in RelationType:
            around = board.neighbours(type, relation)
            assert all(site in around[other] for site in range(count) for other in around[site])
            stepped = [[step.to for step in out if step.is_in(relation)] for out in board.steps(type)]
            assert [list(sites) for sites in around] == list(map(sorted, stepped))
        for direction in board.directions(type):
            for site, rays in enumerate(board.radials(type, direction)):
                assert all(ray and site not in ray and len(set(ray)) == len(ray) for ray in rays)
        board.sides(type), board.corners(type), board.centre(type)
        assert sorted(board.outer(type) + board.inner(type)) == list(range(count))
        assert sorted(site for row in board.rows(type) for site in row) == list(range(count))


@settings(max_examples=100, deadline=None)
@given(drawings())
def test_operators_keep_their_promises(graph: BoardGraph) -> None:
    assert len(operators.merge([graph, graph]).points) == len(graph.points)
    assert len(operators.union([graph, graph]).points) == 2 * len(graph.points)
    again = renumbered(graph)
    assert renumbered(again).points == again.points
    crossed = faces.split_crossings(graph)
    assert faces.split_crossings(crossed).points == crossed.points
    assert len(operators.rotate(graph, 30).edges) == len(graph.edges)
