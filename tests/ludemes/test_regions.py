"""Regions in small positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import loads
from tests.ludemes.positions import sites

BOARD = {f"{column}{row}" for column in "abcde" for row in range(1, 6)}
P1 = {"a1", "b1", "c1", "c3"}
P2 = {"d1", "a3", "b3", "e5"}

CASES: dict[str, set[str]] = {
    "(sites Board)": BOARD,
    "(sites Corners)": {"a1", "e1", "a5", "e5"},
    "(sites Centre)": {"c3"},
    "(sites Row 1)": {"a2", "b2", "c2", "d2", "e2"},
    "(sites Column 4)": {"e1", "e2", "e3", "e4", "e5"},
    "(sites Empty)": BOARD - P1 - P2,
    "(sites Occupied by:P1)": P1,
    "(sites Occupied by:Mover)": P2,
    "(sites Occupied by:Enemy)": P1,
    "(sites Occupied by:All)": P1 | P2,
    "(sites LastTo)": {"c1"},
    '(sites {"b2" "d4"})': {"b2", "d4"},
    "(sites {6 (last To)})": {"b2", "c1"},
    '(sites P1 "Home")': {"a1", "b1", "c1", "d1", "e1"},
    '(sites Mover "Home")': {"a5", "b5", "c5", "d5", "e5"},
    "(sites Side E)": {"e1", "e2", "e3", "e4", "e5"},
    "(sites Side)": {"a1", "b1", "c1", "d1", "e1"},  # the mover looks south
    "(sites Side P1)": {"a5", "b5", "c5", "d5", "e5"},
    "(sites Around (last To))": {"b1", "d1", "b2", "c2", "d2"},
    "(sites Around (last To) Own)": {"d1"},
    "(sites Around (last To) Orthogonal if:(is Empty (to)))": {"c2"},
    "(sites Around (last To) Orthogonal includeSelf:True)": {"b1", "c1", "d1", "c2"},
    "(sites Around (sites Bottom) Orthogonal)": {"a2", "b2", "c2", "d2", "e2"},
    "(sites Direction from:(last To) N)": {"c2", "c3", "c4", "c5"},
    "(sites Direction from:(last To) N distance:2)": {"c2", "c3"},
    "(sites Around (last To) Orthogonal distance:0)": set(),
    "(sites Around (last To) Orthogonal distance:(size Group at:(last To) Orthogonal))": {"c4"},
    "(sites Around (last To) Orthogonal distance:(* 9 (count Moves)))": set(),
    "(sites Around (sites Corners) Orthogonal distance:(+ 1 (count Moves)))": {*("c1", "a3", "e3", "c5")},
    "(sites Direction from:(last To) N included:True distance:1)": {"c1", "c2"},
    "(sites Direction from:(last To) N stop:(is Occupied (to)))": {"c2"},
    "(sites Direction from:(last To) N stop:(is Occupied (to)) stopIncluded:True)": {"c2", "c3"},
    "(sites Direction from:(sites Corners) N distance:(count Sites in:(sites LastTo)))": {"a2", "e2"},
    "(sites LineOfSight at:(last To) All)": {"b1", "d1", "c3", "a3"},
    "(sites LineOfSight Empty at:(last To) Orthogonal)": {"c2"},
    "(sites LineOfSight Farthest at:(last To) Diagonal)": {"b2", "e3"},
    '(sites Between from:(last To) to:(coord "c5"))': {"c2", "c3", "c4"},
    '(sites Between from:(last To) to:(coord "d5"))': set(),
    "(sites Group at:(last To) Orthogonal)": {"a1", "b1", "c1"},
    "(sites Group at:(last To) if:(is Occupied (to)))": {"a1", "b1", "c1", "d1"},
    "(sites Distance from:(last To) Orthogonal (range 1 1))": {"b1", "d1", "c2"},
    "(sites (last To) {{F F R F} {F F L F}})": {"a2", "e2", "b3", "d3"},
    "(expand (sites Centre))": {"b2", "c2", "d2", "b3", "c3", "d3", "b4", "c4", "d4"},
    "(expand (sites LastTo) steps:(count Sites in:(sites LastTo)) Orthogonal)": {"b1", "c1", "d1", "c2"},
    "(expand origin:0 Orthogonal steps:2)": {"a1", "b1", "c1", "a2", "b2", "a3"},
    "(union (sites Corners) (sites Centre))": {"a1", "e1", "a5", "e5", "c3"},
    "(intersection (sites Corners) (sites Occupied by:Mover))": {"e5"},
    "(difference (sites Corners) (sites Empty))": {"a1", "e5"},
    "(difference (sites Corners) 0)": {"e1", "a5", "e5"},
    "(if (is Mover P1) (sites Top) (sites Centre))": {"c3"},
    "(forEach (sites Corners) if:(is Occupied (site)))": {"a1", "e5"},
    "(forEach of:(sites Centre) (sites Around (site) Orthogonal))": {"c2", "b3", "d3", "c4"},
    "(forEach of:(sites Centre) (expand (sites Around (site) N) steps:(count Moves) Orthogonal))": {
        *("c3", "c4", "c5", "b4", "d4")
    },
    "(forEach {0 1} (sites Row (value)))": {f"{c}{r}" for c in "abcde" for r in (1, 2)},
    "(sites To (forEach Piece))": {"e1", "d2", "a2", "b2", "a4", "b4", "e4", "d5"},
}


@pytest.mark.parametrize("region", CASES)
def test_region(region: str, tmp_path: Path) -> None:
    assert sites(tmp_path, region) == CASES[region]


RUNNING = {"Horizontal": 12, "Vertical": 12, "Axial": 24, "Slash": 0}


@pytest.mark.parametrize("region", RUNNING)
@pytest.mark.parametrize("engine", ["python", "native"])
def test_edges_of_a_board_whose_pieces_stand_on_cells(region: str, engine: str) -> None:
    """Nine cells have four rows of three level edges, and as many upright ones; no rule names the type."""
    text = f"""(game "Edges" (players 2) (equipment {{(board (square 3)) (piece "Disc" Each)}})
        (rules (play (move Add (to (sites {region})))) (end (if (is Full) (result Mover Draw)))))"""
    moves = loads(text).on(engine).start().legal_moves
    assert len([move for move in moves if str(move) != "pass"]) == RUNNING[region]


@pytest.mark.slow
def test_the_points_around_a_point_of_a_board_of_cells() -> None:
    # There are more points than cells: their numbers, as rules have them, are none of the one numbering.
    game = loads(
        """(game "Points" (players 2) (equipment { (board (square 3)) (piece "Peg" Shared) })
            (rules (play (move Add (to Vertex (sites Empty Vertex)
                if:(no Pieces Shared in:(union (sites Around Vertex (to) E) (sites Around Vertex (to) W))))))
                (end (if (>= (count Moves) 50) (result Mover Draw)))))"""
    )
    start = game.start(1)
    free = {str(move.target) for move in start.legal_moves}
    assert len(free) == 16
    for move in start.legal_moves:
        point = str(move.target).removeprefix("vertex:")
        beside = {f"vertex:{chr(ord(point[0]) + step)}{point[1:]}" for step in (-1, 0, 1)}
        assert free - {str(other.target) for other in start.play(move).legal_moves} == beside & free
