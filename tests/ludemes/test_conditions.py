"""Conditions in small positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ludemes.positions import holds

TRUE = (
    '(is Empty (coord "c2"))',
    "(is Occupied (last To))",
    "(is In (last To) (sites Bottom))",
    "(is In (count Moves) {3 1})",
    "(is Enemy (who at:(last To)))",
    '(is Friend (who at:(coord "d1")))',
    "(is Mover P2)",
    "(is Prev P1)",
    "(is Next P1)",
    "(is Odd (count Moves))",
    "(is Even 4)",
    "(is Line 3)",
    "(is Line 3 Orthogonal exact:True)",
    '(is Line 2 Orthogonal through:(coord "a3"))',
    '(is Line 4 if:True whats:{(id "Disc1") (id "Disc2")})',
    "(is Aligned 3)",
    "(is Aligned 3 All gaps:Equal)",
    '(is Related Orthogonal (last To) (coord "d1"))',
    "(is Pattern {F F})",
    "(is Connected {(sites Left) (sites Bottom)})",
    "(is Connected 2 Sides)",
    "(is Connected P1)",
    "(is Blocked 5 Sides)",
    '(is Within (id "Disc1") in:(sites Centre))',
    "(is Active P1)",
    "(is Target {1 1 1 2 0})",
    "(no Pieces Mover in:(sites Centre))",
    "(all Sites (sites Centre) if:(is Occupied (site)))",
    "(all Values {3 4} if:(> (value) 2))",
    "(all Groups Orthogonal of:(is Enemy (who at:(to))) if:(<= (count Sites in:(sites)) 3))",
    "(can Move (forEach Piece))",
    "(and (not (is Full)) (xor (is Mover P1) (is Mover P2)))",
    "(or {(is Full) (is Mover P1) (= 2 2)})",
    "(= (sites Corners) (sites Corners))",
    "(!= (who at:(last To)) Mover)",
    "(if (is Mover P1) (is Full) (is Mover P2))",
    "(toBool (count Moves))",
    "(<= (span Rows (sites Occupied by:P1)) 3)",
)
FALSE = (
    "(is Empty (last To))",
    "(is Empty -1)",
    "(is In (last To) (sites Top))",
    "(is Line 4)",
    "(is Line 2 Orthogonal exact:True)",
    "(is Line 3 Diagonal)",
    '(is Line 2 through:(coord "e5"))',
    "(is Pattern {F L F})",
    "(is Connected {(sites Left) (sites Top)})",
    "(is Connected Mover)",
    "(is Blocked {(sites Left) (sites Right)})",
    '(is Threatened (id "Disc1") at:(last To))',
    "(is Pending)",
    "(is Full)",
    "(no Pieces All)",
    "(was Pass)",
    "(all Sites (sites Corners) if:(is Occupied (site)))",
    "(can Move (move Add (to (sites LastTo) if:(is Empty (to)))))",
    '(is Within (id "Disc2") in:(sites Centre))',
)
ROOKS = '(place "Rook2" {"c5"})'


@pytest.mark.parametrize("condition", TRUE)
def test_holds(condition: str, tmp_path: Path) -> None:
    assert holds(tmp_path, condition)


@pytest.mark.parametrize("condition", FALSE)
def test_does_not_hold(condition: str, tmp_path: Path) -> None:
    assert not holds(tmp_path, condition)


def test_a_rook_threatens_along_its_lines(tmp_path: Path) -> None:
    assert holds(tmp_path, '(is Threatened (id "Disc1") at:(coord "c3"))', start=ROOKS)
    assert not holds(tmp_path, '(is Threatened (id "Disc1") at:(coord "c1"))', start=ROOKS)
    assert holds(tmp_path, '(is Threatened (id "Disc1"))', start=ROOKS)


def test_three_at_any_angle(tmp_path: Path) -> None:
    far = {"first": ("a1", "c5"), "second": ("e5",), "added": "b3"}
    assert holds(tmp_path, "(is Aligned 3 AnyAngle)", **far)
    assert not holds(tmp_path, "(is Aligned 3 All)", **far)
    assert holds(tmp_path, "(is Aligned 3 AnyAngle gaps:Equal)", **far)
    uneven = {"first": ("a1", "e1"), "second": ("e5",), "added": "b1"}
    assert holds(tmp_path, "(is Aligned 3 All)", **uneven)
    assert not holds(tmp_path, "(is Aligned 3 All gaps:Equal)", **uneven)
