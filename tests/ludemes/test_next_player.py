"""`(set NextPlayer ...)`: who is named moves next, and a number that is no player's changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load

GAME = """
(game "Next" (players 2) (equipment {{(board (rectangle 1 4)) (piece "Disc" Shared)}})
    (rules
        (play (move Add (to (sites Empty)) (then (set NextPlayer (player {who})))))
        (end (if (is Full) (result Mover Win)))
    )
)
"""


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize(
    ("who", "movers"),
    [
        ("1", [1, 1, 1, 1]),
        ("2", [1, 2, 2, 2]),
        ("0", [1, 2, 1, 2]),
        ("-1", [1, 2, 1, 2]),
        ("3", [1, 2, 1, 2]),
        ("(- (count Pieces) 2)", [1, 2, 1, 1]),  # -1, 0, 1: the first two are nobody's
        ("(* 1000 (count Pieces))", [1, 2, 1, 2]),
        ("(mover)", [1, 1, 1, 1]),
        ("(next)", [1, 2, 1, 2]),
    ],
)
def test_who_moves_next(who: str, movers: list[int], engine: str, tmp_path: Path) -> None:
    path = tmp_path / "next.lud"
    path.write_text(GAME.format(who=who), encoding="utf-8")
    state = load(path).on(engine).start(1)
    seen = []
    while not state.is_over:
        seen.append(state.mover)
        state = state.play(state.legal_moves[0])
    assert seen == movers


THREE = """
(game "Three" (players 3) (equipment {{(board (rectangle 1 6)) (piece "Disc" Shared)}})
    (rules (play (move Add (to (sites Empty)))) (end (if (= (count Pieces) 1) (result {whose}))))
)
"""


@pytest.mark.parametrize(
    ("whose", "movers"),
    [
        ("P2 Win", [1, 2, 3, 1, 3, 1]),  # the turn that was theirs already, and no other
        ("P2 Loss", [1, 3, 1, 3, 1, 3]),
        ("P3 Win", [1, 2, 1, 2, 1, 2]),
        ("P1 Win", [1, 2, 3, 2, 3, 2]),
    ],
)
def test_a_winner_still_has_the_turn_that_comes_next(whose: str, movers: list[int], tmp_path: Path) -> None:
    path = tmp_path / "three.lud"
    path.write_text(THREE.format(whose=whose), encoding="utf-8")
    state = load(path).on("python").start(1)
    seen = []
    while len(seen) < len(movers):
        seen.append(state.mover)
        state = state.play(state.legal_moves[0])
    assert seen == movers
