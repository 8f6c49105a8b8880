"""Effects combined with each other, on a row of five cells: pieces turned over in a line, as in Othello."""

from __future__ import annotations

from pathlib import Path

from gdl import load

GAME = """
(game "Turn Over"
    (players 2)
    (equipment {(board (rectangle 1 5)) (piece "Disc" Neutral (flips 1 2))})
    (rules
        (start {(place "Disc0" 1 state:2) (place "Disc0" 2 state:2) (place "Disc0" 3 state:1)})
        (play
            (forEach Site (sites Empty)
                (append
                    (custodial
                        (from (site))
                        (between
                            if:(is Enemy (state at:(between)))
                            (apply
                                (allCombinations
                                    (add (piece "Disc0" state:(mover)) (to (site)))
                                    (flip (between))
                                )
                            )
                        )
                        (to if:(is Friend (state at:(to))))
                    )
                )
            )
        )
        (end (if (is Full) (result Mover Win)))
    )
)
"""


def test_a_piece_is_placed_and_a_line_turned_over(tmp_path: Path) -> None:
    path = tmp_path / "row.lud"
    path.write_text(GAME)
    state = load(path).start(seed=1)
    assert [str(move) for move in state.legal_moves] == ["a1"]  # e1 has nothing to turn over
    state = state.play(state.legal_moves[0])
    assert [piece and piece.state for piece in state.contents] == [1, 1, 1, 1, None]
