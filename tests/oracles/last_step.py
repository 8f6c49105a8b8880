"""Last Step solved by hand: how likely the player who is about to roll wins, if both play well."""

from __future__ import annotations

from fractions import Fraction


def chance_to_win(steps: int, faces: tuple[int, ...] = (1, 2, 3)) -> Fraction:
    """With so many steps left to the end of the row."""
    won = [Fraction(0)]  # with none left the other player has just won
    for left in range(1, steps + 1):
        best = (max(1 - won[left - step] for step in {1, face} if step <= left) for face in faces)
        won.append(sum(best, Fraction(0)) / len(faces))
    return won[steps]
