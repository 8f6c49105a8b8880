"""Small rules for tests of studies, of which it is known what a study has to find."""

from __future__ import annotations

#: Two pawns in lanes of their own, moved by a die, on an exact throw only: nobody ever has a choice.
RACE = """
(game "Race"
    (players 2)
    (equipment {(board (rectangle 2 15)) (piece "Pawn" Each) (dice d:3 num:1)})
    (rules
        (start {(place "Pawn1" 0) (place "Pawn2" 15)})
        (play
            (do (roll)
                next:(move
                    (from (where "Pawn" Mover))
                    (to (intersection (sites Row (row of:(from))) (sites {(+ (from) (count Pips))})))
                )
            )
        )
        (end (if (is In (last To) (sites Right)) (result Mover Win)))
    )
)
"""

#: The same for three.
RACE_OF_THREE = (
    RACE.replace("(players 2)", "(players 3)")
    .replace("rectangle 2 15", "rectangle 3 15")
    .replace('(place "Pawn2" 15)', '(place "Pawn2" 15) (place "Pawn3" 30)')
)

#: One player fills a row of three from either of two places: on the right it is won, elsewhere lost.
ALONE = """
(game "Alone"
    (players 1)
    (equipment {(board (rectangle 1 8)) (piece "Disc" P1)})
    (rules
        (play (move Add (to (sites Empty))))
        (end {
            (if (is In (last To) (sites Right)) (result P1 Win))
            (if (<= 4 (count Pieces)) (result P1 Loss))
        })
    )
)
"""
