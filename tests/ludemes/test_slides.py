"""How far slides go, on a row of five cells, by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load, loads
from interpreter.rulebook.formats import as_text, rules

GAME = """
(game "Row"
    (players 2)
    (equipment {(board (rectangle 1 5)) (piece "Rider" P1 %s) (piece "Man" P2)})
    (rules
        (start {(place "Rider1" 0) (place "Man2" %d)})
        (play (forEach Piece))
        (end (if (no Pieces Next) (result Mover Win)))
    )
)
"""
#: Over what stands next to it, and onto enemies.
SLIDE = """
(move Slide E
    (between if:(or (is In (between) (sites Around (from))) (is Empty (between))))
    (to if:(is Enemy (who at:(to))) (apply (remove (to))))
)
"""


@pytest.mark.parametrize(("man", "reached"), [(1, "b"), (2, "bc"), (4, "bcde")])
def test_a_slide_ends_on_the_first_piece_that_it_may_end_on(tmp_path: Path, man: int, reached: str) -> None:
    path = tmp_path / "row.lud"
    path.write_text(GAME % (SLIDE, man))
    state = load(path).start(seed=1)
    assert [move.target for move in state.legal_moves] == [f"{file}1" for file in reached]


def test_a_slide_ends_on_the_first_site_that_it_may_end_on_also_an_empty_one(tmp_path: Path) -> None:
    # Over empty cells; of these c and those beyond are such that it may end there, and so c ends the way.
    path = tmp_path / "row.lud"
    path.write_text(GAME % ("(move Slide E (to if:(< 1 (to))))", 4))
    assert [move.target for move in load(path).start(seed=1).legal_moves] == ["b1", "c1"]


def test_a_piece_elsewhere_is_not_asked_for_where_a_slide_ends(tmp_path: Path) -> None:
    # The rider's own cell has a piece, so it may end on any: the first, an empty one, ends its way.
    path = tmp_path / "row.lud"
    path.write_text(GAME % ("(move Slide E (to if:(is Friend (who at:(from)))))", 4))
    game = load(path)
    assert [move.target for move in game.start(seed=1).legal_moves] == ["b1"]
    assert "no further than the first such cell" in " ".join(as_text(game, rules(game)).split())


@pytest.mark.parametrize(("move", "score"), [("a1-c1", 0), ("a1xd1", 1)])
def test_what_to_applies_is_of_slides_that_end_as_to_lets_them(tmp_path: Path, move: str, score: int) -> None:
    # On the empty cells before it the slide may stop in any case: `to` says nothing of these.
    slide = "(move Slide E (to if:(is Enemy (who at:(to))) (apply (and (remove (to)) (addScore P1 1)))))"
    path = tmp_path / "row.lud"
    path.write_text(GAME % (slide, 3))
    assert load(path).start(seed=1).play(move).scores[0] == score


def test_a_slide_passes_over_pieces_that_are_nearer_than_it_may_end(tmp_path: Path) -> None:
    # As when a rook castles: over whatever stands between, three cells exactly.
    path = tmp_path / "row.lud"
    path.write_text(GAME % ("(move Slide E (between (exact 3) if:True) (to if:True))", 1))
    assert [move.target for move in load(path).start(seed=1).legal_moves] == ["d1"]


def test_what_apply_says_of_what_is_passed_is_pending_for_the_next_move(tmp_path: Path) -> None:
    leap = "(move Slide E (between (exact 3) if:(is Empty (between)) (apply (set Pending (between)))))"
    path = tmp_path / "row.lud"
    path.write_text(
        (GAME % (leap, 4)).replace("(forEach Piece)", "(or (forEach Piece) (move Add (to (sites Pending))))")
    )
    state = load(path).start(seed=1).play("a1-d1")
    assert {move.target for move in state.legal_moves} == {"b1", "c1"}


def test_pieces_are_drawn_near_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "row.lud"
    text = (GAME % ("", 4)).replace("(forEach Piece)", "(move Pass (then (attract (from 1) E)))")
    path.write_text(text.replace('(place "Rider1" 0)', '(place "Rider1" 0) (place "Rider1" 3)'))
    state = load(path).start(seed=1).play("pass")
    names = [piece.component if piece is not None else 0 for piece in state.contents]
    assert [bool(name) for name in names] == [True, False, True, True, False]
    assert names[0] == names[2] != names[3]


def test_the_condition_of_apply_is_about_stopping_on_the_way_round_a_loop() -> None:
    # From c1 round the corner of the second line to a3 and b3, where the enemy stands, or the other way.
    slide = """(move Slide "AllTracks" (between if:(or (= (between) (from)) (is Empty (between))))
        (to if:(is Enemy (who at:(to))) (apply if:False (remove (to)))))"""
    text = """(game "Loops" (players 2)
        (equipment {(surakartaBoard (square 6) loops:2) (piece "Rider" P1 %s) (piece "Man" P2)})
        (rules
            (start {(place "Rider1" coord:"C1") (place "Man2" coord:"B3")})
            (play (forEach Piece))
            (end (if (no Pieces Next) (result Mover Win)))
        )
    )"""
    state = loads(text % slide).start(seed=1)
    assert [str(move) for move in state.legal_moves] == ["c1xb3"]
    assert state.play("c1xb3").is_over
