"""Small games as genomes."""

LINE = """(define "Free" (sites Empty))
// says: #1's line of three is made
(define "Made" (is Line 3))
(define "Wins" (if "Made" (result Mover Win)))
(game "Line"
    (players 2)
    (equipment {(board (square 4)) (piece "Disc" Each)})
    (rules (play (move Add (to "Free"))) (end {"Wins" (if (is Full) (result Mover Draw))}))
)
"""
#: The same rules in other words, with a definition that nothing comes to by them.
LINE_AGAIN = """(game "Another Line"
    (players 2)
    (equipment {(board (square 4)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end {(if (is Line 3) (result Mover Win)) (if (and (is Full) (= 1 1)) (result Mover Draw))})
    )
)
"""
#: Nobody can win it, and it goes on for ever.
ENDLESS = """(game "Endless"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each (move Step (to if:(is Empty (to)))))})
    (rules
        (start {(place "Disc1" {"A1"}) (place "Disc2" {"C3"})})
        (play (forEach Piece))
        (end (if (= 0 (count Pieces Mover)) (result Mover Win)))
    )
)
"""
#: Whoever begins wins by the first move.
AT_ONCE = """(game "At Once"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 1) (result Mover Win))))
)
"""
#: Seven stones, and the first player makes the last: the second never wins.
LOPSIDED = """(game "Lopsided"
    (players 2)
    (equipment {(board (rectangle 1 7)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win))))
)
"""
