"""Numbers in small positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ludemes.positions import holds, number

CASES = {
    "(+ {1 2 3})": 6,
    "(+ 1 (- 3))": -2,
    "(- 7 3)": 4,
    "(* 2 3)": 6,
    "(mul 2 3)": 6,
    "(+ 1 (/ -7 2))": -2,
    "(% 7 4)": 3,
    "(^ 2 3)": 8,
    "(abs -3)": 3,
    "(max {1 (count Moves) 5})": 5,
    "(min 4 (count Moves))": 1,
    "(if (is Full) 3 4)": 4,
    "(toInt True)": 1,
    "(toInt 2.5)": 2,
    "(toInt (+ 0.5 (toFloat 2)))": 2,
    "(toInt (sqrt 16.0))": 4,
    "(last To)": 2,
    "(mover)": 2,
    "(next)": 1,
    "(prev)": 1,
    "(what at:(last To))": 1,
    '(who at:(coord "a3"))': 2,
    '(id "Rook" Mover)': 4,
    '(row of:(coord "c4"))': 3,
    '(column of:(coord "c4"))': 2,
    "(phase of:1)": 1,
    "(coord row:1 column:2)": 7,
    "(centrePoint)": 12,
    "(ahead (last To) N)": 7,
    "(ahead (last To) N steps:2)": 12,
    "(ahead (last To) S)": 2,
    "(regionSite (sites Right) index:1)": 9,
    "(arrayValue {5 6 7} index:(count Moves))": 6,
    '(mapEntry "Next" (count Moves))': 7,
    "(mapEntry (last To))": 2,
    '(where "Disc" P2)': 3,
    '(where (id "Rook" P1))': -1,
    "(count Rows)": 5,
    "(count Players)": 2,
    "(count Active)": 2,
    "(count Pieces)": 8,
    "(count Pieces Mover)": 4,
    "(count Pieces P1 in:(sites Bottom))": 3,
    '(count Pieces of:(next) "Rook")': 0,
    "(count Pieces All if:(is In (to) (sites Corners)))": 2,
    "(count Sites in:(sites Corners))": 4,
    "(count at:(last To))": 1,
    "(count Orthogonal at:(last To))": 3,
    "(count Groups Orthogonal if:(is Enemy (who at:(to))))": 2,
    "(count Groups Orthogonal if:(is Enemy (who at:(to))) min:2)": 1,
    "(count SizeBiggestGroup Orthogonal if:(is Enemy (who at:(to))))": 3,
    "(countSizeBiggestGroup Orthogonal if:(is Mover (who at:(to))))": 2,
    "(count Liberties at:(last To) Orthogonal)": 3,
    '(count Steps Orthogonal (last To) (coord "a3"))': 4,
    "(count Steps (last To) (sites Top))": 4,
    "(count Value 2 in:{1 2 2 (mover)})": 3,
    "(- (+ (count Repeats) (what at:0)) 1)": 0,
    "(size Group at:(last To) Orthogonal)": 3,
    "(size Array (array (sites Corners)))": 4,
    "(size Array {1 2 3})": 3,
    "(size Array (values Remembered))": 0,
    "(size Array (players All))": 2,
    "(size Array (sizes Group Orthogonal P1))": 2,
    "(max (sizes Group Orthogonal P2))": 2,
    "(+ (results from:(last To) to:(sites Corners) (count Steps (from) (to))))": 12,
    "(size Array (difference {1 2 3} {2}))": 2,
    "(size Array (union {1 2 3} {2 4}))": 4,
    "(size Array (intersection {1 2 3} {2 4}))": 1,
    "(size Array (if (is Mover P1) {1} {1 2}))": 2,
    "(size Territory P1 Orthogonal)": 0,
    "(span Rows (sites Occupied by:P1))": 3,
    "(span Columns (union (sites Centre) (sites {0})))": 3,
    "(span Rows (sites {-1}))": 0,
}


@pytest.mark.parametrize("expression", CASES)
def test_number(expression: str, tmp_path: Path) -> None:
    assert number(tmp_path, expression) == CASES[expression]


def test_hands_come_after_the_board(tmp_path: Path) -> None:
    assert number(tmp_path, "(- (handSite Mover) 20)") == 6


def test_a_corner_fenced_in_is_territory(tmp_path: Path) -> None:
    fence = {"first": ("d5", "d4"), "second": ("a1",), "added": "e3"}
    assert number(tmp_path, "(size Territory P1 Orthogonal)", **fence) == 2
    assert number(tmp_path, "(size Territory P2 Orthogonal)", **fence) == 0


def test_on_hexagons_columns_slant_as_files_do(tmp_path: Path) -> None:
    # Rows of 3, 4, 5, 4, 3 cells: those that grow begin with column 0, the others with 1 and 2.
    columns = {3: 0, 7: 0, 12: 1, 15: 4, 16: 2, 18: 4}
    right = " ".join(f"(= {column} (column of:{site}))" for site, column in columns.items())
    cells = {"first": ("a1",), "second": ("b1",), "added": "c1", "board": "(hex 3)"}
    assert holds(tmp_path, f"(and {{{right}}})", **cells)
