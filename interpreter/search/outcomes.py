"""What the end of a game is worth to each player: written in the words of searches."""

from __future__ import annotations

from interpreter.subset.intrinsics import ints, move_size, players, rank

#: The best and the worst that can come of a game.
WIN, LOSS = 1.0, -1.0


def utility(player: int) -> float:
    """From 1.0 for the first rank to -1.0 for the last; 0.0 while the rank is open.

    Players who share ranks have their mean: a draw of two is 0.0. One who plays alone wins or loses.
    """
    if players() == 1:
        return 1.0 if rank(player) == 1.0 else -1.0
    if rank(player) == 0.0:
        return 0.0
    return 1.0 - 2.0 * (rank(player) - 1.0) / float(players() - 1)


def standing(player: int) -> float:
    """What a state is worth where a playout has left it: of an open game nothing is known."""
    return utility(player)


# --- in which order moves are tried ---------------------------------------------------------------------

STACK = ints("stack", 1)

#: Moves are told apart for what they have done before by so many numbers.
ALIKE = 4096


def likeness(move: int) -> int:
    """A number below ALIKE for moves that are alike: of the same kind, from and to the same site."""
    mixed = STACK[move] * 37 + STACK[move + 1]
    if move_size() > 2:
        mixed = mixed * 61 + STACK[move + 2] % ALIKE
    return abs(mixed % ALIKE)


def highest(ranks: int, count: int) -> int:
    """The number of the move with the highest rank; ranks below 0 are those of moves that were tried."""
    best = 0
    most = -1
    for number in range(count):
        if STACK[ranks + number] > most:
            most = STACK[ranks + number]
            best = number
    return best
