"""Boards with layers: where a ball can lie, lines and patterns within a layer; on a pyramid of side three.

Seen from above, row by row, two above each other from below: the ground is 0 1 2, 5 6 8, 11 12 13, the next
layer 3 4, 9 10, and 7 is the top, above 6.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import LanguageError, load

GAME = """
(game "Pile"
    (players 2)
    (equipment {(board (square 3 pyramidal:True) use:Vertex) (piece "Ball" Each)})
    (rules
        (start {(place "Ball1" (sites {%s})) (place "Ball2" (sites {%s}))})
        (play (move Add (to (sites %s) if:%s)))
        (end (if %s (result Mover Win)))
    )
)
"""


def offered(folder: Path, own: str, enemies: str) -> set[int]:
    path = folder / "pile.lud"
    path.write_text(GAME % (own, enemies, "Empty", "(is Flat)", "(is Full)"))
    state = load(path).start(seed=1)
    after = [state.play(move).contents for move in state.legal_moves]
    return {s for contents in after for s, piece in enumerate(contents) if piece and not state.contents[s]}


def test_a_ball_lies_on_the_ground_or_on_four_others(tmp_path: Path) -> None:
    assert offered(tmp_path, "0", "1") == {2, 5, 6, 8, 11, 12, 13}
    assert offered(tmp_path, "0 6", "1 5") == {2, 3, 8, 11, 12, 13}


ENDS = {
    "a line of the ground": ("0 1", "2", "(is Line 3 SameLayer)", True),
    "a diagonal of the ground": ("0 6", "13", "(is Line 3 SameLayer)", True),
    "no line through layers": ("0 3", "7", "(is Line 3 SameLayer)", False),
    "a square": ("0 1 5", "6", '(is Pattern {F R F R F} whats:{(id "Ball" Mover)})', True),
    "as many as the ground has": ("0 1", "2", "(is Line (count Rows) SameLayer)", True),
}


@pytest.mark.parametrize("case", ENDS.values(), ids=ENDS)
def test_within_a_layer(tmp_path: Path, case: tuple[str, str, str, bool]) -> None:
    own, last, end, over = case
    path = tmp_path / "pile.lud"
    path.write_text(GAME % (own, "11", f"{{{last}}}", "(is Empty (to))", end))
    state = load(path).start(seed=1)
    assert state.play(state.legal_moves[0]).is_over is over


@pytest.mark.parametrize(("enemies", "found"), [("1 5", True), ("1 2", False), ("5 6", False)])
def test_a_pattern_of_kinds_in_turn(tmp_path: Path, enemies: str, found: bool) -> None:
    # From 0 and round the square 0 5 6 1: mine, theirs, mine, theirs.
    path = tmp_path / "pile.lud"
    own = "6" if "6" not in enemies else "8"
    end = '(is Pattern {F R F R F} whats:{(id "Ball" Mover) (id "Ball" Next)})'
    path.write_text(GAME % (own, enemies, "{0}", "(is Empty (to))", end))
    state = load(path).start(seed=1)
    assert state.play(state.legal_moves[0]).is_over is found


def test_again_and_again(tmp_path: Path) -> None:
    # Each time, a ball comes to the first empty site: until three more are there.
    path = tmp_path / "pile.lud"
    more = "(while (< (count Pieces Mover) 4) (add (to (regionSite (sites Empty) index:0))))"
    text = GAME % ("11", "13", "{12}", "(is Empty (to))", "(is Full)")
    path.write_text(text.replace("if:(is Empty (to)))))", f"if:(is Empty (to))) (then {more})))"))
    state = load(path).start(seed=1)
    state = state.play(state.legal_moves[0])
    assert [site for site, piece in enumerate(state.contents) if piece is not None] == [0, 1, 11, 12, 13]


def test_one_inside_another_is_refused(tmp_path: Path) -> None:
    """Ten thousand times ten thousand rounds are more than anybody waits for."""
    path = tmp_path / "pile.lud"
    more = "(while (= 1 1) (while (= 1 1) (set Score P1 1)))"
    text = GAME % ("11", "13", "{12}", "(is Empty (to))", "(is Full)")
    path.write_text(text.replace("if:(is Empty (to)))))", f"if:(is Empty (to))) (then {more})))"))
    with pytest.raises(LanguageError, match="a `while` in another"):
        load(path)
