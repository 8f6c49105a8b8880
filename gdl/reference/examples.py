"""Examples written by hand, of forms that need more around them than is made up: tried as all others are."""

from __future__ import annotations

#: Whole games and matches: what stands in them nowhere but at the top.
_GAMES: tuple[str, ...] = (
    """(game "Small" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))""",
    """(game "Small" (players {(player N) (player S)}) (mode Alternating)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))""",
    """(game "Small" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)})
    (rules (meta (swap)) (start (place "Disc1" coord:"a1")) (play (move Add (to (sites Empty))))
    (end {(if (is Line 4) (result Mover Win)) (if (is Full) (result Mover Draw))})))""",
    """(game "Small" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)})
    (rules (meta {(no Repeat) (passEnd NoEnd)}) (start {(place "Disc1" coord:"a1")})
    (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))""",
    """(game "Small" (players 2)
    (equipment {(board (square 5)) (piece "Disc" Each (move Step (to if:(is Empty (to)))))})
    (rules phases:{
    (phase "Placing" (play (move Add (to (sites Empty)))) (nextPhase (= (count Moves) 4) "Moving"))
    (phase "Moving" (play (forEach Piece)) (end (if (is Line 3) (result Mover Win))))}))""",
    """(game "Small" (players 2)
    (equipment {(board (square 5)) (piece "Disc" Each (move Step (to if:(is Empty (to)))))})
    (rules phases:{
    (phase "Placing" P1 (mode Alternating) (play (move Add (to (sites Empty)))) (nextPhase Mover "Moving"))
    (phase "Answering" P2 (play (move Add (to (sites Empty)))) (nextPhase Mover (is Full)))
    (phase "Moving" (play (or (move Pass) (forEach Piece))))} (end (if (is Line 3) (result Mover Win)))))""",
    """(match "Best of three" (games (subgame "Tic-Tac-Toe"))
    (end (if (= 2 (matchScore P1)) (result P1 Win))))""",
    """(match "Seats" (players 2) (games (subgame "Tic-Tac-Toe") seats:Rotate)
    (end (if (= 4 (count Trials)) (result P1 Draw))))""",
    """(match "Points" (games {(subgame "Cornered" points:(score Player))})
    (end (if (<= 20 (matchScore P1)) (result P1 Win))))""",
    """(match "Small boards" (games (subgame "Hex" "Size/7; Swap/Yes"))
    (end (if (<= 20 (matchScore P1)) (result P1 Win))))""",
)

#: Ludemes, each tried where its kind may stand.
_LUDEMES: tuple[str, ...] = (
    "(between (exact 1) if:(is Enemy (who at:(between))))",
    "(between (exact 1 2))",
    "(between (min 1))",
    "(between (min 1 3))",
    "(between (max 2))",
    "(between (max 1 3))",
    '(colours {"RG" "GR"} {(colour "R" "Red") (colour "G" "Green")})',
    '(colours (mosaic "1 2@90 / 2 1" {(face "1" {"RG" "GR"}) (face "2" {"RR" "GG"})}) '
    '{(colour "R" "Red") (colour "G" "Green")})',
    '(map "Next" {(pair 0 5) (pair "a1" "e5")})',
    "(clip (square 5) (poly {{0 0} {0 3} {3 3} {3 0}}))",
    "(hex (poly {{0 0} {0 3} {3 3} {3 0}} rotns:1))",
    '(board (square 5) (track "Way" {(trackStep 0) (trackStep 1) (trackStep 2)}))',
    '(coord "b2")',
    '(coord Cell "b2")',
    "(* 0.5 2.5)",
    "(* {0.5 2.5 1.5})",
    "(+ 0.5 2.5)",
    "(+ {0.5 2.5 1.5})",
    "(max 0.5 2.5)",
    "(max {0.5 2.5 1.5})",
    "(min 0.5 2.5)",
    "(min {0.5 2.5 1.5})",
    "(priority (move Slide) (move Step (to if:(is Empty (to)))))",
    '(set Colour (last To) "Red" (then (moveAgain)))',
    "(square (* 2 2))",
    "(square (+ 2 1))",
    "(add (square 4) cells:{{0 1 6 5}})",
    "(add (square 3) vertices:{{4 4}})",
    "(add (square 3) vertices:{{4 4}} edges:{{15 16}})",
    "(add (square 3) vertices:{{4 4}} edges:{{15 16}} connect:True)",
    "(concentric {8 8 8})",
    "(concentric sides:5 rings:3)",
    "(hole (square 5) (poly {{0.9 0.9} {0.9 3.1} {3.1 3.1} {3.1 0.9}}))",
    "(keep (square 5) (poly {{0 0} {0 3} {3 3} {3 0}}))",
    "(intersect (square 4) (rectangle 2 6))",
    "(intersect {(square 4) (rectangle 2 6) (square 3)})",
    "(merge (square 3) (shift 3 0 (square 3)))",
    "(union (square 3) (shift 4 0 (square 3)))",
    "(recoordinate Cell Edge Vertex (square 3))",
    "(renumber Cell Edge Vertex (square 3))",
    "(regular Star 5)",
    "(remove (square 5) (poly {{0 0} {0 1.1} {1.1 1.1} {1.1 0}}))",
    "(repeat 3 3 step:{{1 0} {0 1}} {(poly {{0 0} {0 1} {1 1} {1 0}})})",
    "(scale 2.0 2.0 2.0 (square 3))",
    '(is In (to) (sites {"a1" "b2"}))',
    '(is In (to) (sites Cell {"a1" "b2"}))',
    '(place "Disc1" (sites Bottom))',
    '(place "Disc1" {"a2" "b2"})',
    '(set P1 {"a2" "b2"})',
    '(set P1 Cell {"a2" "b2"})',
    '(place Stack items:{"Disc1" "Disc2"} coord:"b2")',
    "(forEach Direction (from (to)) Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))",
    "(forEach Direction Orthogonal (if (is Empty (to)) (add (to (to)))))",
)

EXAMPLES: tuple[str, ...] = (*_GAMES, *_LUDEMES)
