"""What alpha-beta keeps in pools: its settings and tallies, and the table of positions (transposition table).

The words of the table: KEY, WORTH (wins counted from there), TOLD, which is the depth, the bound and the
number of the best move, and for a proof its PAST.
"""

from __future__ import annotations

from interpreter.search.outcomes import ALIKE
from interpreter.subset.intrinsics import ints

TABLE, SETTINGS = ints("table", 0), ints("settings", 2)

SCALE = 10_000
WON = 1_000_000
#: From here on it is certain.
SURE = WON - 10_000
#: Where a move has its destination.
TARGET = 1
#: What having all the moves and the other none counts.
MOBILITY = 500

#: Settings and tallies: the table's size; positions looked at; whether the search was stopped before its end.
BUCKETS, LOOKED, ABANDONED = 0, 1, 2
#: Of the root: the number of the best move, its worth, and how many moves were compared.
BEST, WORTH_OF_BEST, COMPARED = 3, 4, 5
#: Whether an estimate was taken for a position with another past.
BORROWED = 6
#: Whether the search is selective; from what change of the estimate on a move is loud.
SELECTIVE, LOUD = 7, 8
#: The search is abandoned when so many positions were LOOKED at (0: never).
ENOUGH = 9
#: Of noisy evaluations: by how much they are wrong at most, and the seed of that.
NOISE, NOISE_SEED = 10, 11
#: The component that stood where the last move went; the most that any of these has gained.
TAKEN, MOST_GAIN = 12, 13
#: How many moves were listed last from the start of the stack on, unlawful ones included.
LISTED = 14
#: Whether having to move is no disadvantage in this game (see `zugzwangs`).
PASSABLE = 15
CUT = 16
#: Behind that: each root move's worth, as far as it was told, and which bound that is.
WORTHS = CUT + ALIKE
MOST_MOVES = 4096
BOUNDS = WORTHS + MOST_MOVES
#: Killer moves: by ply, two likenesses of moves that cut off there.
KILLERS = BOUNDS + MOST_MOVES
MOST_PLIES = 256
#: By the component that stood where a move went: what taking it has changed the estimate by of late.
GAINS = KILLERS + 2 * MOST_PLIES
MOST_GAINS = 256
#: The same, but as what who takes has won by it: where that is little, captures are moves as others.
PRIZES = GAINS + MOST_GAINS
SETTINGS_WORDS = PRIZES + MOST_GAINS

KEY, WORTH, TOLD, PAST = 0, 1, 2, 3
ENTRY, BUCKET = 4, 4
#: Whether a worth is exact, at least, or at most what is said; LENT is added where something was BORROWED.
EXACT, LEAST, MOST, LENT = 0, 1, 2, 4
#: How what is told is packed: bounds below the one, moves below the other.
KINDS, MOVES = 8, 1 << 16
#: Nothing in the table decides.
UNTOLD = 2 * WON
