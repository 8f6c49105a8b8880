"""Rules of which everything is known by arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

#: A stone is thrown on one of 400 cells: White wins on those below the product of the two numbers. The
#: products are 10 x 12 different pairs; only 20 x 10 is even, and the next best are 42.25 % and 60 %.
ONE = (2, 9, 12, 13, 20, 33, 34, 35, 37, 38)
OTHER = (2, 3, 4, 10, 12, 13, 28, 31, 32, 34, 35, 39)


def throw(one: Sequence[int] = ONE, other: Sequence[int] = OTHER) -> str:
    """The rules, with both numbers marked."""
    return f"""(game "Throw"
    (players 2)
    (equipment {{(board (square 20)) (piece "Stone" Each)}})
    (rules
        (play (move Add (to (sites Empty))))
        (end {{
            (if (< (last To) (*
                    {one[0]}  // vary {", ".join(map(str, one))}
                    {other[0]}  // vary {", ".join(map(str, other))}
                ))
                (result P1 Win)
            )
            (if (= 1 (count Moves)) (result P2 Win))
        }})
    )
)
"""


#: Lines on a small board: what may be left out, swapped and counted differently.
LINES = """// Three or four in a line.
(game "Lines"
    (players 2)
    (equipment {
        (board (rectangle 4 5))  // vary 5: 4..6
        (piece "Disc" Each)
    })
    (rules
        // vary or (play (move Add (to (sites Top))))
        (play (move Add (to (sites Empty))))
        (end {
            (if (is Line 3) (result Mover Win))  // vary 3..4
            (if (is Full) (result Mover Draw))  // vary drop
        })
    )
)
"""


#: For two or three, by an option: Blue has the second seat or the third. Who makes the last move wins.
SEATS = """(option "Seats" <Seats> args:{<count> <colours>} {
    (item "Two" <2> <(player Colour P1 (colour Red)) (player Colour P2 (colour Blue))> "Two.")*
    (item "Three" <3>
        <(player Colour P1 (colour Red)) (player Colour P2 (colour Green)) (player Colour P3 (colour Blue))>
        "Three.")
})
(option "Limit" <Limit> args:{<n>} {
    (item "Three" <3> "Short.")*
    (item "Four" <4> "Long.")
})
(game "Seats"
    (players <Seats:count>)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (= <Limit:n> (count Moves)) (result Mover Win)))
    )
)
(metadata (graphics {<Seats:colours>}))
"""
